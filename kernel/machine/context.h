/* SPDX-License-Identifier: MIT */
/* Stack switching. */
#ifndef KERNEL_MACHINE_CONTEXT_H
#define KERNEL_MACHINE_CONTEXT_H

#include <stdint.h>

/* Store this stack's pointer and continue where the other stack called context_switch. Preserves
 * the callee-saved registers. Vector registers are not saved, because no thread uses them. */
void context_switch(uint64_t *stack, uint64_t other_stack);

/* Prepare a stack so that a switch to it calls function, which must not return. Returns the stack
 * pointer. */
uint64_t context_begin(void *stack_top, void (*function)(void));

#endif
