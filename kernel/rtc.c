/* The MC146818 and what chipsets have made of it. Motorola MC146818A data sheet, "Address Map" and
 * "Registers"; Intel ICH9 data sheet, "Real Time Clock". */
#include "kernel/rtc.h"

#include <stddef.h>

#include "kernel/acpi.h"
#include "kernel/tsc.h"
#include "lib/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"

/* Bit 7 of the index port masks NMIs: it stays 0. */
#define PORT_INDEX 0x70
#define PORT_DATA 0x71

enum {
	REGISTER_SECOND = 0x00,
	REGISTER_SECOND_ALARM = 0x01,
	REGISTER_MINUTE = 0x02,
	REGISTER_MINUTE_ALARM = 0x03,
	REGISTER_HOUR = 0x04,
	REGISTER_HOUR_ALARM = 0x05,
	REGISTER_A = 0x0a,
	REGISTER_B = 0x0b,
	REGISTER_C = 0x0c,
};

#define A_UPDATING (1u << 7)
#define A_RATE_MASK 0x0fu
#define A_RATE_1024_HZ 6u
#define B_24_HOURS (1u << 1)
#define B_BINARY (1u << 2)
#define B_UPDATE_INTERRUPT (1u << 4)
#define B_ALARM_INTERRUPT (1u << 5)
#define B_PERIODIC_INTERRUPT (1u << 6)
#define B_INTERRUPTS (B_UPDATE_INTERRUPT | B_ALARM_INTERRUPT | B_PERIODIC_INTERRUPT)
#define C_ALARM (1u << 5)
#define HOUR_PM (1u << 7)

#define UPDATE_LIMIT_US 5000            /* an update takes 2 ms */
#define READ_TRIES 4
#define ABSENT 0xffu                    /* what a port without a device reads as */

static uint8_t read_register(uint8_t number)
{
	outb(PORT_INDEX, number);
	return inb(PORT_DATA);
}

static void write_register(uint8_t number, uint8_t value)
{
	outb(PORT_INDEX, number);
	outb(PORT_DATA, value);
}

/* ---- Numbers as the clock holds them: the format is firmware's choice and stays ---- */

static uint8_t decode(uint8_t value, uint8_t format)
{
	return (format & B_BINARY) != 0 ? value : (uint8_t)((value >> 4) * 10 + (value & 15));
}

static uint8_t encode(uint8_t value, uint8_t format)
{
	return (format & B_BINARY) != 0 ? value : (uint8_t)(value / 10 << 4 | value % 10);
}

static uint8_t decode_hour(uint8_t value, uint8_t format)
{
	if ((format & B_24_HOURS) != 0)
		return decode(value, format);
	return (uint8_t)(decode(value & ~HOUR_PM, format) % 12 + ((value & HOUR_PM) != 0 ? 12 : 0));
}

static uint8_t encode_hour(uint8_t hour, uint8_t format)
{
	if ((format & B_24_HOURS) != 0)
		return encode(hour, format);
	return (uint8_t)(encode((uint8_t)((hour + 11) % 12 + 1), format) |
			 (hour >= 12 ? HOUR_PM : 0));
}

static void wait_for_update(void)
{
	uint64_t limit_tsc = tsc_after_us(UPDATE_LIMIT_US);

	while ((read_register(REGISTER_A) & A_UPDATING) != 0 && !tsc_is_past(limit_tsc))
		cpu_relax();
}

static int32_t read_once(void)
{
	uint8_t format = read_register(REGISTER_B);
	uint8_t second = decode(read_register(REGISTER_SECOND), format);
	uint8_t minute = decode(read_register(REGISTER_MINUTE), format);
	uint8_t hour = decode_hour(read_register(REGISTER_HOUR), format);

	return second < 60 && minute < 60 && hour < 24 ? (hour * 60 + minute) * 60 + second : -EIO;
}

/* Two equal readings: an update may begin after the wait if this CPU is held up. */
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

static void interrupts_on_for(uint8_t causes)
{
	rtc_acknowledge();
	write_register(REGISTER_B, read_register(REGISTER_B) | causes);
}

void rtc_alarm_on(uint32_t second_of_day)
{
	uint8_t format = read_register(REGISTER_B);

	write_register(REGISTER_SECOND_ALARM, encode(second_of_day % 60, format));
	write_register(REGISTER_MINUTE_ALARM, encode(second_of_day / 60 % 60, format));
	write_register(REGISTER_HOUR_ALARM, encode_hour((uint8_t)(second_of_day / 3600), format));
	interrupts_on_for(B_ALARM_INTERRUPT);
}

void rtc_periodic_on(void)
{
	uint8_t a = read_register(REGISTER_A);

	write_register(REGISTER_A, (uint8_t)((a & ~A_RATE_MASK) | A_RATE_1024_HZ));
	interrupts_on_for(B_PERIODIC_INTERRUPT);
}

void rtc_interrupts_off(void)
{
	write_register(REGISTER_B, read_register(REGISTER_B) & ~B_INTERRUPTS);
}

/* Leaves the index at register B: an NMI may have come between an access's index and its data, and
 * rtc_interrupts_off, the only one it can come in, accesses that. */
bool rtc_acknowledge(void)
{
	uint8_t causes = read_register(REGISTER_C);

	outb(PORT_INDEX, REGISTER_B);
	return (causes & C_ALARM) != 0;
}

bool rtc_init(void)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	if (fadt != NULL && !fadt->has_rtc)
		return false;
	if (read_register(REGISTER_B) == ABSENT || rtc_read() < 0)
		return false;
	rtc_interrupts_off();
	return true;
}
