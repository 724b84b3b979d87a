/* SPDX-License-Identifier: MIT */
/* Each boot writes a directory as `bareline run` does. */
#include "tools/run/boots/interleaved.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/run/booted.h"
#include "tools/run/boots/boot_until_stable.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"

/* Numbers of boots. Exact metrics only need a second boot, to prove that they repeat. Times vary
 * between boots. A change may be small, so it needs more boots than an overhead, which is large. */
#define BOOTS_DETERMINISTIC 2
#define BOOTS_OVERHEAD 3
#define BOOTS_CHANGE 10

_Static_assert(1 + LINUX_KERNELS_MAX == SIDE_LIST_MAX, "bare metal and each kernel are a side");

/* ---- Any sides ---- */

/* One boot of a side. */
struct one_boot {
	const struct boot_side *side;
	unsigned long number;           /* from 0 */
};

static int boot_into(const void *context, const char *directory)
{
	const struct one_boot *boot = context;
	struct run_request run = boot->side->run;

	run.output = directory;
	run.layout = boot->side->has_layouts ? boot->number : 0;
	run_request_complete(&run);
	return run_machine(&run);
}

static int boot_side(const struct side_boots *boots, const struct boot_side *side,
		     const char *parent, unsigned long number)
{
	const struct one_boot boot = {side, number};
	const struct boot_method how = {boot_into, &boot};
	char *first = xasprintf("%s/%s-%lu", parent, side->name, number + 1), *last = NULL;
	int status;

	if (side->directories != NULL)
		fprintf(stderr, "Trial %lu of %lu of %s\n", number + 1, boots->boots, side->title);
	else
		fprintf(stderr, "Boot %lu of %s\n", number + 1, side->title);
	status = boots->repeats_unstable ? boot_until_stable(&how, first, &last)
					 : boot_into(&boot, first);
	if (status == EXIT_GOOD && side->runs != NULL &&
	    !compared_runs_add(side->runs, last != NULL ? last : first))
		status = EXIT_USAGE;
	if (side->directories != NULL)
		side->directories[number] = xstrdup(first);
	free(last);
	free(first);
	return status;
}

int interleaved_boot_sides(const struct side_boots *boots, const char *directory,
			   struct run_directory *parent)
{
	int status = EXIT_GOOD;

	*parent = (struct run_directory){.lock = -1};
	for (size_t i = 0; i < boots->count; i++) {
		struct run_request run = boots->sides[i].run;

		run_request_complete(&run);
		booted_check(&run);
	}
	if (!run_directory_make_parent(parent, directory))
		return EXIT_USAGE;
	for (unsigned long number = 0; number < boots->boots; number++) {
		for (size_t i = 0; i < boots->count && status == EXIT_GOOD; i++)
			status = boot_side(boots, &boots->sides[i], parent->path, number);
	}
	return status;
}

/* ---- Bare metal and Linux ---- */

/* The common request for bare metal, or for one of its kernels. */
static struct run_request request_of(const struct interleaved_boots *boots, bool is_linux,
				     size_t kernel)
{
	struct run_request run = *boots->run;

	run.is_linux |= is_linux;
	run.has_keyboard &= run.is_linux; /* the image has its own driver */
	run.traces_gaps &= run.is_linux; /* the image knows its own interrupts */
	if (!run.is_linux)
		run.linux = (struct linux_options){0};
	if (is_linux) /* the selected image is that of bare metal */
		run.machine.image = NULL;
	if (is_linux && run.linux.kernel_count > 1) {
		run.linux.kernels[0] = run.linux.kernels[kernel];
		run.linux.kernel_count = 1;
	}
	return run;
}

static struct boot_side *add_metal(const struct interleaved_boots *boots, struct side_boots *to)
{
	struct boot_side *side = &to->sides[to->count++];

	*side = (struct boot_side){.name = "metal", .title = "bare metal",
				   .run = request_of(boots, false, 0)};
	return side;
}

/* Bare metal has only one memory layout. */
static struct boot_side *add_kernel(const struct interleaved_boots *boots, struct side_boots *to,
				    size_t kernel)
{
	struct boot_side *side = &to->sides[to->count++];

	*side = (struct boot_side){.title = boots->run->linux.kernels[kernel],
				   .run = request_of(boots, true, kernel),
				   .has_layouts = boots->run->machine.is_deterministic};
	snprintf(side->name, sizeof(side->name), "kernel-%zu", kernel + 1);
	return side;
}

static int boot_and_release(const struct interleaved_boots *boots, const struct side_boots *sides)
{
	struct run_directory parent;
	int status = interleaved_boot_sides(sides, boots->directory, &parent);

	run_directory_release(&parent);
	return status;
}

int interleaved_boot_kernels(const struct interleaved_boots *boots, struct kernels *kernels)
{
	struct side_boots sides = {.boots = boots->boots != 0 ? boots->boots : BOOTS_OVERHEAD,
				   .repeats_unstable = true};

	add_metal(boots, &sides);
	for (size_t i = 0; i < boots->run->linux.kernel_count; i++)
		add_kernel(boots, &sides, i);
	kernels->sides.count = sides.count;
	for (size_t i = 0; i < sides.count; i++)
		sides.sides[i].runs = &kernels->sides.items[i].runs;
	return boot_and_release(boots, &sides);
}

int interleaved_boot_trials(const struct interleaved_boots *boots, char **directories)
{
	struct side_boots sides = {.boots = boots->boots};

	if (boots->has_bare_metal)
		add_metal(boots, &sides);
	for (size_t i = 0; i < boots->run->linux.kernel_count; i++)
		add_kernel(boots, &sides, i);
	for (size_t i = 0; i < sides.count; i++)
		sides.sides[i].directories = &directories[i * boots->boots];
	return boot_and_release(boots, &sides);
}

/* ---- Two sides ---- */

/* A change of Linux must not depend on the memory layout, so each boot of a side has another
 * layout. */
static bool has_layouts(const struct interleaved_boots *boots, const struct comparison *comparison)
{
	if (comparison->kind == COMPARE_OVERHEAD)
		return boots->has_layouts;
	return boots->run->is_linux && boots->run->machine.is_deterministic;
}

static unsigned long count_boots(const struct interleaved_boots *boots,
				 const struct comparison *comparison)
{
	if (boots->boots != 0)
		return boots->boots;
	if (has_layouts(boots, comparison))
		return RUN_LAYOUTS_FOR_BASELINE;
	if (boots->run->machine.is_deterministic)
		return BOOTS_DETERMINISTIC;
	return comparison->kind == COMPARE_OVERHEAD ? BOOTS_OVERHEAD : BOOTS_CHANGE;
}

int interleaved_boot(const struct interleaved_boots *boots, struct comparison *comparison)
{
	static const char *const names[][SIDES] = {
		[COMPARE_OVERHEAD] = {[METAL] = "metal", [LINUX] = "linux"},
		[COMPARE_CHANGE] = {[BASE] = "base", [NEW] = "new"},
	};
	struct side_boots sides = {.count = SIDES, .boots = count_boots(boots, comparison),
				   .repeats_unstable = true};

	for (enum side i = BASE; i < SIDES; i++) {
		bool is_overhead = comparison->kind == COMPARE_OVERHEAD;
		struct boot_side *side = &sides.sides[i];

		*side = (struct boot_side){
			.title = side_name(comparison, i),
			.run = request_of(boots, is_overhead && i == LINUX, 0),
			.has_layouts = has_layouts(boots, comparison) &&
				       (i == LINUX || !is_overhead),
			.runs = &comparison->sides[i],
		};
		strcpy(side->name, names[comparison->kind][i]);
		if (boots->images[i] != NULL)
			side->run.machine.image = boots->images[i];
	}
	comparison->has_layouts = boots->has_layouts;
	return boot_and_release(boots, &sides);
}
