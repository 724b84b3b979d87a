/* SPDX-License-Identifier: MIT */
/* The code between raising an interrupt and the instruction after it: interrupt.S. irq_source.h
 * describes how sources raise interrupts. */
#ifndef KERNEL_X86_TRIAL_INTERRUPT_H
#define KERNEL_X86_TRIAL_INTERRUPT_H

/* Parts of the word that is the argument of a wait loop in user mode: port or register offset,
 * value, and number of iterations in units. */
#define TRIAL_USER_VALUE_SHIFT 16
#define TRIAL_USER_TURNS_SHIFT 48
#define TRIAL_USER_TURNS_UNIT_SHIFT 16

/* Address of the xAPIC's registers in user mode, far from other addresses of the scratch window. */
#define TRIAL_USER_REGISTERS_VIRT 0x0000012000000000

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/x86/cpu/user_mode.h"

/* ---- interrupt.S ---- */

/* Set by handlers and wait loops, each member at the moment of its name. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* Used by handlers: the xAPIC's EOI register; the device's port, whose byte they read into
 * trial_device_byte; and the return address. */
extern volatile uint32_t *trial_eoi_register;
extern uint64_t trial_device_port;
extern uint64_t trial_resume_at;
extern uint8_t trial_device_byte;

/* Handlers for interrupt_enter_at, by the local APIC's mode, with and without a device to read;
 * NMIs are not acknowledged. They use only rax, rcx and rdx. */
void trial_enter_xapic(void);
void trial_enter_x2apic(void);
void trial_enter_device_xapic(void);
void trial_enter_device_x2apic(void);
void trial_enter_nmi(void);

/* Raise an interrupt by writing value to target (address of a register, MSR or port), unless
 * something else raises it, and wait. The wait spins for at most turns iterations, or sleeps until
 * the handler has run. If another CPU raises the interrupt, the loop has a PAUSE, because an
 * emulator may otherwise not run that CPU. Interrupts are off before and after. Return 0 or
 * -ETIMEDOUT. */
typedef int trial_wait(uint64_t target, uint64_t value, uint64_t turns);

trial_wait trial_spin_register, trial_spin_msr, trial_spin_port, trial_spin_nothing,
	trial_spin_peer;
trial_wait trial_hlt_register, trial_hlt_msr, trial_hlt_port, trial_hlt_nothing;
trial_wait trial_mwait_register, trial_mwait_msr, trial_mwait_port, trial_mwait_nothing;

/* Raise an interrupt in ring 3, and spin. Return the stamps resumed (0 without an interrupt) and
 * raised. */
struct user_mode_result trial_user_register(uint64_t argument);
struct user_mode_result trial_user_port(uint64_t argument);
struct user_mode_result trial_user_nothing(uint64_t argument);
struct user_mode_result trial_user_peer(uint64_t argument);

/* Raise an interrupt like trial_wait and execute turns iterations of work, with interrupts
 * unchanged. Return the ticks. The handlers for this count the interrupts and return to the
 * work. */
typedef uint64_t trial_pass(uint64_t target, uint64_t value, uint64_t turns);

trial_pass trial_pass_register, trial_pass_msr, trial_pass_port, trial_pass_nothing;
extern volatile uint32_t trial_pass_interrupts;
void trial_count_xapic(void);
void trial_count_x2apic(void);

/* Return addresses of the handlers: the ends of the loops above. */
extern const char trial_resumed[], trial_user_resumed[];

/* ---- interrupt.c ---- */

/* Take the trial's pending interrupts, after no source can raise another one. */
void trial_take_pending(void);
#endif

#endif
