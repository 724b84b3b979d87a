/* SPDX-License-Identifier: MIT */
/* The threads that represent the other CPUs. */
#ifndef LINUX_WORKERS_H
#define LINUX_WORKERS_H

#include <stdint.h>

/* Send a signal to the thread on another CPU, whether the thread works or sleeps. Returns 0,
 * -EINVAL if the thread never got work, or another negative errno. */
int workers_signal(uint32_t cpu, int number);

#endif
