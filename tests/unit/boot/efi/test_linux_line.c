/* SPDX-License-Identifier: MIT */
/* Linux's command line: bare-metal parameters that Linux supports too, and the directory of the
 * results. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/linux_line.h"

static char made[LINUX_LINE_MAX + 1];
static const struct processor_linux plain = {.parameters = "", .line_max = LINUX_LINE_MAX};

TEST(common_parameters_become_program_options)
{
	assert_true(linux_line_make(made, "suite=full bench=null.*,cpu.* samples=3 exit=halt "
				    "serial=none then=linux firmware=keep",
				    &plain, "20260102-pc"));
	assert_non_null(strstr(made, " -- --stick=20260102-pc --suite=full "
			       "--bench=null.*,cpu.* --samples=3"));
	assert_null(strstr(made, "exit"));
	assert_null(strstr(made, "then"));
	assert_int_equal(strncmp(made, "initrd=\\linux\\x86_64\\initrd quiet ", 34), 0);
}

TEST(linux_gets_the_same_number_of_cpus)
{
	assert_true(linux_line_make(made, "bench=null.* cpus=2 samples=3", &plain, "20260102-pc"));
	assert_non_null(strstr(made, " maxcpus=2 -- --stick=20260102-pc --bench=null.* "
			       "--samples=3"));
}

TEST(linux_measures_on_the_same_cpu)
{
	assert_true(linux_line_make(made, "cpu=3 samples=3", &plain, "20260102-pc"));
	assert_non_null(strstr(made, " quiet panic=10 -- --stick=20260102-pc --cpu=3 --samples=3"));
	assert_true(linux_line_make(made, "cpus=2 cpu=3", &plain, "20260102-pc"));
	assert_non_null(strstr(made, " maxcpus=4 -- --stick=20260102-pc --cpu=3"));
	assert_true(linux_line_make(made, "cpus=4 cpu=0", &plain, "20260102-pc"));
	assert_non_null(strstr(made, " maxcpus=4 -- --stick=20260102-pc --cpu=0"));
}

TEST(processor_adds_parameters_of_the_kernel)
{
	const struct processor_linux needs = {
		.parameters = " no_timer_check", .line_max = LINUX_LINE_MAX,
	};

	assert_true(linux_line_make(made, "", &needs, "20260102-pc"));
	assert_non_null(strstr(made, " panic=10 no_timer_check -- --stick=20260102-pc"));
}

TEST(results_path_is_converted_for_linux)
{
	assert_true(linux_line_make(made, "samples=3", &plain, "bareline-2\\20260102-pc"));
	assert_non_null(strstr(made, " -- --stick=bareline-2/20260102-pc --samples=3"));
	assert_non_null(strstr(made, "initrd=\\linux\\x86_64\\initrd "));
}

TEST(parameters_may_be_empty)
{
	assert_true(linux_line_make(made, "", &plain, "20260102-pc"));
	assert_non_null(strstr(made, " -- --stick=20260102-pc"));
}

TEST(parameters_that_do_not_fit_are_not_truncated)
{
	char line[3000] = "bench=";

	memset(line + 6, 'x', 2100);
	assert_false(linux_line_make(made, line, &plain, "20260102-pc"));
	line[6 + 1800] = '\0';
	assert_true(linux_line_make(made, line, &plain, "20260102-pc"));
	assert_true(strlen(made) <= LINUX_LINE_MAX);
}

TEST(limit_is_that_of_the_processor)
{
	struct processor_linux needs = plain;

	assert_true(linux_line_make(made, "samples=3", &plain, "20260102-pc"));
	needs.line_max = strlen(made);
	assert_true(linux_line_make(made, "samples=3", &needs, "20260102-pc"));
	needs.line_max--;
	assert_false(linux_line_make(made, "samples=3", &needs, "20260102-pc"));
}
