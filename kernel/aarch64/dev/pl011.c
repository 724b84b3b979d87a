/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/dev/pl011.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/aarch64/dev/parts.h"
#include "kernel/core/console.h"
#include "kernel/machine/paging.h"
#include "lib/cpu/pause.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define PL011_BYTES 0x1000

/* Offsets. */
#define UARTDR 0x00
#define UARTFR 0x18
#define UARTLCR_H 0x2c
#define UARTCR 0x30
#define UARTIMSC 0x38

#define FLAG_BUSY (1u << 3)
#define FLAG_TRANSMIT_FULL (1u << 5)
#define LINE_8_BITS_FIFO 0x70
#define CONTROL_ENABLE 0x301            /* bits to enable UART, transmitter and receiver */

/* A limit of reads. A character of a slow line takes some milliseconds, a read about a microsecond
 * or less. */
#define READS_MAX 100000000u

static volatile uint32_t *registers;
static bool has_given_up;               /* the port accepted nothing within READS_MAX */

static struct {
	bool is_kept;
	uint32_t control, interrupts, line;
} firmwares;

static uint32_t pl011_read(unsigned offset)
{
	return registers[offset / 4];
}

static void pl011_write(unsigned offset, uint32_t value)
{
	registers[offset / 4] = value;
}

static bool wait_while(uint32_t flag)
{
	for (unsigned i = 0; i < READS_MAX; i++) {
		if ((pl011_read(UARTFR) & flag) == 0)
			return true;
		cpu_pause();
	}
	return false;
}

static void send(char c)
{
	if (has_given_up && (pl011_read(UARTFR) & FLAG_TRANSMIT_FULL) != 0)
		return;
	has_given_up = !wait_while(FLAG_TRANSMIT_FULL);
	if (!has_given_up)
		pl011_write(UARTDR, (uint8_t)c);
}

static void serial_write(const char *text, size_t length)
{
	if (registers == NULL)
		return;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			send('\r');
		send(text[i]);
	}
}

void serial_settle(void)
{
	has_given_up = false;
}

void serial_drain(void)
{
	if (registers != NULL && !has_given_up)
		wait_while(FLAG_BUSY);
}

/* Set up the port, which is disabled meanwhile, because the line's settings may change only
 * then. */
static void set_up(uint32_t control, uint32_t interrupts, uint32_t line)
{
	pl011_write(UARTCR, 0);
	pl011_write(UARTIMSC, interrupts);
	pl011_write(UARTLCR_H, line);
	pl011_write(UARTCR, control);
}

bool pl011_init(void)
{
	static const struct console_sink sink = {.takes_records = true, .write = serial_write};

	if (parts()->serial_phys == 0)
		return false;
	registers = paging_map_device(parts()->serial_phys, PL011_BYTES);
	if (registers == NULL)
		return false;
	if (!firmwares.is_kept) {
		firmwares.control = pl011_read(UARTCR);
		firmwares.interrupts = pl011_read(UARTIMSC);
		firmwares.line = pl011_read(UARTLCR_H);
		firmwares.is_kept = true;
	}
	set_up(CONTROL_ENABLE, 0, LINE_8_BITS_FIFO);
	console_add(&sink);
	return true;
}

void pl011_restore(void)
{
	serial_drain();
	if (registers != NULL)
		set_up(firmwares.control, firmwares.interrupts, firmwares.line);
}

void pl011_set_up_again(void)
{
	if (registers != NULL)
		set_up(CONTROL_ENABLE, 0, LINE_8_BITS_FIFO);
}

const volatile uint32_t *pl011_flag_register(void)
{
	return registers != NULL ? &registers[UARTFR / 4] : NULL;
}

/* ---- Command line ---- */

struct serial_choice serial_default(void)
{
	return (struct serial_choice){.baud = SERIAL_DEFAULT_BAUD};
}

/* Firmware names the port, so there is no name to parse. */
int serial_parse(char *text, struct serial_choice *choice)
{
	(void)text;
	(void)choice;
	return -EINVAL;
}
