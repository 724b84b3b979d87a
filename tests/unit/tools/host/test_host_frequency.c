/* SPDX-License-Identifier: MIT */
/* The host's frequency, read from made-up kernel files. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/host/host_frequency.h"

/* Make a directory, or a file if there is text, below the test's directory. */
static void make_entry(const char *name, const char *text)
{
	FILE *file;

	if (text == NULL) {
		assert_int_equal(mkdir(name, 0700), 0);
		return;
	}
	file = fopen(name, "we");
	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static int enter(void **state)
{
	static char place[] = "/tmp/bareline-frequency-XXXXXX";

	*state = place;
	return mkdtemp(place) != NULL && chdir(place) == 0 ? 0 : -1;
}

static int leave(void **state)
{
	static const char *const files[] = {
		"cpus/cpu0/cpufreq/scaling_cur_freq", "cpus/cpu7/cpufreq/scaling_cur_freq",
		"info", "odd"};
	static const char *const directories[] = {
		"cpus/cpu0/cpufreq", "cpus/cpu7/cpufreq", "cpus/cpu0", "cpus/cpu7", "cpus/cpufreq",
		"cpus"};

	for (size_t i = 0; i < sizeof(files) / sizeof(files[0]); i++)
		unlink(files[i]);
	for (size_t i = 0; i < sizeof(directories) / sizeof(directories[0]); i++)
		rmdir(directories[i]);
	return chdir("/") == 0 && rmdir(*state) == 0 ? 0 : -1;
}

TEST(missing_files_give_no_frequency)
{
	assert_true(host_frequency_read("none", "none") == 0);
}

TEST(cpuinfo_is_read_if_no_cpufreq_directory_exists)
{
	make_entry("info", "processor\t: 0\ncpu MHz\t\t: 1200.500\nprocessor\t: 1\n"
		      "cpu MHz\t\t: 2596.144\ncache size\t: 9999 KB\n");
	assert_true(host_frequency_read("none", "info") == 2596.144);
	make_entry("odd", "cpu MHz\t\t: unknown\ncpu MHz : inf\n");
	assert_true(host_frequency_read("none", "odd") == 0);
}

TEST(fastest_cpu_of_the_directory_sets_the_frequency)
{
	make_entry("cpus", NULL);
	make_entry("cpus/cpufreq", NULL);
	make_entry("cpus/cpu0", NULL);
	make_entry("cpus/cpu7", NULL);
	assert_true(host_frequency_read("cpus", "info") == 2596.144);
	make_entry("cpus/cpu0/cpufreq", NULL);
	make_entry("cpus/cpu7/cpufreq", NULL);
	make_entry("cpus/cpu0/cpufreq/scaling_cur_freq", "800000\n");
	make_entry("cpus/cpu7/cpufreq/scaling_cur_freq", "3400000\n");
	assert_true(host_frequency_read("cpus", "info") == 3400);
	make_entry("cpus/cpu7/cpufreq/scaling_cur_freq", "<unknown>\n");
	assert_true(host_frequency_read("cpus", "info") == 800);
}

TEST(frequency_change_counts_only_above_5_percent)
{
	assert_false(host_frequency_differs(3000, 2851));
	assert_false(host_frequency_differs(2851, 3000));
	assert_true(host_frequency_differs(3000, 2849));
	assert_true(host_frequency_differs(2849, 3000));
	assert_false(host_frequency_differs(0, 3000));
	assert_false(host_frequency_differs(3000, 0));
}

struct unit_group unit_group = {enter, leave};
