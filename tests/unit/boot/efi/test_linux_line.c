/* SPDX-License-Identifier: MIT */
/* Linux's command line: what both sides know of the bare metal's words, and where the results
 * go. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "boot/efi/linux_line.h"

static char made[LINUX_LINE_MAX + 1];

static void words_that_both_know_become_options(void **state)
{
	(void)state;
	assert_true(linux_line_make(made, "suite=full bench=null.*,cpu.* samples=3 exit=halt "
				    "serial=none then=linux firmware=keep",
				    false, "20260102-pc"));
	assert_non_null(strstr(made, " -- --stick=20260102-pc --suite=full "
			       "--bench=null.*,cpu.* --samples=3"));
	assert_null(strstr(made, "exit"));
	assert_null(strstr(made, "then"));
	assert_int_equal(strncmp(made, "initrd=\\linux\\initrd ", 21), 0);
}

static void linux_gets_as_many_cpus(void **state)
{
	(void)state;
	assert_true(linux_line_make(made, "bench=null.* cpus=2 samples=3", false, "20260102-pc"));
	assert_non_null(strstr(made, " maxcpus=2 -- --stick=20260102-pc --bench=null.* "
			       "--samples=3"));
}

static void a_guest_does_not_try_its_timer(void **state)
{
	(void)state;
	assert_true(linux_line_make(made, "", true, "20260102-pc"));
	assert_non_null(strstr(made, " no_timer_check -- --stick=20260102-pc"));
	assert_true(linux_line_make(made, "", false, "20260102-pc"));
	assert_null(strstr(made, "no_timer_check"));
}

static void the_path_of_results_is_one_of_linux(void **state)
{
	(void)state;
	assert_true(linux_line_make(made, "samples=3", false, "bareline-2\\20260102-pc"));
	assert_non_null(strstr(made, " -- --stick=bareline-2/20260102-pc --samples=3"));
	assert_non_null(strstr(made, "initrd=\\linux\\initrd "));
}

static void nothing_need_be_selected(void **state)
{
	(void)state;
	assert_true(linux_line_make(made, "", false, "20260102-pc"));
	assert_non_null(strstr(made, " -- --stick=20260102-pc"));
}

static void words_that_do_not_fit_are_not_cut(void **state)
{
	char line[3000] = "bench=";

	(void)state;
	memset(line + 6, 'x', 2100);
	assert_false(linux_line_make(made, line, false, "20260102-pc"));
	line[6 + 1800] = '\0';
	assert_true(linux_line_make(made, line, false, "20260102-pc"));
	assert_true(strlen(made) <= LINUX_LINE_MAX);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(words_that_both_know_become_options),
		cmocka_unit_test(linux_gets_as_many_cpus),
		cmocka_unit_test(a_guest_does_not_try_its_timer),
		cmocka_unit_test(the_path_of_results_is_one_of_linux),
		cmocka_unit_test(nothing_need_be_selected),
		cmocka_unit_test(words_that_do_not_fit_are_not_cut),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
