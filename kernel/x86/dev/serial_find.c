/* SPDX-License-Identifier: MIT */
/* Finds serial ports of machines without COM1. Registers in memory can be used only after the
 * kernel's page tables were made, so these ports miss the earlier text. They miss no record. */
#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/core/console.h"
#include "kernel/dev/acpi/acpi.h"
#include "kernel/dev/pci/pci.h"
#include "kernel/mm/firmware.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/uart.h"

#define REGISTERS 8u
#define PL011_BYTES 0x1000u

/* PCI Code and ID Assignment Specification, "Simple Communication Controllers": serial, all
 * interfaces of which have the registers of an 8250. */
#define CLASS_IS_SERIAL(code) ((code) >> 8 == 0x0700)

static bool add_memory(const char *source, const struct acpi_console *console, uint32_t baud)
{
	size_t bytes = console->is_pl011 ? PL011_BYTES : REGISTERS * console->register_bytes;
	struct uart_memory memory = {
		.registers = (volatile uint8_t *)firmware_map_device(source, console->address,
								     bytes),
		.register_bytes = console->register_bytes,
		.access_bytes = console->access_bytes, .is_pl011 = console->is_pl011,
	};
	uint32_t uart = memory.registers != NULL ? uart_add_memory(&memory) : 0;

	return uart != 0 && serial_add(uart, baud);
}

static void tell_found(const char *source, uint64_t address)
{
	console_print("serial port of %s at %#lx\n", source, address);
}

static bool add_console(const char *source, const struct acpi_console *console)
{
	/* The firmware has set the line up. */
	bool is_added = console->is_port ? serial_add((uint32_t)console->address, 0)
					 : add_memory(source, console, 0);

	if (is_added)
		tell_found(source, console->address);
	return is_added;
}

/* Add a PCI port: the first BAR with a UART, in I/O space, or in memory with registers of one or
 * four bytes. */
static bool add_pci(struct pci_function *function, uint32_t baud)
{
	for (unsigned bar = 0; bar < PCI_BARS; bar++) {
		uint16_t port = pci_function_open_ports(function, bar);
		const char *why;
		volatile void *registers;

		if (port != 0 && serial_add(port, baud)) {
			tell_found("PCI", port);
			return true;
		}
		registers = port == 0 ? pci_registers(function, bar, 0, REGISTERS, &why) : NULL;
		for (uint8_t bytes = 1; registers != NULL && bytes <= 4; bytes += 3) {
			struct uart_memory memory = {
				.registers = registers, .register_bytes = bytes,
				.access_bytes = bytes,
			};
			uint32_t uart;

			if (pci_registers(function, bar, 0, REGISTERS * bytes, &why) == NULL)
				break;
			pci_function_start(function);
			uart = uart_add_memory(&memory);
			if (uart != 0 && serial_add(uart, baud)) {
				tell_found("PCI", bar);
				return true;
			}
		}
	}
	return false;
}

/* Find a PCI port. Returns whether there is one that works. */
static bool find_pci(uint32_t baud)
{
	size_t count;
	struct pci_function *functions = pci_functions(&count);

	for (size_t i = 0; i < count; i++) {
		if (CLASS_IS_SERIAL(functions[i].class_code) && add_pci(&functions[i], baud))
			return true;
	}
	return false;
}

static void find_chosen(const struct serial_choice *choice)
{
	const struct acpi_console console = {
		.address = choice->address,
		.register_bytes = (uint8_t)choice->register_bytes,
		.access_bytes = (uint8_t)choice->register_bytes,
	};

	if (choice->address == 0) {
		if (!find_pci(choice->baud))
			warning("serial", "no PCI serial controller that works");
	} else if (choice->address >= UART_MEMORY_FIRST) {
		if (!add_memory("serial", &console, choice->baud))
			warning("serial", "no serial port in memory at %#lx", choice->address);
	} else if (!serial_has((uint32_t)choice->address)) {
		warning("serial", "no serial port at %#lx", choice->address);
	}
}

void serial_find_chosen(const struct serial_choice *choices, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		find_chosen(&choices[i]);
}

void serial_find(void)
{
	unsigned count;
	const struct acpi_console *consoles = acpi_consoles(&count);

	for (unsigned i = 0; i < count; i++) {
		if (consoles[i].is_redirection || serial_count() == 0)
			add_console(consoles[i].is_redirection ? "SPCR" : "DBG2", &consoles[i]);
	}
	if (serial_count() == 0)
		find_pci(SERIAL_DEFAULT_BAUD);
}
