/* SPDX-License-Identifier: MIT */
/* What every unit test includes: cmocka, and the headers that it asks for beforehand. */
#ifndef TESTS_UNIT_UNIT_H
#define TESTS_UNIT_UNIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

/* A test function takes no fixture unless it says so. */
#define TEST(name) static void name(void **unused __attribute__((unused)))

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A test that is a case of a table: a function whose *state points to the case, which has a name
 * that says what it is. */
#define UNIT_CASE(function, case_) \
	((struct CMUnitTest){(case_)->name, function, NULL, NULL, (void *)(uintptr_t)(case_)})

#endif
