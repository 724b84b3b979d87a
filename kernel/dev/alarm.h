/* SPDX-License-Identifier: MIT */
/* Deadlines of this CPU that share its timer. Boot CPU, while nothing else uses the timer. */
#ifndef KERNEL_DEV_ALARM_H
#define KERNEL_DEV_ALARM_H

#include <stdbool.h>
#include <stdint.h>

enum alarm {ALARM_SCRIPT, ALARM_DEVICE, ALARM_TIMER, ALARMS};

/* Set an alarm's handler; NULL removes it. The handler runs in an interrupt handler, with
 * interrupts off. It may set the alarm again, and need not acknowledge the interrupt. */
void alarm_handle(enum alarm alarm, void (*ring)(void));

/* Ring once when the measuring clock reaches deadline_tsc, or soon if that time is past. Replaces
 * an earlier deadline. Interrupts off. */
void alarm_set(enum alarm alarm, uint64_t deadline_tsc);

/* Cancel an alarm. Interrupts off. */
void alarm_cancel(enum alarm alarm);

/* Whether any alarm is set. If so, this CPU wakes up within a second. */
bool alarm_is_set(void);

/* Cancel all alarms and release the timer. */
void alarm_stop_all(void);

#endif
