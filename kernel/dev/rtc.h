/* SPDX-License-Identifier: MIT */
/* The real-time clock: the time of day, its alarm, its periodic interrupt. All of it raises IRQ 8.
 * Boot CPU only. */
#ifndef KERNEL_DEV_RTC_H
#define KERNEL_DEV_RTC_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/dev/rtc_format.h"

#define RTC_IRQ 8
#define RTC_CAUSE_PERIODIC (1u << 6)    /* in what rtc_causes_port reads */

/* Find the clock and turn its interrupts off. After acpi_init. Returns whether there is one. */
bool rtc_init(void);

/* Whether rtc_init has found one. */
bool rtc_exists(void);

/* Second of the day, 0 to 86399. Returns it, or -EIO when the clock gives no sensible time. */
int32_t rtc_read(void);

/* Raise the interrupt when the clock reaches second_of_day. */
void rtc_alarm_on(uint32_t second_of_day);

/* Rates of the periodic interrupt, as register A has them. */
enum rtc_rate {RTC_8192_HZ = 3, RTC_1024_HZ = 6};

/* Raise it at that rate; and no more, but the alarm still. */
void rtc_periodic_on(enum rtc_rate rate);
void rtc_periodic_off(void);

/* Whether a periodic tick came since this, rtc_periodic_wait or an acknowledgement was last called.
 * Lets the line go, so that the next tick makes an edge. */
bool rtc_periodic_came(void);

/* With the interrupt kept from coming: wait for the next of those, acknowledge it, and store when
 * the last look began that did not see it. Returns false if there is none for 2 s. */
bool rtc_periodic_wait(uint64_t *unseen_tsc);

/* The port whose next read takes the causes, as rtc_acknowledge does. */
uint16_t rtc_causes_port(void);

/* Raise it no more. An NMI may come in the middle, if it touches the clock by rtc_acknowledge and
 * rtc_interrupts_off only. */
void rtc_interrupts_off(void);

/* Take the causes of the interrupt, which lets the next one be raised. Returns whether the alarm is
 * among them. */
bool rtc_acknowledge(void);

#endif
