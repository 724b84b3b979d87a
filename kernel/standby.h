/* Other CPUs kept waiting for an interrupt of a trial, in a known way. */
#ifndef KERNEL_STANDBY_H
#define KERNEL_STANDBY_H

#include <stdint.h>

#include "bench/platform.h"

/* Let count CPUs from first on touch the page at address, if it is not NULL, and wait with
 * interrupts on. Returns once all do: 0, or what smp_run or smp_wait returned, or -ETIMEDOUT; no
 * CPU is left waiting then. Boot CPU, which is not one of them. */
int standby_begin(uint32_t first, uint32_t count, enum wait_kind wait, const void *address);

/* Let them go back to being parked. Returns 0, or what smp_wait returned. */
int standby_end(void);

#endif
