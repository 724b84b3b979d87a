/* SPDX-License-Identifier: MIT */
/* 16550 UART output by polling. National Semiconductor PC16550D data sheet, "Registers". */
#include "kernel/dev/serial.h"

#include "kernel/core/console.h"
#include "kernel/dev/tsc.h"
#include "kernel/dev/watchdog.h"
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

/* Looks at the port are counted, each about 1 us: the clocks come up later than this port. As many
 * as a full FIFO takes to send, a few times over, and until it is worth looking at the clock. */
#define READS_A_SECOND 1000000u
#define WAIT_CHARACTERS (4 * FIFO_BYTES)
#define WAIT_READS_LEAST 200000u
#define LOOPBACK_BYTE 0x5a

/* A port that is a program's takes nothing while that does not read; a real one always sends. */
#define READER_PAUSES_MS 1000           /* from here on a wait is worth a word */
#define READER_LIMIT_MS 60000
#define READER_LOOKS_MAX 20000          /* whatever the clock says; some ten a second */
#define MS_PER_SECOND 1000u

static const struct console_sink serial_sink = {.takes_records = true, .write = serial_write};

static uint16_t port;                   /* 0: no port */
static uint32_t wait_reads;
static unsigned fifo_bytes;             /* that may be written once it is empty */
static unsigned fifo_room;
static bool is_looped;

/* What became of the characters since the reader was last told. */
static struct {
	struct wire_output_gap gap;
	bool has_given_up;              /* it took nothing for READER_LIMIT_MS: until it does again
					 * what is written is lost */
	bool is_telling;
	bool line_has_begun, line_is_record, line_is_cut;
} reader;

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

/* ---- A reader that pauses ---- */

static uint64_t ms_since(uint64_t begin_tsc)
{
	return (tsc_read_fenced() - begin_tsc) / (tsc_hz() / MS_PER_SECOND);
}

static void note_wait(uint64_t waited_ms)
{
	if (waited_ms < READER_PAUSES_MS)
		return;
	reader.gap.waits++;
	reader.gap.waited_ms += waited_ms;
	if (waited_ms > reader.gap.longest_ms)
		reader.gap.longest_ms = waited_ms;
}

/* Wait for a bit of the line status until the reader's time is over. What a benchmark may take does
 * not go on meanwhile. */
static bool wait_for_reader(uint8_t status_bit)
{
	uint64_t begin_tsc = tsc_read_fenced(), waited_ms = 0;
	bool has_come = wait_status(status_bit), has_said = false;

	if (has_come)
		return true;
	watchdog_hold();
	for (unsigned looks = 0; !has_come && waited_ms < READER_LIMIT_MS &&
				 looks < READER_LOOKS_MAX; looks++) {
		has_come = wait_status(status_bit);
		waited_ms = ms_since(begin_tsc);
		if (!has_come && !has_said && waited_ms >= READER_PAUSES_MS) {
			console_tell_others(&serial_sink, "\nThe serial port's reader takes "
					    "nothing: waiting for it, a minute at most.\n");
			has_said = true;
		}
	}
	watchdog_go_on();
	note_wait(waited_ms);
	if (has_said)
		console_tell_others(&serial_sink, has_come ? "It goes on.\n" :
				    "It does not come: until it reads again records are lost.\n");
	return has_come;
}

static bool has_room(void)
{
	if (fifo_room == 0 && wait_for_reader(STATUS_HOLDING_EMPTY))
		fifo_room = fifo_bytes;
	return fifo_room > 0;
}

static bool has_room_now(void)
{
	if (fifo_room == 0 && (serial_read_register(LINE_STATUS) & STATUS_HOLDING_EMPTY) != 0)
		fifo_room = fifo_bytes;
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

/* A character of a line, sent or lost. */
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

/* Between two lines: mark the gap. A gap in the mark itself is added to what it was to say. */
static void serial_tell_gap(void)
{
	struct wire_output_gap gap = reader.gap;

	reader.gap = (struct wire_output_gap){0};
	reader.is_telling = true;
	if (reader.has_given_up) {
		reader.has_given_up = false;
		serial_take('\n');              /* ends what was cut, in the middle of a line */
	}
	gap.output = "serial";
	wire_write(console_writer(), WIRE_output_gap, &gap);
	reader.is_telling = false;
	if (reader.has_given_up) {
		reader.gap.lost += gap.lost;
		reader.gap.lost_records += gap.lost_records;
		reader.gap.waits += gap.waits;
		reader.gap.waited_ms += gap.waited_ms;
	}
}

static void serial_end_line(void)
{
	if (reader.is_telling || (reader.has_given_up && !has_room_now()))
		return;
	if (reader.gap.waits > 0 || reader.gap.lost > 0)
		serial_tell_gap();
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
		wait_status(STATUS_TRANSMITTER_EMPTY);
	else
		wait_for_reader(STATUS_TRANSMITTER_EMPTY);
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
