/* SPDX-License-Identifier: MIT */
/* Threads other than the one that measures. */
#ifndef LINUX_THREAD_H
#define LINUX_THREAD_H

#include <pthread.h>

/* Start a thread with all signals blocked, because they are for the measuring thread. Returns 0 or
 * an error number, like pthread_create. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/* Like thread_start(), with attributes. */
int thread_start_with(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *),
		      void *argument);

/* Wait at most a minute for a thread that was asked to end. If a time limit expires during the
 * wait, it takes effect afterwards, because glibc cannot join a thread again after an aborted join,
 * and a running thread uses memory that would be reused. */
void thread_join(pthread_t thread);

#endif
