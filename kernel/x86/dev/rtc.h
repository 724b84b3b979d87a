/* SPDX-License-Identifier: MIT */
/* The real-time clock: time of day, alarm and periodic interrupt, all on IRQ 8. Boot CPU only. */
#ifndef KERNEL_X86_DEV_RTC_H
#define KERNEL_X86_DEV_RTC_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/dev/rtc_format.h"
#include "kernel/machine/rtc.h"

#define RTC_IRQ 8
#define RTC_CAUSE_PERIODIC (1u << 6)    /* bits in the value of rtc_causes_port */

/* Find the clock and disable its interrupts. After acpi_init. */
void rtc_init(void);

/* Second of the minute, 0 to 59. Returns -EAGAIN during an update of the clock, -EIO for an invalid
 * second. Does not wait. */
int rtc_read_second(void);

/* Returns the second of the day, 0 to 86399, or -EIO without a valid time. */
int32_t rtc_read(void);

/* Interrupt when the clock reaches second_of_day. */
void rtc_alarm_on(uint32_t second_of_day);

/* Rates of the periodic interrupt: values of register A. Motorola, "MC146818A", register A, "Rate
 * selection bits": each rate is half of the one before. */
enum rtc_rate {RTC_8192_HZ = 3, RTC_1024_HZ = 6};

static inline uint32_t rtc_rate_hz(enum rtc_rate rate)
{
	return 32768u >> (rate - 1);
}

/* rtc_periodic_on() enables the periodic interrupt. rtc_periodic_off() disables it, but not the
 * alarm. */
void rtc_periodic_on(enum rtc_rate rate);
void rtc_periodic_off(void);

/* Whether a periodic tick has occurred since the last call of this function, rtc_periodic_wait or
 * rtc_acknowledge. Releases the interrupt line, so that the next tick makes an edge. */
bool rtc_periodic_came(void);

/* With the interrupt masked: wait for the next tick, acknowledge it, and store the time when the
 * last poll without the tick began. Returns false after 2 s. */
bool rtc_periodic_wait(uint64_t *unseen_tsc);

/* The port whose next read acknowledges the causes, as rtc_acknowledge does. */
uint16_t rtc_causes_port(void);

/* Disable all interrupts of the clock. An NMI may interrupt this if it uses only rtc_acknowledge
 * and rtc_interrupts_off. */
void rtc_interrupts_off(void);

/* Acknowledge the interrupt, which enables the next one. Returns whether the alarm was a cause. */
bool rtc_acknowledge(void);

#endif
