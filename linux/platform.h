/* SPDX-License-Identifier: MIT */
/* The process as benchmarks see it. */
#ifndef LINUX_PLATFORM_H
#define LINUX_PLATFORM_H

/* Find out what the process has, after the parts that know. */
void platform_init(void);

#endif
