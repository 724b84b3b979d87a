/* SPDX-License-Identifier: MIT */
/* Frames over serial lines, with a UART for each. Data beyond the FIFO waits in a ring and is sent
 * on interrupts and polls. National Semiconductor PC16550D data sheet, "FIFO Interrupt Mode
 * Operation". */
#include <stddef.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/interrupts.h"
#include "kernel/net/carrier.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/uart.h"
#include "lib/cpu/spin.h"
#include "lib/text/ticks.h"

#define LINES_MAX 3u
#define OUT_BYTES 2048u                 /* a power of 2 */
#define LOOPBACK_LOOKS 200000u
#define IN_BYTES_MAX 256u               /* bytes per poll, so that a poll ends on a line that is
					 * never silent */
#define CLOSE_WAIT_MS 200
#define INTERRUPTS_MAX 16u              /* interrupts pending at once */

struct line {
	uint16_t port;
	uint8_t node;                   /* node at the other end */
	unsigned fifo_bytes;
	struct net_stream in;
	uint32_t put, taken;            /* numbers of bytes of out; never reset */
	uint8_t out[OUT_BYTES];
};

static struct {
	unsigned count;
	bool does_interrupt;
	struct line lines[LINES_MAX];
} serial_lines;

/* ---- Opening ---- */

/* Open a line, once, because later input is kept by the UART or the sender until it is read. */
static const char *line_open(struct line *line, uint8_t node, uint16_t port)
{
	if (line->port == port && line->node == node) {
		line->in.skipped = 0;
		return NULL;
	}
	*line = (struct line){0};
	if (serial_has(port))
		return "serial port to the other machine: used for records; "
		       "set another with serial=";
	if (!uart_is_there(port))
		return "no serial port to the other machine "
		       "(COM2; COM3 and COM4 for further machines)";
	uart_set_up(port, SERIAL_DEFAULT_BAUD);
	line->fifo_bytes = uart_enable_fifo(port);
	if (!uart_loopback_works(port, LOOPBACK_LOOKS))
		return "serial port to the other machine: loopback test failed";
	uart_enable_fifo(port);
	line->port = port;
	line->node = node;
	return NULL;
}

static const char *serial_line_open(unsigned self, unsigned nodes)
{
	const char *why = NULL;

	serial_lines.count = 0;
	serial_lines.does_interrupt = false;
	if (self != 0)
		why = line_open(&serial_lines.lines[serial_lines.count++], 0, uart_com_port(1));
	for (unsigned node = 1; self == 0 && why == NULL && node < nodes; node++)
		why = line_open(&serial_lines.lines[serial_lines.count++], (uint8_t)node,
				uart_com_port(node));
	if (why != NULL)
		serial_lines.count = 0;
	return why;
}

/* ---- Sending ---- */

static void line_pump(struct line *line)
{
	bool is_left;

	while (line->taken != line->put &&
	       (uart_read(line->port, UART_LINE_STATUS) & UART_STATUS_HOLDING_EMPTY) != 0) {
		for (unsigned i = 0; i < line->fifo_bytes && line->taken != line->put; i++)
			uart_write(line->port, UART_DATA, line->out[line->taken++ % OUT_BYTES]);
	}
	is_left = line->taken != line->put;
	if (serial_lines.does_interrupt)
		uart_write(line->port, UART_INTERRUPT_ENABLE,
			   UART_INTERRUPT_RECEIVED | (is_left ? UART_INTERRUPT_EMPTY : 0));
}

static struct line *line_to(unsigned node)
{
	for (unsigned i = 0; i < serial_lines.count; i++) {
		if (serial_lines.lines[i].node == node)
			return &serial_lines.lines[i];
	}
	return NULL;
}

static bool serial_line_send(const struct net_frame *frame)
{
	struct line *line = line_to(frame->to);
	uint8_t bytes[NET_FRAME_BYTES_MAX];
	size_t size = net_frame_write(frame, bytes);

	if (line == NULL || OUT_BYTES - (line->put - line->taken) < size)
		return false;
	for (size_t i = 0; i < size; i++)
		line->out[line->put++ % OUT_BYTES] = bytes[i];
	line_pump(line);
	return true;
}

/* ---- Receiving ---- */

static bool line_receive(struct line *line, struct net_frame *frame)
{
	for (unsigned i = 0; i < IN_BYTES_MAX; i++) {
		if ((uart_read(line->port, UART_LINE_STATUS) & UART_STATUS_DATA_READY) == 0)
			return false;
		net_stream_put(&line->in, uart_read(line->port, UART_DATA));
		if (net_stream_take(&line->in, frame))
			return true;
	}
	return false;
}

/* Receive a frame. ISA interrupts are edge-triggered, so the next interrupt comes only after all
 * causes of the previous one were cleared. */
static bool serial_line_receive(struct net_frame *frame)
{
	for (unsigned i = 0; i < serial_lines.count; i++) {
		struct line *line = &serial_lines.lines[i];
		unsigned looks = 0;

		do {
			if (line_receive(line, frame))
				return true;
			line_pump(line);
		} while ((uart_read(line->port, UART_INTERRUPT_IDENTIFICATION) &
			  UART_IDENTIFICATION_NONE) == 0 && ++looks < INTERRUPTS_MAX);
	}
	return false;
}

static void serial_line_listen(bool does_interrupt)
{
	serial_lines.does_interrupt = does_interrupt;
	for (unsigned i = 0; i < serial_lines.count; i++) {
		uint16_t port = serial_lines.lines[i].port;

		if (does_interrupt)
			ioapic_route_isa((unsigned)uart_irq(port), VECTOR_LINE, cpu_hardware_id(),
					 IOAPIC_FIXED);
		else
			ioapic_mask_isa((unsigned)uart_irq(port));
		uart_write(port, UART_INTERRUPT_ENABLE,
			   does_interrupt ? UART_INTERRUPT_RECEIVED : 0);
	}
}

static uint64_t serial_line_damaged_bytes(void)
{
	uint64_t bytes = 0;

	for (unsigned i = 0; i < serial_lines.count; i++)
		bytes += serial_lines.lines[i].in.skipped;
	return bytes;
}

/* Sends the remaining output, if the other end accepts it. */
static void serial_line_close(void)
{
	struct spin spin = spin_for(ticks_of_ms(CLOSE_WAIT_MS, clock_limit_hz()));

	serial_line_listen(false);
	for (unsigned i = 0; i < serial_lines.count; i++) {
		struct line *line = &serial_lines.lines[i];

		while (line->taken != line->put && spin_on(&spin))
			line_pump(line);
	}
	serial_lines.count = 0;
}

const struct net_carrier net_serial = {
	.open = serial_line_open,
	.send = serial_line_send,
	.receive = serial_line_receive,
	.listen = serial_line_listen,
	.damaged_bytes = serial_line_damaged_bytes,
	.close = serial_line_close,
};
