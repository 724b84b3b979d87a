/* SPDX-License-Identifier: MIT */
/* Between raising an interrupt and the instruction after it: interrupt.S. */
#ifndef KERNEL_AARCH64_TRIAL_INTERRUPT_H
#define KERNEL_AARCH64_TRIAL_INTERRUPT_H

#include <stdint.h>

#include "bench/platform.h"
#include "kernel/aarch64/cpu/user_mode.h"

/* Set by handlers and wait loops, each member at the moment of its name. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* Tables of vectors whose interrupt is the trial's, by the version of the interrupt controller:
 * take the stamps and return to the end of the wait; count, and return to the work; stamp an
 * interrupt of another CPU. */
void trial_enter_v2(void);
void trial_enter_v3(void);
void trial_count_v2(void);
void trial_count_v3(void);
void trial_ipi_enter_v2(void);
void trial_ipi_enter_v3(void);

/* Raise an interrupt by writing value to SGI register sgir (version 2), to ICC_SGI1R_EL1 (version
 * 3), to the timer's deadline, or not at all, and wait: spinning for at most turns iterations, or
 * asleep until the handler has run. If another CPU raises the interrupt, the loop has a YIELD,
 * because an emulator may otherwise not run that CPU. Interrupts are off before and after. Return 0
 * or -ETIMEDOUT. */
typedef int trial_wait(uint64_t value, uint64_t turns, volatile uint32_t *sgir);

trial_wait trial_spin_v2, trial_spin_v3, trial_spin_timer, trial_spin_nothing, trial_spin_peer;
trial_wait trial_wfi_v2, trial_wfi_v3, trial_wfi_timer, trial_wfi_nothing;

/* In user mode, by spinning for turns iterations: returns the stamp resumed, 0 without an
 * interrupt. */
struct user_mode_result trial_user_nothing(uint64_t turns);
struct user_mode_result trial_user_peer(uint64_t turns);

/* Raise as above and execute turns iterations of work, with interrupts unchanged. Return the
 * ticks. */
typedef uint64_t trial_pass(uint64_t value, uint64_t turns, volatile uint32_t *sgir);

trial_pass trial_pass_v2, trial_pass_v3, trial_pass_timer, trial_pass_nothing;
extern uint32_t trial_pass_interrupts;

/* Of another CPU's interrupt: the stamp is written before the word. */
extern uint64_t trial_ipi_entered;
extern uint32_t trial_ipi_has_run;

#endif
