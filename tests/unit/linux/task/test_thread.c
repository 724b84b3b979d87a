/* SPDX-License-Identifier: MIT */
/* Threads beside the one that measures, which a time limit may cut short at any moment: here a
 * signal that the thread itself sends, whose handler leaves what is going on, as the watchdog's
 * does. */
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
#define MOMENTS_MAX 10000               /* who waits so long in vain has met an error */
#define LAST_WORK_NS 100000000          /* after the signal: who does not wait has gone on */

static sigjmp_buf left;
static pthread_t measurer;
static bool is_told, has_ended, takes_signals;

static void leave(int number)
{
	(void)number;
	siglongjmp(left, 1);
}

static void rest(long ns)
{
	nanosleep(&(struct timespec){.tv_nsec = ns}, NULL);
}

/* Whether the first thread holds the signal back: proc(5), "/proc/pid/status", SigBlk. */
static bool is_held_back(int number)
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
	while (!__atomic_load_n(&is_told, __ATOMIC_ACQUIRE))
		rest(MOMENT_NS);
	for (int i = 0; i < MOMENTS_MAX && !is_held_back(SIGALRM); i++)
		rest(MOMENT_NS);
	pthread_kill(measurer, SIGALRM);
	rest(LAST_WORK_NS);
	__atomic_store_n(&has_ended, true, __ATOMIC_RELEASE);
	return NULL;
}

static void start(pthread_t *thread)
{
	is_told = has_ended = takes_signals = false;
	measurer = pthread_self();
	assert_int_equal(thread_start(thread, work_on, NULL), 0);
}

static void join(pthread_t thread)
{
	__atomic_store_n(&is_told, true, __ATOMIC_RELEASE);
	thread_join(thread);
}

static void test_a_limit_counts_after_the_threads_end(void **state)
{
	const struct sigaction action = {.sa_handler = leave};
	volatile bool is_cut = true;
	pthread_t thread;

	(void)state;
	sigaction(SIGALRM, &action, NULL);
	start(&thread);
	if (sigsetjmp(left, 1) == 0) {
		join(thread);
		/* What was held back came as the signals were let through. */
		is_cut = false;
	}
	assert_true(__atomic_load_n(&has_ended, __ATOMIC_ACQUIRE));
	assert_true(is_cut);
}

static void test_a_thread_takes_no_signals(void **state)
{
	sigset_t mask;
	pthread_t thread;

	(void)state;
	signal(SIGALRM, SIG_IGN);
	start(&thread);
	join(thread);
	assert_false(takes_signals);
	pthread_sigmask(SIG_SETMASK, NULL, &mask);
	assert_false(sigismember(&mask, SIGALRM));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_a_limit_counts_after_the_threads_end),
		cmocka_unit_test(test_a_thread_takes_no_signals),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
