/* SPDX-License-Identifier: MIT */
/* The 8254. Channel 2 is polled, because it raises no interrupt. Port 61h controls its gate and
 * shows its output. Intel 8254 Programmable Interval Timer data sheet (231164), "Programming the
 * 8254"; Intel ICH9 data sheet, "NMI_SC—NMI Status and Control Register". */
#include "kernel/x86/dev/pit.h"

#include <stddef.h>

#include "kernel/dev/time_base.h"
#include "lib/x86/io.h"

#define PIT_COUNT_MASK 0xffffu

#define PORT_CHANNEL_2 0x42
#define PORT_COMMAND 0x43
#define PORT_SPEAKER 0x61

/* Control words: channel, access (low byte, then high byte), mode. */
#define CHANNEL_0_TERMINAL_COUNT 0x30   /* mode 0: one edge at the end of the count */
#define CHANNEL_0_RATE_GENERATOR 0x34   /* mode 2: counts down and reloads */
#define CHANNEL_2_RATE_GENERATOR 0xb4
#define CHANNEL_2_LATCH 0x80

#define SPEAKER_GATE_2 (1u << 0)
#define SPEAKER_DATA (1u << 1)

static struct {
	struct counter counter;
	bool is_running;
} pit;

static uint64_t read_channel_2(void)
{
	uint32_t low, high;

	outb(PORT_COMMAND, CHANNEL_2_LATCH);
	low = inb(PORT_CHANNEL_2);
	high = inb(PORT_CHANNEL_2);
	return -(high << 8 | low) & PIT_COUNT_MASK;
}

/* A count of 0 means 65536, the maximum: 55 ms. */
static void program_channel_0(uint8_t control)
{
	outb(PORT_COMMAND, control);
	outb(PIT_PORT_CHANNEL_0, 0);
	outb(PIT_PORT_CHANNEL_0, 0);
}

void pit_take_channel_0(void)
{
	program_channel_0(CHANNEL_0_TERMINAL_COUNT);
}

void pit_release_channel_0(void)
{
	program_channel_0(time_base_unit() == TIME_INSTRUCTIONS ? CHANNEL_0_RATE_GENERATOR
								: CHANNEL_0_TERMINAL_COUNT);
}

static void start_channel_2(void)
{
	outb(PORT_SPEAKER, (inb(PORT_SPEAKER) & ~SPEAKER_DATA) | SPEAKER_GATE_2);
	outb(PORT_COMMAND, CHANNEL_2_RATE_GENERATOR);
	outb(PORT_CHANNEL_2, 0);
	outb(PORT_CHANNEL_2, 0);
}

void pit_init(void)
{
	pit_release_channel_0();
	start_channel_2();
	pit.counter = (struct counter){
		.rate_hz = PIT_HZ,
		.mask = PIT_COUNT_MASK,
		.read = read_channel_2,
	};
	pit.is_running = counter_is_running(&pit.counter);
}

const struct counter *pit_counter(void)
{
	return pit.is_running ? &pit.counter : NULL;
}

/* The count starts when its high byte is written. */
uint8_t pit_one_shot_prepare(uint16_t count)
{
	outb(PORT_COMMAND, CHANNEL_0_TERMINAL_COUNT);
	outb(PIT_PORT_CHANNEL_0, (uint8_t)count);
	return (uint8_t)(count >> 8);
}
