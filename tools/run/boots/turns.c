/* SPDX-License-Identifier: MIT */
/* Each boot leaves what a `bareline run` leaves. */
#include "tools/run/boots/turns.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"
#include "tools/run/booted.h"
#include "tools/run/boots/steady_boot.h"
#include "tools/run/machine.h"

/* Exact figures repeat, which the second boot shows; figures of time vary from boot to boot: an
 * overhead is large, a change may be small. */
#define BOOTS_DETERMINISTIC 2
#define BOOTS_OVERHEAD 3
#define BOOTS_CHANGE 10

/* A change of Linux is looked for where figures do not depend on the layout of memory, so each boot
 * of a side has another. */
static bool has_layouts(const struct turns *turns, const struct comparison *comparison)
{
	if (comparison->kind == COMPARE_OVERHEAD)
		return turns->has_layouts;
	return turns->run->is_linux && turns->run->qemu.deterministic;
}

static struct run_options turns_side(const struct turns *turns, bool is_linux)
{
	struct run_options run = *turns->run;

	run.is_linux |= is_linux;
	run.has_keyboard &= run.is_linux; /* the image has its own driver */
	if (!run.is_linux)
		run.linux = (struct linux_options){0};
	if (is_linux) /* the image that was asked for is the metal's */
		run.qemu.image = NULL;
	return run;
}

/* What can't be booted is refused before anything is. */
static void turns_check(const struct turns *turns, bool is_linux, const char *image)
{
	struct run_options run = turns_side(turns, is_linux);

	if (image != NULL)
		run.qemu.image = image;
	run_options_complete(&run);
	booted_check(&run);
}

/* One boot of one side. */
struct turn {
	const struct turns *turns;
	bool is_linux;
	const char *image;
	unsigned long layout;
};

static int turns_boot_into(const void *context, const char *directory)
{
	const struct turn *turn = context;
	struct run_options run = turns_side(turn->turns, turn->is_linux);

	if (turn->image != NULL)
		run.qemu.image = turn->image;
	run.output = directory;
	run.layout = turn->layout;
	run_options_complete(&run);
	return run_machine(&run);
}

/* *directory becomes that of the boot that is to be used. */
static int turns_run(const struct turn *turn, char **directory)
{
	const struct steady_boot how = {turns_boot_into, turn};
	char *first = *directory;
	int status = steady_boot(&how, first, directory);

	free(first);
	return status;
}

static int turns_boot_side(const struct turns *turns, enum side side, const char *parent,
			   unsigned long number, struct comparison *comparison)
{
	static const char *const names[][SIDES] = {
		[COMPARE_OVERHEAD] = {[METAL] = "metal", [LINUX] = "linux"},
		[COMPARE_CHANGE] = {[BASE] = "base", [NEW] = "new"},
	};
	bool is_linux = comparison->kind == COMPARE_OVERHEAD && side == LINUX;
	char *directory;
	int status;

	directory = xasprintf("%s/%s-%lu", parent, names[comparison->kind][side], number);
	fprintf(stderr, "Boot %lu of %s\n", number, side_name(comparison, side));
	status = turns_run(&(struct turn){turns, is_linux, turns->images[side],
					  (is_linux || comparison->kind == COMPARE_CHANGE) &&
							  has_layouts(turns, comparison)
						  ? number - 1
						  : 0},
			   &directory);
	if (status == EXIT_GOOD && !compare_add(comparison, side, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

static unsigned long count_boots(const struct turns *turns, const struct comparison *comparison)
{
	if (turns->boots != 0)
		return turns->boots;
	if (has_layouts(turns, comparison))
		return RUN_LAYOUTS_TELLING;
	if (turns->run->qemu.deterministic)
		return BOOTS_DETERMINISTIC;
	return comparison->kind == COMPARE_OVERHEAD ? BOOTS_OVERHEAD : BOOTS_CHANGE;
}

static int turns_boot_all(const struct turns *turns, const char *parent,
			  struct comparison *comparison)
{
	unsigned long count = count_boots(turns, comparison);
	int status = EXIT_GOOD;

	for (unsigned long number = 1; number <= count; number++) {
		for (enum side side = BASE; status == EXIT_GOOD && side < SIDES; side++)
			status = turns_boot_side(turns, side, parent, number, comparison);
	}
	return status;
}

/* The metal's run is added to all comparisons, so that each has both sides. */
static int turns_boot_metal(const struct turns *turns, const char *parent, unsigned long number,
			    struct kernels *kernels)
{
	char *directory = xasprintf("%s/metal-%lu", parent, number);
	int status;

	fprintf(stderr, "Boot %lu of bare metal\n", number);
	status = turns_run(&(struct turn){turns, false, NULL, 0}, &directory);
	for (size_t i = 0; status == EXIT_GOOD && i < kernels->count; i++) {
		if (!compare_add(&kernels->sides[i], METAL, directory))
			status = EXIT_USAGE;
	}
	free(directory);
	return status;
}

static struct run_options turns_of_kernel(const struct turns *turns, size_t kernel)
{
	struct run_options run = *turns->run;

	run.linux.kernels[0] = turns->run->linux.kernels[kernel];
	run.linux.kernel_count = 1;
	return run;
}

static int turns_boot_kernel(const struct turns *turns, const char *parent, unsigned long number,
			     struct kernels *kernels, size_t kernel)
{
	char *directory = xasprintf("%s/kernel-%zu-%lu", parent, kernel + 1, number);
	struct run_options run = turns_of_kernel(turns, kernel);
	struct turns one = *turns;
	int status;

	one.run = &run;
	fprintf(stderr, "Boot %lu of %s\n", number, run.linux.kernels[0]);
	status = turns_run(&(struct turn){&one, true, NULL,
					  run.qemu.deterministic ? number - 1 : 0}, &directory);
	if (status == EXIT_GOOD && !compare_add(&kernels->sides[kernel], LINUX, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

static void turns_check_kernel(const struct turns *turns, size_t kernel)
{
	struct run_options run = turns_of_kernel(turns, kernel);
	struct turns one = *turns;

	one.run = &run;
	turns_check(&one, true, NULL);
}

int turns_boot_kernels(const struct turns *turns, struct kernels *kernels)
{
	unsigned long count = turns->boots != 0 ? turns->boots : BOOTS_OVERHEAD;
	struct run_directory parent;
	int status = EXIT_GOOD;

	turns_check(turns, false, NULL);
	kernels->count = turns->run->linux.kernel_count;
	for (size_t i = 0; i < kernels->count; i++) {
		turns_check_kernel(turns, i);
		kernels->sides[i] = (struct comparison){.kind = COMPARE_OVERHEAD};
	}
	if (!run_directory_make_parent(&parent, turns->directory))
		return EXIT_USAGE;
	for (unsigned long number = 1; number <= count && status == EXIT_GOOD; number++) {
		status = turns_boot_metal(turns, parent.path, number, kernels);
		for (size_t i = 0; status == EXIT_GOOD && i < kernels->count; i++)
			status = turns_boot_kernel(turns, parent.path, number, kernels, i);
	}
	run_directory_release(&parent);
	return status;
}

int turns_boot(const struct turns *turns, struct comparison *comparison)
{
	struct run_directory parent;
	int status;

	for (enum side side = BASE; side < SIDES; side++)
		turns_check(turns, comparison->kind == COMPARE_OVERHEAD && side == LINUX,
			    turns->images[side]);
	if (!run_directory_make_parent(&parent, turns->directory))
		return EXIT_USAGE;
	comparison->has_layouts = turns->has_layouts;
	status = turns_boot_all(turns, parent.path, comparison);
	run_directory_release(&parent);
	return status;
}
