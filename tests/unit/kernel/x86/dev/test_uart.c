/* SPDX-License-Identifier: MIT */
/* A simulated UART. Functions replace those of lib/x86/io.h, so the driver is compiled into this
 * file. */
#include "tests/unit/unit.h"

#include <string.h>

#define LIB_X86_IO_H

static uint8_t inb(uint16_t port);
static void outb(uint16_t port, uint8_t value);

#include "kernel/x86/dev/uart.c"

#define PORT 0x2f8
#define BYTES_MAX 64u
#define LOOKS 50u
#define PEER_BYTE 0x41

static struct {
	bool has_fifo, is_fifo_on, is_deaf;
	uint8_t interrupts, control, modem, divisor[2];
	uint8_t bytes[BYTES_MAX];       /* received */
	unsigned first, count, room;
	unsigned peer_sends;            /* bytes that arrive as soon as there is room */
	unsigned reads;
} uart;

static void receive(uint8_t byte)
{
	assert_true(uart.first + uart.count < BYTES_MAX);
	if (uart.count < uart.room)
		uart.bytes[uart.first + uart.count++] = byte;
}

static void let_peer_send(void)
{
	while (uart.peer_sends > 0 && uart.count < uart.room) {
		uart.peer_sends--;
		receive(PEER_BYTE);
	}
}

static uint8_t take(void)
{
	if (uart.count == 0)
		return 0;
	uart.count--;
	return uart.bytes[uart.first++];
}

static bool is_divisor(void)
{
	return (uart.control & LINE_DIVISOR_ACCESS) != 0;
}

static uint8_t inb(uint16_t port)
{
	switch (port - PORT) {
	case UART_DATA:
		return is_divisor() ? uart.divisor[0] : take();
	case UART_INTERRUPT_ENABLE:
		return is_divisor() ? uart.divisor[1] : uart.interrupts;
	case UART_INTERRUPT_IDENTIFICATION:
		return UART_IDENTIFICATION_NONE | (uart.is_fifo_on ? IDENTIFICATION_FIFO : 0);
	case LINE_CONTROL:
		return uart.control;
	case UART_MODEM_CONTROL:
		return uart.modem;
	default:
		uart.reads++;
		return UART_STATUS_HOLDING_EMPTY | (uart.count > 0 ? UART_STATUS_DATA_READY : 0);
	}
}

static void write_data(uint8_t value)
{
	if ((uart.modem & UART_MODEM_LOOPBACK) != 0 && !uart.is_deaf)
		receive(value);
}

static void outb(uint16_t port, uint8_t value)
{
	switch (port - PORT) {
	case UART_DATA:
		if (is_divisor())
			uart.divisor[0] = value;
		else
			write_data(value);
		return;
	case UART_INTERRUPT_ENABLE:
		*(is_divisor() ? &uart.divisor[1] : &uart.interrupts) = value;
		return;
	case FIFO_CONTROL:
		uart.is_fifo_on = uart.has_fifo && (value & 1) != 0;
		uart.room = uart.is_fifo_on ? UART_FIFO_BYTES : 1;
		uart.count = 0;
		let_peer_send();
		return;
	case LINE_CONTROL:
		uart.control = value;
		return;
	case UART_MODEM_CONTROL:
		uart.modem = value;
	}
}

static int reset(void **state)
{
	(void)state;
	memset(&uart, 0, sizeof(uart));
	uart.has_fifo = true;
	uart.room = 1;
	return 0;
}

/* ---- Loopback ---- */

TEST_WITH(loopback_byte_is_found, reset, NULL)
{
	assert_true(uart_loopback_works(PORT, LOOKS));
	assert_int_equal(uart.modem, UART_MODEM_DTR_RTS_OUT2);
}

TEST_WITH(bytes_from_a_peer_are_not_the_loopback_byte, reset, NULL)
{
	uart.peer_sends = 3;
	uart_enable_fifo(PORT);
	assert_int_equal(uart.count, 3);
	assert_true(uart_loopback_works(PORT, LOOKS));
}

TEST_WITH(byte_without_room_is_sent_again, reset, NULL)
{
	uart.peer_sends = UART_FIFO_BYTES;
	uart_enable_fifo(PORT);
	assert_true(uart_loopback_works(PORT, LOOKS));
}

TEST_WITH(port_that_loses_bytes_fails_after_a_limited_number_of_reads, reset, NULL)
{
	uart.is_deaf = true;
	uart.peer_sends = 3;
	uart_enable_fifo(PORT);
	assert_false(uart_loopback_works(PORT, LOOKS));
	assert_uint_in_range(uart.reads, 1, 2 * LOOKS);
	assert_int_equal(uart.modem, UART_MODEM_DTR_RTS_OUT2);
}

/* ---- Settings ---- */

static void use_for_a_while(void)
{
	struct uart_settings settings;

	uart_keep(PORT, &settings);
	uart_set_up(PORT, 9600);
	uart_disable_fifo(PORT);
	uart_write(PORT, UART_MODEM_CONTROL, UART_MODEM_LOOPBACK);
	uart_put_back(PORT, &settings);
}

TEST_WITH(port_settings_are_restored, reset, NULL)
{
	uart_set_up(PORT, 115200);
	uart_enable_fifo(PORT);
	uart.modem = UART_MODEM_DTR_RTS_OUT2;
	uart.interrupts = UART_INTERRUPT_RECEIVED;
	use_for_a_while();
	assert_int_equal(uart.divisor[0], 1);
	assert_int_equal(uart.divisor[1], 0);
	assert_int_equal(uart.control, LINE_8N1);
	assert_int_equal(uart.modem, UART_MODEM_DTR_RTS_OUT2);
	assert_int_equal(uart.interrupts, UART_INTERRUPT_RECEIVED);
	assert_true(uart.is_fifo_on);
}

TEST_WITH(disabled_fifos_stay_disabled, reset, NULL)
{
	use_for_a_while();
	assert_false(uart.is_fifo_on);
}

/* ---- Registers in memory ---- */

TEST(registers_in_memory_have_their_distance_and_width)
{
	static _Alignas(8) uint8_t memory[32];
	const struct uart_memory of_four = {memory, 4, 4, false};
	uint32_t port = uart_add_memory(&of_four);

	assert_true(port >= UART_MEMORY_FIRST);
	memset(memory, 0xee, sizeof(memory));
	memory[4 * UART_LINE_STATUS] = 0x61;
	assert_int_equal(uart_read(port, UART_LINE_STATUS), 0x61);
	assert_true(uart_is_there(port));
	uart_write(port, UART_MODEM_CONTROL, 0x0b);
	assert_int_equal(memory[4 * UART_MODEM_CONTROL], 0x0b);
	assert_int_equal(memory[4 * UART_MODEM_CONTROL + 1], 0);
	assert_int_equal(memory[4 * UART_MODEM_CONTROL - 1], 0xee);
}

TEST(pl011_appears_as_a_16550)
{
	static _Alignas(8) uint32_t memory[8];
	const struct uart_memory pl011 = {(volatile uint8_t *)memory, 4, 4, true};
	uint32_t port = uart_add_memory(&pl011);

	memory[6] = 0x90;               /* both FIFOs empty */
	assert_int_equal(uart_read(port, UART_LINE_STATUS), 0x60);
	memory[6] = 0x88;               /* sends the last character; has one to read */
	assert_int_equal(uart_read(port, UART_LINE_STATUS), 0x21);
	memory[6] = UINT32_MAX;
	assert_false(uart_is_there(port));
	uart_write(port, UART_MODEM_CONTROL, 0x0b);
	uart_write(port, UART_DATA, 'x');
	assert_int_equal(memory[0], 'x');
	assert_int_equal(memory[1], 0);
}
