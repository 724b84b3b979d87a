/* The code between raising an interrupt and the instruction after it: trial_interrupt_code.S. */
#ifndef KERNEL_TRIAL_INTERRUPT_H
#define KERNEL_TRIAL_INTERRUPT_H

#include <stdint.h>

#include "bench/platform.h"

/* Filled in by the code below, each member at the moment it is named after. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* Where the handlers acknowledge: the xAPIC's EOI register. */
extern volatile uint32_t *trial_eoi_register;

/* Handlers for interrupt_enter_at, by the way the local APIC is reached. They return to the end of
 * the trial whatever was interrupted, and use no registers but rax, rcx and rdx. */
void trial_enter_xapic(void);
void trial_enter_x2apic(void);

/* Raise by writing value to target, the address of a register or the number of an MSR, and wait:
 * spinning for at most turns, or halted until the handler has run. Interrupts are off before and
 * after. Returns 0 or -ETIMEDOUT. */
int trial_spin_register(uint64_t target, uint64_t value, uint64_t turns);
int trial_spin_msr(uint64_t target, uint64_t value, uint64_t turns);
int trial_halt_register(uint64_t target, uint64_t value);
int trial_halt_msr(uint64_t target, uint64_t value);

#endif
