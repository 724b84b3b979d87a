/* SPDX-License-Identifier: MIT */
/* The process as benchmarks' platform. */
#ifndef LINUX_PLATFORM_H
#define LINUX_PLATFORM_H

/* Determine the capabilities. Call after the other modules' init functions. */
void platform_init(void);

#endif
