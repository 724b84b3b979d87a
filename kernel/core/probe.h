/* SPDX-License-Identifier: MIT */
/* Instructions that may fault, tried without harm. Each returns 0, or -EFAULT if it raised an
 * exception. Any CPU, any state in which exceptions are taken, exception handlers included. */
#ifndef KERNEL_CORE_PROBE_H
#define KERNEL_CORE_PROBE_H

#include <stdbool.h>
#include <stdint.h>

struct trap_frame;

int probe_rdmsr(uint32_t msr, uint64_t *value);
int probe_wrmsr(uint32_t msr, uint64_t value);
int probe_rdpmc(uint32_t counter, uint64_t *value);

/* Set a control register. An emulator may drop a bit that it does not know instead of raising an
 * exception, so CR4 has to be read back. XCR0 can be written only while CR4_OSXSAVE is set. */
int probe_write_cr4(uint64_t value);
int probe_write_xcr0(uint64_t value);

/* Read eight bytes of memory. */
int probe_read(uint64_t address, uint64_t *value);

/* Whether the exception came from a probe: then *frame is set to go on behind it. */
bool probe_recover(struct trap_frame *frame);

#endif
