/* SPDX-License-Identifier: MIT */
/* Instructions that may fault, besides kernel/machine/probe.h. Each function returns 0, or -EFAULT
 * if the instruction raised an exception. Any CPU, whenever exceptions can be handled, including in
 * exception handlers. */
#ifndef KERNEL_X86_CORE_PROBE_H
#define KERNEL_X86_CORE_PROBE_H

#include <stdint.h>

#include "kernel/machine/probe.h"

int probe_rdmsr(uint32_t msr, uint64_t *value);
int probe_wrmsr(uint32_t msr, uint64_t value);
int probe_rdpmc(uint32_t counter, uint64_t *value);

/* Write a control register. An emulator may ignore an unknown bit instead of raising an exception,
 * so read CR4 back. XCR0 is writable only while CR4_OSXSAVE is set. */
int probe_write_cr4(uint64_t value);
int probe_write_xcr0(uint64_t value);

#endif
