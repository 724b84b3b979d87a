/* SPDX-License-Identifier: MIT */
/* The counters that the TSC is held against, on models of their devices. Functions replace those of
 * lib/x86/io.h, so the drivers are compiled into this file. Time passes with each access, so the
 * bytes of a count that is not latched are of different counts. */
#include "tests/unit/unit.h"

#include <stdbool.h>

#define LIB_X86_IO_H

static uint8_t inb(uint16_t port);
static void outb(uint16_t port, uint8_t value);
static uint32_t inl(uint16_t port);

#include "kernel/x86/dev/hpet.c"
#include "kernel/x86/dev/pit.c"
#include "kernel/x86/dev/pm_timer.c"

#define CHANNELS 3
#define CLOCKS_PER_ACCESS 3
#define PM_TIMER_PORT 0x608

/* ---- What the drivers need ---- */

static uint32_t hpet_registers[ACPI_HPET_BYTES / 4];
static struct acpi_hpet hpet_table = {.phys = 0xfed00000};
static struct acpi_fadt fadt = {.pm_timer_port = PM_TIMER_PORT};
static enum time_base time_base;
static bool is_running;
static unsigned warnings;

bool counter_is_running(const struct counter *counter)
{
	assert_non_null(counter->read);
	return is_running;
}

const struct acpi_hpet *acpi_hpet(void)
{
	return &hpet_table;
}

const struct acpi_fadt *acpi_fadt(void)
{
	return &fadt;
}

volatile void *firmware_map_device(const char *device, uint64_t phys, size_t size_bytes)
{
	assert_string_equal(device, "hpet");
	assert_int_equal(phys, hpet_table.phys);
	assert_true(size_bytes <= sizeof(hpet_registers));
	return hpet_registers;
}

int ioapic_route_pin(uint32_t pin, uint8_t vector, uint32_t apic_id)
{
	(void)pin;
	(void)vector;
	(void)apic_id;
	return 0;
}

int ioapic_mask_pin(uint32_t pin)
{
	(void)pin;
	return 0;
}

enum time_base time_base_unit(void)
{
	return time_base;
}

void warning(const char *source, const char *format, ...)
{
	(void)source;
	(void)format;
	warnings++;
}

/* ---- The ports ---- */

struct channel {
	uint64_t start_clocks;          /* when the count began */
	uint32_t reload;
	unsigned mode, bytes_written, bytes_read;
	bool is_counting, is_latched;
	uint16_t latch;
	uint8_t low;                    /* written first */
};

static struct {
	uint64_t clocks;                /* since power-on */
	struct channel channels[CHANNELS];
	uint8_t speaker;
	uint32_t pm_garbage;            /* above the 24 bits of the PM timer */
	unsigned pm_reads;
} machine;

static uint16_t count_of(const struct channel *channel)
{
	uint64_t passed = machine.clocks - channel->start_clocks;

	return (uint16_t)(channel->reload - passed % channel->reload);
}

static void command(uint8_t value)
{
	struct channel *channel = &machine.channels[value >> 6];

	assert_true(value >> 6 < CHANNELS);
	if ((value >> 4 & 3) == 0) {
		if (!channel->is_latched)
			channel->latch = count_of(channel);
		channel->is_latched = true;
		return;
	}
	assert_int_equal(value >> 4 & 3, 3);    /* low byte, then high byte */
	*channel = (struct channel){.mode = value >> 1 & 7};
}

static void load(struct channel *channel, uint8_t value)
{
	if (channel->bytes_written++ % 2 == 0) {
		channel->low = value;
		return;
	}
	channel->reload = (uint32_t)value << 8 | channel->low;
	if (channel->reload == 0)
		channel->reload = 0x10000;
	channel->start_clocks = machine.clocks;
	channel->is_counting = true;
}

static uint8_t take(struct channel *channel)
{
	uint16_t count = channel->is_latched ? channel->latch : count_of(channel);
	bool is_high = channel->bytes_read++ % 2 != 0;

	if (is_high)
		channel->is_latched = false;
	return (uint8_t)(is_high ? count >> 8 : count);
}

static void outb(uint16_t port, uint8_t value)
{
	machine.clocks += CLOCKS_PER_ACCESS;
	if (port == PORT_COMMAND)
		command(value);
	else if (port == PORT_SPEAKER)
		machine.speaker = value;
	else
		load(&machine.channels[port - PIT_PORT_CHANNEL_0], value);
}

static uint8_t inb(uint16_t port)
{
	machine.clocks += CLOCKS_PER_ACCESS;
	if (port == PORT_SPEAKER)
		return machine.speaker;
	assert_int_equal(port, PORT_CHANNEL_2);
	return take(&machine.channels[2]);
}

static uint32_t inl(uint16_t port)
{
	assert_int_equal(port, PM_TIMER_PORT);
	machine.clocks += CLOCKS_PER_ACCESS;
	machine.pm_reads++;
	return fadt.pm_timer_32_bits ? (uint32_t)machine.clocks
				     : ((uint32_t)machine.clocks & 0xffffff) | machine.pm_garbage;
}

static int power_on(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(hpet_registers, 0, sizeof(hpet_registers));
	memset(&pit, 0, sizeof(pit));
	memset(&hpet, 0, sizeof(hpet));
	memset(&pm_timer, 0, sizeof(pm_timer));
	fadt.pm_timer_32_bits = false;
	time_base = TIME_REAL;
	is_running = true;
	warnings = 0;
	return 0;
}

/* ---- The PIT ---- */

/* At every position of the count, so the low byte wraps between the bytes' reads at many. */
TEST_WITH(pit_count_is_one_that_the_counter_had_during_the_read, power_on, NULL)
{
	const struct counter *counter;

	pit_init();
	counter = pit_counter();
	assert_non_null(counter);
	assert_int_equal(counter->rate_hz, PIT_HZ);
	assert_int_equal(machine.speaker & 3, 1);
	for (unsigned position = 0; position < 3 * 0x10000; position++) {
		uint64_t start = machine.channels[2].start_clocks, before = machine.clocks - start;
		uint64_t count = counter->read(), passed = machine.clocks - start - before;

		assert_true(count <= counter->mask);
		assert_true(((count - before) & counter->mask) <= passed);
		assert_int_equal(machine.channels[2].bytes_read % 2, 0);
		assert_false(machine.channels[2].is_latched);
		machine.clocks = start + before + 1;
	}
}

TEST_WITH(pit_one_shot_begins_with_the_byte_that_is_returned, power_on, NULL)
{
	static const uint16_t counts[] = {1, 0xff, 0x100, 0x1234, 0xff00, 0xffff};

	pit_init();
	for (size_t i = 0; i < COUNT(counts); i++) {
		struct channel *channel = &machine.channels[0];
		uint8_t last = pit_one_shot_prepare(counts[i]);

		assert_false(channel->is_counting);
		assert_int_equal(channel->mode, 0);
		outb(PIT_PORT_CHANNEL_0, last);
		assert_true(channel->is_counting);
		assert_int_equal(channel->reload, counts[i]);
		assert_int_equal(channel->start_clocks, machine.clocks);
	}
}

TEST_WITH(pit_channel_0_ticks_only_where_instructions_are_counted, power_on, NULL)
{
	pit_init();
	assert_int_equal(machine.channels[0].mode, 0);
	time_base = TIME_INSTRUCTIONS;
	pit_release_channel_0();
	assert_int_equal(machine.channels[0].mode, 2);
	pit_take_channel_0();
	assert_int_equal(machine.channels[0].mode, 0);
	assert_int_equal(machine.channels[0].reload, 0x10000);
}

/* ---- The PM timer ---- */

/* Around the wrap of 24 bits. What a read has above them is undefined. */
TEST_WITH(pm_timer_is_read_once_and_cut_to_its_bits, power_on, NULL)
{
	const struct counter *counter;

	pm_timer_init();
	counter = pm_timer_counter();
	assert_non_null(counter);
	for (unsigned i = 0; i < 256; i++) {
		unsigned reads = machine.pm_reads;
		uint64_t first, second;

		machine.clocks = 0xffffff - 128 + i;
		machine.pm_garbage = i << 24;
		first = counter->read();
		machine.pm_garbage = ~i << 24;
		second = counter->read();
		assert_int_equal(machine.pm_reads, reads + 2);
		assert_true(first <= 0xffffff && second <= 0xffffff);
		assert_int_equal((second - first) & counter->mask, CLOCKS_PER_ACCESS);
	}
}

TEST_WITH(pm_timer_of_32_bits_is_read_whole, power_on, NULL)
{
	fadt.pm_timer_32_bits = true;
	pm_timer_init();
	machine.clocks = 0x12345678;
	assert_int_equal(pm_timer_counter()->read(), 0x12345678 + CLOCKS_PER_ACCESS);
	machine.clocks = UINT32_MAX - 1;
	assert_int_equal(pm_timer_counter()->read(), CLOCKS_PER_ACCESS - 2);
}

TEST_WITH(counter_that_stands_still_is_not_used, power_on, NULL)
{
	is_running = false;
	hpet_registers[HPET_CAPABILITIES / 4] = 1;
	hpet_registers[HPET_PERIOD_FS / 4] = PERIOD_FS_MAX;
	pit_init();
	pm_timer_init();
	hpet_init();
	assert_null(pit_counter());
	assert_null(pm_timer_counter());
	assert_int_equal(pm_timer_port(), 0);
	assert_null(hpet_counter());
	assert_null(hpet_counter_register());
	assert_int_equal(warnings, 2);
}

/* ---- The HPET ---- */

/* The upper half is never read: it may belong to another count. */
TEST_WITH(hpet_counts_in_its_lower_half_and_wraps_there, power_on, NULL)
{
	const struct counter *counter;

	hpet_registers[HPET_CAPABILITIES / 4] = 1;
	hpet_registers[HPET_PERIOD_FS / 4] = 10000000;
	hpet_init();
	counter = hpet_counter();
	assert_non_null(counter);
	assert_int_equal(counter->rate_hz, 100000000);
	hpet_registers[HPET_MAIN_COUNTER / 4] = UINT32_MAX;
	assert_int_equal(counter->read(), UINT32_MAX);
	hpet_registers[HPET_MAIN_COUNTER / 4] = 4;
	hpet_registers[HPET_MAIN_COUNTER / 4 + 1] = 0x77777777;
	assert_int_equal(counter->read(), 4);
	assert_int_equal((counter->read() - UINT32_MAX) & counter->mask, 5);
}

TEST_WITH(hpet_one_shot_is_that_far_ahead_of_the_counter, power_on, NULL)
{
	static const uint32_t counts[] = {0, 1000, UINT32_MAX - 10, UINT32_MAX};

	hpet_registers[HPET_CAPABILITIES / 4] = 1;
	hpet_registers[HPET_PERIOD_FS / 4] = 10000000;
	hpet_registers[HPET_TIMER_PINS(0) / 4] = 1u << 20;
	hpet_init();
	assert_int_equal(hpet_open(0x40, 0), 0);
	for (size_t i = 0; i < COUNT(counts); i++) {
		hpet_registers[HPET_MAIN_COUNTER / 4] = counts[i];
		hpet_one_shot(12345);
		assert_int_equal(hpet_registers[HPET_TIMER_COMPARATOR(0) / 4],
				 (uint32_t)(counts[i] + 12345));
	}
	assert_int_equal(hpet_registers[HPET_TIMER_CONFIGURATION(0) / 4] >> TIMER_PIN_SHIFT & 0x1f,
			 20);
}

/* A PC divides the frequency of one crystal, 315 / 22 MHz, by 12 and by 4. */
TEST(rates_of_the_timers_are_those_of_their_crystal)
{
	const uint64_t crystal_hz = 315000000 / 22;

	assert_int_equal(PIT_HZ, (crystal_hz + 6) / 12);
	assert_int_equal(PM_TIMER_HZ, (crystal_hz + 2) / 4);
}
