/* SPDX-License-Identifier: MIT */
#include "linux/task/thread.h"

#include "linux/clock.h"

#include <signal.h>
#include <stddef.h>
#include <time.h>

#define LIMIT_S 60

int thread_start_with(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
		      void *argument)
{
	sigset_t all, before;
	int error;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	error = pthread_create(thread, attributes, run, argument);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return error;
}

int thread_start(pthread_t *thread, void *(*run)(void *), void *argument)
{
	return thread_start_with(thread, NULL, run, argument);
}

void thread_join(pthread_t thread)
{
	sigset_t all, before;
	const struct timespec until = clock_after_seconds(LIMIT_S);

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	pthread_clockjoin_np(thread, NULL, CLOCK_MONOTONIC, &until);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}
