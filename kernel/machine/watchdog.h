/* SPDX-License-Identifier: MIT */
/* The watchdog aborts code that hangs on the boot CPU, even with interrupts off. It uses one alarm
 * and no tick, so it disturbs nothing until it fires. Boot CPU only. */
#ifndef KERNEL_MACHINE_WATCHDOG_H
#define KERNEL_MACHINE_WATCHDOG_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/engine/hang_detector.h"

/* Set up and test the path from an alarm to an interrupt that cannot be masked. Warns if it fails.
 * If the frequency of the measuring clock is unknown, there is no watchdog, because it could not
 * distinguish a hang from a machine that was stopped. Call after the clock and the interrupt
 * controllers were set up. */
void watchdog_init(void);

/* Whether an NMI arrived in the test. */
bool watchdog_works(void);

/* Abort the guarded call after limit_ms, plus some seconds, unless disarmed. Only time in which the
 * machine runs counts (bench/engine/hang_detector.h). On x86-64 the alarm has a resolution of one
 * second, and there is one warning if its clock cannot be read. Does nothing without a working
 * watchdog. */
void watchdog_arm(uint32_t limit_ms);

void watchdog_disarm(void);

/* Stop or continue counting time, because the kernel waits for an output. */
void watchdog_hold(void);
void watchdog_go_on(void);

/* The detector, with the time since watchdog_arm as the detector saw it. */
const struct hang_detector *watchdog_hang_detector(void);

/* Reclaim the clock's interrupt line after another use. An alarm in between is lost. */
void watchdog_reclaim_clock(void);

enum watchdog_nmi {
	WATCHDOG_OTHER,         /* of another source */
	WATCHDOG_GO_ON,         /* of the watchdog, within the limit */
	WATCHDOG_OVER,          /* of the watchdog, over the limit: the watchdog is disarmed */
};

/* For a handler of NMIs: find the source of the current NMI. */
enum watchdog_nmi watchdog_look(void);

#endif
