/* SPDX-License-Identifier: MIT */
/* The real-time clock on a model of its registers. During an update they change one after the
 * other, and the CPU may be stopped at any access, for any time. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#define LIB_X86_IO_H
#define LIB_X86_TSC_H

static uint8_t inb(uint16_t port);
static void outb(uint16_t port, uint8_t value);
static uint64_t clock_read(void);

#include "kernel/x86/dev/rtc.c"

#define SECOND 400u             /* in accesses */
#define UPDATING_FROM 350u      /* the bit is set before the update itself begins */
#define UPDATE_FROM 360u
#define LIMIT_ACCESSES 200u     /* of the wait for an update's end */
#define START (86400u - 2)      /* seconds: hour, minute and second change at midnight */
#define DATE_BEFORE 0x28
#define DATE_AFTER 0x29

static struct {
	uint64_t time;                  /* in accesses */
	uint64_t stop_at, stop_for;     /* the CPU is stopped before this access */
	uint64_t accesses;
	uint8_t index;
} machine;

static struct acpi_fadt fadt = {.has_rtc = true};

const struct acpi_fadt *acpi_fadt(void)
{
	return &fadt;
}

static uint64_t clock_read(void)
{
	return machine.time;
}

uint64_t clock_after_us(uint64_t us)
{
	(void)us;
	return machine.time + LIMIT_ACCESSES;
}

bool clock_is_past(uint64_t deadline_tsc)
{
	return machine.time >= deadline_tsc;
}

static void pass(void)
{
	if (machine.accesses++ == machine.stop_at)
		machine.time += machine.stop_for;
	machine.time++;
}

static uint8_t decimal(uint64_t number)
{
	return (uint8_t)(number / 10 << 4 | number % 10);
}

/* The register's value: of the next second, if the update has reached it. Second, minute, hour and
 * date change in this order, a quarter of the update each. */
static uint8_t value_of(uint8_t number, unsigned order)
{
	uint64_t phase = machine.time % SECOND;
	uint64_t second = machine.time / SECOND;
	uint64_t of_day;

	if (phase >= UPDATE_FROM + order * (SECOND - UPDATE_FROM) / 4)
		second++;
	of_day = second % RTC_DAY_SECONDS;
	switch (number) {
	case REGISTER_SECOND:
		return decimal(of_day % 60);
	case REGISTER_MINUTE:
		return decimal(of_day / 60 % 60);
	case REGISTER_HOUR:
		return decimal(of_day / 3600);
	default:
		return second < RTC_DAY_SECONDS ? DATE_BEFORE : DATE_AFTER;
	}
}

static uint8_t inb(uint16_t port)
{
	assert_int_equal(port, PORT_DATA);
	pass();
	switch (machine.index) {
	case REGISTER_A:
		return machine.time % SECOND >= UPDATING_FROM ? A_UPDATING : 0;
	case REGISTER_B:
		return RTC_FORMAT_24_HOURS;
	case REGISTER_SECOND:
		return value_of(machine.index, 0);
	case REGISTER_MINUTE:
		return value_of(machine.index, 1);
	case REGISTER_HOUR:
		return value_of(machine.index, 2);
	case REGISTER_DAY:
		return value_of(machine.index, 3);
	case REGISTER_MONTH:
		return 0x02;
	case REGISTER_YEAR:
		return 0x26;
	default:
		fail_msg("register %#x", machine.index);
		return 0;
	}
}

static void outb(uint16_t port, uint8_t value)
{
	assert_int_equal(port, PORT_INDEX);
	assert_int_equal(value & 0x80, 0);      /* NMIs stay enabled */
	pass();
	machine.index = value;
}

/* Whether a second of the day was the time at some point of an interval. */
static bool was_time(int64_t second, uint64_t begin, uint64_t end)
{
	for (uint64_t at = begin / SECOND; at <= end / SECOND; at++) {
		if ((int64_t)(at % RTC_DAY_SECONDS) == second)
			return true;
	}
	return false;
}

/* Every phase of the seconds around midnight, with a stop of every length at every access. */
static void with_each_stop(void (*check)(uint64_t begin))
{
	static const uint64_t lengths[] = {0, 8, 15, 30, 45, 60, 200, 390};

	for (uint64_t phase = 0; phase < 2 * SECOND; phase += 3) {
		for (size_t i = 0; i < COUNT(lengths); i++) {
			for (uint64_t at = 0; at < 40; at++) {
				machine.time = (uint64_t)START * SECOND + phase;
				machine.accesses = 0;
				machine.stop_at = at;
				machine.stop_for = lengths[i];
				check(machine.time);
			}
		}
	}
}

static void check_time(uint64_t begin)
{
	int32_t second = rtc_read();

	assert_true(second >= 0);
	assert_true(was_time(second, begin, machine.time));
}

TEST(time_is_one_that_the_clock_had_during_the_read)
{
	with_each_stop(check_time);
}

static void check_second(uint64_t begin)
{
	int second = rtc_read_second();

	if (second == -EAGAIN)
		return;
	assert_true(second == (int)(begin / SECOND % 60) ||
		    second == (int)(machine.time / SECOND % 60));
}

TEST(second_is_not_read_during_an_update)
{
	with_each_stop(check_second);
}

static void check_date(uint64_t begin)
{
	struct utc_time time;
	int64_t second;

	assert_true(rtc_read_date(&time));
	second = (time.hour * 60 + time.minute) * 60 + time.second;
	assert_true(was_time(second, begin, machine.time));
	assert_int_equal(time.day, second > (int64_t)RTC_DAY_SECONDS / 2 ? 28 : 29);
}

TEST(date_belongs_to_the_time)
{
	with_each_stop(check_date);
}

TEST(rate_is_that_of_its_name)
{
	assert_int_equal(rtc_rate_hz(RTC_8192_HZ), 8192);
	assert_int_equal(rtc_rate_hz(RTC_1024_HZ), 1024);
}
