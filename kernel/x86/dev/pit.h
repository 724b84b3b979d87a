/* SPDX-License-Identifier: MIT */
/* The 8254 interval timer. Channel 0 is silenced; channel 2 is a reference counter for the TSC. */
#ifndef KERNEL_X86_DEV_PIT_H
#define KERNEL_X86_DEV_PIT_H

#include <stdint.h>

#include "lib/counter.h"

#define PIT_HZ 1193182u
#define PIT_IRQ 0
#define PIT_PORT_CHANNEL_0 0x40

/* Release channel 0, on which firmware may have left a tick, and start channel 2. After
 * time_base_init. */
void pit_init(void);

/* Channel 2, with 16 bits. NULL if the channel does not run, as on machines that gate the timer
 * off. */
const struct counter *pit_counter(void);

/* Channel 0, for a caller that routes the channel's interrupt. After pit_take_channel_0 the first
 * interrupt comes after 55 ms at the earliest, and the caller prepares one shot before. A released
 * channel is silent, except if the TSC counts instructions. Then it ticks every 55 ms, with its
 * interrupt masked. QEMU, which then records, notes the instruction count whenever a timer of the
 * machine expires. Without such a note QEMU aborts after more than 2^31 instructions, which a
 * polling idle loop can reach. */
void pit_take_channel_0(void);
void pit_release_channel_0(void);

/* Prepare one interrupt, count clocks (not 0) after the returned byte is written to
 * PIT_PORT_CHANNEL_0. */
uint8_t pit_one_shot_prepare(uint16_t count);

#endif
