/* SPDX-License-Identifier: MIT */
/* Each boot leaves what a `bareline run` leaves. */
#include "tools/run/overhead_qemu.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/results/run_directory.h"
#include "tools/run/machine.h"

/* Exact figures repeat, which the second boot shows; figures of time vary from boot to boot. */
#define BOOTS_DETERMINISTIC 2
#define BOOTS_TIMED 3

static int run_side(const struct overhead_boots *boots, enum side side, const char *directory)
{
	struct run_options run = *boots->run;

	run.is_linux = side == LINUX;
	run.output = directory;
	run_options_complete(&run);
	return run_machine(&run);
}

static int boot_side(const struct overhead_boots *boots, enum side side, const char *parent,
		     unsigned long number, struct comparison *comparison)
{
	static const char *const names[] = {[METAL] = "metal", [LINUX] = "linux"};
	char *directory;
	int status;

	directory = xasprintf("%s/%s-%lu", parent, names[side], number);
	fprintf(stderr, "Boot %lu of %s\n", number, side_name(comparison, side));
	status = run_side(boots, side, directory);
	if (status == EXIT_GOOD && !compare_add(comparison, side, directory))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

static int boot_all(const struct overhead_boots *boots, const char *parent,
		    struct comparison *comparison)
{
	unsigned long count = boots->boots;
	int status = EXIT_GOOD;

	if (count == 0)
		count = boots->run->qemu.deterministic ? BOOTS_DETERMINISTIC : BOOTS_TIMED;
	for (unsigned long number = 1; number <= count; number++) {
		for (enum side side = METAL; status == EXIT_GOOD && side < SIDES; side++)
			status = boot_side(boots, side, parent, number, comparison);
	}
	return status;
}

int overhead_boot(const struct overhead_boots *boots, struct comparison *comparison)
{
	char *new_directory = boots->directory == NULL ? run_directory_make(NULL) : NULL;
	const char *parent = boots->directory != NULL ? boots->directory : new_directory;
	int status = EXIT_USAGE;

	if (parent != NULL)
		status = boot_all(boots, parent, comparison);
	free(new_directory);
	return status;
}
