/* SPDX-License-Identifier: MIT */
/* Threads beside the one that measures. */
#ifndef LINUX_THREAD_H
#define LINUX_THREAD_H

#include <pthread.h>

/* Start a thread that takes no signals: they are for the thread that measures. Returns 0 or an
 * error number, as pthread_create does. */
int thread_start(pthread_t *thread, void *(*run)(void *), void *argument);

/* Wait for the end of a thread that was told to end, a minute at most. A time limit that is reached
 * meanwhile cuts the caller short only after it: glibc joins no thread a second time that was left
 * in the midst of the first, and one that goes on uses memory that others are given. */
void thread_join(pthread_t thread);

#endif
