/* SPDX-License-Identifier: MIT */
/* Each boot leaves what a `bareline run` leaves. */
#include "tools/run/turns.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"
#include "tools/run/machine.h"

/* Exact figures repeat, which the second boot shows; figures of time vary from boot to boot: an
 * overhead is large, a change may be small. */
#define BOOTS_DETERMINISTIC 2
#define BOOTS_OVERHEAD 3
#define BOOTS_CHANGE 10

static int turns_run(const struct turns *turns, bool is_linux, const char *image,
		     const char *directory)
{
	struct run_options run = *turns->run;

	run.is_linux |= is_linux;
	run.has_keyboard &= run.is_linux; /* the image has its own driver */
	if (image != NULL)
		run.qemu.image = image;
	run.output = directory;
	run_options_complete(&run);
	return run_machine(&run);
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
	status = turns_run(turns, is_linux, turns->images[side], directory);
	if (status == EXIT_GOOD && !compare_add(comparison, side, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

static unsigned long count_boots(const struct turns *turns, const struct comparison *comparison)
{
	if (turns->boots != 0)
		return turns->boots;
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

int turns_boot(const struct turns *turns, struct comparison *comparison)
{
	struct run_directory parent;
	int status;

	if (!run_directory_make_parent(&parent, turns->directory))
		return EXIT_USAGE;
	status = turns_boot_all(turns, parent.path, comparison);
	run_directory_release(&parent);
	return status;
}
