/* SPDX-License-Identifier: MIT */
/* The keyboard controller of every PC before USB, and of most laptops since. It can be told to act
 * as if a byte had come from the keyboard or the mouse, which raises their interrupt with nobody at
 * the machine. Boot CPU only; interrupts may be on or off, but what is read in a handler is not
 * there for anybody else. */
#ifndef KERNEL_DEV_I8042_H
#define KERNEL_DEV_I8042_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/i8042.h"

#include "lib/x86/io.h"

enum i8042_device {I8042_KEYBOARD, I8042_MOUSE};

#define I8042_DEVICES 2

/* The ISA interrupt of each. */
#define I8042_KEYBOARD_IRQ 1
#define I8042_MOUSE_IRQ 12

struct i8042_byte {
	enum i8042_device device;
	uint8_t value;
};

/* Whether there is one, by the ACPI tables and by looking. */
bool i8042_exists(void);

/* Pulse the line that resets the CPU. Returns; the reset may take a moment. */
void i8042_reset_cpu(void);

/* Let the keyboard send. */
void i8042_enable_keyboard(void);

/* The next byte that the keyboard has sent, of scan code set 1 as firmware leaves the controller;
 * negative if there is none. */
int i8042_read_keyboard(void);

/* Try out the controller, and whether an injected byte's interrupt comes. Once, interrupts off,
 * after lapic_init; takes milliseconds where all is well. Warns of a controller that does not
 * work. */
void i8042_init(void);

/* Whether a device's interrupt was seen to come. */
bool i8042_interrupts(enum i8042_device device);

/* Test the controller, let keyboard and mouse send, and let bytes raise their interrupts, if those
 * are routed. Undone by i8042_close, which may be called at any time and any number of times.
 * Returns 0, -ENODEV without a controller, -ETIMEDOUT if it does not answer, or -EIO if its
 * self-test fails. Takes at most 2 s, and much less but for a controller that does not answer. */
int i8042_open(void);
void i8042_close(void);

/* Let a device's interrupt come to this CPU as vector; let none come. Returns -ENODEV or -EINVAL as
 * ioapic_route_isa. */
int i8042_route(enum i8042_device device, uint8_t vector);
void i8042_unroute(void);

/* Whether a byte has come and was not read. */
bool i8042_is_full(void);

/* Take the next byte from either device, of scan code set 1 from the keyboard. False if there is
 * none. */
bool i8042_read(struct i8042_byte *byte);

/* Throw away what has come; at most a few bytes more than the controller and its devices can hold.
 * Returns how many they were. */
unsigned i8042_flush(void);

/* Make the open controller take the next write to I8042_DATA as a byte from the device. That write
 * raises the interrupt. Returns 0, or -ETIMEDOUT. */
int i8042_prepare_injection(enum i8042_device device);

/* Do both. A byte that was injected before has to be read first. */
static inline int i8042_inject(enum i8042_device device, uint8_t value)
{
	int error = i8042_prepare_injection(device);

	if (error == 0)
		outb(I8042_DATA, value);
	return error;
}

#endif
