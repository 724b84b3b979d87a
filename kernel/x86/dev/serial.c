/* SPDX-License-Identifier: MIT */
/* 16550 UART output by polling. */
#include "kernel/x86/dev/serial.h"

#include "kernel/core/console.h"
#include "kernel/machine/watchdog.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/dev/uart.h"
#include "lib/text/ticks.h"

/* Polls of the port are counted, at about 1 us each: the clocks are initialised after this port. A
 * short wait is a few times a full FIFO's; only a longer one reads the clock. */
#define READS_A_SECOND 1000000u
#define WAIT_CHARACTERS (4 * UART_FIFO_BYTES)
#define WAIT_READS_LEAST 200000u

/* A port that belongs to a program accepts nothing while that does not read. A real port always
 * sends. */
#define READER_PAUSES_MS 1000           /* report a longer wait */
#define READER_LIMIT_MS 60000
#define READER_LOOKS_MAX 20000          /* in case of a bad clock; about ten per second */

static const struct console_sink serial_sink = {.takes_records = true, .write = serial_write};

static uint16_t port;                   /* 0: none */
static uint32_t bits_a_second;
static uint32_t wait_reads;
static unsigned fifo_bytes;             /* capacity when empty */
static unsigned fifo_room;
static bool is_looped;

/* Characters lost since the last gap record. */
static struct {
	struct wire_output_stall gap;
	bool has_given_up;              /* the reader accepted nothing for READER_LIMIT_MS; output
					 * is lost until it does */
	bool is_reporting;
	bool line_has_begun, line_is_record, line_is_cut;
} reader;

static bool wait_status(uint8_t bit)
{
	return uart_wait_status(port, bit, wait_reads);
}

bool serial_init(uint16_t io_port, uint32_t baud)
{
	port = uart_is_there(io_port) ? io_port : 0;
	fifo_room = 0;
	if (port == 0)
		return false;
	bits_a_second = baud;
	uart_set_up(port, baud);
	wait_reads = WAIT_READS_LEAST +
		     READS_A_SECOND / baud * UART_BITS_A_CHARACTER * WAIT_CHARACTERS;
	fifo_bytes = uart_enable_fifo(port);
	if (uart_loopback_works(port, wait_reads))
		console_add(&serial_sink);
	else
		port = 0;
	return port != 0;
}

void serial_set_up_again(void)
{
	if (port == 0)
		return;
	uart_set_up(port, bits_a_second);
	uart_enable_fifo(port);
	uart_write(port, UART_MODEM_CONTROL, UART_MODEM_DTR_RTS_OUT2);
	fifo_room = 0;
}

/* ---- Waiting for the reader ---- */

static uint64_t ms_since(uint64_t begin_tsc)
{
	return ticks_to_ms(clock_read() - begin_tsc, clock_limit_hz());
}

static void count_wait(uint64_t waited_ms)
{
	if (waited_ms < READER_PAUSES_MS)
		return;
	reader.gap.waits++;
	if (clock_hz() == 0)
		return;
	reader.gap.waited_ms += waited_ms;
	if (waited_ms > reader.gap.longest_ms)
		reader.gap.longest_ms = waited_ms;
}

/* Wait for a line status bit until READER_LIMIT_MS. The benchmark's time limit does not count
 * meanwhile. */
static bool wait_for_reader(uint8_t status_bit)
{
	uint64_t begin_tsc = clock_read(), waited_ms = 0;
	bool has_come = wait_status(status_bit), has_reported = false;

	if (has_come)
		return true;
	watchdog_hold();
	for (unsigned looks = 0; !has_come && waited_ms < READER_LIMIT_MS &&
				 looks < READER_LOOKS_MAX; looks++) {
		has_come = wait_status(status_bit);
		waited_ms = ms_since(begin_tsc);
		if (!has_come && !has_reported && waited_ms >= READER_PAUSES_MS) {
			console_print_others(&serial_sink,
					     "\nSerial port: the reader accepts nothing; "
					     "waiting for up to a minute.\n");
			has_reported = true;
		}
	}
	watchdog_go_on();
	count_wait(waited_ms);
	if (has_reported)
		console_print_others(&serial_sink, has_come
				     ? "Serial port: the reader continued.\n"
				     : "Serial port: no reader; records are lost until "
				       "it reads again.\n");
	return has_come;
}

static bool has_room(void)
{
	if (fifo_room == 0 && wait_for_reader(UART_STATUS_HOLDING_EMPTY))
		fifo_room = fifo_bytes;
	return fifo_room > 0;
}

static bool has_room_now(void)
{
	if (fifo_room == 0 && (uart_read(port, UART_LINE_STATUS) & UART_STATUS_HOLDING_EMPTY) != 0)
		fifo_room = fifo_bytes;
	return fifo_room > 0;
}

static bool serial_write_char(char c)
{
	if (!has_room())
		return false;
	uart_write(port, UART_DATA, (uint8_t)c);
	fifo_room--;
	return true;
}

/* Send a character of a line, or count it as lost. */
static void serial_take(char c)
{
	if (!reader.line_has_begun) {
		reader.line_has_begun = true;
		reader.line_is_record = c == '@';
		reader.line_is_cut = false;
	}
	if (!reader.has_given_up)
		reader.has_given_up = (c == '\n' && !serial_write_char('\r')) ||
				      !serial_write_char(c);
	if (reader.has_given_up) {
		reader.gap.lost++;
		reader.line_is_cut = true;
	}
	if (c == '\n') {
		reader.gap.lost_records += reader.line_is_record && reader.line_is_cut;
		reader.line_has_begun = false;
	}
}

/* Write a gap record between two lines. A gap within it is added to the next one. */
static void serial_report_gap(void)
{
	struct wire_output_stall gap = reader.gap;

	reader.gap = (struct wire_output_stall){0};
	reader.is_reporting = true;
	if (reader.has_given_up) {
		reader.has_given_up = false;
		serial_take('\n');              /* ends a truncated line */
	}
	gap.output = "serial";
	wire_write(console_writer(), WIRE_output_stall, &gap);
	reader.is_reporting = false;
	if (reader.has_given_up) {
		reader.gap.lost += gap.lost;
		reader.gap.lost_records += gap.lost_records;
		reader.gap.waits += gap.waits;
		reader.gap.waited_ms += gap.waited_ms;
	}
}

static void serial_end_line(void)
{
	if (reader.is_reporting || (reader.has_given_up && !has_room_now()))
		return;
	if (reader.gap.waits > 0 || reader.gap.lost > 0)
		serial_report_gap();
}

void serial_write(const char *text, size_t length)
{
	if (port == 0 || length == 0)
		return;
	serial_loopback_end();
	for (size_t i = 0; i < length; i++)
		serial_take(text[i]);
	if (text[length - 1] == '\n')
		serial_end_line();
}

void serial_settle(void)
{
	if (port != 0 && reader.has_given_up && has_room())
		serial_end_line();
}

void serial_drain(void)
{
	if (port == 0)
		return;
	if (reader.has_given_up)
		wait_status(UART_STATUS_TRANSMITTER_EMPTY);
	else
		wait_for_reader(UART_STATUS_TRANSMITTER_EMPTY);
}

uint16_t serial_data_port(void)
{
	return port + UART_DATA;
}

int serial_irq(void)
{
	return uart_irq(port);
}

void serial_loopback_begin(void)
{
	serial_drain();
	is_looped = true;
	uart_write(port, UART_MODEM_CONTROL, UART_MODEM_LOOPBACK | UART_MODEM_OUT2);
	uart_read(port, UART_DATA);
	uart_write(port, UART_INTERRUPT_ENABLE, UART_INTERRUPT_RECEIVED);
}

/* Drain first: a byte in transit would be sent on the line without loopback. */
void serial_loopback_end(void)
{
	if (!is_looped)
		return;
	is_looped = false;
	serial_drain();
	uart_write(port, UART_INTERRUPT_ENABLE, 0);
	uart_read(port, UART_DATA);
	uart_write(port, UART_MODEM_CONTROL, UART_MODEM_DTR_RTS_OUT2);
}
