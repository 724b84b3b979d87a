/* SPDX-License-Identifier: MIT */
/* Each boot writes a directory as `bareline run` does. */
#include "tools/run/boots/interleaved.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"
#include "tools/run/booted.h"
#include "tools/run/boots/boot_until_stable.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"

/* Numbers of boots. Exact metrics only need a second boot to prove that they repeat. Times vary
 * between boots: an overhead is large, but a change may be small. */
#define BOOTS_DETERMINISTIC 2
#define BOOTS_OVERHEAD 3
#define BOOTS_CHANGE 10

/* A change of Linux must not depend on the memory layout, so each boot of a side has another
 * layout. */
static bool has_layouts(const struct interleaved_boots *boots, const struct comparison *comparison)
{
	if (comparison->kind == COMPARE_OVERHEAD)
		return boots->has_layouts;
	return boots->run->is_linux && boots->run->machine.is_deterministic;
}

static struct run_request interleaved_options(const struct interleaved_boots *boots, bool is_linux)
{
	struct run_request run = *boots->run;

	run.is_linux |= is_linux;
	run.has_keyboard &= run.is_linux; /* the image has its own driver */
	if (!run.is_linux)
		run.linux = (struct linux_options){0};
	if (is_linux) /* the selected image is that of bare metal */
		run.machine.image = NULL;
	return run;
}

/* Check before the first boot what will be booted. */
static void interleaved_check(const struct interleaved_boots *boots, bool is_linux,
			      const char *image)
{
	struct run_request run = interleaved_options(boots, is_linux);

	if (image != NULL)
		run.machine.image = image;
	run_request_complete(&run);
	booted_check(&run);
}

/* One boot of a side. */
struct interleaved_run {
	const struct interleaved_boots *boots;
	bool is_linux;
	const char *image;
	unsigned long layout;
};

static int interleaved_boot_into(const void *context, const char *directory)
{
	const struct interleaved_run *one = context;
	struct run_request run = interleaved_options(one->boots, one->is_linux);

	if (one->image != NULL)
		run.machine.image = one->image;
	run.output = directory;
	run.layout = one->layout;
	run_request_complete(&run);
	return run_machine(&run);
}

/* Sets *directory to that of the last boot. */
static int interleaved_run(const struct interleaved_run *one, char **directory)
{
	const struct boot_method how = {interleaved_boot_into, one};
	char *first = *directory;
	int status = boot_until_stable(&how, first, directory);

	free(first);
	return status;
}

static int interleaved_boot_side(const struct interleaved_boots *boots, enum side side,
				 const char *parent, unsigned long number,
				 struct comparison *comparison)
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
	status = interleaved_run(
		&(struct interleaved_run){boots, is_linux, boots->images[side],
					  (is_linux || comparison->kind == COMPARE_CHANGE) &&
							  has_layouts(boots, comparison)
						  ? number - 1
						  : 0},
		&directory);
	if (status == EXIT_GOOD && !compare_add(comparison, side, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
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

static struct run_request interleaved_kernel_options(const struct interleaved_boots *boots,
						     size_t kernel)
{
	struct run_request run = *boots->run;

	run.linux.kernels[0] = boots->run->linux.kernels[kernel];
	run.linux.kernel_count = 1;
	return run;
}

static int interleaved_boot_kernel(const struct interleaved_boots *boots, const char *parent,
				   unsigned long number, struct kernels *kernels, size_t kernel)
{
	char *directory = xasprintf("%s/kernel-%zu-%lu", parent, kernel + 1, number);
	struct run_request run = interleaved_kernel_options(boots, kernel);
	struct interleaved_boots one = *boots;
	int status;

	one.run = &run;
	fprintf(stderr, "Boot %lu of %s\n", number, run.linux.kernels[0]);
	status = interleaved_run(
		&(struct interleaved_run){&one, true, NULL,
					  run.machine.is_deterministic ? number - 1 : 0},
		&directory);
	if (status == EXIT_GOOD && !compare_add(&kernels->sides[kernel], LINUX, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

static void interleaved_check_kernel(const struct interleaved_boots *boots, size_t kernel)
{
	struct run_request run = interleaved_kernel_options(boots, kernel);
	struct interleaved_boots one = *boots;

	one.run = &run;
	interleaved_check(&one, true, NULL);
}

int interleaved_boot_kernels(const struct interleaved_boots *boots, struct kernels *kernels)
{
	unsigned long count = boots->boots != 0 ? boots->boots : BOOTS_OVERHEAD;
	struct run_directory parent;
	int status = EXIT_GOOD;

	interleaved_check(boots, false, NULL);
	kernels->count = boots->run->linux.kernel_count;
	for (size_t i = 0; i < kernels->count; i++) {
		interleaved_check_kernel(boots, i);
		kernels->sides[i] = (struct comparison){.kind = COMPARE_OVERHEAD};
	}
	if (!run_directory_make_parent(&parent, boots->directory))
		return EXIT_USAGE;
	for (unsigned long number = 1; number <= count && status == EXIT_GOOD; number++) {
		char *directory = xasprintf("%s/metal-%lu", parent.path, number);

		/* The run on bare metal is added to each comparison. */
		fprintf(stderr, "Boot %lu of bare metal\n", number);
		status = interleaved_run(&(struct interleaved_run){boots, false, NULL, 0},
					 &directory);
		for (size_t i = 0; status == EXIT_GOOD && i < kernels->count; i++) {
			if (!compare_add(&kernels->sides[i], METAL, directory))
				status = EXIT_USAGE;
		}
		free(directory);
		for (size_t i = 0; status == EXIT_GOOD && i < kernels->count; i++)
			status = interleaved_boot_kernel(boots, parent.path, number, kernels, i);
	}
	run_directory_release(&parent);
	return status;
}

/* ---- Trials of several systems ---- */

/* Bare metal has only one memory layout. */
static int interleaved_boot_trial(const struct interleaved_boots *boots, const char *parent,
				  unsigned long trial, size_t system, char **directory)
{
	bool is_metal = boots->has_bare_metal && system == 0;
	size_t kernel = system - boots->has_bare_metal;
	struct run_request run = interleaved_options(boots, !is_metal);

	if (is_metal) {
		*directory = xasprintf("%s/metal-%lu", parent, trial + 1);
	} else {
		run.linux.kernels[0] = run.linux.kernels[kernel];
		run.linux.kernel_count = 1;
		run.layout = run.machine.is_deterministic ? trial : 0;
		*directory = xasprintf("%s/kernel-%zu-%lu", parent, kernel + 1, trial + 1);
	}
	fprintf(stderr, "Trial %lu of %lu of %s\n", trial + 1, boots->boots,
		is_metal ? "bare metal" : run.linux.kernels[0]);
	run.output = *directory;
	run_request_complete(&run);
	return run_machine(&run);
}

int interleaved_boot_trials(const struct interleaved_boots *boots, char **directories)
{
	size_t kernels = boots->run->linux.kernel_count;
	size_t systems = boots->has_bare_metal + kernels;
	struct run_directory parent;
	int status = EXIT_GOOD;

	if (boots->has_bare_metal)
		interleaved_check(boots, false, NULL);
	for (size_t i = 0; i < kernels; i++)
		interleaved_check_kernel(boots, i);
	if (!run_directory_make_parent(&parent, boots->directory))
		return EXIT_USAGE;
	for (unsigned long trial = 0; trial < boots->boots; trial++) {
		for (size_t i = 0; i < systems && status == EXIT_GOOD; i++)
			status = interleaved_boot_trial(boots, parent.path, trial, i,
							&directories[i * boots->boots + trial]);
	}
	run_directory_release(&parent);
	return status;
}

/* ---- Two sides ---- */

int interleaved_boot(const struct interleaved_boots *boots, struct comparison *comparison)
{
	struct run_directory parent;
	unsigned long count;
	int status = EXIT_GOOD;

	for (enum side side = BASE; side < SIDES; side++)
		interleaved_check(boots, comparison->kind == COMPARE_OVERHEAD && side == LINUX,
			    boots->images[side]);
	if (!run_directory_make_parent(&parent, boots->directory))
		return EXIT_USAGE;
	comparison->has_layouts = boots->has_layouts;
	count = count_boots(boots, comparison);
	for (unsigned long number = 1; number <= count; number++) {
		for (enum side side = BASE; status == EXIT_GOOD && side < SIDES; side++)
			status = interleaved_boot_side(boots, side, parent.path, number,
						       comparison);
	}
	run_directory_release(&parent);
	return status;
}
