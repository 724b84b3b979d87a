/* SPDX-License-Identifier: MIT */
/* The code between raising an interrupt and the instruction after it, in interrupt.S of
 * kernel/NAME/. raise.c of kernel/NAME/ has the ways to raise an interrupt. */
#ifndef KERNEL_ONE_ENTRY_TRIAL_INTERRUPT_H
#define KERNEL_ONE_ENTRY_TRIAL_INTERRUPT_H

#include <stdint.h>

#include "bench/platform.h"
#include "kernel/one_entry/cpu/user_mode.h"

#define TRIAL_TIMER_DELAY_US 100

/* Set by handlers and wait loops, each member at the moment of its name. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* Raise an interrupt by writing value, to port if the way writes to memory, and wait. The wait
 * spins for at most turns iterations, or sleeps until the handler has run. Interrupts are off
 * before and after. Returns 0 or -ETIMEDOUT. */
typedef int trial_wait(uint64_t value, uint64_t turns, volatile uint32_t *port);

/* Raise an interrupt like trial_wait and execute turns iterations of work, with interrupts
 * unchanged. Returns the ticks. */
typedef uint64_t trial_pass(uint64_t value, uint64_t turns, volatile uint32_t *port);

enum trial_kind {TRIAL_SELF, TRIAL_TIMER, TRIAL_NOTHING, TRIAL_PEER, TRIAL_KINDS};

/* A way to raise an interrupt, or to wait for an interrupt from elsewhere. If another CPU raises
 * it, the loop has an instruction that lets an emulator run that CPU. The entries take the stamps
 * and return to the end of the wait, or count and return to the work. */
struct trial_way {
	trial_wait *spin, *wfi;
	trial_pass *pass;
	void (*enter)(void);
	void (*count)(void);
};

const struct trial_way *trial_way(enum trial_kind kind);

struct trial_raise {
	enum trial_kind kind;
	uint64_t value;
	volatile uint32_t *port;
};

/* Prepare an interrupt from this CPU to itself, or from its timer after TRIAL_TIMER_DELAY_US. */
struct trial_raise trial_prepare(enum trial_kind kind);

/* Arm the timer before a wait that raises nothing. */
void trial_arm_timer(const struct trial_raise *raise);

/* Replace the stamp raised, which the way has set, by the time when the timer was due. */
void trial_timer_due(const struct trial_raise *raise);

/* trial_timer_hold() keeps the timer's interrupt pending while interrupts are off.
 * trial_timer_release() lets it be taken again. */
void trial_timer_hold(void);
void trial_timer_release(void);

/* trial_flushes() returns whether this kernel can empty caches. trial_flush() empties caches and
 * TLBs, before a deadline is set. */
bool trial_flushes(void);
void trial_flush(void);

/* trial_peer_value() returns the value by which trial_raise_peer() raises the trial's interrupt on
 * a CPU. The receiver's entry stamps trial_ipi_entered, then sets the word. */
uint64_t trial_peer_value(uint32_t hardware_id);
void trial_raise_peer(uint64_t value);
void (*trial_ipi_entry(void))(void);
extern uint64_t trial_ipi_entered;
extern uint32_t trial_ipi_has_run;

/* In user mode: wait by spinning for turns iterations. Returns the stamp resumed, or 0 without an
 * interrupt. */
struct user_mode_result trial_user_nothing(uint64_t turns);
struct user_mode_result trial_user_peer(uint64_t turns);

trial_pass trial_pass_nothing;
extern uint32_t trial_pass_interrupts;

#endif
