/* SPDX-License-Identifier: MIT */
/* Verifies that a switch between tasks keeps a task's registers. */
#ifndef BENCH_OS_REGISTERS_H
#define BENCH_OS_REGISTERS_H

#include <stdint.h>

/* Call function(argument) with values in the callee-saved registers that depend on seed. Returns 0
 * if the function preserved them, else a bit per changed register of WORD_KEPT_REGISTERS
 * (lib/cpu/words.h). */
uint64_t registers_changed(void (*function)(uint64_t), uint64_t argument, uint64_t seed);

#endif
