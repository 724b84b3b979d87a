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

#endif
