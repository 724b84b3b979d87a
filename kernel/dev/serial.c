/* SPDX-License-Identifier: MIT */
/* 16550 UART output by polling. National Semiconductor PC16550D data sheet, "Registers". */
#include "kernel/dev/serial.h"

#include "kernel/core/console.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"

/* Register offsets. */
#define DATA 0
#define INTERRUPT_ENABLE 1
#define FIFO_CONTROL 2
#define INTERRUPT_IDENTIFICATION 2      /* when read */
#define LINE_CONTROL 3
#define MODEM_CONTROL 4
#define LINE_STATUS 5
#define DIVISOR_LOW 0
#define DIVISOR_HIGH 1

#define FIFO_ENABLE_AND_CLEAR 0x07
#define IDENTIFICATION_FIFO 0xc0        /* both bits: there are FIFOs, they work and are on */
#define LINE_8N1 0x03
#define LINE_DIVISOR_ACCESS 0x80
#define MODEM_LOOPBACK 0x10
#define MODEM_DTR_RTS_OUT2 0x0b
#define INTERRUPT_RECEIVED 0x01
#define MODEM_OUT2 0x08                 /* lets the interrupt through, on a PC */
#define STATUS_DATA_READY 0x01
#define STATUS_HOLDING_EMPTY 0x20      /* with the FIFO on: all of it */
#define STATUS_TRANSMITTER_EMPTY 0x40

#define CLOCK_HZ 1843200u               /* "Baud Generator": the PC's crystal */
#define CLOCKS_A_BIT 16u
#define FIFO_BYTES 16
#define BITS_A_CHARACTER 10u            /* with start and stop bit */

/* Time is counted in port reads, each about 1 us: the clocks come up later than this port. A wait
 * is for a few times what a full FIFO takes to send, and for a virtual port's reader. */
#define READS_A_SECOND 1000000u
#define WAIT_CHARACTERS (4 * FIFO_BYTES)
#define WAIT_READS_LEAST 200000u
#define WAIT_TRIES 5
#define LOOPBACK_BYTE 0x5a

static const struct console_sink serial_sink = {
	.takes_records = true,
	.write = serial_write,
	.farewell = "\nThe serial port takes no more characters: from here on the records are "
		    "lost.\n",
};

static uint16_t port;                   /* 0: no port */
static uint32_t wait_reads;
static unsigned fifo_bytes;             /* that may be written once it is empty */
static unsigned fifo_room;
static bool is_looped;

static uint8_t serial_read_register(uint16_t offset)
{
	return inb((uint16_t)(port + offset));
}

static void serial_write_register(uint16_t offset, uint8_t value)
{
	outb((uint16_t)(port + offset), value);
}

static bool wait_status(uint8_t bit)
{
	for (uint32_t i = 0; i < wait_reads; i++) {
		if ((serial_read_register(LINE_STATUS) & bit) != 0)
			return true;
		cpu_pause();
	}
	return false;
}

static void set_baud(uint32_t baud)
{
	uint32_t divisor = CLOCK_HZ / CLOCKS_A_BIT / baud;

	if (divisor == 0)
		divisor = 1;
	serial_write_register(LINE_CONTROL, LINE_8N1 | LINE_DIVISOR_ACCESS);
	serial_write_register(DIVISOR_LOW, (uint8_t)divisor);
	serial_write_register(DIVISOR_HIGH, (uint8_t)(divisor >> 8));
	serial_write_register(LINE_CONTROL, LINE_8N1);
	wait_reads = WAIT_READS_LEAST + READS_A_SECOND / baud * BITS_A_CHARACTER * WAIT_CHARACTERS;
}

/* The 8250 and 16450 hold one character, and the first 16550's FIFOs do not work. */
static void enable_fifo(void)
{
	uint8_t identification;

	serial_write_register(FIFO_CONTROL, FIFO_ENABLE_AND_CLEAR);
	identification = serial_read_register(INTERRUPT_IDENTIFICATION);
	fifo_bytes = (identification & IDENTIFICATION_FIFO) == IDENTIFICATION_FIFO ? FIFO_BYTES : 1;
}

static bool loopback_works(void)
{
	bool works;

	serial_write_register(MODEM_CONTROL, MODEM_LOOPBACK);
	serial_write_register(DATA, LOOPBACK_BYTE);
	works = wait_status(STATUS_DATA_READY) && serial_read_register(DATA) == LOOPBACK_BYTE;
	serial_write_register(MODEM_CONTROL, MODEM_DTR_RTS_OUT2);
	return works;
}

bool serial_init(uint16_t io_port, uint32_t baud)
{
	port = io_port;
	fifo_room = 0;
	/* An absent port reads as all ones: do not wait for it. */
	if (serial_read_register(LINE_STATUS) == 0xff) {
		port = 0;
		return false;
	}
	serial_write_register(INTERRUPT_ENABLE, 0);
	set_baud(baud);
	enable_fifo();
	if (loopback_works())
		console_add(&serial_sink);
	else
		port = 0;
	return port != 0;
}

static bool has_room(void)
{
	for (unsigned try = 0; fifo_room == 0 && try < WAIT_TRIES; try++) {
		if (wait_status(STATUS_HOLDING_EMPTY))
			fifo_room = fifo_bytes;
	}
	return fifo_room > 0;
}

static bool serial_write_char(char c)
{
	if (!has_room())
		return false;
	serial_write_register(DATA, (uint8_t)c);
	fifo_room--;
	return true;
}

bool serial_write(const char *text, size_t length)
{
	serial_loopback_end();
	for (size_t i = 0; i < length && port != 0; i++) {
		if ((text[i] == '\n' && !serial_write_char('\r')) || !serial_write_char(text[i])) {
			port = 0;
			return false;
		}
	}
	return true;
}

void serial_drain(void)
{
	if (port != 0)
		wait_status(STATUS_TRANSMITTER_EMPTY);
}

uint16_t serial_data_port(void)
{
	return port + DATA;
}

/* IBM PC AT Technical Reference, "Serial/Parallel Adapter"; the third and fourth share the first
 * two's. */
int serial_irq(void)
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

void serial_loopback_begin(void)
{
	serial_drain();
	is_looped = true;
	serial_write_register(MODEM_CONTROL, MODEM_LOOPBACK | MODEM_OUT2);
	serial_read_register(DATA);
	serial_write_register(INTERRUPT_ENABLE, INTERRUPT_RECEIVED);
}

/* A byte that is still on its way would go out on the line. */
void serial_loopback_end(void)
{
	if (!is_looped)
		return;
	is_looped = false;
	serial_drain();
	serial_write_register(INTERRUPT_ENABLE, 0);
	serial_read_register(DATA);
	serial_write_register(MODEM_CONTROL, MODEM_DTR_RTS_OUT2);
}
