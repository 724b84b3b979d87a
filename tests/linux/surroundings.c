/* SPDX-License-Identifier: MIT */
/* Preloaded in tests/linux/linux.sh. SURROUNDINGS selects one: a sandbox that refuses an affinity,
 * a library that replaces the clock by a faster or slower one, as for tests of timeouts, or a busy
 * host that stops the process just before the library's first read of the clock. */
#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#define RATIO 2
#define STOP_US 200000

static int is_selected(const char *name)
{
	const char *selected = getenv("SURROUNDINGS");

	return selected != NULL && strcmp(selected, name) == 0;
}

int sched_setaffinity(pid_t process, size_t size, const cpu_set_t *set)
{
	if (!is_selected("no-affinity"))
		return (int)syscall(SYS_sched_setaffinity, process, size, set) < 0 ? -1 : 0;
	errno = EPERM;
	return -1;
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
	static int is_read;
	int status;
	long long ns;

	if (is_selected("stop") && !is_read++)
		usleep(STOP_US);
	status = (int)syscall(SYS_clock_gettime, clock, now);
	ns = (long long)now->tv_sec * 1000000000 + now->tv_nsec;
	if (is_selected("fast-clock"))
		ns *= RATIO;
	else if (is_selected("slow-clock"))
		ns /= RATIO;
	*now = (struct timespec){ns / 1000000000, ns % 1000000000};
	return status;
}
