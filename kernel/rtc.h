/* The real-time clock: the time of day, its alarm, its periodic interrupt. All of it raises IRQ 8.
 * Boot CPU only. */
#ifndef KERNEL_RTC_H
#define KERNEL_RTC_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/rtc_format.h"

#define RTC_IRQ 8

/* Find the clock and turn its interrupts off. After acpi_init. Returns whether there is one. */
bool rtc_init(void);

/* Second of the day, 0 to 86399. Returns it, or -EIO when the clock gives no sensible time. */
int32_t rtc_read(void);

/* Raise the interrupt when the clock reaches second_of_day. */
void rtc_alarm_on(uint32_t second_of_day);

/* Raise it 1024 times a second. */
void rtc_periodic_on(void);

/* Raise it no more. An NMI may come in the middle, if it touches the clock by rtc_acknowledge and
 * rtc_interrupts_off only. */
void rtc_interrupts_off(void);

/* Take the causes of the interrupt, which lets the next one be raised. Returns whether the alarm is
 * among them. */
bool rtc_acknowledge(void);

#endif
