/* SPDX-License-Identifier: MIT */
/* Checks that a workload script can be executed, and provides a machine to run it. */
#ifndef TESTS_UNIT_BENCH_FLOW_SCRIPT_CHECK_H
#define TESTS_UNIT_BENCH_FLOW_SCRIPT_CHECK_H

#include "tests/unit/unit.h"

#include "tests/unit/bench/fake_platform.h"

#define RESET_TEST(name) TEST_WITH(name, script_reset, NULL)

int script_reset(void **state);
void script_check(const struct flow_run *run);

#endif
