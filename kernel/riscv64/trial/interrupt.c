/* SPDX-License-Identifier: MIT */
/* Deliberate interrupts, one at a time: the software interrupt of this CPU, by itself and by
 * another CPU, and its timer. Selects handler and wait, and checks the result. */
#include "kernel/riscv64/trial/interrupt.h"

#include <stddef.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/machine/paging.h"
#include "kernel/machine/smp.h"
#include "kernel/machine/timer.h"
#include "kernel/machine/watchdog.h"
#include "kernel/riscv64/cpu/interrupt.h"
#include "kernel/riscv64/dev/timer.h"
#include "kernel/trial/trial.h"
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

enum raise_way {RAISE_SOFTWARE, RAISE_TIMER, RAISE_SBI, RAISE_NOTHING, RAISE_PEER, RAISE_WAYS};

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

/* ---- Raising and waiting ---- */

static bool is_timer(enum raise_way way)
{
	return way == RAISE_TIMER || way == RAISE_SBI;
}

/* Delayed, so that the boot CPU is already waiting. */
static void send_later(void *hardware_id)
{
	clock_wait_us(TIMER_DELAY_US);
	sent_tsc = clock_read();
	timer_send_software((uint32_t)(uintptr_t)hardware_id);
}

static int prepare(struct raise *raise)
{
	switch (current.source) {
	case INTERRUPT_LAPIC_TIMER:
		*raise = (struct raise){timer_has_register ? RAISE_TIMER : RAISE_SBI,
					ticks_of_us(TIMER_DELAY_US, timer_hz())};
		return 0;
	case INTERRUPT_IPI:
		*raise = (struct raise){RAISE_PEER, 0};
		return smp_run(SENDER, send_later, (void *)(uintptr_t)cpu_hardware_id());
	default:
		*raise = (struct raise){RAISE_SOFTWARE, 0};
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
		[WAIT_SPIN] = {trial_spin_software, trial_spin_timer, trial_spin_sbi,
			       trial_spin_nothing, trial_spin_peer},
		[WAIT_HLT] = {trial_wfi_software, trial_wfi_timer, trial_wfi_sbi,
			      trial_wfi_nothing, trial_wfi_nothing},
	};

	return waits[wait][raise->way](raise->value, turns_of_round());
}

/* Only what another raises reaches user mode: the timer is set before. */
static int wait_in_user(struct raise *raise)
{
	struct user_mode_result result;

	if (is_timer(raise->way)) {
		if (raise->way == RAISE_TIMER)
			trial_arm_timer(raise->value);
		else
			trial_arm_sbi(raise->value);
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
}

static void take_pending(void)
{
	interrupt_handle(VECTOR_TRIAL, ignore);
	interrupts_handle_pending();
	interrupt_handle(VECTOR_TRIAL, NULL);
}

static int raise_and_wait(const struct interrupt_trial *trial, struct raise *raise)
{
	static void (*const tables[RAISE_WAYS])(void) = {
		[RAISE_SOFTWARE] = trial_enter_software, [RAISE_TIMER] = trial_enter_timer,
		[RAISE_SBI] = trial_enter_sbi, [RAISE_PEER] = trial_enter_software,
	};
	int error;

	interrupt_enter_at(VECTOR_TRIAL, tables[raise->way]);
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
	if (trial->wait == WAIT_MWAIT || trial->flushed)
		return false;
	return trial->wait == WAIT_SPIN || (trial->ring == 0 && watchdog_works());
}

/* No instruction of every CPU empties its caches, so that points are refused: is_possible(). */
static int run(const struct interrupt_trial *trial)
{
	struct raise raise = {0};
	uint64_t delay_ticks;
	int error, ended;

	trial_interrupt_stamps = (struct interrupt_stamps){0};
	take_pending();
	error = prepare(&raise);
	if (error != 0)
		return error;
	delay_ticks = is_timer(raise.way) ? ticks_scale(raise.value, clock_hz(), timer_hz()) : 0;
	error = raise_and_wait(trial, &raise);
	timer_stop();
	trial_interrupt_stamps.raised += delay_ticks;
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
		uint64_t ticks = trial_pass_nothing(0, CALIBRATION_TURNS);

		if (ticks < shortest)
			shortest = ticks;
	}
	return ticks_of_us(PASS_US, clock_hz()) * CALIBRATION_TURNS / (shortest > 0 ? shortest : 1);
}

/* Execute one pass, with interrupts enabled or pending. */
static int pass(uint64_t turns, bool open, uint64_t *ticks)
{
	static const struct {
		trial_pass *pass;
		void (*table)(void);
	} ways[RAISE_WAYS] = {
		[RAISE_SOFTWARE] = {trial_pass_software, trial_count_software},
		[RAISE_TIMER] = {trial_pass_timer, trial_count_timer},
		[RAISE_SBI] = {trial_pass_sbi, trial_count_sbi},
	};
	struct raise raise = {0};
	int error;

	take_pending();
	error = prepare(&raise);
	if (error != 0 || ways[raise.way].pass == NULL)
		return error != 0 ? error : -ENOTSUP;
	trial_pass_interrupts = 0;
	interrupt_enter_at(VECTOR_TRIAL, ways[raise.way].table);
	if (open)
		interrupts_on();
	else
		__asm__ volatile("csrc sie, %0" : : "r"(INTERRUPT_TIMER) : "memory");
	*ticks = ways[raise.way].pass(raise.value, turns);
	interrupts_off();
	interrupt_enter_at(VECTOR_TRIAL, NULL);
	timer_stop();
	__asm__ volatile("csrs sie, %0" : : "r"(INTERRUPT_TIMER) : "memory");
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
