/* SPDX-License-Identifier: MIT */
/* Threads other than the measuring one, which a time limit may interrupt at any moment. Here the
 * thread sends itself a signal, whose handler jumps out as the watchdog's does. */
#include "tests/unit/unit.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "linux/task/thread.h"

#define MOMENT_NS 1000000
#define MOMENTS_MAX 10000               /* a longer wait is an error */
#define LAST_WORK_NS 100000000          /* so long that a missing wait is noticed */

static sigjmp_buf left;
static pthread_t measurer;
static bool is_released, has_ended, takes_signals;

static void leave(int number)
{
	(void)number;
	siglongjmp(left, 1);
}

static void rest(long ns)
{
	nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

/* Whether the first thread blocks the signal: proc(5), "/proc/pid/status", SigBlk. */
static bool is_blocked(int number)
{
	FILE *file = fopen("/proc/self/status", "r");
	unsigned long long blocked = 0;
	char line[256];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		if (strncmp(line, "SigBlk:", 7) == 0)
			blocked = strtoull(line + 7, NULL, 16);
	}
	if (file != NULL)
		fclose(file);
	return blocked >> (number - 1) & 1;
}

static void *work_on(void *unused)
{
	sigset_t blocked;

	(void)unused;
	pthread_sigmask(SIG_SETMASK, NULL, &blocked);
	takes_signals = !sigismember(&blocked, SIGALRM) || !sigismember(&blocked, SIGINT);
	while (!__atomic_load_n(&is_released, __ATOMIC_ACQUIRE))
		rest(MOMENT_NS);
	for (int i = 0; i < MOMENTS_MAX && !is_blocked(SIGALRM); i++)
		rest(MOMENT_NS);
	pthread_kill(measurer, SIGALRM);
	rest(LAST_WORK_NS);
	__atomic_store_n(&has_ended, true, __ATOMIC_RELEASE);
	return NULL;
}

static void start(pthread_t *thread)
{
	is_released = has_ended = takes_signals = false;
	measurer = pthread_self();
	assert_int_equal(thread_start(thread, work_on, NULL), 0);
}

static void join(pthread_t thread)
{
	__atomic_store_n(&is_released, true, __ATOMIC_RELEASE);
	thread_join(thread);
}

TEST(limit_takes_effect_after_the_threads_end)
{
	const struct sigaction action = {.sa_handler = leave};
	volatile bool is_cut = true;
	pthread_t thread;

	sigaction(SIGALRM, &action, NULL);
	start(&thread);
	if (sigsetjmp(left, 1) == 0) {
		join(thread);
		/* Not reached: unblocking delivers the pending signal. */
		is_cut = false;
	}
	assert_true(__atomic_load_n(&has_ended, __ATOMIC_ACQUIRE));
	assert_true(is_cut);
}

TEST(thread_blocks_signals)
{
	sigset_t mask;
	pthread_t thread;

	signal(SIGALRM, SIG_IGN);
	start(&thread);
	join(thread);
	assert_false(takes_signals);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_false(sigismember(&mask, SIGALRM));
}
