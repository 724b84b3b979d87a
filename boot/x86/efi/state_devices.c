/* SPDX-License-Identifier: MIT */
/* State of interrupt controllers, keyboard controller, serial ports and screen: see state.h. */
#include "boot/efi/devices.h"
#include "boot/efi/state.h"
#include "lib/x86/control.h"
#include "lib/x86/io.h"
#include "lib/x86/msr.h"

struct efi_acpi devices_acpi;
EFI_GRAPHICS_OUTPUT_PROTOCOL *devices_screen;

/* ---- PIC: Intel 8259A data sheet (231468); ICH9 data sheet, "ELCR1" ---- */

static const uint16_t pic_ports[] = {0x21, 0xa1, 0x4d0, 0x4d1};         /* masks, edge or level */

unsigned state_save_pic(uint64_t *to)
{
	for (unsigned i = 0; i < 4; i++)
		to[i] = inb(pic_ports[i]);
	return 4;
}

void state_restore_pic(const uint64_t *from, unsigned count)
{
	for (unsigned i = count; i-- > 0;)
		outb(pic_ports[i], (uint8_t)from[i]);
}

/* ---- I/O APICs: Intel 82093AA data sheet (290566), "Register Description" ---- */

#define IOAPIC_SELECT 0x00
#define IOAPIC_WINDOW 0x10
#define IOAPIC_VERSION 1
#define IOAPIC_LOW(pin) (0x10 + 2 * (pin))
#define IOAPIC_HIGH(pin) (0x11 + 2 * (pin))
#define IOAPIC_PINS(version) (((version) >> 16 & 0xff) + 1)
#define IOAPIC_MASKED (1u << 16)
#define IOAPIC_STATUS 0x5000u           /* read-only: delivery status and remote IRR */
#define IOAPIC_PINS_MAX (STATE_ENTRY_VALUES_MAX / EFI_ACPI_IOAPICS_MAX)

static uint32_t ioapic_read(unsigned index, uint32_t number)
{
	uintptr_t base_phys = devices_acpi.ioapics_phys[index];

	*(volatile uint32_t *)(base_phys + IOAPIC_SELECT) = number;
	return *(volatile uint32_t *)(base_phys + IOAPIC_WINDOW);
}

static void ioapic_write(unsigned index, uint32_t number, uint32_t value)
{
	uintptr_t base_phys = devices_acpi.ioapics_phys[index];

	*(volatile uint32_t *)(base_phys + IOAPIC_SELECT) = number;
	*(volatile uint32_t *)(base_phys + IOAPIC_WINDOW) = value;
}

/* Number of pins. It is 0 at the local APIC's address, where a write may raise an interrupt. */
static unsigned ioapic_pins(unsigned index)
{
	uint64_t lapic_phys = rdmsr(MSR_APIC_BASE) & APIC_BASE_ADDRESS;
	unsigned pins;

	if ((devices_acpi.ioapics_phys[index] & APIC_BASE_ADDRESS) == lapic_phys)
		return 0;
	pins = IOAPIC_PINS(ioapic_read(index, IOAPIC_VERSION));
	return pins < IOAPIC_PINS_MAX ? pins : IOAPIC_PINS_MAX;
}

unsigned state_save_ioapics(uint64_t *to)
{
	unsigned count = 0;

	for (unsigned i = 0; i < devices_acpi.ioapic_count; i++) {
		for (unsigned pin = 0; pin < ioapic_pins(i); pin++)
			to[count++] = (uint64_t)ioapic_read(i, IOAPIC_HIGH(pin)) << 32 |
				      (ioapic_read(i, IOAPIC_LOW(pin)) & ~IOAPIC_STATUS);
	}
	return count;
}

void state_restore_ioapics(const uint64_t *from, unsigned count)
{
	unsigned at = 0;

	for (unsigned i = 0; i < devices_acpi.ioapic_count; i++) {
		for (unsigned pin = 0; pin < ioapic_pins(i) && at < count; pin++, at++) {
			ioapic_write(i, IOAPIC_LOW(pin), IOAPIC_MASKED);
			ioapic_write(i, IOAPIC_HIGH(pin), (uint32_t)(from[at] >> 32));
			ioapic_write(i, IOAPIC_LOW(pin), (uint32_t)from[at]);
		}
	}
}

void state_drain_machine(void)
{
	for (unsigned i = 0; i < devices_acpi.ioapic_count; i++) {
		for (unsigned pin = 0; pin < ioapic_pins(i); pin++)
			ioapic_write(i, IOAPIC_LOW(pin), IOAPIC_MASKED);
	}
}

/* ---- Keyboard controller: IBM PC AT Technical Reference, "Keyboard Controller Commands" ---- */

#define I8042_DATA 0x60
#define I8042_STATUS 0x64
#define I8042_COMMAND 0x64
#define I8042_OUTPUT_FULL 0x01
#define I8042_INPUT_FULL 0x02
#define I8042_ABSENT 0xff
#define I8042_READ_CONFIGURATION 0x20
#define I8042_WRITE_CONFIGURATION 0x60
#define I8042_LOOKS 100000              /* about 1 us each */
#define I8042_FLUSH_MAX 64

static bool i8042_waits_until(uint8_t bit, uint8_t value)
{
	for (unsigned looks = 0; looks < I8042_LOOKS; looks++) {
		if ((inb(I8042_STATUS) & bit) == value)
			return true;
		cpu_pause();
	}
	return false;
}

static void i8042_flush(void)
{
	for (unsigned i = 0; i < I8042_FLUSH_MAX; i++) {
		if ((inb(I8042_STATUS) & I8042_OUTPUT_FULL) == 0)
			return;
		inb(I8042_DATA);
	}
}

unsigned state_save_i8042(uint64_t *to)
{
	if (inb(I8042_STATUS) == I8042_ABSENT)
		return 0;
	i8042_flush();
	if (!i8042_waits_until(I8042_INPUT_FULL, 0))
		return 0;
	outb(I8042_COMMAND, I8042_READ_CONFIGURATION);
	if (!i8042_waits_until(I8042_OUTPUT_FULL, I8042_OUTPUT_FULL))
		return 0;
	to[0] = inb(I8042_DATA);
	return 1;
}

void state_restore_i8042(const uint64_t *from, unsigned count)
{
	(void)count;
	i8042_flush();
	if (!i8042_waits_until(I8042_INPUT_FULL, 0))
		return;
	outb(I8042_COMMAND, I8042_WRITE_CONFIGURATION);
	if (i8042_waits_until(I8042_INPUT_FULL, 0))
		outb(I8042_DATA, (uint8_t)from[0]);
	i8042_waits_until(I8042_INPUT_FULL, 0);
}

/* ---- Serial ports: National Semiconductor PC16550D data sheet, "Registers" ---- */

enum {
	UART_DIVISOR_LOW = 0,
	UART_DIVISOR_HIGH = 1,
	UART_INTERRUPTS = 1,
	UART_IDENTIFICATION = 2,        /* FIFO control when written */
	UART_LINE_CONTROL = 3,
	UART_MODEM_CONTROL = 4,
	UART_LINE_STATUS = 5,
};
#define UART_DIVISOR_LATCH 0x80
#define UART_FIFOS_ON 0xc0
#define UART_FIFO_ENABLE 0x01
#define UART_ABSENT 0xff
#define UART_VALUES 6

static const uint16_t uart_ports[] = {0x3f8, 0x2f8, 0x3e8, 0x2e8};

#define UARTS (sizeof(uart_ports) / sizeof(uart_ports[0]))

static bool uart_exists(uint16_t port)
{
	return inb(port + UART_LINE_STATUS) != UART_ABSENT;
}

static void uart_save(uint16_t port, uint64_t *to)
{
	to[0] = inb(port + UART_INTERRUPTS);
	to[1] = inb(port + UART_MODEM_CONTROL);
	to[2] = inb(port + UART_IDENTIFICATION) & UART_FIFOS_ON;
	to[3] = inb(port + UART_LINE_CONTROL);
	outb(port + UART_LINE_CONTROL, (uint8_t)(to[3] | UART_DIVISOR_LATCH));
	to[4] = inb(port + UART_DIVISOR_LOW);
	to[5] = inb(port + UART_DIVISOR_HIGH);
	outb(port + UART_LINE_CONTROL, (uint8_t)to[3]);
}

static void uart_restore(uint16_t port, const uint64_t *from)
{
	outb(port + UART_LINE_CONTROL, (uint8_t)(from[3] | UART_DIVISOR_LATCH));
	outb(port + UART_DIVISOR_LOW, (uint8_t)from[4]);
	outb(port + UART_DIVISOR_HIGH, (uint8_t)from[5]);
	outb(port + UART_LINE_CONTROL, (uint8_t)from[3]);
	outb(port + UART_IDENTIFICATION, from[2] != 0 ? UART_FIFO_ENABLE : 0);
	outb(port + UART_MODEM_CONTROL, (uint8_t)from[1]);
	outb(port + UART_INTERRUPTS, (uint8_t)from[0]);
}

unsigned state_save_serial(uint64_t *to)
{
	unsigned count = 0;

	for (size_t i = 0; i < UARTS; i++) {
		if (!uart_exists(uart_ports[i]))
			continue;
		uart_save(uart_ports[i], to + count);
		count += UART_VALUES;
	}
	return count;
}

void state_restore_serial(const uint64_t *from, unsigned count)
{
	unsigned at = 0;

	for (size_t i = 0; i < UARTS && at < count; i++) {
		if (!uart_exists(uart_ports[i]))
			continue;
		uart_restore(uart_ports[i], from + at);
		at += UART_VALUES;
	}
}

/* ---- Screen ---- */

unsigned state_save_screen(uint64_t *to)
{
	if (devices_screen == NULL || devices_screen->Mode == NULL)
		return 0;
	to[0] = devices_screen->Mode->Mode;
	to[1] = devices_screen->Mode->FrameBufferBase;
	return 2;
}

void state_restore_screen(const uint64_t *from, unsigned count)
{
	(void)count;
	if (devices_screen->Mode->Mode != (UINT32)from[0])
		devices_screen->SetMode(devices_screen, (UINT32)from[0]);
}
