/* The 8042 by polling. IBM PC AT Technical Reference, "Keyboard Controller" and "Keyboard Controller
 * Commands"; the mouse's bit came with the PS/2. */
#include "kernel/i8042.h"

#include <stdint.h>

#include "kernel/acpi.h"
#include "kernel/tsc.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"

#define PORT_DATA 0x60
#define PORT_STATUS 0x64
#define PORT_COMMAND 0x64

#define STATUS_OUTPUT_FULL (1u << 0)
#define STATUS_INPUT_FULL (1u << 1)
#define STATUS_FROM_MOUSE (1u << 5)
#define ABSENT 0xffu                    /* what a port without a device reads as */

#define COMMAND_ENABLE_KEYBOARD 0xae
#define COMMAND_PULSE_RESET 0xfe
#define KEYBOARD_ENABLE_SCANNING 0xf4

#define LIMIT_US 100000

static void write_when_ready(uint16_t port, uint8_t value)
{
	uint64_t limit_tsc = tsc_after_us(LIMIT_US);

	while ((inb(PORT_STATUS) & STATUS_INPUT_FULL) != 0 && !tsc_is_past(limit_tsc))
		cpu_relax();
	outb(port, value);
}

bool i8042_exists(void)
{
	const struct acpi_fadt *fadt = acpi_fadt();

	return (fadt == NULL || fadt->has_8042) && inb(PORT_STATUS) != ABSENT;
}

void i8042_reset_cpu(void)
{
	write_when_ready(PORT_COMMAND, COMMAND_PULSE_RESET);
}

void i8042_enable_keyboard(void)
{
	write_when_ready(PORT_COMMAND, COMMAND_ENABLE_KEYBOARD);
	write_when_ready(PORT_DATA, KEYBOARD_ENABLE_SCANNING);
}

int i8042_read_keyboard(void)
{
	uint8_t status = inb(PORT_STATUS);
	uint8_t data;

	if ((status & STATUS_OUTPUT_FULL) == 0)
		return -1;
	data = inb(PORT_DATA);
	return (status & STATUS_FROM_MOUSE) == 0 ? data : -1;
}
