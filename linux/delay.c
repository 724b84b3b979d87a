/* SPDX-License-Identifier: MIT */
/* A thread's "/proc/pid/schedstat" counts a wait for the CPU only once the wait is over. That
 * suffices for the thread that reads its own file. A thread on another CPU may still wait, so its
 * delay is the time in which it had work, minus its CPU time. */
#include "linux/delay.h"

#include <fcntl.h>
#include <stdbool.h>
#include <time.h>
#include <unistd.h>

#include "lib/text/ticks.h"
#include "linux/clock.h"
#include "linux/schedule.h"

struct delay {
	bool is_watched;
	clockid_t clock;                /* the thread's CPU time */
	int64_t work_ns;                /* time with work; while there is work, minus
					 * CLOCK_MONOTONIC */
	int64_t seen_ns;                /* the delay at the latest delay_take_ms */
};

static struct delay delays[SCHEDULE_CPUS_MAX];
static uint64_t own_seen_ms;

static int64_t time_ns(clockid_t clock)
{
	return (int64_t)clock_ns(clock);
}

void delay_watch(uint32_t cpu, pthread_t thread)
{
	delays[cpu].is_watched = pthread_getcpuclockid(thread, &delays[cpu].clock) == 0;
}

void delay_work_begins(uint32_t cpu)
{
	__atomic_fetch_sub(&delays[cpu].work_ns, time_ns(CLOCK_MONOTONIC), __ATOMIC_RELAXED);
}

void delay_work_ends(uint32_t cpu)
{
	__atomic_fetch_add(&delays[cpu].work_ns, time_ns(CLOCK_MONOTONIC), __ATOMIC_RELAXED);
}

static int64_t delay_ns(const struct delay *delay)
{
	int64_t work_ns = __atomic_load_n(&delay->work_ns, __ATOMIC_RELAXED);

	if (work_ns < 0)
		work_ns += time_ns(CLOCK_MONOTONIC);
	return work_ns - time_ns(delay->clock);
}

/* Of the calling thread: the second number of proc(5), "/proc/pid/schedstat", in nanoseconds. 0 if
 * the kernel does not count it. */
static uint64_t own_delay_ms(void)
{
	char text[80];
	const char *number = text;
	uint64_t ns = 0;
	int file = open("/proc/thread-self/schedstat", O_RDONLY | O_CLOEXEC);
	ssize_t length = file >= 0 ? read(file, text, sizeof(text) - 1) : 0;

	if (file >= 0)
		close(file);
	text[length > 0 ? length : 0] = '\0';
	while (*number >= '0' && *number <= '9')
		number++;
	for (number += *number == ' '; *number >= '0' && *number <= '9'; number++)
		ns = ns * 10 + (uint64_t)(*number - '0');
	return ns / NS_PER_MS;
}

uint64_t delay_take_ms(void)
{
	uint64_t before_ms = own_seen_ms, longest_ms;
	int64_t longest_ns = 0;

	for (uint32_t cpu = 0; cpu < schedule_cpu_count(); cpu++) {
		struct delay *delay = &delays[cpu];
		int64_t before_ns = delay->seen_ns;

		if (!delay->is_watched)
			continue;
		delay->seen_ns = delay_ns(delay);
		if (delay->seen_ns - before_ns > longest_ns)
			longest_ns = delay->seen_ns - before_ns;
	}
	longest_ms = (uint64_t)longest_ns / NS_PER_MS;
	own_seen_ms = own_delay_ms();
	if (own_seen_ms > before_ms && own_seen_ms - before_ms > longest_ms)
		longest_ms = own_seen_ms - before_ms;
	return longest_ms;
}
