/* SPDX-License-Identifier: MIT */
/* Timers of a process: timer_create(2) with a signal, and timerfd_create(2). Both are created at
 * their first use and stay. */
#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "linux/disturbance.h"
#include "linux/sleep.h"

/* A signal that is otherwise unused. */
#define TIMER_SIGNAL_NUMBER (SIGRTMIN + 5)
#define WAIT_LIMIT_S 4

static struct {
	bool has_timer;
	timer_t timer;
	int file;                       /* a descriptor plus 1; 0: none yet */
	volatile uint64_t entered_tsc, left_tsc;        /* stored by the handler */
} process_timer;

static void on_expiry(int number)
{
	process_timer.entered_tsc = clock_read();
	(void)number;
	process_timer.left_tsc = clock_read();
}

static bool make_timer(void)
{
	struct sigevent event = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = TIMER_SIGNAL_NUMBER};
	const struct sigaction action = {.sa_handler = on_expiry};

	if (!process_timer.has_timer)
		process_timer.has_timer =
			sigaction(TIMER_SIGNAL_NUMBER, &action, NULL) == 0 &&
			timer_create(CLOCK_MONOTONIC, &event, &process_timer.timer) == 0;
	return process_timer.has_timer;
}

static int await_signal(uint64_t deadline_tsc, uint64_t *expired_tsc)
{
	struct itimerspec when = {0};
	uint64_t limit_tsc = deadline_tsc + WAIT_LIMIT_S * platform_limit_hz();

	if (!make_timer())
		return -ENOTSUP;
	process_timer.entered_tsc = process_timer.left_tsc = 0;
	when.it_value = sleep_time_of(deadline_tsc);
	if (timer_settime(process_timer.timer, TIMER_ABSTIME, &when, NULL) != 0)
		return -ENOTSUP;
	while (process_timer.left_tsc == 0 && (int64_t)(limit_tsc - clock_read()) > 0)
		;
	*expired_tsc = process_timer.entered_tsc;
	if (process_timer.left_tsc == 0)
		return -ETIMEDOUT;
	return *expired_tsc <= process_timer.left_tsc ? 0 : -EIO;       /* not of the handler */
}

static int await_file(uint64_t deadline_tsc, uint64_t *expired_tsc)
{
	struct itimerspec when = {0};
	uint64_t expiries;

	if (process_timer.file == 0)
		process_timer.file = timerfd_create(CLOCK_MONOTONIC, TFD_CLOEXEC) + 1;
	if (process_timer.file <= 0)
		return -ENOTSUP;
	when.it_value = sleep_time_of(deadline_tsc);
	if (timerfd_settime(process_timer.file - 1, TFD_TIMER_ABSTIME, &when, NULL) != 0)
		return -ENOTSUP;
	if (read(process_timer.file - 1, &expiries, sizeof(expiries)) != sizeof(expiries))
		return -ETIMEDOUT;
	*expired_tsc = clock_read();
	return 0;
}

int platform_process_timer(enum timer_way way, uint64_t deadline_tsc, uint64_t *expired_tsc)
{
	disturbance_expect();
	return way == TIMER_SIGNAL ? await_signal(deadline_tsc, expired_tsc)
				   : await_file(deadline_tsc, expired_tsc);
}
