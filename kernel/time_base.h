/* What a TSC tick is on this machine: found by trying, not by asking. */
#ifndef KERNEL_TIME_BASE_H
#define KERNEL_TIME_BASE_H

#include "bench/platform.h"

/* Find out. Boot CPU, once. */
void time_base_init(void);

/* The hypervisor's CPUID signature; empty on bare metal, or where it hides. */
const char *time_base_hypervisor(void);

#endif
