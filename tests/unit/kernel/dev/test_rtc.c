/* SPDX-License-Identifier: MIT */
/* The real-time clock's four formats. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/dev/rtc_format.h"
#include "lib/text/errno.h"

#define DECIMAL_12 0
#define DECIMAL_24 RTC_FORMAT_24_HOURS
#define BINARY_12 RTC_FORMAT_BINARY
#define BINARY_24 (RTC_FORMAT_BINARY | RTC_FORMAT_24_HOURS)

#define AT(hour, minute, second) (((hour) * 60 + (minute)) * 60 + (second))

TEST(known_times_are_read_in_each_format)
{
	static const struct {
		struct rtc_time time;
		uint8_t format;
		int32_t second_of_day;
	} known[] = {
		{{0x23, 0x59, 0x58}, DECIMAL_24, AT(23, 59, 58)},
		{{23, 59, 58}, BINARY_24, AT(23, 59, 58)},
		{{0x12, 0x00, 0x00}, DECIMAL_12, AT(0, 0, 0)},
		{{0x92, 0x30, 0x00}, DECIMAL_12, AT(12, 30, 0)},
		{{0x91, 0x05, 0x09}, DECIMAL_12, AT(23, 5, 9)},
		{{0x8b, 5, 9}, BINARY_12, AT(23, 5, 9)},
		{{1, 0, 0}, BINARY_12, AT(1, 0, 0)},
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		struct rtc_time again = rtc_encode((uint32_t)known[i].second_of_day,
						   known[i].format);

		assert_int_equal(rtc_decode(known[i].time, known[i].format),
				 known[i].second_of_day);
		assert_int_equal(again.hour, known[i].time.hour);
		assert_int_equal(again.minute, known[i].time.minute);
		assert_int_equal(again.second, known[i].time.second);
	}
}

TEST(every_second_of_the_day_is_read_in_each_format)
{
	static const uint8_t formats[] = {DECIMAL_12, DECIMAL_24, BINARY_12, BINARY_24};

	for (size_t i = 0; i < sizeof(formats); i++) {
		for (uint32_t second = 0; second < RTC_DAY_SECONDS; second++)
			assert_int_equal(rtc_decode(rtc_encode(second, formats[i]), formats[i]),
					 second);
	}
}

TEST(invalid_time_is_rejected)
{
	assert_int_equal(rtc_decode((struct rtc_time){0x24, 0, 0}, DECIMAL_24), -EINVAL);
	assert_int_equal(rtc_decode((struct rtc_time){0, 0x60, 0}, DECIMAL_24), -EINVAL);
	assert_int_equal(rtc_decode((struct rtc_time){0, 0, 0x0a}, DECIMAL_24), -EINVAL);
	assert_int_equal(rtc_decode((struct rtc_time){0, 0, 0xff}, DECIMAL_24), -EINVAL);
	assert_int_equal(rtc_decode((struct rtc_time){0, 0, 60}, BINARY_24), -EINVAL);
	assert_int_equal(rtc_decode((struct rtc_time){0, 0, 0}, BINARY_12), -EINVAL);
	assert_int_equal(rtc_decode((struct rtc_time){0x13, 0, 0}, DECIMAL_12), -EINVAL);
}

TEST(date_is_read_with_and_without_a_century)
{
	static const struct {
		struct rtc_date date;
		uint8_t format;
		uint32_t year;
	} known[] = {
		{{0x27, 0x11, 0x26, 0x20}, DECIMAL_24, 2026},
		{{0x27, 0x11, 0x26, -1}, DECIMAL_24, 2026},
		{{27, 11, 26, 20}, BINARY_24, 2026},
		{{0x27, 0x11, 0x99, 0x19}, DECIMAL_12, 1999},
		{{0x27, 0x11, 0x26, 0xff}, DECIMAL_24, 2026},   /* not a register of the clock */
	};

	for (size_t i = 0; i < COUNT(known); i++) {
		struct utc_time time = rtc_decode_date(known[i].date, known[i].format,
						       AT(21, 5, 9));

		assert_int_equal(time.year, known[i].year);
		assert_int_equal(time.month, 11);
		assert_int_equal(time.day, 27);
		assert_int_equal(time.hour, 21);
		assert_int_equal(time.minute, 5);
		assert_int_equal(time.second, 9);
	}
}

TEST(date_of_other_digits_is_no_time)
{
	const struct utc_time time = rtc_decode_date((struct rtc_date){0x3f, 0xff, 0xaa, -1},
						     DECIMAL_24, 0);

	assert_false(utc_time_is_valid(&time));
}
