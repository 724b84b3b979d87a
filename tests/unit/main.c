/* SPDX-License-Identifier: MIT */
/* Runs the tests that the program's sources register: see tests/unit/unit.h. */
#include "tests/unit/unit.h"

#include <signal.h>

/* Set by the linker. */
extern const struct unit_test *__start_unit_tests[], *__stop_unit_tests[];

/* A program without a group has this one. */
__attribute__((weak)) struct unit_group unit_group;

static int compare_lines(const void *a, const void *b)
{
	const struct unit_test *const *one = a, *const *other = b;

	return (*one)->line - (*other)->line;
}

static size_t cases_of(const struct unit_test *test)
{
	return test->cases != NULL ? test->case_count : 1;
}

/* The test, or one of its cases. */
static struct CMUnitTest case_of(const struct unit_test *test, size_t number)
{
	struct CMUnitTest one = {test->name, test->function, test->set_up, test->tear_down, NULL};
	const char *place = test->cases;

	if (place != NULL) {
		place += number * test->case_size;
		one.name = *(const char *const *)(place + test->name_offset);
		one.initial_state = (void *)(uintptr_t)place;
	}
	return one;
}

/* Under nohup or as a background job, a program starts with signals that are ignored. */
static void receive_signals(void)
{
	static const int numbers[] = {SIGHUP, SIGINT, SIGQUIT, SIGTERM};
	struct sigaction now;

	for (size_t i = 0; i < COUNT(numbers); i++) {
		if (sigaction(numbers[i], NULL, &now) == 0 && now.sa_handler == SIG_IGN)
			signal(numbers[i], SIG_DFL);
	}
}

int main(void)
{
	const char *pattern = getenv("UNIT_TEST");
	struct CMUnitTest *tests;
	size_t count = 0;
	int status;

	receive_signals();
	qsort(__start_unit_tests, (size_t)(__stop_unit_tests - __start_unit_tests),
	      sizeof(__start_unit_tests[0]), compare_lines);
	for (const struct unit_test **test = __start_unit_tests; test < __stop_unit_tests; test++)
		count += cases_of(*test);
	tests = calloc(count, sizeof(*tests));
	count = 0;
	for (const struct unit_test **test = __start_unit_tests; test < __stop_unit_tests; test++) {
		for (size_t i = 0; i < cases_of(*test); i++)
			tests[count++] = case_of(*test, i);
	}
	if (pattern != NULL)
		cmocka_set_test_filter(pattern);
	status = _cmocka_run_group_tests("tests", tests, count, unit_group.set_up,
					 unit_group.tear_down);
	free(tests);
	return status;
}
