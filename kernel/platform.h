/* SPDX-License-Identifier: MIT */
/* The kernel's side of bench/platform.h. */
#ifndef KERNEL_PLATFORM_H
#define KERNEL_PLATFORM_H

/* Find out which capabilities this machine has. Boot CPU, once, after all drivers. */
void platform_init(void);

#endif
