/* SPDX-License-Identifier: MIT */
#include "kernel/x86/dev/uart.h"

#include "lib/x86/control.h"

#define FIFO_CONTROL 2
#define LINE_CONTROL 3
#define DIVISOR_LOW 0
#define DIVISOR_HIGH 1

#define FIFO_ENABLE_AND_CLEAR 0x07
#define IDENTIFICATION_FIFO 0xc0        /* if both bits are set, FIFOs exist, work, and are
					 * enabled */
#define LINE_8N1 0x03
#define LINE_DIVISOR_ACCESS 0x80

#define CLOCK_HZ 1843200u               /* "Baud Generator": a PC's crystal */
#define CLOCKS_A_BIT 16u
#define ABSENT 0xff                     /* an absent port reads as all ones */
#define LOOPBACK_BYTE 0x5a

static struct {
	unsigned count;
	struct uart_memory uarts[UART_MEMORY_MAX];
} memory_uarts;

/* ---- Registers in memory ---- */

/* Offsets, and bits of the flag register. */
#define PL011_DATA 0x00
#define PL011_FLAGS 0x18
#define PL011_BUSY 0x08
#define PL011_RECEIVE_EMPTY 0x10
#define PL011_TRANSMIT_FULL 0x20
#define PL011_TRANSMIT_EMPTY 0x80

uint32_t uart_add_memory(const struct uart_memory *memory)
{
	if (memory_uarts.count == UART_MEMORY_MAX)
		return 0;
	memory_uarts.uarts[memory_uarts.count] = *memory;
	return UART_MEMORY_FIRST + memory_uarts.count++;
}

static const struct uart_memory *memory_of(uint32_t port)
{
	return &memory_uarts.uarts[port - UART_MEMORY_FIRST];
}

static bool is_pl011(uint32_t port)
{
	return port >= UART_MEMORY_FIRST && memory_of(port)->is_pl011;
}

static uint32_t read_register(const struct uart_memory *uart, unsigned at)
{
	volatile uint8_t *place = uart->registers + at;

	if (uart->access_bytes == 4)
		return *(volatile uint32_t *)place;
	return uart->access_bytes == 2 ? *(volatile uint16_t *)place : *place;
}

static void write_register(const struct uart_memory *uart, unsigned at, uint8_t value)
{
	volatile uint8_t *place = uart->registers + at;

	if (uart->access_bytes == 4)
		*(volatile uint32_t *)place = value;
	else if (uart->access_bytes == 2)
		*(volatile uint16_t *)place = value;
	else
		*place = value;
}

/* The line status of a 16550. */
static uint8_t pl011_status(const struct uart_memory *uart)
{
	uint32_t flags = read_register(uart, PL011_FLAGS);
	uint8_t status = 0;

	if ((flags & PL011_TRANSMIT_FULL) != 0 && (flags & PL011_TRANSMIT_EMPTY) != 0)
		return ABSENT;          /* contradictory */
	if ((flags & PL011_RECEIVE_EMPTY) == 0)
		status |= UART_STATUS_DATA_READY;
	if ((flags & PL011_TRANSMIT_EMPTY) != 0)
		status |= UART_STATUS_HOLDING_EMPTY;
	if ((flags & (PL011_TRANSMIT_EMPTY | PL011_BUSY)) == PL011_TRANSMIT_EMPTY)
		status |= UART_STATUS_TRANSMITTER_EMPTY;
	return status;
}

uint8_t uart_read_memory(uint32_t port, unsigned offset)
{
	const struct uart_memory *uart = memory_of(port);

	if (!uart->is_pl011)
		return (uint8_t)read_register(uart, offset * uart->register_bytes);
	if (offset == UART_DATA)
		return (uint8_t)read_register(uart, PL011_DATA);
	return offset == UART_LINE_STATUS ? pl011_status(uart) : 0;
}

void uart_write_memory(uint32_t port, unsigned offset, uint8_t value)
{
	const struct uart_memory *uart = memory_of(port);

	if (!uart->is_pl011)
		write_register(uart, offset * uart->register_bytes, value);
	else if (offset == UART_DATA)
		write_register(uart, PL011_DATA, value);
}

/* ---- A UART ---- */

bool uart_is_there(uint32_t port)
{
	return uart_read(port, UART_LINE_STATUS) != ABSENT;
}

bool uart_wait_status(uint32_t port, uint8_t bit, uint32_t looks)
{
	for (uint32_t i = 0; i < looks; i++) {
		if ((uart_read(port, UART_LINE_STATUS) & bit) != 0)
			return true;
		cpu_pause();
	}
	return false;
}

void uart_set_up(uint32_t port, uint32_t baud)
{
	uint32_t divisor = baud > 0 ? CLOCK_HZ / CLOCKS_A_BIT / baud : 0;

	uart_write(port, UART_INTERRUPT_ENABLE, 0);
	if (baud == 0) {
		uart_write(port, LINE_CONTROL, (uint8_t)(uart_read(port, LINE_CONTROL) &
							 ~LINE_DIVISOR_ACCESS));
		return;
	}
	if (divisor == 0)
		divisor = 1;
	uart_write(port, LINE_CONTROL, LINE_8N1 | LINE_DIVISOR_ACCESS);
	uart_write(port, DIVISOR_LOW, (uint8_t)divisor);
	uart_write(port, DIVISOR_HIGH, (uint8_t)(divisor >> 8));
	uart_write(port, LINE_CONTROL, LINE_8N1);
}

static bool has_fifo_on(uint32_t port)
{
	uint8_t identification = uart_read(port, UART_INTERRUPT_IDENTIFICATION);

	return (identification & IDENTIFICATION_FIFO) == IDENTIFICATION_FIFO;
}

/* Enable the FIFOs. The 8250 and 16450 have none, and those of the first 16550 do not work. */
unsigned uart_enable_fifo(uint32_t port)
{
	uart_write(port, FIFO_CONTROL, FIFO_ENABLE_AND_CLEAR);
	return has_fifo_on(port) ? UART_FIFO_BYTES : 1;
}

void uart_disable_fifo(uint32_t port)
{
	uart_write(port, FIFO_CONTROL, 0);
}

void uart_keep(uint32_t port, struct uart_settings *settings)
{
	settings->has_fifo_on = has_fifo_on(port);
	settings->interrupts = uart_read(port, UART_INTERRUPT_ENABLE);
	settings->control = uart_read(port, LINE_CONTROL);
	settings->modem = uart_read(port, UART_MODEM_CONTROL);
	uart_write(port, LINE_CONTROL, settings->control | LINE_DIVISOR_ACCESS);
	settings->divisor_low = uart_read(port, DIVISOR_LOW);
	settings->divisor_high = uart_read(port, DIVISOR_HIGH);
	uart_write(port, LINE_CONTROL, settings->control);
}

void uart_put_back(uint32_t port, const struct uart_settings *settings)
{
	uart_write(port, LINE_CONTROL, settings->control | LINE_DIVISOR_ACCESS);
	uart_write(port, DIVISOR_LOW, settings->divisor_low);
	uart_write(port, DIVISOR_HIGH, settings->divisor_high);
	uart_write(port, LINE_CONTROL, settings->control);
	uart_write(port, FIFO_CONTROL, settings->has_fifo_on ? FIFO_ENABLE_AND_CLEAR : 0);
	uart_write(port, UART_MODEM_CONTROL, settings->modem);
	uart_write(port, UART_INTERRUPT_ENABLE, settings->interrupts);
}

/* Whether a byte returns. Earlier received characters come first. If they filled the buffer, the
 * byte was lost and is sent again. */
static bool is_looped_back(uint32_t port, uint32_t polls)
{
	uart_write(port, UART_DATA, LOOPBACK_BYTE);
	while (polls-- > 0) {
		if ((uart_read(port, UART_LINE_STATUS) & UART_STATUS_DATA_READY) == 0) {
			cpu_pause();
			continue;
		}
		if (uart_read(port, UART_DATA) == LOOPBACK_BYTE)
			return true;
		if ((uart_read(port, UART_LINE_STATUS) & UART_STATUS_HOLDING_EMPTY) != 0)
			uart_write(port, UART_DATA, LOOPBACK_BYTE);
	}
	return false;
}

bool uart_loopback_works(uint32_t port, uint32_t polls_max)
{
	bool works;

	if (is_pl011(port))
		return uart_wait_status(port, UART_STATUS_HOLDING_EMPTY, polls_max);
	uart_write(port, UART_MODEM_CONTROL, UART_MODEM_LOOPBACK);
	works = is_looped_back(port, polls_max);
	uart_write(port, UART_MODEM_CONTROL, UART_MODEM_DTR_RTS_OUT2);
	return works;
}

/* IBM PC AT Technical Reference, "Serial/Parallel Adapter"; COM3 and COM4 share the interrupts of
 * COM1 and COM2. */
int uart_irq(uint32_t port)
{
	switch (port) {
	case 0x3f8:
	case 0x3e8:
		return 4;
	case 0x2f8:
	case 0x2e8:
		return 3;
	default:
		return -1;
	}
}
