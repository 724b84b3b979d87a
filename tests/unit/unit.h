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
#define assert_uint_in_range assert_in_range
#endif

/* A test function without a fixture. */
#define TEST(name) static void name(void **unused __attribute__((unused)))

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Number of random trials, or distance between tried positions: `all` with UNIT_TRIALS=all, as in
 * `make test-long`. */
static inline size_t unit_trials(size_t usual, size_t all)
{
	const char *trials = getenv("UNIT_TRIALS");

	return trials != NULL && strcmp(trials, "all") == 0 ? all : usual;
}

/* Run only the tests whose names match the shell pattern in UNIT_TEST. */
__attribute__((constructor)) static void unit_choose_tests(void)
{
	const char *pattern = getenv("UNIT_TEST");

	if (pattern != NULL)
		cmocka_set_test_filter(pattern);
}

/* A table-driven test: a function whose *state points to the case, with the case's name. */
#define UNIT_CASE(function, case_) \
	((struct CMUnitTest){(case_)->name, function, NULL, NULL, (void *)(uintptr_t)(case_)})

#endif
