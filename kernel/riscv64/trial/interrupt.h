/* SPDX-License-Identifier: MIT */
/* Between raising an interrupt and the instruction after it: interrupt.S. */
#ifndef KERNEL_RISCV64_TRIAL_INTERRUPT_H
#define KERNEL_RISCV64_TRIAL_INTERRUPT_H

#include <stdint.h>

#include "bench/platform.h"
#include "kernel/riscv64/cpu/user_mode.h"

/* Set by handlers and wait loops, each member at the moment of its name. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* Tables of traps whose software interrupt or timer is the trial's: take the stamps and return to
 * the end of the wait; count, and return to the work; stamp an interrupt of another CPU. Without
 * stimecmp, firmware has the timer (sbi). */
void trial_enter_software(void);
void trial_enter_timer(void);
void trial_enter_sbi(void);
void trial_count_software(void);
void trial_count_timer(void);
void trial_count_sbi(void);
void trial_ipi_enter(void);

/* Raise an interrupt by the bit in sip, by the timer in value ticks of `time` after the next of its
 * ticks, or not at all, and wait: spinning for at most turns iterations, or asleep until the
 * handler has run. An emulator is late by as much of a tick as has passed when the timer is set,
 * hence the wait for a tick. If another CPU raises the interrupt, the loop has a PAUSE, because an
 * emulator may otherwise not run that CPU. Interrupts are off before and after. Return 0 or
 * -ETIMEDOUT. */
typedef int trial_wait(uint64_t value, uint64_t turns);

trial_wait trial_spin_software, trial_spin_timer, trial_spin_sbi, trial_spin_nothing,
	   trial_spin_peer;
trial_wait trial_wfi_software, trial_wfi_timer, trial_wfi_sbi, trial_wfi_nothing;

/* Set the timer as the waits do, and the stamp raised. */
void trial_arm_timer(uint64_t value);
void trial_arm_sbi(uint64_t value);

/* In user mode, by spinning for turns iterations: returns the stamp resumed, 0 without an
 * interrupt. */
struct user_mode_result trial_user_nothing(uint64_t turns);
struct user_mode_result trial_user_peer(uint64_t turns);

/* Raise as above and execute turns iterations of work, with interrupts unchanged. Return the
 * ticks. */
typedef uint64_t trial_pass(uint64_t value, uint64_t turns);

trial_pass trial_pass_software, trial_pass_timer, trial_pass_sbi, trial_pass_nothing;
extern uint32_t trial_pass_interrupts;

/* Of another CPU's interrupt: the stamp is written before the word. */
extern uint64_t trial_ipi_entered;
extern uint32_t trial_ipi_has_run;

#endif
