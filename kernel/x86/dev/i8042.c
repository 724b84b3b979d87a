/* SPDX-License-Identifier: MIT */
/* The 8042 by its ports. IBM PC AT Technical Reference, "Keyboard Controller" and "Keyboard
 * Controller Commands". For the mouse: IBM PS/2 Hardware Interface Technical Reference, "Keyboard
 * and Auxiliary Device Controller". */
#include "kernel/x86/dev/i8042.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/x86/cpu/interrupt.h"
#include "kernel/x86/dev/ioapic.h"
#include "kernel/x86/dev/lapic.h"
#include "kernel/x86/dev/tsc.h"
#include "lib/text/errno.h"
#include "lib/x86/control.h"

#define STATUS_FROM_MOUSE (1u << 5)

#define COMMAND_READ_CONFIGURATION 0x20
#define COMMAND_WRITE_CONFIGURATION 0x60
#define COMMAND_DISABLE_MOUSE 0xa7
#define COMMAND_ENABLE_MOUSE 0xa8
#define COMMAND_SELF_TEST 0xaa
#define COMMAND_DISABLE_KEYBOARD 0xad
#define COMMAND_ENABLE_KEYBOARD 0xae
#define COMMAND_AS_FROM_MOUSE 0xd3
#define COMMAND_WRITE_TO_MOUSE 0xd4
#define COMMAND_PULSE_RESET 0xfe
#define SELF_TEST_PASSED 0x55

/* "Command Byte". */
#define CONFIGURATION_KEYBOARD_INTERRUPT (1u << 0)
#define CONFIGURATION_MOUSE_INTERRUPT (1u << 1)
#define CONFIGURATION_KEYBOARD_OFF (1u << 4)
#define CONFIGURATION_MOUSE_OFF (1u << 5)
#define CONFIGURATION_TRANSLATE (1u << 6)       /* scan code set 2 to set 1 */

/* "Keyboard Commands" and "Mouse Commands": enable scanning, enable reporting. */
#define DEVICE_ENABLE 0xf4

#define LIMIT_US 100000
#define SELF_TEST_LIMIT_US 1000000
#define FLUSH_MAX 64                    /* a keyboard buffers 16 bytes, a mouse one packet */

#define RELEASED_SHIFT 0xaa             /* scan code set 1: no effect on its own */

static struct {
	bool is_open;
	bool has_mouse;
	uint8_t firmware_configuration;
	bool interrupts[I8042_DEVICES]; /* by device: whether its interrupt arrived in the test */
	volatile bool was_seen;
} i8042;

static int write_when_ready(uint16_t port, uint8_t value)
{
	uint64_t limit_tsc = clock_after_us(LIMIT_US);

	while ((inb(I8042_PORT_STATUS) & I8042_INPUT_FULL) != 0) {
		if (clock_is_past(limit_tsc))
			return -ETIMEDOUT;
		cpu_relax();
	}
	outb(port, value);
	return 0;
}

/* Read an answer of the controller. Returns the byte, or -ETIMEDOUT. */
static int read_answer(uint64_t limit_us)
{
	uint64_t limit_tsc = clock_after_us(limit_us);

	while ((inb(I8042_PORT_STATUS) & I8042_OUTPUT_FULL) == 0) {
		if (clock_is_past(limit_tsc))
			return -ETIMEDOUT;
		cpu_relax();
	}
	return inb(I8042_DATA);
}

static int i8042_ask(uint8_t command, uint64_t limit_us)
{
	int error = write_when_ready(I8042_PORT_COMMAND, command);

	return error != 0 ? error : read_answer(limit_us);
}

static int tell(uint8_t command, uint8_t value)
{
	int error = write_when_ready(I8042_PORT_COMMAND, command);

	return error != 0 ? error : write_when_ready(I8042_DATA, value);
}

bool i8042_exists(void)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	return (fadt == NULL || fadt->has_8042) && inb(I8042_PORT_STATUS) != I8042_ABSENT;
}

/* Reset the CPU. This does not insist on a ready controller, because the CPU is reset anyway. */
void i8042_reset_cpu(void)
{
	if (write_when_ready(I8042_PORT_COMMAND, COMMAND_PULSE_RESET) != 0)
		outb(I8042_PORT_COMMAND, COMMAND_PULSE_RESET);
}

void i8042_enable_keyboard(void)
{
	write_when_ready(I8042_PORT_COMMAND, COMMAND_ENABLE_KEYBOARD);
	write_when_ready(I8042_DATA, DEVICE_ENABLE);
}

int i8042_read_keyboard(void)
{
	struct i8042_byte byte;

	return i8042_read(&byte) && byte.device == I8042_KEYBOARD ? byte.value : -1;
}

bool i8042_is_full(void)
{
	return (inb(I8042_PORT_STATUS) & I8042_OUTPUT_FULL) != 0;
}

bool i8042_read(struct i8042_byte *byte)
{
	uint8_t status = inb(I8042_PORT_STATUS);

	if ((status & I8042_OUTPUT_FULL) == 0)
		return false;
	byte->device = (status & STATUS_FROM_MOUSE) != 0 ? I8042_MOUSE : I8042_KEYBOARD;
	byte->value = inb(I8042_DATA);
	return true;
}

unsigned i8042_flush(void)
{
	struct i8042_byte byte;
	unsigned count = 0;

	while (count < FLUSH_MAX && i8042_read(&byte))
		count++;
	return count;
}

/* ---- Opening ---- */

/* Test the controller. Both devices are disabled meanwhile, so that every byte is a reply of the
 * controller. */
static int test_controller(void)
{
	int answer;

	write_when_ready(I8042_PORT_COMMAND, COMMAND_DISABLE_KEYBOARD);
	write_when_ready(I8042_PORT_COMMAND, COMMAND_DISABLE_MOUSE);
	i8042_flush();
	answer = i8042_ask(COMMAND_READ_CONFIGURATION, LIMIT_US);
	if (answer < 0)
		return answer;
	/* as the commands above have set it, with the keyboard enabled, which is needed after the
	 * run */
	i8042.firmware_configuration = (uint8_t)answer & ~(uint8_t)CONFIGURATION_KEYBOARD_OFF;
	answer = i8042_ask(COMMAND_SELF_TEST, SELF_TEST_LIMIT_US);
	if (answer < 0)
		return answer;
	return answer == SELF_TEST_PASSED ? 0 : -EIO;
}

/* Whether there is a mouse port. A controller without a second port ignores the command that
 * enables it. */
static bool finds_mouse_port(void)
{
	int configuration;

	write_when_ready(I8042_PORT_COMMAND, COMMAND_ENABLE_MOUSE);
	configuration = i8042_ask(COMMAND_READ_CONFIGURATION, LIMIT_US);
	return configuration >= 0 && (configuration & (int)CONFIGURATION_MOUSE_OFF) == 0;
}

/* Enable the devices. The driver waits for the acknowledgement of a device, which could otherwise
 * be taken for input. If none comes, it continues, because bytes can be injected even without a
 * device. */
static void enable_devices(void)
{
	write_when_ready(I8042_DATA, DEVICE_ENABLE);
	read_answer(LIMIT_US);
	if (i8042.has_mouse) {
		tell(COMMAND_WRITE_TO_MOUSE, DEVICE_ENABLE);
		read_answer(LIMIT_US);
	}
	i8042_flush();
}

static int write_configuration(unsigned configuration)
{
	return tell(COMMAND_WRITE_CONFIGURATION, (uint8_t)configuration);
}

static int i8042_start_devices(void)
{
	unsigned devices_on = (i8042.firmware_configuration | CONFIGURATION_TRANSLATE) &
			      ~(CONFIGURATION_KEYBOARD_INTERRUPT | CONFIGURATION_MOUSE_INTERRUPT |
				CONFIGURATION_KEYBOARD_OFF);
	unsigned interrupts = CONFIGURATION_KEYBOARD_INTERRUPT;
	int error;

	i8042.has_mouse = finds_mouse_port();
	if (i8042.has_mouse) {
		devices_on &= ~CONFIGURATION_MOUSE_OFF;
		interrupts |= CONFIGURATION_MOUSE_INTERRUPT;
	}
	error = write_configuration(devices_on);
	if (error != 0)
		return error;
	enable_devices();
	return write_configuration(devices_on | interrupts);
}

int i8042_open(void)
{
	int error;

	if (!i8042_exists())
		return -ENODEV;
	error = test_controller();
	if (error != 0) {
		write_when_ready(I8042_PORT_COMMAND, COMMAND_ENABLE_KEYBOARD);
		return error;
	}
	i8042.is_open = true;
	error = i8042_start_devices();
	if (error != 0)
		i8042_close();
	return error;
}

void i8042_close(void)
{
	if (!i8042.is_open)
		return;
	i8042.is_open = false;
	write_configuration(i8042.firmware_configuration);
	i8042_flush();
}

int i8042_prepare_injection(enum i8042_device device)
{
	uint64_t limit_tsc = clock_after_us(LIMIT_US);
	int error = write_when_ready(I8042_PORT_COMMAND,
				     device == I8042_MOUSE ? COMMAND_AS_FROM_MOUSE
							   : I8042_AS_FROM_KEYBOARD);

	while (error == 0 && (inb(I8042_PORT_STATUS) & I8042_INPUT_FULL) != 0) {
		if (clock_is_past(limit_tsc))
			error = -ETIMEDOUT;
		cpu_relax();
	}
	return error;
}

/* ---- Test ---- */

int i8042_route(enum i8042_device device, uint8_t vector)
{
	return ioapic_route_isa(device == I8042_MOUSE ? I8042_MOUSE_IRQ : I8042_KEYBOARD_IRQ,
				vector, cpu_hardware_id(), IOAPIC_FIXED);
}

void i8042_unroute(void)
{
	ioapic_mask_isa(I8042_KEYBOARD_IRQ);
	ioapic_mask_isa(I8042_MOUSE_IRQ);
}

static void see(struct trap_frame *frame)
{
	struct i8042_byte byte;

	(void)frame;
	i8042.was_seen = i8042_read(&byte);
	interrupt_acknowledge();
}

static bool interrupt_comes(enum i8042_device device, uint8_t vector)
{
	struct spin spin;

	i8042.was_seen = false;
	interrupt_handle(vector, see);
	if (i8042_route(device, vector) != 0 || i8042_inject(device, RELEASED_SHIFT) != 0)
		return false;
	spin = spin_for_us(INTERRUPT_LIMIT_US);
	interrupts_on();
	while (!i8042.was_seen && spin_on(&spin))
		;
	interrupts_off();
	return i8042.was_seen;
}

void i8042_init(void)
{
	int error = i8042_open();

	if (error == -ENODEV)
		return;
	if (error != 0) {
		warning("i8042", "keyboard controller: self-test failed with error %d", error);
		return;
	}
	i8042.interrupts[I8042_KEYBOARD] = interrupt_comes(I8042_KEYBOARD, VECTOR_KEYBOARD);
	i8042.interrupts[I8042_MOUSE] = i8042.has_mouse &&
					interrupt_comes(I8042_MOUSE, VECTOR_MOUSE);
	i8042_unroute();
	interrupt_handle(VECTOR_KEYBOARD, NULL);
	interrupt_handle(VECTOR_MOUSE, NULL);
	i8042_close();
}

bool i8042_interrupts(enum i8042_device device)
{
	return i8042.interrupts[device];
}
