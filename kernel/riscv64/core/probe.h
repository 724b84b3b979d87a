/* SPDX-License-Identifier: MIT */
/* Instructions that may fault, besides kernel/machine/probe.h. */
#ifndef KERNEL_RISCV64_CORE_PROBE_H
#define KERNEL_RISCV64_CORE_PROBE_H

#include <stdint.h>

#include "kernel/machine/probe.h"

/* Write stimecmp. Returns 0, or -EFAULT if the CPU lacks the register or firmware does not let the
 * kernel use it. RISC-V "Sstc" Extension. */
int probe_write_stimecmp(uint64_t time);

/* Read stopei, and discard its value. Returns 0, or -EFAULT if the read raised an exception. RISC-V
 * Advanced Interrupt Architecture. */
int probe_read_stopei(void);

#endif
