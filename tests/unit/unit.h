/* SPDX-License-Identifier: MIT */
/* Included by every unit test: cmocka and the headers that it requires. */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* cmocka before 2.0 does not have this name. Version 2.0 deprecates the other one. */
#ifndef assert_uint_in_range
#define assert_uint_in_range(value, minimum, maximum) \
	_assert_in_range(cast_to_largest_integral_type(value), \
			 cast_to_largest_integral_type(minimum), \
			 cast_to_largest_integral_type(maximum), __FILE__, __LINE__)
#endif
#undef assert_in_range

/* A test function, or a function whose *state points to one case of a table after the other.
 * tests/unit/main.c runs them in the order of the source. UNIT_TEST, a shell pattern, selects tests
 * by name. */
struct unit_test {
	int line;                       /* compilers reorder variables */
	const char *name;
	CMUnitTestFunction function;
	CMFixtureFunction set_up, tear_down;
	const void *cases;              /* NULL: no table */
	size_t case_count, case_size, name_offset;
};

/* Before the first test and after the last one, if a program defines it. */
extern struct unit_group {
	CMFixtureFunction set_up, tear_down;
} unit_group;

#define UNIT_REGISTER(function_, ...) \
	static const struct unit_test unit_##function_ = { \
		.line = __LINE__, .function = function_, __VA_ARGS__}; \
	static const struct unit_test *unit_place_##function_ \
		__attribute__((section("unit_tests"), used)) = &unit_##function_

/* Begin a test function. set_up and tear_down may be NULL. */
#define TEST_WITH(name_, set_up_, tear_down_) \
	static void name_(void **state); \
	UNIT_REGISTER(name_, .name = #name_, .set_up = set_up_, .tear_down = tear_down_); \
	static void name_(void **state __attribute__((unused)))

#define TEST(name) TEST_WITH(name, NULL, NULL)

/* After a function: run it for each case of a table, with the case's name. */
#define TEST_CASES(function, table) \
	UNIT_REGISTER(function, .cases = table, .case_count = COUNT(table), \
		      .case_size = sizeof((table)[0]), \
		      .name_offset = offsetof(__typeof__((table)[0]), name))

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Number of random trials, or distance between tried positions: `all` with UNIT_TRIALS=all, as in
 * `make test-long`. */
static inline size_t unit_trials(size_t usual, size_t all)
{
	const char *trials = getenv("UNIT_TRIALS");

	return trials != NULL && strcmp(trials, "all") == 0 ? all : usual;
}

#endif
