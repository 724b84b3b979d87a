/* SPDX-License-Identifier: MIT */
/* Interrupts of ports with a byte to read: serial port, keyboard, mouse. */
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/i8042.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/trial/irq_source.h"
#include "lib/text/errno.h"

#define TEST_BYTE 0x5a
#define RELEASED_SHIFT 0xaa             /* scan code set 1: no effect on its own */

/* ---- Serial ---- */

static int irq_port_open_serial(void)
{
	return serial_irq() >= 0 ? irq_source_route_isa((unsigned)serial_irq()) : -ENOTSUP;
}

static void irq_port_close_serial(void)
{
	ioapic_mask_isa((unsigned)serial_irq());
}

static int irq_port_prepare_serial(struct raise *raise)
{
	serial_loopback_begin();
	*raise = (struct raise){
		.way = RAISE_PORT,
		.target = serial_data_port(),
		.value = TEST_BYTE,
		.device_port = serial_data_port(),
		.device_bits = UINT8_MAX,
		.device_byte = TEST_BYTE,
	};
	return 0;
}

static int irq_port_end_serial(void)
{
	serial_loopback_end();
	return 0;
}

const struct irq_source irq_source_serial = {
	.open = irq_port_open_serial,
	.close = irq_port_close_serial,
	.prepare = irq_port_prepare_serial,
	.done = irq_port_end_serial,
};

/* ---- Keyboard controller ---- */

static int irq_port_open_input(enum i8042_device device)
{
	int error = i8042_open();

	return error != 0 ? error : i8042_route(device, VECTOR_TRIAL);
}

static void irq_port_close_input(void)
{
	i8042_unroute();
	i8042_close();
}

static int irq_port_prepare_input(enum i8042_device device, struct raise *raise)
{
	i8042_flush();
	*raise = (struct raise){
		.way = RAISE_PORT,
		.target = I8042_DATA,
		.value = RELEASED_SHIFT,
		.device_port = I8042_DATA,
		.device_bits = UINT8_MAX,
		.device_byte = RELEASED_SHIFT,
	};
	return i8042_prepare_injection(device);
}

static int keyboard_open(void)
{
	return irq_port_open_input(I8042_KEYBOARD);
}

static int keyboard_prepare(struct raise *raise)
{
	return irq_port_prepare_input(I8042_KEYBOARD, raise);
}

const struct irq_source irq_source_keyboard = {
	.open = keyboard_open,
	.close = irq_port_close_input,
	.prepare = keyboard_prepare,
	.was_seen = true,
};

static int mouse_open(void)
{
	return irq_port_open_input(I8042_MOUSE);
}

static int mouse_prepare(struct raise *raise)
{
	return irq_port_prepare_input(I8042_MOUSE, raise);
}

const struct irq_source irq_source_mouse = {
	.open = mouse_open,
	.close = irq_port_close_input,
	.prepare = mouse_prepare,
	.was_seen = true,
};
