/* SPDX-License-Identifier: MIT */
/* What the process asks of the processor it runs on. Implemented by linux/NAME/processor.c. */
#ifndef LINUX_PROCESSOR_H
#define LINUX_PROCESSOR_H

#include <stddef.h>
#include <stdint.h>

#include "lib/clock_select.h"
#include "lib/cpu/identity.h"

/* Find the performance counters, and return the capabilities that depend on this CPU only. */
uint32_t processor_init(void);

/* The hypervisor's signature. It is empty on bare metal and under a hypervisor that hides. */
void processor_hypervisor(char signature[CPU_HYPERVISOR_CHARS]);

/* Why the process cannot use the measuring clock; NULL if it can. */
const char *processor_clock_fault(void);

#define PROCESSOR_CLOCKS_MAX 3

/* Store the frequencies of the measuring clock that the processor states, by preference, and return
 * their number. */
size_t processor_clocks(struct clock_source sources[PROCESSOR_CLOCKS_MAX]);

#endif
