/* SPDX-License-Identifier: MIT */
/* The watchdog: gets the boot CPU out of code that does not end, even with interrupts off. It costs
 * nothing until it fires: no tick, one alarm. Boot CPU only. */
#ifndef KERNEL_DEV_WATCHDOG_H
#define KERNEL_DEV_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/engine/hang_detector.h"

/* Set up and try out the way from the clock to an NMI. After rtc, I/O APIC and local APIC. Warns
 * when it does not work. */
void watchdog_init(void);

/* Whether an NMI was seen to come by it. */
bool watchdog_works(void);

/* Fire once unless disarmed within limit_ms of time that the machine runs, and some seconds:
 * bench/engine/hang_detector.h has the hang criterion, and the alarm counts whole seconds. Does
 * nothing if the watchdog does not work; warns, once, if the time can't be had. */
void watchdog_arm(uint32_t limit_ms);

void watchdog_disarm(void);

/* Between these two, time does not count: an output is waited for. */
void watchdog_hold(void);
void watchdog_go_on(void);

/* What was seen of the time since watchdog_arm. */
const struct hang_detector *watchdog_hang_detector(void);

/* Have the clock's interrupt line again after it was used for something else. An alarm in between
 * is lost. */
void watchdog_take_clock_back(void);

enum watchdog_nmi {
	WATCHDOG_OTHER,         /* not the watchdog's */
	WATCHDOG_GO_ON,         /* its own, but the time is not over */
	WATCHDOG_OVER,          /* the time is over; it is disarmed now */
};

/* For whoever takes an NMI: whose it is. */
enum watchdog_nmi watchdog_look(void);

#endif
