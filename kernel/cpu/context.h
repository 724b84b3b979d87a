/* SPDX-License-Identifier: MIT */
/* Switching stacks. */
#ifndef KERNEL_CPU_CONTEXT_H
#define KERNEL_CPU_CONTEXT_H

#include <stdint.h>

/* Store this stack's pointer and go on where the other one called context_switch. Kept are the
 * registers that a C function must keep, and no vector registers: no thread uses them. */
void context_switch(uint64_t *rsp, uint64_t other_rsp);

/* Prepare a stack so that a switch to it calls function, which must not return. Returns its
 * pointer. */
uint64_t context_begin(void *stack_top, void (*function)(void));

#endif
