/* SPDX-License-Identifier: MIT */
/* The 8254 interval timer: silenced, and its channel 2 as a counter to measure the TSC by. */
#ifndef KERNEL_DEV_PIT_H
#define KERNEL_DEV_PIT_H

#include <stdint.h>

#include "lib/counter.h"

#define PIT_HZ 1193182u
#define PIT_IRQ 0
#define PIT_PORT_CHANNEL_0 0x40

/* Stop the tick that firmware left on channel 0, and start channel 2 if there is one. */
void pit_init(void);

/* Channel 2, 16 bits; NULL when it does not run, as on machines that gate the timer off. */
const struct counter *pit_counter(void);

/* Make the next write to PIT_PORT_CHANNEL_0, which has to be of the byte that is returned, raise
 * the interrupt once, count clocks (not 0) later. */
uint8_t pit_one_shot_prepare(uint16_t count);

#endif
