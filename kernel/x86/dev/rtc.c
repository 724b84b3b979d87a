/* SPDX-License-Identifier: MIT */
/* The MC146818 and its successors in chipsets. Motorola MC146818A data sheet, "Address Map" and
 * "Registers"; Intel ICH9 data sheet, "Real Time Clock". */
#include "kernel/x86/dev/rtc.h"

#include <stddef.h>

#include "kernel/dev/acpi/acpi.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"

/* Bit 7 of the index port masks NMIs, so it must be 0. */
#define PORT_INDEX 0x70
#define PORT_DATA 0x71

enum {
	REGISTER_SECOND = 0x00,
	REGISTER_SECOND_ALARM = 0x01,
	REGISTER_MINUTE = 0x02,
	REGISTER_MINUTE_ALARM = 0x03,
	REGISTER_HOUR = 0x04,
	REGISTER_HOUR_ALARM = 0x05,
	REGISTER_DAY = 0x07,
	REGISTER_MONTH = 0x08,
	REGISTER_YEAR = 0x09,
	REGISTER_A = 0x0a,
	REGISTER_B = 0x0b,
	REGISTER_C = 0x0c,
};

#define A_UPDATING (1u << 7)
#define A_RATE_MASK 0x0fu
#define B_UPDATE_INTERRUPT (1u << 4)
#define B_ALARM_INTERRUPT (1u << 5)
#define B_PERIODIC_INTERRUPT (1u << 6)
#define B_INTERRUPTS (B_UPDATE_INTERRUPT | B_ALARM_INTERRUPT | B_PERIODIC_INTERRUPT)
#define C_ALARM (1u << 5)               /* and RTC_CAUSE_PERIODIC */

#define UPDATE_LIMIT_US 5000            /* an update takes 2 ms */
#define PERIODIC_LIMIT_US 2000000       /* a busy emulator is late */
#define READ_TRIES 4
#define ABSENT 0xffu                    /* value of a port without a device */

static bool exists;

static uint8_t rtc_read_register(uint8_t number)
{
	outb(PORT_INDEX, number);
	return inb(PORT_DATA);
}

static void rtc_write_register(uint8_t number, uint8_t value)
{
	outb(PORT_INDEX, number);
	outb(PORT_DATA, value);
}

static bool is_updating(void)
{
	return (rtc_read_register(REGISTER_A) & A_UPDATING) != 0;
}

/* Read the second, which can be valid while the other numbers are not. This CPU may be delayed into
 * an update, so the check for an update is repeated after the reading. */
int rtc_read_second(void)
{
	struct rtc_time time = {0};
	int32_t second;

	if (is_updating())
		return -EAGAIN;
	time.second = rtc_read_register(REGISTER_SECOND);
	if (is_updating())
		return -EAGAIN;
	second = rtc_decode(time, rtc_read_register(REGISTER_B) | RTC_FORMAT_24_HOURS);
	return second >= 0 ? second : -EIO;
}

static void wait_for_update(void)
{
	uint64_t limit_tsc = clock_after_us(UPDATE_LIMIT_US);

	while (is_updating() && !clock_is_past(limit_tsc))
		cpu_relax();
}

/* The second of the day. Returns -EAGAIN if an update began meanwhile, because the numbers change
 * one after the other. */
static int32_t read_once(void)
{
	struct rtc_time time = {
		.hour = rtc_read_register(REGISTER_HOUR),
		.minute = rtc_read_register(REGISTER_MINUTE),
		.second = rtc_read_register(REGISTER_SECOND),
	};

	return is_updating() ? -EAGAIN : rtc_decode(time, rtc_read_register(REGISTER_B));
}

/* Read the time of day. Two readings must be equal, because this CPU may be delayed until an update
 * has ended. */
int32_t rtc_read(void)
{
	for (unsigned try = 0; try < READ_TRIES; try++) {
		int32_t first;

		wait_for_update();
		first = read_once();
		if (first >= 0 && read_once() == first)
			return first;
	}
	return -EIO;
}

/* Read the date. It does not change while the time of day, which is read before and after it, does
 * not. */
bool rtc_read_date(struct utc_time *time)
{
	const struct acpi_fadt *fadt = acpi_fadt();
	uint8_t century = fadt != NULL ? fadt->rtc_century : 0;

	for (unsigned try = 0; try < READ_TRIES; try++) {
		int32_t second = rtc_read();
		struct rtc_date date = {
			.day = rtc_read_register(REGISTER_DAY),
			.month = rtc_read_register(REGISTER_MONTH),
			.year = rtc_read_register(REGISTER_YEAR),
			.century = century != 0 ? rtc_read_register(century) : -1,
		};

		if (second < 0 || read_once() != second)
			continue;
		*time = rtc_decode_date(date, rtc_read_register(REGISTER_B), (uint32_t)second);
		return true;
	}
	return false;
}

static void interrupts_on_for(uint8_t causes)
{
	rtc_acknowledge();
	rtc_write_register(REGISTER_B, rtc_read_register(REGISTER_B) | causes);
}

/* Let the alarm match any day, by a 0 in the register, because firmware may have left a date there.
 * If there is no such register, does nothing. */
static void match_any_day(uint8_t number)
{
	if (number != 0)
		rtc_write_register(number, 0);
}

void rtc_alarm_on(uint32_t second_of_day)
{
	const struct acpi_fadt *fadt = acpi_fadt();
	struct rtc_time time = rtc_encode(second_of_day, rtc_read_register(REGISTER_B));

	if (fadt != NULL) {
		match_any_day(fadt->rtc_day_alarm);
		match_any_day(fadt->rtc_month_alarm);
	}
	rtc_write_register(REGISTER_SECOND_ALARM, time.second);
	rtc_write_register(REGISTER_MINUTE_ALARM, time.minute);
	rtc_write_register(REGISTER_HOUR_ALARM, time.hour);
	interrupts_on_for(B_ALARM_INTERRUPT);
}

void rtc_periodic_on(enum rtc_rate rate)
{
	uint8_t a = rtc_read_register(REGISTER_A);

	rtc_write_register(REGISTER_A, (uint8_t)((a & ~A_RATE_MASK) | rate));
	interrupts_on_for(B_PERIODIC_INTERRUPT);
}

void rtc_periodic_off(void)
{
	rtc_write_register(REGISTER_B, rtc_read_register(REGISTER_B) & ~B_PERIODIC_INTERRUPT);
	rtc_acknowledge();
}

bool rtc_periodic_came(void)
{
	return (rtc_read_register(REGISTER_C) & RTC_CAUSE_PERIODIC) != 0;
}

bool rtc_periodic_wait(uint64_t *unseen_tsc)
{
	uint64_t limit_tsc = clock_after_us(PERIODIC_LIMIT_US), look_tsc;

	for (look_tsc = clock_read(); !clock_is_past(limit_tsc); look_tsc = clock_read()) {
		if (rtc_periodic_came())
			return true;
		*unseen_tsc = look_tsc;
	}
	return false;
}

uint16_t rtc_causes_port(void)
{
	outb(PORT_INDEX, REGISTER_C);
	return PORT_DATA;
}

void rtc_interrupts_off(void)
{
	rtc_write_register(REGISTER_B, rtc_read_register(REGISTER_B) & ~B_INTERRUPTS);
}

/* Acknowledge the interrupt. Leaves the index at register B, because an NMI may interrupt
 * rtc_interrupts_off between index and data, and that function accesses register B. An NMI may
 * interrupt no other function. */
bool rtc_acknowledge(void)
{
	uint8_t causes = rtc_read_register(REGISTER_C);

	outb(PORT_INDEX, REGISTER_B);
	return (causes & C_ALARM) != 0;
}

void rtc_init(void)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	if (fadt != NULL && !fadt->has_rtc)
		return;
	if (rtc_read_register(REGISTER_B) == ABSENT || rtc_read() < 0)
		return;
	rtc_interrupts_off();
	exists = true;
}

bool rtc_exists(void)
{
	return exists;
}
