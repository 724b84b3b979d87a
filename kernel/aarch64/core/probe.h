/* SPDX-License-Identifier: MIT */
/* An instruction that may fault, besides kernel/machine/probe.h. */
#ifndef KERNEL_AARCH64_CORE_PROBE_H
#define KERNEL_AARCH64_CORE_PROBE_H

#include <stdint.h>

#include "kernel/machine/probe.h"

/* Ask an emulator for a semihosting operation. Returns 0, or -EFAULT if the instruction is
 * undefined here. "Semihosting for AArch32 and AArch64". */
int probe_semihosting(uint64_t operation, const void *block);

#endif
