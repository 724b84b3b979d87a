/* The kernel's side of bench/platform.h. */
#ifndef KERNEL_PLATFORM_H
#define KERNEL_PLATFORM_H

#include <stdbool.h>

/* Find out what this machine offers the benchmarks. Boot CPU, once, after all drivers. */
void platform_init(void);

/* Whether there is a count of system management interrupts. After platform_init. */
bool platform_counts_smis(void);

#endif
