/* SPDX-License-Identifier: MIT */
/* The platform of the benchmarks in a process. */
#ifndef LINUX_PLATFORM_H
#define LINUX_PLATFORM_H

/* Determine the capabilities. Call after the init functions of the other modules. */
void platform_init(void);

#endif
