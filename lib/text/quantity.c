/* SPDX-License-Identifier: MIT */
/* The kernel has no floating point, so numbers are thousandths. */
#include "lib/text/quantity.h"

#include "lib/text/fmt.h"
#include "lib/text/ticks.h"

#define THOUSANDTHS 1000
#define HUNDREDTHS_MAX 10000            /* below 100, numbers have two decimals */
#define TENTHS_MAX 100000               /* below 10000, numbers have one decimal */
#define RATE_BYTES_MAX (UINT64_MAX / 1000000)

static uint64_t hz;
static const char *tick_name = "tick";

void quantity_begin(uint64_t tsc_hz, const char *tick)
{
	hz = tsc_hz;
	tick_name = tick;
}

uint64_t quantity_of_one(uint64_t ticks, uint64_t operations)
{
	return ticks / operations * THOUSANDTHS + ticks % operations * THOUSANDTHS / operations;
}

/* Thousandths of a nanosecond. */
static uint64_t thousandths_ns(uint64_t thousandths)
{
	if (thousandths / hz > UINT64_MAX / NS_PER_SECOND - 1)
		return UINT64_MAX;
	return ticks_to_ns(thousandths, hz);
}

static uint64_t rounded(uint64_t number, uint64_t by)
{
	return number / by + (number % by >= by / 2);
}

void quantity_number(uint64_t thousandths, char text[QUANTITY_CHARS])
{
	uint64_t hundredths = rounded(thousandths, 10), tenths = rounded(thousandths, 100);

	if (thousandths % THOUSANDTHS == 0 || tenths >= TENTHS_MAX)
		fmt_buffer(text, QUANTITY_CHARS, "%lu", rounded(thousandths, THOUSANDTHS));
	else if (hundredths < HUNDREDTHS_MAX)
		fmt_buffer(text, QUANTITY_CHARS, "%lu.%02lu", hundredths / 100, hundredths % 100);
	else
		fmt_buffer(text, QUANTITY_CHARS, "%lu.%lu", tenths / 10, tenths % 10);
}

/* The unit is a prefix, the name of a tick, and a suffix. */
static void quantity_in_ticks(uint64_t thousandths, const char *prefix, const char *suffix,
			      char text[QUANTITY_CHARS])
{
	char number[QUANTITY_CHARS];

	quantity_number(thousandths, number);
	fmt_buffer(text, QUANTITY_CHARS, "%s %s%s%s", number, prefix, tick_name, suffix);
}

static void quantity_with_unit(uint64_t thousandths, const char *unit, char text[QUANTITY_CHARS])
{
	char number[QUANTITY_CHARS];

	quantity_number(thousandths, number);
	fmt_buffer(text, QUANTITY_CHARS, "%s %s", number, unit);
}

void quantity_time(uint64_t thousandths, char text[QUANTITY_CHARS])
{
	if (hz == 0)
		quantity_in_ticks(thousandths, "", "s", text);
	else
		quantity_with_unit(thousandths_ns(thousandths), "ns", text);
}

void quantity_time_number(uint64_t thousandths, char text[QUANTITY_CHARS])
{
	quantity_number(hz == 0 ? thousandths : thousandths_ns(thousandths), text);
}

/* A byte per nanosecond is a GB/s. */
void quantity_rate(uint64_t bytes, uint64_t thousandths, char text[QUANTITY_CHARS])
{
	uint64_t time = hz == 0 ? thousandths : thousandths_ns(thousandths);

	if (time == 0 || bytes > RATE_BYTES_MAX)
		fmt_buffer(text, QUANTITY_CHARS, "unknown");
	else if (hz == 0)
		quantity_in_ticks(bytes * THOUSANDTHS * THOUSANDTHS / time, "bytes per ", "", text);
	else
		quantity_with_unit(bytes * THOUSANDTHS * THOUSANDTHS / time, "GB/s", text);
}

void quantity_size(uint64_t bytes, char text[QUANTITY_CHARS])
{
	static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
	size_t unit = 0;

	while (unit + 1 < sizeof(units) / sizeof(units[0]) && bytes >= 1024 && bytes % 1024 == 0) {
		bytes /= 1024;
		unit++;
	}
	fmt_buffer(text, QUANTITY_CHARS, "%lu %s", bytes, units[unit]);
}
