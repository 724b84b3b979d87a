/* SPDX-License-Identifier: MIT */
/* The watchdog: gets the boot CPU out of code that does not end, even with interrupts off. It costs
 * nothing until it fires: no tick, one alarm. Boot CPU only. */
#ifndef KERNEL_DEV_WATCHDOG_H
#define KERNEL_DEV_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

/* Set up and try out the way from the clock to an NMI. After rtc, I/O APIC and local APIC. Warns
 * when it does not work. */
void watchdog_init(void);

/* Whether an NMI was seen to come by it. */
bool watchdog_works(void);

/* Fire once unless disarmed within limit_ms; up to a second later than that, for the alarm counts
 * whole seconds. Does nothing if the watchdog does not work; warns, once, if the time can't be
 * had. */
void watchdog_arm(uint32_t limit_ms);

void watchdog_disarm(void);

/* Have the clock's interrupt line again after it was used for something else. An alarm in between
 * is lost. */
void watchdog_take_clock_back(void);

/* For whoever takes an NMI in the watchdog's place: whether the watchdog raised it. It is disarmed
 * then. */
bool watchdog_fired(void);

#endif
