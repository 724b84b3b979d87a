/* SPDX-License-Identifier: MIT */
/* Saves floating-point and vector registers, as an operating system does when it switches between
 * processes. The kernel itself never needs to, because only loops of benchmarks use these
 * registers. */
#ifndef KERNEL_MACHINE_EXTENDED_STATE_H
#define KERNEL_MACHINE_EXTENDED_STATE_H

#include <stdbool.h>

#define EXTENDED_STATE_BYTES 0x1000     /* size of an area, one page; AVX-512 needs 2688 bytes */

/* A pair of functions. The area must be 0 before the first save. */
struct extended_state_way {
	void (*save)(void *area);
	void (*restore)(const void *area);
};

/* The best way on this CPU, which is XSAVEOPT, XSAVE or FXSAVE on x86-64. NULL if the enabled
 * registers do not fit an area. */
const struct extended_state_way *extended_state_best(void);

#endif
