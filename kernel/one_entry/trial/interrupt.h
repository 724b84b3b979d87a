/* SPDX-License-Identifier: MIT */
/* Between raising an interrupt and the instruction after it: interrupt.S of kernel/NAME/, and
 * raise.c there, which has the ways to raise one. */
#ifndef KERNEL_ONE_ENTRY_TRIAL_INTERRUPT_H
#define KERNEL_ONE_ENTRY_TRIAL_INTERRUPT_H

#include <stdint.h>

#include "bench/platform.h"
#include "kernel/one_entry/cpu/user_mode.h"

#define TRIAL_TIMER_DELAY_US 100

/* Set by handlers and wait loops, each member at the moment of its name. */
extern struct interrupt_stamps trial_interrupt_stamps;

/* Raise an interrupt by value, and port if it is in memory, and wait: spinning for at most turns
 * iterations, or asleep until the handler has run. Interrupts are off before and after. Returns 0
 * or -ETIMEDOUT. */
typedef int trial_wait(uint64_t value, uint64_t turns, volatile uint32_t *port);

/* Raise as above and execute turns iterations of work, with interrupts unchanged. Returns the
 * ticks. */
typedef uint64_t trial_pass(uint64_t value, uint64_t turns, volatile uint32_t *port);

enum trial_kind {TRIAL_SELF, TRIAL_TIMER, TRIAL_NOTHING, TRIAL_PEER, TRIAL_KINDS};

/* A way to raise an interrupt, or to wait for one that another raises; for another CPU the loop has
 * an instruction that lets an emulator run that CPU. The entries take the stamps and return to the
 * end of the wait, or count and return to the work. */
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

/* Prepare an interrupt of this CPU to itself, or of its timer after TRIAL_TIMER_DELAY_US. */
struct trial_raise trial_prepare(enum trial_kind kind);

/* Arm the timer before a wait that raises nothing. */
void trial_arm_timer(const struct trial_raise *raise);

/* Set the stamp raised, which the way has set, to the time when the timer was due. */
void trial_timer_due(const struct trial_raise *raise);

/* Keep the timer's interrupt pending while interrupts are off; take it again. */
void trial_timer_hold(void);
void trial_timer_release(void);

/* Before a deadline is set. Returns whether this kernel can empty caches. */
bool trial_flushes(void);
void trial_flush(void);

/* What raises the trial's interrupt on a CPU, and raise it. The receiver's entry stamps
 * trial_ipi_entered, then sets the word. */
uint64_t trial_peer_value(uint32_t hardware_id);
void trial_raise_peer(uint64_t value);
void (*trial_ipi_entry(void))(void);
extern uint64_t trial_ipi_entered;
extern uint32_t trial_ipi_has_run;

/* In user mode, by spinning for turns iterations: returns the stamp resumed, 0 without an
 * interrupt. */
struct user_mode_result trial_user_nothing(uint64_t turns);
struct user_mode_result trial_user_peer(uint64_t turns);

trial_pass trial_pass_nothing;
extern uint32_t trial_pass_interrupts;

#endif
