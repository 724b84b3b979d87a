/* SPDX-License-Identifier: MIT */
/* Timers of a process: the stamp is taken in the handler, or after the read, and by the kernel's
 * clock that is after the time for which the timer was set. */
#include "tests/unit/unit.h"

#include <errno.h>
#include <signal.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/disturbance.h"
#include "tests/unit/linux/witness.h"

#define NS_PER_S INT64_C(1000000000)
#define AHEAD_TICKS (1 << 26)           /* 8 ms by the machine's rate */
#define HZ_BITS 33
#define TRIALS 5

static struct {
	bool cannot_create, cannot_set, is_lost, read_fails;
	uint64_t lost_hz;               /* the rate while an expiry is lost */
	unsigned expected;
	int64_t set_ns, expired_ns;     /* CLOCK_MONOTONIC */
	uint64_t set;
	struct window handler, read;
} machine;

static struct sigaction handled;        /* of the tested code; it stays installed */

/* ---- Fakes of the process ---- */

void disturbance_expect(void)
{
	machine.expected++;
}

/* Longer than any TSC's second, except for an expiry that was lost. */
uint64_t platform_limit_hz(void)
{
	return machine.is_lost ? machine.lost_hz : UINT64_C(1) << HZ_BITS;
}

static int64_t now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * NS_PER_S + now.tv_nsec;
}

static void note_handler(int number)
{
	machine.expired_ns = now_ns();
	machine.handler.begin = clock_read();
	handled.sa_handler(number);
	machine.handler.end = clock_read();
}

WRAP(int, sigaction, int number, const struct sigaction *action, struct sigaction *previous)
{
	struct sigaction noted;

	if (action == NULL)
		return __real_sigaction(number, NULL, previous);
	noted = handled = *action;
	noted.sa_handler = note_handler;
	return __real_sigaction(number, &noted, previous);
}

WRAP(int, timer_create, clockid_t clock, struct sigevent *event, timer_t *timer)
{
	assert_int_equal(clock, CLOCK_MONOTONIC);
	return machine.cannot_create ? -1 : __real_timer_create(clock, event, timer);
}

WRAP(int, timerfd_create, clockid_t clock, int flags)
{
	assert_int_equal(clock, CLOCK_MONOTONIC);
	return machine.cannot_create ? -1 : __real_timerfd_create(clock, flags);
}

static void note_set(const struct itimerspec *when, bool is_absolute)
{
	assert_true(is_absolute);
	assert_true(when->it_interval.tv_sec == 0 && when->it_interval.tv_nsec == 0);
	machine.set_ns = when->it_value.tv_sec * NS_PER_S + when->it_value.tv_nsec;
	machine.set = clock_read();
}

WRAP(int, timer_settime, timer_t timer, int flags, const struct itimerspec *when,
     struct itimerspec *previous)
{
	note_set(when, flags == TIMER_ABSTIME);
	if (machine.is_lost || machine.cannot_set)
		return machine.cannot_set ? -1 : 0;
	return __real_timer_settime(timer, flags, when, previous);
}

WRAP(int, timerfd_settime, int file, int flags, const struct itimerspec *when,
     struct itimerspec *previous)
{
	note_set(when, flags == TFD_TIMER_ABSTIME);
	return machine.cannot_set ? -1 : __real_timerfd_settime(file, flags, when, previous);
}

WRAP(ssize_t, read, int file, void *buffer, size_t size)
{
	ssize_t got;

	if (machine.read_fails)
		return -1;
	machine.read.begin = clock_read();
	got = __real_read(file, buffer, size);
	machine.read.end = clock_read();
	machine.expired_ns = now_ns();
	return got;
}

/* ---- The tests ---- */

static int reset(void **state)
{
	memset(&machine, 0, sizeof(machine));
	return stay_on_one_cpu(state);
}

/* The timer must be set for the deadline: that many ticks after it is set, or later. */
static int expire(enum timer_way way, uint64_t *expired_tsc)
{
	int64_t begin_ns = now_ns(), left;
	uint64_t deadline_tsc = clock_read() + AHEAD_TICKS;
	int error = platform_process_timer(way, deadline_tsc, expired_tsc);

	left = (int64_t)(deadline_tsc - machine.set);
	if (error == 0 && left > 0)
		assert_true(machine.set_ns >= begin_ns + (left * NS_PER_S >> HZ_BITS));
	return error;
}

/* First, because timers stay. */
TEST_WITH(timer_that_cannot_be_created_is_not_supported, reset, NULL)
{
	uint64_t expired_tsc = 0;

	machine.cannot_create = true;
	assert_int_equal(expire(TIMER_SIGNAL, &expired_tsc), -ENOTSUP);
	assert_int_equal(expire(TIMER_FILE, &expired_tsc), -ENOTSUP);
}

TEST_WITH(expiry_is_stamped_in_the_handler, reset, NULL)
{
	uint64_t expired_tsc = 0;

	for (unsigned i = 1; i <= TRIALS; i++) {
		machine.handler = (struct window){0};
		assert_int_equal(expire(TIMER_SIGNAL, &expired_tsc), 0);
		assert_true(machine.set <= expired_tsc);
		assert_true(is_within(expired_tsc, machine.handler));
		assert_true(machine.expired_ns >= machine.set_ns);
		assert_int_equal(machine.expected, i);
	}
}

TEST_WITH(expiry_is_stamped_after_the_read, reset, NULL)
{
	uint64_t expired_tsc = 0, returned_tsc;

	for (unsigned i = 0; i < TRIALS; i++) {
		machine.read = (struct window){0};
		assert_int_equal(expire(TIMER_FILE, &expired_tsc), 0);
		returned_tsc = clock_read();
		assert_true(machine.read.begin != 0 && machine.set <= machine.read.begin);
		assert_true(machine.read.end <= expired_tsc && expired_tsc <= returned_tsc);
		assert_true(machine.expired_ns >= machine.set_ns);
	}
}

TEST_WITH(timer_that_cannot_be_set_is_not_supported, reset, NULL)
{
	uint64_t expired_tsc = 0;

	machine.cannot_set = true;
	assert_int_equal(expire(TIMER_SIGNAL, &expired_tsc), -ENOTSUP);
	assert_int_equal(expire(TIMER_FILE, &expired_tsc), -ENOTSUP);
}

TEST_WITH(expiry_that_is_not_seen_is_an_error, reset, NULL)
{
	uint64_t expired_tsc = 0, begin_tsc = clock_read();

	machine.is_lost = machine.read_fails = true;
	machine.lost_hz = AHEAD_TICKS;
	assert_int_equal(expire(TIMER_SIGNAL, &expired_tsc), -ETIMEDOUT);
	assert_true(clock_read() - begin_tsc >= (1 + 4) * (uint64_t)AHEAD_TICKS);
	machine.lost_hz = 1;
	assert_int_equal(expire(TIMER_SIGNAL, &expired_tsc), -ETIMEDOUT);
	assert_int_equal(expire(TIMER_FILE, &expired_tsc), -ETIMEDOUT);
}
