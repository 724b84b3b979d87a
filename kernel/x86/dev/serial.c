/* SPDX-License-Identifier: MIT */
/* UART output by polling. */
#include "kernel/x86/dev/serial.h"

#include "kernel/core/console.h"
#include "kernel/machine/watchdog.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/dev/uart.h"
#include "lib/text/ticks.h"

/* Polls of the port are counted, at about 1 us each, because the clocks are initialised after this
 * port. A short wait is a few times that of a full FIFO. Only a longer wait reads the clock. */
#define READS_A_SECOND 1000000u
#define WAIT_CHARACTERS (4 * UART_FIFO_BYTES)
#define WAIT_READS_LEAST 200000u
#define BAUD_LEAST 9600u                /* lowest speed of a port that the firmware set up */

/* A port that belongs to a program accepts nothing while the program does not read. A real port
 * always sends. */
#define READER_PAUSES_MS 1000           /* report a longer wait */
#define READER_LIMIT_MS 60000
#define READER_LOOKS_MAX 20000          /* limit in case of a bad clock; about ten looks per
					 * second */

static const struct console_sink serial_sink = {.takes_records = true, .write = serial_write};

struct port {
	uint32_t uart;
	uint32_t bits_a_second;         /* 0: as the firmware set it */
	uint32_t wait_reads;
	unsigned fifo_bytes;            /* capacity when empty */
	unsigned fifo_room;
	bool is_looped;
	bool is_restored;               /* the loader restores the standard ports itself */
	struct uart_settings kept;

	/* Characters lost since the last gap record. */
	struct wire_output_stall gap;
	bool has_given_up;              /* the reader accepted nothing for READER_LIMIT_MS, so
					 * output is lost until it does */
	bool is_reporting;
	bool line_has_begun, line_is_record, line_is_cut;
};

static struct port ports[SERIAL_PORTS_MAX];
static unsigned port_count;

static bool wait_status(const struct port *port, uint8_t bit)
{
	return uart_wait_status(port->uart, bit, port->wait_reads);
}

static bool is_standard(uint32_t uart)
{
	for (unsigned i = 0; i < UART_COM_PORTS; i++) {
		if (uart_com_port(i) == uart)
			return true;
	}
	return false;
}

bool serial_has(uint32_t uart)
{
	for (unsigned i = 0; i < port_count; i++) {
		if (ports[i].uart == uart)
			return true;
	}
	return false;
}

bool serial_add(uint32_t uart, uint32_t baud)
{
	struct port *port = &ports[port_count];

	if (serial_has(uart))
		return true;
	if (port_count == SERIAL_PORTS_MAX || !uart_is_there(uart))
		return false;
	*port = (struct port){
		.uart = uart, .bits_a_second = baud, .is_restored = !is_standard(uart),
		.wait_reads = WAIT_READS_LEAST + READS_A_SECOND / (baud > 0 ? baud : BAUD_LEAST) *
						 UART_BITS_A_CHARACTER * WAIT_CHARACTERS,
	};
	if (port->is_restored)
		uart_keep(uart, &port->kept);
	uart_set_up(uart, baud);
	port->fifo_bytes = uart_enable_fifo(uart);
	if (!uart_loopback_works(uart, port->wait_reads)) {
		if (port->is_restored)
			uart_put_back(uart, &port->kept);
		return false;
	}
	port_count++;
	console_add(&serial_sink);
	return true;
}

unsigned serial_count(void)
{
	return port_count;
}

void serial_restore(void)
{
	for (unsigned i = 0; i < port_count; i++) {
		if (ports[i].is_restored)
			uart_put_back(ports[i].uart, &ports[i].kept);
	}
}

void serial_set_up_again(void)
{
	for (unsigned i = 0; i < port_count; i++) {
		uart_set_up(ports[i].uart, ports[i].bits_a_second);
		uart_enable_fifo(ports[i].uart);
		uart_write(ports[i].uart, UART_MODEM_CONTROL, UART_MODEM_DTR_RTS_OUT2);
		ports[i].fifo_room = 0;
	}
}

/* ---- Waiting for the reader ---- */

static uint64_t ms_since(uint64_t begin_tsc)
{
	return ticks_to_ms(clock_read() - begin_tsc, clock_limit_hz());
}

static void count_wait(struct port *port, uint64_t waited_ms)
{
	if (waited_ms < READER_PAUSES_MS)
		return;
	port->gap.waits++;
	if (clock_hz() == 0)
		return;
	port->gap.waited_ms += waited_ms;
	if (waited_ms > port->gap.longest_ms)
		port->gap.longest_ms = waited_ms;
}

/* Wait for a line status bit until READER_LIMIT_MS. The benchmark's time limit does not count
 * meanwhile. */
static bool wait_for_reader(struct port *port, uint8_t status_bit)
{
	uint64_t begin_tsc = clock_read(), waited_ms = 0;
	bool has_come = wait_status(port, status_bit), has_reported = false;

	if (has_come)
		return true;
	watchdog_hold();
	for (unsigned looks = 0; !has_come && waited_ms < READER_LIMIT_MS &&
				 looks < READER_LOOKS_MAX; looks++) {
		has_come = wait_status(port, status_bit);
		waited_ms = ms_since(begin_tsc);
		if (!has_come && !has_reported && waited_ms >= READER_PAUSES_MS) {
			console_print_others(&serial_sink,
					     "\nSerial port: the reader accepts nothing; "
					     "waiting for up to a minute.\n");
			has_reported = true;
		}
	}
	watchdog_go_on();
	count_wait(port, waited_ms);
	if (has_reported)
		console_print_others(&serial_sink, has_come
				     ? "Serial port: the reader continued.\n"
				     : "Serial port: no reader; records are lost until "
				       "it reads again.\n");
	return has_come;
}

static bool has_room(struct port *port)
{
	if (port->fifo_room == 0 && wait_for_reader(port, UART_STATUS_HOLDING_EMPTY))
		port->fifo_room = port->fifo_bytes;
	return port->fifo_room > 0;
}

static bool has_room_now(struct port *port)
{
	if (port->fifo_room == 0 &&
	    (uart_read(port->uart, UART_LINE_STATUS) & UART_STATUS_HOLDING_EMPTY) != 0)
		port->fifo_room = port->fifo_bytes;
	return port->fifo_room > 0;
}

static bool serial_write_char(struct port *port, char c)
{
	if (!has_room(port))
		return false;
	uart_write(port->uart, UART_DATA, (uint8_t)c);
	port->fifo_room--;
	return true;
}

/* Send a character of a line, or count it as lost. */
static void serial_take(struct port *port, char c)
{
	if (!port->line_has_begun) {
		port->line_has_begun = true;
		port->line_is_record = c == '@';
		port->line_is_cut = false;
	}
	if (!port->has_given_up)
		port->has_given_up = (c == '\n' && !serial_write_char(port, '\r')) ||
				     !serial_write_char(port, c);
	if (port->has_given_up) {
		port->gap.lost++;
		port->line_is_cut = true;
	}
	if (c == '\n') {
		port->gap.lost_records += port->line_is_record && port->line_is_cut;
		port->line_has_begun = false;
	}
}

/* Write a gap record between two lines. A gap within it is added to the next one. */
static void serial_report_gap(struct port *port)
{
	struct wire_output_stall gap = port->gap;

	port->gap = (struct wire_output_stall){0};
	port->is_reporting = true;
	if (port->has_given_up) {
		port->has_given_up = false;
		serial_take(port, '\n');        /* ends a truncated line */
	}
	gap.output = "serial";
	wire_write(console_writer(), WIRE_output_stall, &gap);
	port->is_reporting = false;
	if (port->has_given_up) {
		port->gap.lost += gap.lost;
		port->gap.lost_records += gap.lost_records;
		port->gap.waits += gap.waits;
		port->gap.waited_ms += gap.waited_ms;
	}
}

static void serial_end_line(struct port *port)
{
	if (port->is_reporting || (port->has_given_up && !has_room_now(port)))
		return;
	if (port->gap.waits > 0 || port->gap.lost > 0)
		serial_report_gap(port);
}

/* Write text. All ports get the text before one of them adds a record. */
void serial_write(const char *text, size_t length)
{
	if (port_count == 0 || length == 0)
		return;
	serial_loopback_end();
	for (unsigned number = 0; number < port_count; number++) {
		for (size_t i = 0; i < length; i++)
			serial_take(&ports[number], text[i]);
	}
	for (unsigned number = 0; text[length - 1] == '\n' && number < port_count; number++)
		serial_end_line(&ports[number]);
}

void serial_settle(void)
{
	for (unsigned i = 0; i < port_count; i++) {
		if (ports[i].has_given_up && has_room(&ports[i]))
			serial_end_line(&ports[i]);
	}
}

void serial_drain(void)
{
	for (unsigned i = 0; i < port_count; i++) {
		if (ports[i].has_given_up)
			wait_status(&ports[i], UART_STATUS_TRANSMITTER_EMPTY);
		else
			wait_for_reader(&ports[i], UART_STATUS_TRANSMITTER_EMPTY);
	}
}

/* ---- Loopback with an interrupt ---- */

/* The first port that has an interrupt, or NULL. */
static struct port *port_with_irq(void)
{
	for (unsigned i = 0; i < port_count; i++) {
		if (uart_irq(ports[i].uart) >= 0)
			return &ports[i];
	}
	return NULL;
}

uint16_t serial_data_port(void)
{
	const struct port *port = port_with_irq();

	return port != NULL ? (uint16_t)(port->uart + UART_DATA) : 0;
}

int serial_irq(void)
{
	const struct port *port = port_with_irq();

	return port != NULL ? uart_irq(port->uart) : -1;
}

bool serial_uses_irq(int irq)
{
	for (unsigned i = 0; i < port_count; i++) {
		if (uart_irq(ports[i].uart) == irq)
			return true;
	}
	return false;
}

void serial_loopback_begin(void)
{
	struct port *port = port_with_irq();

	serial_drain();
	port->is_looped = true;
	uart_write(port->uart, UART_MODEM_CONTROL, UART_MODEM_LOOPBACK | UART_MODEM_OUT2);
	uart_read(port->uart, UART_DATA);
	uart_write(port->uart, UART_INTERRUPT_ENABLE, UART_INTERRUPT_RECEIVED);
}

/* End loopback. Drain first, because a byte in transit would be sent on the line without
 * loopback. */
void serial_loopback_end(void)
{
	struct port *port = port_with_irq();

	if (port == NULL || !port->is_looped)
		return;
	port->is_looped = false;
	serial_drain();
	uart_write(port->uart, UART_INTERRUPT_ENABLE, 0);
	uart_read(port->uart, UART_DATA);
	uart_write(port->uart, UART_MODEM_CONTROL, UART_MODEM_DTR_RTS_OUT2);
}
