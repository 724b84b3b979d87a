/* SPDX-License-Identifier: MIT */
/* Deliberate interrupts, one at a time: from this CPU to itself, from its timer, and from another
 * CPU. Selects handler and wait, and checks the result. */
#include "kernel/one_entry/trial/interrupt.h"

#include <stddef.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/interrupts.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/timer.h"
#include "kernel/machine/watchdog.h"
#include "kernel/trial/trial.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define SENDER 1                        /* CPU that sends INTERRUPT_IPI */
#define SENDER_LIMIT_MS 4000            /* a busy emulator may stop a CPU for a second */

/* If an interrupt does not arrive, the wait ends after this time, and after at least this many
 * rounds, because on a busy host time may pass in which the CPU does not run. */
#define SPIN_LIMIT_US 500000
#define SPIN_ROUNDS_LEAST 4
#define SPIN_TURNS_MOST (1ull << 22)    /* iterations of a round */
#define SPIN_ROUND_US 50000

/* Longer than a timer's delay and lateness. */
#define PASS_US 180
#define CALIBRATION_TURNS 10000
#define CALIBRATION_RUNS 5
#define PASS_TRIES 16                   /* an emulator's interrupt may miss the pass */

static struct {
	bool is_open;
	enum interrupt_source source;
} current;

static uint64_t sent_tsc;               /* written by SENDER, read after it has finished */

/* ---- Raising and waiting ---- */

/* Send with a delay, so that the boot CPU is already waiting. */
static void send_later(void *value)
{
	clock_wait_us(TRIAL_TIMER_DELAY_US);
	sent_tsc = clock_read();
	trial_raise_peer((uintptr_t)value);
}

static int prepare(struct trial_raise *raise)
{
	switch (current.source) {
	case INTERRUPT_LAPIC_TIMER:
		*raise = trial_prepare(TRIAL_TIMER);
		return 0;
	case INTERRUPT_IPI:
		*raise = (struct trial_raise){.kind = TRIAL_PEER};
		return smp_run(SENDER, send_later,
			       (void *)(uintptr_t)trial_peer_value(cpu_hardware_id()));
	default:
		*raise = trial_prepare(TRIAL_SELF);
		return 0;
	}
}

static uint64_t turns_of_round(void)
{
	uint64_t turns = ticks_of_us(SPIN_ROUND_US, clock_limit_hz());

	return turns < SPIN_TURNS_MOST ? turns : SPIN_TURNS_MOST;
}

static int wait_in_kernel(const struct trial_raise *raise, enum wait_kind wait)
{
	const struct trial_way *way = trial_way(raise->kind);

	return (wait == WAIT_HLT ? way->wfi : way->spin)(raise->value, turns_of_round(),
							 raise->port);
}

/* Wait in user mode. The timer is armed before, because user mode cannot raise interrupts
 * itself. */
static int wait_in_user(struct trial_raise *raise)
{
	struct user_mode_result result;

	if (raise->kind == TRIAL_TIMER) {
		trial_arm_timer(raise);
		raise->kind = TRIAL_NOTHING;
	}
	if (raise->kind == TRIAL_SELF)
		return -ENOTSUP;
	result = user_mode_call_open(raise->kind == TRIAL_PEER ? trial_user_peer
							       : trial_user_nothing,
				     turns_of_round());
	trial_interrupt_stamps.resumed = result.first;
	return result.first != 0 ? 0 : -ETIMEDOUT;
}

static int wait_once(const struct interrupt_trial *trial, struct trial_raise *raise)
{
	return trial->ring == 0 ? wait_in_kernel(raise, trial->wait) : wait_in_user(raise);
}

/* Continue to wait, without raising again. */
static int wait_longer(const struct interrupt_trial *trial, struct trial_raise *raise)
{
	uint64_t raised_tsc = trial_interrupt_stamps.raised;
	uint64_t limit_tsc = clock_after_us(SPIN_LIMIT_US);
	int error = -ETIMEDOUT;

	if (raise->kind != TRIAL_PEER)
		raise->kind = TRIAL_NOTHING;
	for (unsigned rounds = 1; error == -ETIMEDOUT; rounds++) {
		if (rounds >= SPIN_ROUNDS_LEAST && clock_is_past(limit_tsc))
			break;
		error = wait_once(trial, raise);
	}
	trial_interrupt_stamps.raised = raised_tsc;
	return error;
}

static void ignore(struct trap_frame *frame)
{
	(void)frame;
	interrupt_acknowledge();
}

static void take_pending(void)
{
	interrupt_handle(VECTOR_TRIAL, ignore);
	interrupts_handle_pending();
	interrupt_handle(VECTOR_TRIAL, NULL);
}

static int raise_and_wait(const struct interrupt_trial *trial, struct trial_raise *raise)
{
	int error;

	interrupt_enter_at(VECTOR_TRIAL, trial_way(raise->kind)->enter);
	error = wait_once(trial, raise);
	if (error == -ETIMEDOUT && trial->wait == WAIT_SPIN)
		error = wait_longer(trial, raise);
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	if (error == -ETIMEDOUT)
		trial_reset();          /* the interrupt may come late */
	return error;
}

/* Whether a trial is possible. WFI is possible only with a watchdog, because only the watchdog ends
 * a WFI without an interrupt. */
static bool is_possible(const struct interrupt_trial *trial)
{
	if (trial->wait == WAIT_MWAIT || (trial->flushed && !trial_flushes()))
		return false;
	return trial->wait == WAIT_SPIN || (trial->ring == 0 && watchdog_works());
}

/* Flush before the interrupt is raised, because flushing may take longer than the timer's delay. */
static int run(const struct interrupt_trial *trial)
{
	struct trial_raise raise, raised;
	int error, ended;

	trial_interrupt_stamps = (struct interrupt_stamps){0};
	take_pending();
	if (trial->flushed)
		trial_flush();
	error = prepare(&raise);
	if (error != 0)
		return error;
	raised = raise;
	error = raise_and_wait(trial, &raise);
	timer_stop();
	if (current.source == INTERRUPT_LAPIC_TIMER)
		trial_timer_due(&raised);
	if (current.source != INTERRUPT_IPI)
		return error;
	ended = smp_wait(SENDER, SENDER_LIMIT_MS);
	trial_interrupt_stamps.raised = sent_tsc;
	return error != 0 ? error : ended;
}

int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	int error;

	if (!current.is_open || current.source != trial->source || !is_possible(trial))
		return -ENOTSUP;
	error = run(trial);
	*stamps = trial_interrupt_stamps;
	return error;
}

int trial_interrupt(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	return platform_interrupt_trial(trial, stamps);
}

/* ---- Passes of fixed work ---- */

/* The number of turns of a pass, from the shortest of several passes. */
static uint64_t turns_of_pass(void)
{
	uint64_t shortest = UINT64_MAX;

	for (unsigned i = 0; i < CALIBRATION_RUNS; i++) {
		uint64_t ticks = trial_pass_nothing(0, CALIBRATION_TURNS, NULL);

		if (ticks < shortest)
			shortest = ticks;
	}
	return ticks_of_us(PASS_US, clock_hz()) * CALIBRATION_TURNS / (shortest > 0 ? shortest : 1);
}

/* Execute one pass, with interrupts enabled or pending. */
static int pass(uint64_t turns, bool open, uint64_t *ticks)
{
	const struct trial_way *way;
	struct trial_raise raise;
	int error;

	take_pending();
	error = prepare(&raise);
	if (error != 0)
		return error;
	way = trial_way(raise.kind);
	trial_pass_interrupts = 0;
	interrupt_enter_at(VECTOR_TRIAL, way->count);
	if (open)
		interrupts_on();
	else
		trial_timer_hold();
	*ticks = way->pass(raise.value, turns, raise.port);
	interrupts_off();
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	timer_stop();
	trial_timer_release();
	return 0;
}

int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes)
{
	uint64_t turns = turns_of_pass();
	int error = -ETIMEDOUT;

	if (!current.is_open || source != current.source || source == INTERRUPT_IPI)
		return -ENOTSUP;
	for (unsigned tries = 0; tries < PASS_TRIES; tries++) {
		error = pass(turns, false, &passes->alone);
		if (error == 0)
			error = pass(turns, true, &passes->interrupted);
		if (error != 0 || trial_pass_interrupts == 1)
			return error;
	}
	return -ETIMEDOUT;
}

/* ---- Opening ---- */

int platform_interrupt_open(enum interrupt_source source)
{
	bool exists = self_interrupt_works() &&
		      (source == INTERRUPT_SELF_IPI ||
		       (source == INTERRUPT_LAPIC_TIMER && timer_hz() != 0) ||
		       (source == INTERRUPT_IPI && smp_online() > SENDER));

	if (!exists)
		return -ENOTSUP;
	current.source = source;
	current.is_open = true;
	return 0;
}

void platform_interrupt_close(void)
{
	if (current.is_open)
		timer_stop();
	current.is_open = false;
}
