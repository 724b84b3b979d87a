/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/dev/uart.h"

#include <stddef.h>
#include <stdint.h>

#include "kernel/core/console.h"
#include "kernel/machine/paging.h"
#include "kernel/riscv64/dev/parts.h"
#include "lib/cpu/pause.h"
#include "lib/text/errno.h"

/* Numbers of registers. */
enum {UART_DATA, UART_INTERRUPT_ENABLE, UART_FIFO_CONTROL, UART_LINE_CONTROL, UART_MODEM_CONTROL,
      UART_LINE_STATUS, UART_MODEM_STATUS, UART_SCRATCH, UART_REGISTERS};

#define INTERRUPT_HOLDING_EMPTY 0x02
#define LINE_8_BITS 0x03
#define FIFO_ENABLE 0x01
#define MODEM_READY 0x03                /* DTR and RTS */
#define STATUS_HOLDING_EMPTY 0x20
#define STATUS_ALL_EMPTY 0x40

/* A limit of reads. A character of a slow line takes some milliseconds, a read about a microsecond
 * or less. */
#define READS_MAX 100000000u

static struct {
	volatile uint8_t *registers;    /* NULL: none */
	uint32_t register_bytes;
	bool has_given_up;              /* the port accepted nothing within READS_MAX */
} uart;

/* The firmware's settings, which are read when the port is used first. The divisor latch is not
 * kept, because it is not changed. */
static struct {
	uint8_t interrupts, line, modem;
	bool is_kept;
} firmwares;

static uint8_t uart_read(unsigned number)
{
	return uart.registers[number * uart.register_bytes];
}

static void uart_write(unsigned number, uint8_t value)
{
	uart.registers[number * uart.register_bytes] = value;
}

static bool wait_for(uint8_t status)
{
	for (unsigned i = 0; i < READS_MAX; i++) {
		if ((uart_read(UART_LINE_STATUS) & status) != 0)
			return true;
		cpu_pause();
	}
	return false;
}

static void send(char c)
{
	if (uart.has_given_up && (uart_read(UART_LINE_STATUS) & STATUS_HOLDING_EMPTY) == 0)
		return;
	uart.has_given_up = !wait_for(STATUS_HOLDING_EMPTY);
	if (!uart.has_given_up)
		uart_write(UART_DATA, (uint8_t)c);
}

static void serial_write(const char *text, size_t length)
{
	if (uart.registers == NULL)
		return;
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			send('\r');
		send(text[i]);
	}
}

void serial_settle(void)
{
	uart.has_given_up = false;
}

void serial_drain(void)
{
	if (uart.registers != NULL && !uart.has_given_up)
		wait_for(STATUS_ALL_EMPTY);
}

static void set_up(uint8_t interrupts, uint8_t line, uint8_t modem)
{
	uart_write(UART_INTERRUPT_ENABLE, interrupts);
	uart_write(UART_LINE_CONTROL, line);
	uart_write(UART_FIFO_CONTROL, FIFO_ENABLE);
	uart_write(UART_MODEM_CONTROL, modem);
}

bool uart_init(void)
{
	static const struct console_sink sink = {.takes_records = true, .write = serial_write};

	if (parts()->serial_phys == 0)
		return false;
	uart.register_bytes = parts()->serial_register_bytes;
	uart.registers = paging_map_device(parts()->serial_phys,
					   UART_REGISTERS * uart.register_bytes);
	if (uart.registers == NULL)
		return false;
	if (!firmwares.is_kept) {
		firmwares.interrupts = uart_read(UART_INTERRUPT_ENABLE);
		firmwares.line = uart_read(UART_LINE_CONTROL);
		firmwares.modem = uart_read(UART_MODEM_CONTROL);
		firmwares.is_kept = true;
	}
	set_up(0, LINE_8_BITS, MODEM_READY);
	console_add(&sink);
	return true;
}

void uart_restore(void)
{
	serial_drain();
	if (uart.registers != NULL)
		set_up(firmwares.interrupts, firmwares.line, firmwares.modem);
}

void uart_set_up_again(void)
{
	if (uart.registers != NULL)
		set_up(0, LINE_8_BITS, MODEM_READY);
}

bool uart_raise_line(void)
{
	if (uart.registers != NULL)
		uart_write(UART_INTERRUPT_ENABLE, INTERRUPT_HOLDING_EMPTY);
	return uart.registers != NULL;
}

void uart_release_line(void)
{
	if (uart.registers != NULL)
		uart_write(UART_INTERRUPT_ENABLE, 0);
}

const volatile uint8_t *uart_scratch_register(void)
{
	return uart.registers != NULL ? &uart.registers[UART_SCRATCH * uart.register_bytes] : NULL;
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
