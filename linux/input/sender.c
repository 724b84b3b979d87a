/* SPDX-License-Identifier: MIT */
/* Two threads, the clock and the typist. They have their own record, because they may interrupt the
 * application while it writes to the log. The clock has a priority above the application's, so that
 * a key is sent when it is due. If the application waits, the clock leaves the key to the typist,
 * whose priority is below the application's. The key's interrupt then wakes the application at
 * once, as without other threads.
 *
 * A signal that ends the process may arrive between a key's press and its release. In that case the
 * key is released. The kernel undoes the rest, because the ports and the keyboard belong to the
 * process, and its threads end with it. */
#include "linux/input/sender.h"

#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stddef.h>
#include <stdlib.h>
#include <time.h>

#include "bench/input/log.h"
#include "bench/platform.h"
#include "lib/text/ticks.h"
#include "lib/cpu/clock.h"
#include "linux/clock.h"
#include "linux/input/pressed_keys.h"
#include "linux/input/keyboard.h"
#include "linux/schedule.h"
#include "linux/task/thread.h"

#define KEPT 16                         /* number of bytes that a keyboard keeps */
#define RETRY_US 50u                    /* time to the next try if a byte has not been read yet */
#define RETRIES_MAX 2000u               /* a keyboard's byte is read within 0.1 s, if ever */
#define ENDING_RETRIES_MAX 100000u      /* a thread ends sooner, even on a busy machine */

static struct {
	pthread_t clock, typist;
	bool is_running;
	volatile bool is_playing;       /* whether the clock has not ended */
	const struct input_run *run;
	sem_t stop;
	uint64_t due_tsc;
	volatile uint64_t awaited_tsc;  /* due time of the next step; 0: it is being sent */
	uint64_t *sent_tsc;             /* by step: time of its first byte */
	uint32_t sent;                  /* number of steps */
	volatile int error;

	/* Set by the application. */
	volatile bool is_awaited;
	volatile uint32_t received;

	/* Steps for the typist. */
	sem_t given;
	volatile bool is_given, is_over;
	uint32_t step, nth;
} sender;

/* Signals that end the process, unless ignored. */
static const int ending_signals[] = {SIGHUP, SIGINT, SIGTERM};
#define ENDING_SIGNALS (sizeof(ending_signals) / sizeof(ending_signals[0]))

static struct sigaction actions_before[ENDING_SIGNALS];

static struct timespec time_after(uint64_t ticks)
{
	return clock_timespec(clock_ns(CLOCK_MONOTONIC) + ticks_to_ns(ticks, platform_clock_hz()));
}

/* Rest. Returns whether to stop. */
static bool sender_rests(uint64_t ticks)
{
	struct timespec until = time_after(ticks);

	while (sem_clockwait(&sender.stop, CLOCK_MONOTONIC, &until) != 0) {
		if (errno != EINTR)
			return false;
	}
	return true;
}

/* Whether the typist is typing. A step that has arrived was sent, even if the typist has not
 * reported it yet. */
static bool sender_is_typing(void)
{
	return sender.is_given && sender.received <= sender.step;
}

/* Wait for room. Returns whether to stop. */
static bool sender_awaits_room(void)
{
	uint64_t retry_ticks = ticks_of_us(RETRY_US, platform_clock_hz());

	while (sender_is_typing() || !keyboard_is_free() ||
	       sender.sent >= sender.received + KEPT) {
		if (sender_rests(retry_ticks))
			return true;
	}
	return false;
}

static bool sender_awaits_due(const struct input_step *step)
{
	uint64_t now_tsc;
	bool is_over;

	if (!sender.run->paced)
		return false;
	sender.due_tsc += ticks_of_us(step->pause_us, platform_clock_hz());
	now_tsc = clock_read();
	if (sender.due_tsc <= now_tsc)
		return false;
	sender.awaited_tsc = sender.due_tsc;
	is_over = sender_rests(sender.due_tsc - now_tsc);
	sender.awaited_tsc = 0;
	return is_over;
}

uint64_t sender_due_tsc(void)
{
	return sender.is_awaited ? sender.awaited_tsc : 0;
}

/* A key counts as pressed from before it is sent until its release has been sent. A process may be
 * killed in between, and releasing a key that is not pressed does no harm. */
static void sender_send_byte(uint32_t step, uint32_t nth)
{
	const struct input_step *sent = &sender.run->steps[step];
	bool is_last = nth + 1 == sent->count;
	int error;

	if (nth == 0)
		sender.sent_tsc[step] = clock_read();
	if (is_last && !pressed_keys_is_release(sent))
		pressed_keys_add(sent);
	error = keyboard_send(sent->bytes[nth]);
	if (error != 0)
		sender.error = error;
	else if (is_last)
		pressed_keys_add(sent);
}

/* Send a byte, or give the step to the typist. Bytes before the last one wake no thread. */
static void sender_send_or_give(uint32_t step, uint32_t nth)
{
	bool wakes = sender.is_awaited && nth + 1 == sender.run->steps[step].count;

	if (!wakes || sender.is_given) {
		sender_send_byte(step, nth);
		return;
	}
	sender.step = step;
	sender.nth = nth;
	sender.is_given = true;
	sem_post(&sender.given);
}

static void *sender_type(void *argument)
{
	int error = keyboard_command();

	if (error == 0)
		error = schedule_give_way();
	if (error != 0)
		sender.error = error;
	for (;;) {
		while (sem_wait(&sender.given) != 0)
			;
		if (sender.is_over)
			return argument;
		sender_send_byte(sender.step, sender.nth);
		sender.is_given = false;
	}
}

static bool sender_send_step(const struct input_step *step)
{
	if (sender_awaits_due(step))
		return false;
	if (step->count == 0 && sender_awaits_room())
		return false;
	if (step->count == 0)                   /* the application's own thread does the rest */
		sender.sent_tsc[sender.sent] = clock_read();
	for (uint32_t nth = 0; nth < step->count; nth++) {
		if (sender_awaits_room())
			return false;
		sender_send_or_give(sender.sent, nth);
		if (sender.error != 0)
			return false;
	}
	sender.sent++;
	return true;
}

static void *sender_play(void *argument)
{
	const struct input_run *run = argument;
	int error = keyboard_command();

	if (error == 0)
		error = schedule_go_ahead();
	if (error != 0)
		sender.error = error;
	sender.due_tsc = clock_read();
	for (uint32_t i = 0; sender.error == 0 && i < run->step_count; i++) {
		if (!sender_send_step(&run->steps[i]))
			break;
	}
	sender.is_playing = false;
	return NULL;
}

/* ---- What is put back ---- */

static void sender_pause(void)
{
	const struct timespec retry = {.tv_nsec = RETRY_US * 1000};

	nanosleep(&retry, NULL);
}

static int sender_send_when_free(uint8_t byte)
{
	for (unsigned i = 0; i < RETRIES_MAX && !keyboard_is_free(); i++)
		sender_pause();
	return keyboard_send(byte);
}

static void sender_let_go(void)
{
	if (keyboard_command() == 0)
		pressed_keys_release(sender_send_when_free);
}

/* End the threads by a signal. Both finish at least the current byte before the process ends. */
static void sender_end_by_signal(int number)
{
	sem_post(&sender.stop);
	for (unsigned i = 0;
	     i < ENDING_RETRIES_MAX && (sender.is_playing || sender.is_given); i++)
		sender_pause();
	sender_let_go();
	raise(number);
}

static void sender_catch_signals(void)
{
	const struct sigaction action = {
		.sa_handler = sender_end_by_signal, .sa_flags = (int)SA_RESETHAND,
	};

	for (size_t i = 0; i < ENDING_SIGNALS; i++) {
		sigaction(ending_signals[i], NULL, &actions_before[i]);
		if (actions_before[i].sa_handler != SIG_IGN)
			sigaction(ending_signals[i], &action, NULL);
	}
}

static void sender_leave_signals(void)
{
	for (size_t i = 0; i < ENDING_SIGNALS; i++)
		sigaction(ending_signals[i], &actions_before[i], NULL);
}

/* ---- From its start to its end ---- */

static void sender_end_typist(void)
{
	sender.is_over = true;
	sem_post(&sender.given);
	thread_join(sender.typist);
}

static int sender_start_threads(const struct input_run *run)
{
	int error = thread_start(&sender.typist, sender_type, NULL);

	if (error != 0)
		return -error;
	sender.is_playing = true;
	error = thread_start(&sender.clock, sender_play, (void *)run);
	sender.is_running = error == 0;
	if (error != 0)
		sender_end_typist();
	return -error;
}

int sender_start(const struct input_run *run)
{
	int error;

	sender.sent_tsc = realloc(sender.sent_tsc, run->step_count * sizeof(*sender.sent_tsc));
	if (sender.sent_tsc == NULL)
		return -ENOMEM;
	sender.run = run;
	sender.sent = sender.received = 0;
	sender.awaited_tsc = 0;
	sender.is_awaited = sender.is_given = sender.is_over = false;
	sender.error = 0;
	pressed_keys_clear();
	sem_init(&sender.stop, 0, 0);
	sem_init(&sender.given, 0, 0);
	sender_catch_signals();
	error = sender_start_threads(run);
	if (error != 0)
		sender_leave_signals();
	return error;
}

void sender_stop(void)
{
	if (!sender.is_running)
		return;
	sender.is_running = false;
	sem_post(&sender.stop);
	thread_join(sender.clock);
	sender_end_typist();
	sender_let_go();
	sender_leave_signals();
}

int sender_write(struct message_log *log)
{
	uint32_t room = log->capacity - log->count;
	uint32_t step = sender.sent < room ? sender.sent : room;
	uint32_t from = log->count, to = from + step;

	log->lost += sender.sent - step;
	log->count = to;
	while (step > 0) {
		if (from > 0 && log->events[from - 1].tsc > sender.sent_tsc[step - 1]) {
			log->events[--to] = log->events[--from];
			continue;
		}
		step--;
		log->events[--to] = (struct message_event){
			.tsc = sender.sent_tsc[step], .kind = MESSAGE_SEND, .code = step,
			.queued = from > 0 ? log->events[from - 1].queued : 0,
		};
	}
	return sender.error;
}

void sender_tell_waiting(bool is_waiting)
{
	sender.is_awaited = is_waiting;
}

void sender_tell_received(uint32_t messages)
{
	sender.received = messages;
}
