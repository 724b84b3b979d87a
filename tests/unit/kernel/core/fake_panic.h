/* SPDX-License-Identifier: MIT */
#ifndef TESTS_UNIT_KERNEL_CORE_FAKE_PANIC_H
#define TESTS_UNIT_KERNEL_CORE_FAKE_PANIC_H

#include <stdint.h>

/* The CPU that runs, and the limit of its latest wait. */
extern uint64_t fake_panic_cpu, fake_panic_limit_us;

#endif
