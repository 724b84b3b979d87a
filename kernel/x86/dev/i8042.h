/* SPDX-License-Identifier: MIT */
/* The keyboard controller of PCs before USB, and of most laptops. The controller can simulate a
 * byte from keyboard or mouse, which raises the interrupt of the device without a user. Boot CPU
 * only; interrupts on or off. A byte that a handler reads is not available to others. */
#ifndef KERNEL_X86_DEV_I8042_H
#define KERNEL_X86_DEV_I8042_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/i8042.h"

#include "lib/x86/io.h"

enum i8042_device {I8042_KEYBOARD, I8042_MOUSE};

#define I8042_DEVICES 2

/* ISA interrupts. */
#define I8042_KEYBOARD_IRQ 1
#define I8042_MOUSE_IRQ 12

struct i8042_byte {
	enum i8042_device device;
	uint8_t value;
};

/* Whether the controller exists, according to the ACPI tables and a test. */
bool i8042_exists(void);

/* Pulse the CPU's reset line. Returns, because the reset may take a moment. */
void i8042_reset_cpu(void);

/* Enable the keyboard. */
void i8042_enable_keyboard(void);

/* Read the next byte of the keyboard, in scan code set 1 with firmware's settings. Returns a
 * negative value if there is none. */
int i8042_read_keyboard(void);

/* Test the controller, and test whether injected bytes interrupt. With a working controller, takes
 * milliseconds. Warns about a failure. Once, interrupts off, after lapic_init. */
void i8042_init(void);

/* Whether a device's interrupt arrived in the test. */
bool i8042_interrupts(enum i8042_device device);

/* Test the controller, enable keyboard and mouse, and enable their interrupts, if routed.
 * i8042_close undoes this, and may be called at any time, repeatedly. Returns 0, -ENODEV without a
 * controller, -ETIMEDOUT if the controller does not reply, or -EIO if its self-test fails. If the
 * controller replies, takes much less than the maximum of 2 s. */
int i8042_open(void);
void i8042_close(void);

/* i8042_route() routes a device's interrupt to this CPU as vector. Returns 0, or -ENODEV or -EINVAL
 * as ioapic_route_isa does. i8042_unroute() masks both devices' interrupts. */
int i8042_route(enum i8042_device device, uint8_t vector);
void i8042_unroute(void);

/* Whether a byte is pending. */
bool i8042_is_full(void);

/* Read the next byte of either device; keyboard bytes are in scan code set 1. Returns false if
 * there is none. */
bool i8042_read(struct i8042_byte *byte);

/* Discard pending bytes, at most a few more than controller and devices can buffer. Returns how
 * many bytes were discarded. */
unsigned i8042_flush(void);

/* Prepare an injection: the next byte written to I8042_DATA appears as a byte of the device and
 * raises the device's interrupt. Returns 0 or -ETIMEDOUT. */
int i8042_prepare_injection(enum i8042_device device);

/* Prepare and inject. An earlier injected byte must have been read. */
static inline int i8042_inject(enum i8042_device device, uint8_t value)
{
	int error = i8042_prepare_injection(device);

	if (error == 0)
		outb(I8042_DATA, value);
	return error;
}

#endif
