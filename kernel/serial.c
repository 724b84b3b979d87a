/* 16550 UART output by polling. National Semiconductor PC16550D data sheet, "Registers". */
#include "kernel/serial.h"

#include "lib/x86/control.h"
#include "lib/x86/io.h"

/* Register offsets. */
#define DATA 0
#define INTERRUPT_ENABLE 1
#define FIFO_CONTROL 2
#define LINE_CONTROL 3
#define MODEM_CONTROL 4
#define LINE_STATUS 5
#define DIVISOR_LOW 0
#define DIVISOR_HIGH 1

#define FIFO_ENABLE_AND_CLEAR 0x07
#define LINE_8N1 0x03
#define LINE_DIVISOR_ACCESS 0x80
#define MODEM_LOOPBACK 0x10
#define MODEM_DTR_RTS_OUT2 0x0b
#define STATUS_DATA_READY 0x01
#define STATUS_HOLDING_EMPTY 0x20      /* with the FIFO on: all of it */
#define STATUS_TRANSMITTER_EMPTY 0x40

#define CLOCK_HZ 1843200u               /* "Baud Generator": the PC's crystal */
#define CLOCKS_A_BIT 16u
#define FIFO_BYTES 16
#define WAIT_READS 200000               /* a port read takes about 1 us: longer than 16 characters */
#define LOOPBACK_BYTE 0x5a

static uint16_t port;                   /* 0: no port */
static int fifo_room;

static uint8_t read_register(uint16_t offset)
{
	return inb((uint16_t)(port + offset));
}

static void write_register(uint16_t offset, uint8_t value)
{
	outb((uint16_t)(port + offset), value);
}

static bool wait_status(uint8_t bit)
{
	for (int i = 0; i < WAIT_READS; i++) {
		if ((read_register(LINE_STATUS) & bit) != 0)
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
	write_register(LINE_CONTROL, LINE_8N1 | LINE_DIVISOR_ACCESS);
	write_register(DIVISOR_LOW, (uint8_t)divisor);
	write_register(DIVISOR_HIGH, (uint8_t)(divisor >> 8));
	write_register(LINE_CONTROL, LINE_8N1);
}

static bool loopback_works(void)
{
	bool works;

	write_register(MODEM_CONTROL, MODEM_LOOPBACK);
	write_register(DATA, LOOPBACK_BYTE);
	works = wait_status(STATUS_DATA_READY) && read_register(DATA) == LOOPBACK_BYTE;
	write_register(MODEM_CONTROL, MODEM_DTR_RTS_OUT2);
	return works;
}

bool serial_init(uint16_t io_port, uint32_t baud)
{
	port = io_port;
	fifo_room = 0;
	/* An absent port reads as all ones: do not wait for it. */
	if (read_register(LINE_STATUS) == 0xff) {
		port = 0;
		return false;
	}
	write_register(INTERRUPT_ENABLE, 0);
	set_baud(baud);
	write_register(FIFO_CONTROL, FIFO_ENABLE_AND_CLEAR);
	if (!loopback_works())
		port = 0;
	return port != 0;
}

static void put_char(char c)
{
	if (port == 0)
		return;
	if (fifo_room == 0) {
		if (!wait_status(STATUS_HOLDING_EMPTY)) {
			port = 0;
			return;
		}
		fifo_room = FIFO_BYTES;
	}
	write_register(DATA, (uint8_t)c);
	fifo_room--;
}

void serial_put(const char *text, size_t length)
{
	for (size_t i = 0; i < length; i++) {
		if (text[i] == '\n')
			put_char('\r');
		put_char(text[i]);
	}
}

void serial_drain(void)
{
	if (port != 0)
		wait_status(STATUS_TRANSMITTER_EMPTY);
}
