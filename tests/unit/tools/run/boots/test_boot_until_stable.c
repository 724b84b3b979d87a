/* SPDX-License-Identifier: MIT */
/* A boot with unusable timing overhead is repeated, up to a limit. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/tools/compare/two_sides.h"
#include "tools/base/exit_status.h"
#include "tools/run/boots/boot_until_stable.h"

/* A machine whose first boots have unstable timing. */
static struct machine {
	int unstable_boots, boots;
	int failing_boot;               /* 0: none */
	char root[64];
	char paths[8][128];
} machine;

static int boot_into(const void *context, const char *directory)
{
	struct side_target target = side_metal();
	char path[160], *text;
	size_t size;
	FILE *file;

	assert_ptr_equal(context, &machine);
	snprintf(machine.paths[machine.boots++], sizeof(machine.paths[0]), "%s", directory);
	target.has_timing = true;
	target.timing_spread_ticks = machine.boots <= machine.unstable_boots ? 40 : 0;
	assert_int_equal(mkdir(directory, 0777), 0);
	snprintf(path, sizeof(path), "%s/serial.log", directory);
	text = side_log(&target, &size);
	file = fopen(path, "w");
	assert_non_null(file);
	fwrite(text, 1, size, file);
	fclose(file);
	free(text);
	return machine.boots == machine.failing_boot ? EXIT_FAILED : EXIT_GOOD;
}

/* Returns the exit status. The caller frees *path. */
static int boot(int unstable_boots, int failing_boot, char **path)
{
	const struct boot_method how = {boot_into, &machine};
	char first[128];

	machine = (struct machine){.unstable_boots = unstable_boots, .failing_boot = failing_boot,
				   .root = "/tmp/bareline-steady-XXXXXX"};
	assert_non_null(mkdtemp(machine.root));
	snprintf(first, sizeof(first), "%s/metal-1", machine.root);
	return boot_until_stable(&how, first, path);
}

static void clean(char *path)
{
	for (int i = 0; i < machine.boots; i++) {
		char log[160];

		snprintf(log, sizeof(log), "%s/serial.log", machine.paths[i]);
		unlink(log);
		rmdir(machine.paths[i]);
	}
	rmdir(machine.root);
	free(path);
}

TEST(stable_boot_is_made_once)
{
	char *path;

	assert_int_equal(boot(0, 0, &path), EXIT_GOOD);
	assert_int_equal(machine.boots, 1);
	assert_string_equal(path, machine.paths[0]);
	clean(path);
}

TEST(unstable_boot_is_repeated_in_a_directory_of_its_own)
{
	char *path;

	assert_int_equal(boot(1, 0, &path), EXIT_GOOD);
	assert_int_equal(machine.boots, 2);
	assert_string_equal(path, machine.paths[1]);
	assert_non_null(strstr(path, "/metal-1-retry-1"));
	clean(path);
}

TEST(unstable_boots_are_repeated_up_to_a_limit)
{
	char *path;

	assert_int_equal(boot(100, 0, &path), EXIT_GOOD);
	assert_int_equal(machine.boots, 1 + STABLE_BOOT_RETRIES);
	assert_string_equal(path, machine.paths[STABLE_BOOT_RETRIES]);
	clean(path);
}

TEST(failed_boot_is_not_repeated)
{
	char *path;

	assert_int_equal(boot(100, 2, &path), EXIT_FAILED);
	assert_int_equal(machine.boots, 2);
	clean(path);
}
