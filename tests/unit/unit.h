/* SPDX-License-Identifier: MIT */
/* What every unit test includes: cmocka, and the headers that it asks for beforehand. */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* Before cmocka 2.0, which has this name and deprecates the other. */
#ifndef assert_uint_in_range
#define assert_uint_in_range assert_in_range
#endif

/* A test function takes no fixture unless it says so. */
#define TEST(name) static void name(void **unused __attribute__((unused)))

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* How often something random is tried, or how far apart the places are that are tried: the second
 * with UNIT_TRIALS=all, as `make test-long` has it. */
static inline size_t unit_trials(size_t usual, size_t all)
{
	const char *trials = getenv("UNIT_TRIALS");

	return trials != NULL && strcmp(trials, "all") == 0 ? all : usual;
}

/* Runs those tests alone whose names UNIT_TEST matches, as a shell's pattern. */
__attribute__((constructor)) static void unit_choose_tests(void)
{
	const char *pattern = getenv("UNIT_TEST");

	if (pattern != NULL)
		cmocka_set_test_filter(pattern);
}

/* A test that is a case of a table: a function whose *state points to the case, which has a name
 * that says what it is. */
#define UNIT_CASE(function, case_) \
	((struct CMUnitTest){(case_)->name, function, NULL, NULL, (void *)(uintptr_t)(case_)})

#endif
