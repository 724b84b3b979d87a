/* SPDX-License-Identifier: MIT */
/* Deadlines of this CPU that share its local APIC timer. Boot CPU; not while anything else uses the
 * timer. */
#ifndef KERNEL_DEV_ALARM_H
#define KERNEL_DEV_ALARM_H

#include <stdbool.h>
#include <stdint.h>

enum alarm {ALARM_SCRIPT, ALARM_DEVICE, ALARM_TIMER, ALARMS};

/* Call ring in an interrupt handler, interrupts off, whenever the alarm's time comes. It need not
 * acknowledge the interrupt, and may set the alarm anew. NULL: it is not used any more. */
void alarm_handle(enum alarm alarm, void (*ring)(void));

/* Let it ring once when the TSC reaches deadline_tsc, soon if that is past; it forgets an
 * earlier setting. Interrupts off. */
void alarm_set(enum alarm alarm, uint64_t deadline_tsc);

/* It does not ring any more. Interrupts off. */
void alarm_cancel(enum alarm alarm);

/* Whether any is set: then this CPU is woken within a second. */
bool alarm_is_set(void);

/* None rings any more, and the timer is free. */
void alarm_stop_all(void);

#endif
