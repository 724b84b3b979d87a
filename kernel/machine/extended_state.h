/* SPDX-License-Identifier: MIT */
/* Saves floating-point and vector registers, as an operating system does when it switches between
 * processes. Bare metal does not need it, as only benchmarks' loops use these registers. */
#ifndef KERNEL_MACHINE_EXTENDED_STATE_H
#define KERNEL_MACHINE_EXTENDED_STATE_H

#include <stdbool.h>

#define EXTENDED_STATE_BYTES 0x1000     /* of an area, a page: AVX-512 needs 2688 */

/* The pair of functions for an area that was 0 before the first save. */
struct extended_state_way {
	void (*save)(void *area);
	void (*restore)(const void *area);
};

/* The best way on this CPU: on x86-64 XSAVEOPT, XSAVE or FXSAVE. NULL if the enabled registers
 * do not fit an area. */
const struct extended_state_way *extended_state_best(void);

#endif
