/* SPDX-License-Identifier: MIT */
/* Deliberate interrupts, one at a time: an SGI to this CPU, its virtual timer, and an SGI of
 * another CPU. Selects handler and wait, and checks the result. */
#include "kernel/aarch64/trial/interrupt.h"

#include <stddef.h>

#include "kernel/aarch64/cpu/interrupt.h"
#include "kernel/aarch64/dev/gic.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/timer.h"
#include "kernel/machine/watchdog.h"
#include "kernel/trial/trial.h"
#include "lib/aarch64/cache_flush.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

#define TIMER_DELAY_US 100
#define SENDER 1                        /* CPU that sends INTERRUPT_IPI */
#define SENDER_LIMIT_MS 4000            /* a busy emulator may stop a CPU for a second */

/* An interrupt that does not arrive ends the wait after this time, and at least this many rounds:
 * time may pass without the CPU on a busy host. */
#define SPIN_LIMIT_US 500000
#define SPIN_ROUNDS_LEAST 4
#define SPIN_TURNS_MOST (1ull << 22)    /* iterations of a round */
#define SPIN_ROUND_US 50000

/* Longer than a timer's delay and lateness. */
#define PASS_US 180
#define CALIBRATION_TURNS 10000
#define CALIBRATION_RUNS 5
#define PASS_TRIES 16                   /* an emulator's interrupt may miss the pass */

enum raise_way {RAISE_V2, RAISE_V3, RAISE_TIMER, RAISE_NOTHING, RAISE_PEER, RAISE_WAYS};

/* The remaining step for one interrupt. */
struct raise {
	enum raise_way way;
	uint64_t value;
};

static struct {
	bool is_open;
	enum interrupt_source source;
} current;

static uint64_t sent_tsc;               /* written by SENDER, read after it has finished */

static volatile uint32_t *sgi_register(void)
{
	return gic_access.version == 2 ? &gic_access.distributor[GICD_SGIR / 4] : NULL;
}

/* ---- Raising and waiting ---- */

/* Delayed, so that the boot CPU is already waiting. */
static void send_later(void *value)
{
	clock_wait_us(TIMER_DELAY_US);
	sent_tsc = clock_read();
	gic_send((uint64_t)(uintptr_t)value);
}

static int prepare(struct raise *raise)
{
	const struct cpu *cpu = this_cpu();
	uint64_t sgi = gic_sgi_to(cpu->hardware_id, VECTOR_TRIAL);

	switch (current.source) {
	case INTERRUPT_LAPIC_TIMER:
		timer_select(TIMER_DEADLINE, VECTOR_TRIAL);
		*raise = (struct raise){RAISE_TIMER, clock_after_us(TIMER_DELAY_US)};
		return 0;
	case INTERRUPT_IPI:
		*raise = (struct raise){RAISE_PEER, 0};
		return smp_run(SENDER, send_later, (void *)(uintptr_t)sgi);
	default:
		*raise = (struct raise){gic_access.version == 2 ? RAISE_V2 : RAISE_V3, sgi};
		return 0;
	}
}

static uint64_t turns_of_round(void)
{
	uint64_t turns = ticks_of_us(SPIN_ROUND_US, clock_limit_hz());

	return turns < SPIN_TURNS_MOST ? turns : SPIN_TURNS_MOST;
}

static int wait_in_kernel(const struct raise *raise, enum wait_kind wait)
{
	static trial_wait *const waits[][RAISE_WAYS] = {
		[WAIT_SPIN] = {trial_spin_v2, trial_spin_v3, trial_spin_timer, trial_spin_nothing,
			       trial_spin_peer},
		[WAIT_HLT] = {trial_wfi_v2, trial_wfi_v3, trial_wfi_timer, trial_wfi_nothing,
			      trial_wfi_nothing},
	};

	return waits[wait][raise->way](raise->value, turns_of_round(), sgi_register());
}

/* Only what another raises reaches user mode: the timer is armed before. */
static int wait_in_user(struct raise *raise)
{
	struct user_mode_result result;

	if (raise->way == RAISE_TIMER) {
		timer_deadline_start(raise->value);
		raise->way = RAISE_NOTHING;
	}
	if (raise->way != RAISE_NOTHING && raise->way != RAISE_PEER)
		return -ENOTSUP;
	result = user_mode_call_open(raise->way == RAISE_PEER ? trial_user_peer
							      : trial_user_nothing,
				     turns_of_round());
	trial_interrupt_stamps.resumed = result.first;
	return result.first != 0 ? 0 : -ETIMEDOUT;
}

static int wait_once(const struct interrupt_trial *trial, struct raise *raise)
{
	return trial->ring == 0 ? wait_in_kernel(raise, trial->wait) : wait_in_user(raise);
}

/* Wait further without raising again. */
static int wait_longer(const struct interrupt_trial *trial, struct raise *raise)
{
	uint64_t raised_tsc = trial_interrupt_stamps.raised;
	uint64_t limit_tsc = clock_after_us(SPIN_LIMIT_US);
	int error = -ETIMEDOUT;

	if (raise->way != RAISE_PEER)
		raise->way = RAISE_NOTHING;
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

static int raise_and_wait(const struct interrupt_trial *trial, struct raise *raise)
{
	int error;

	interrupt_enter_at(VECTOR_TRIAL, gic_access.version == 2 ? trial_enter_v2 : trial_enter_v3);
	error = wait_once(trial, raise);
	if (error == -ETIMEDOUT && trial->wait == WAIT_SPIN)
		error = wait_longer(trial, raise);
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	if (error == -ETIMEDOUT)
		trial_reset();          /* the interrupt may come late */
	return error;
}

/* Only the watchdog ends a WFI without an interrupt. */
static bool is_possible(const struct interrupt_trial *trial)
{
	if (trial->wait == WAIT_MWAIT)
		return false;
	return trial->wait == WAIT_SPIN || (trial->ring == 0 && watchdog_works());
}

/* Flush before setting a deadline: flushing may take longer than the timer's delay. */
static int run(const struct interrupt_trial *trial)
{
	struct raise raise = {0};
	uint64_t due_tsc;
	int error, ended;

	trial_interrupt_stamps = (struct interrupt_stamps){0};
	take_pending();
	if (trial->flushed) {
		paging_flush();
		cache_flush();
	}
	error = prepare(&raise);
	if (error != 0)
		return error;
	due_tsc = raise.way == RAISE_TIMER ? raise.value : 0;
	error = raise_and_wait(trial, &raise);
	timer_stop();
	if (due_tsc != 0)
		trial_interrupt_stamps.raised = due_tsc;
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

/* The shortest of several. */
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
	static trial_pass *const passes[RAISE_WAYS] = {
		[RAISE_V2] = trial_pass_v2, [RAISE_V3] = trial_pass_v3,
		[RAISE_TIMER] = trial_pass_timer,
	};
	struct raise raise = {0};
	int error;

	take_pending();
	error = prepare(&raise);
	if (error != 0 || passes[raise.way] == NULL)
		return error != 0 ? error : -ENOTSUP;
	trial_pass_interrupts = 0;
	interrupt_enter_at(VECTOR_TRIAL, gic_access.version == 2 ? trial_count_v2 : trial_count_v3);
	if (open)
		interrupts_on();
	*ticks = passes[raise.way](raise.value, turns, sgi_register());
	interrupts_off();
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	timer_stop();
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
