/* SPDX-License-Identifier: MIT */
/* The clock along the boot, and what the loader measured: a part of bench/platform/firmware.h. */
#ifndef KERNEL_BOOT_TIMES_H
#define KERNEL_BOOT_TIMES_H

#include <stdint.h>

#include "boot/boot_info.h"

/* Note when the kernel began, and what the loader noted. Boot CPU, once. */
void boot_times_begin(const struct boot_info *info, uint64_t kernel_tsc);

/* Note that the kernel is ready for benchmarks. */
void boot_times_end(void);

#endif
