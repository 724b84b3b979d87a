/* SPDX-License-Identifier: MIT */
/* The code between raising an interrupt and the instruction after it: interrupt.S. How each source
 * is made to raise one is told by irq_source.h. */
#ifndef KERNEL_TRIAL_INTERRUPT_H
#define KERNEL_TRIAL_INTERRUPT_H

/* What a waiting loop in user mode is told, in a word: the port, or the offset in the page of
 * registers; the value; and how many turns to wait, in units. */
#define TRIAL_USER_VALUE_SHIFT 16
#define TRIAL_USER_TURNS_SHIFT 48
#define TRIAL_USER_TURNS_UNIT_SHIFT 16

/* Where user mode sees the xAPIC's registers while it is to write one of them. In its scratch
 * window, away from what else is in it. */
#define TRIAL_USER_REGISTERS_VIRT 0x0000012000000000

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/cpu/user_mode_enter.h"

/* ---- interrupt.S ---- */

/* Filled in by the handlers and the waiting loops, each member at the moment it is named after. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* For the handlers: where they acknowledge, the xAPIC's EOI register; the port that the device
 * wants to be read; where they return to. The byte read is left in trial_device_byte. */
extern volatile uint32_t *trial_eoi_register;
extern uint64_t trial_device_port;
extern uint64_t trial_resume_at;
extern uint8_t trial_device_byte;

/* Handlers for interrupt_enter_at: with and without a device to read, by the way the local APIC is
 * reached; an NMI needs no acknowledgement. They use no registers but rax, rcx and rdx. */
void trial_enter_xapic(void);
void trial_enter_x2apic(void);
void trial_enter_device_xapic(void);
void trial_enter_device_x2apic(void);
void trial_enter_nmi(void);

/* Raise by writing value to target, the address of a register, the number of an MSR or a port, or
 * not at all, and wait: spinning for at most turns (with pauses where another CPU is to raise it,
 * which an emulator may not run otherwise), or at rest until the handler has run. Interrupts are
 * off before and after. Return 0 or -ETIMEDOUT. */
typedef int trial_wait(uint64_t target, uint64_t value, uint64_t turns);

trial_wait trial_spin_register, trial_spin_msr, trial_spin_port, trial_spin_nothing,
	trial_spin_peer;
trial_wait trial_hlt_register, trial_hlt_msr, trial_hlt_port, trial_hlt_nothing;
trial_wait trial_mwait_register, trial_mwait_msr, trial_mwait_port, trial_mwait_nothing;

/* The same in ring 3; only spinning. They return the stamps resumed, 0 if nothing came, and
 * raised. */
struct user_mode_result trial_user_register(uint64_t told);
struct user_mode_result trial_user_port(uint64_t told);
struct user_mode_result trial_user_nothing(uint64_t told);
struct user_mode_result trial_user_peer(uint64_t told);

/* Raise as above and do so many turns of work, with interrupts on or off as they were. Return the
 * ticks it took. The handlers for it count the interrupts there, and return to the work. */
typedef uint64_t trial_pass(uint64_t target, uint64_t value, uint64_t turns);

trial_pass trial_pass_register, trial_pass_msr, trial_pass_port, trial_pass_nothing;
extern volatile uint32_t trial_pass_interrupts;
void trial_count_xapic(void);
void trial_count_x2apic(void);

/* Where the handlers return to: the ends of the loops above. */
extern const char trial_resumed[], trial_user_resumed[];

/* ---- interrupt.c ---- */

/* Take the trial's interrupts that are pending, with no source about to raise one. */
void trial_take_pending(void);
#endif

#endif
