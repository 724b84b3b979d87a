/* SPDX-License-Identifier: MIT */
/* The 8254 interval timer: silenced, and its channel 2 as a counter to measure the TSC by. */
#ifndef KERNEL_DEV_PIT_H
#define KERNEL_DEV_PIT_H

#include <stdint.h>

#include "lib/counter.h"

#define PIT_HZ 1193182u
#define PIT_IRQ 0
#define PIT_PORT_CHANNEL_0 0x40

/* Release channel 0, at which firmware may have left a tick, and start channel 2 if there is one.
 * After time_base_init. */
void pit_init(void);

/* Channel 2, 16 bits; NULL when it does not run, as on machines that gate the timer off. */
const struct counter *pit_counter(void);

/* Channel 0, of whoever routes its interrupt somewhere: taken it raises none before 55 ms, in which
 * one shot has to be prepared. Released it is silent; but where the TSC counts instructions it
 * ticks every 55 ms, and nobody hears it, since its interrupt is masked. QEMU, which records then,
 * notes how many instructions have gone by whenever a timer of the machine runs out, and aborts if
 * they were more than 2^31 at a time: an idle loop that polls can go on for longer without any. */
void pit_take_channel_0(void);
void pit_release_channel_0(void);

/* Make the next write to PIT_PORT_CHANNEL_0, which has to be of the byte that is returned, raise
 * the interrupt once, count clocks (not 0) later. */
uint8_t pit_one_shot_prepare(uint16_t count);

#endif
