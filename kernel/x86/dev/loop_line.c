/* SPDX-License-Identifier: MIT */
#include "kernel/machine/loop_line.h"

#include <stddef.h>

#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/tsc.h"
#include "kernel/x86/dev/uart.h"
#include "lib/text/errno.h"
#include "lib/text/fmt.h"
#include "lib/x86/control.h"

#define TRIAL_BYTE 0x5a
#define LIMIT_US 100000                 /* time for a thousand characters */
#define MISSING_CHARS 80

/* Ports with different interrupts. */
static const struct line_place {
	const char *name;
	uint16_t port;
} places[] = {{"com1", 0x3f8}, {"com2", 0x2f8}};

static struct {
	bool was_looked_for;
	const struct line_place *place; /* NULL: not found */
	char missing[MISSING_CHARS];

	struct uart_settings kept;      /* to restore on close */

	volatile bool has_come;         /* whether the test's interrupt has come */
	uint8_t received;
} line;

static uint8_t line_read(uint16_t offset)
{
	return uart_read(line.place->port, offset);
}

static void line_write(uint16_t offset, uint8_t value)
{
	uart_write(line.place->port, offset, value);
}

/* ---- Opening ---- */

/* Wait until the characters of an earlier user were sent, at most LIMIT_US. */
static void line_drain(void)
{
	uint64_t limit_tsc = clock_after_us(LIMIT_US);

	while ((line_read(UART_LINE_STATUS) & UART_STATUS_TRANSMITTER_EMPTY) == 0 &&
	       !clock_is_past(limit_tsc))
		cpu_pause();
}

int loop_line_open(uint8_t vector, uint32_t apic_id)
{
	int error = ioapic_route_isa((unsigned)uart_irq(line.place->port), vector, apic_id,
				     IOAPIC_FIXED);

	if (error != 0)
		return error;
	uart_keep(line.place->port, &line.kept);
	line_drain();
	uart_set_up(line.place->port, SERIAL_BAUD_MAX);
	uart_disable_fifo(line.place->port);
	line_write(UART_MODEM_CONTROL, UART_MODEM_LOOPBACK | UART_MODEM_OUT2);
	line_read(UART_DATA);
	line_read(UART_LINE_STATUS);
	return 0;
}

void loop_line_enable_interrupts(bool does)
{
	line_write(UART_INTERRUPT_ENABLE, does ? UART_INTERRUPT_RECEIVED : 0);
}

void loop_line_close(void)
{
	line_write(UART_INTERRUPT_ENABLE, 0);
	ioapic_mask_isa((unsigned)uart_irq(line.place->port));
	line_drain();
	line_read(UART_DATA);
	uart_put_back(line.place->port, &line.kept);
}

/* ---- Characters ---- */

void loop_line_send(uint8_t character)
{
	line_write(UART_DATA, character);
}

bool loop_line_receive(uint8_t *character)
{
	if ((line_read(UART_LINE_STATUS) & UART_STATUS_DATA_READY) == 0)
		return false;
	*character = line_read(UART_DATA);
	return true;
}

/* ---- Detection ---- */

static void line_take(struct trap_frame *frame)
{
	(void)frame;
	line.has_come = loop_line_receive(&line.received);
	interrupt_acknowledge();
}

/* Test the port. Returns NULL, or why it is unusable. */
static const char *line_try(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);
	const char *missing = NULL;

	line.has_come = false;
	if (loop_line_open(VECTOR_LOOP_LINE, cpu_hardware_id()) != 0)
		return "cannot route its interrupt";
	interrupt_handle(VECTOR_LOOP_LINE, line_take);
	loop_line_enable_interrupts(true);
	loop_line_send(TRIAL_BYTE);
	interrupts_on();
	while (!line.has_come && spin_on(&spin))
		;
	interrupts_off();
	if (!line.has_come)
		missing = "no interrupt in loopback mode";
	else if (line.received != TRIAL_BYTE)
		missing = "wrong data in loopback mode";
	loop_line_close();
	interrupt_handle(VECTOR_LOOP_LINE, NULL);
	return missing;
}

/* Whether a port is free. A port that shares the interrupt of the record port is unusable too. */
static bool line_is_free(const struct line_place *place)
{
	return !serial_uses_irq(uart_irq(place->port)) &&
	       uart_is_there(place->port);
}

static void line_look(void)
{
	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		const char *missing;

		if (!line_is_free(&places[i]))
			continue;
		line.place = &places[i];
		missing = line_try();
		if (missing == NULL)
			return;
		fmt_buffer(line.missing, sizeof(line.missing), "%s: %s", places[i].name, missing);
	}
	line.place = NULL;
}

const char *loop_line_find(const char **missing)
{
	if (!line.was_looked_for)
		line_look();
	line.was_looked_for = true;
	*missing = line.place == NULL && line.missing[0] != '\0' ? line.missing : NULL;
	return line.place != NULL ? line.place->name : NULL;
}
