/* SPDX-License-Identifier: MIT */
/* Registers of a 16550 UART and common operations. National Semiconductor PC16550D data sheet,
 * "Registers". */
#ifndef KERNEL_X86_DEV_UART_H
#define KERNEL_X86_DEV_UART_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/x86/io.h"

/* Register offsets. */
#define UART_DATA 0
#define UART_INTERRUPT_ENABLE 1
#define UART_INTERRUPT_IDENTIFICATION 2 /* when read; FIFO control when written */
#define UART_MODEM_CONTROL 4
#define UART_LINE_STATUS 5

#define UART_MODEM_LOOPBACK 0x10
#define UART_MODEM_DTR_RTS_OUT2 0x0b
#define UART_MODEM_OUT2 0x08            /* enables the interrupt line on a PC */
#define UART_INTERRUPT_RECEIVED 0x01
#define UART_INTERRUPT_EMPTY 0x02
#define UART_IDENTIFICATION_NONE 0x01   /* no pending interrupt */
#define UART_STATUS_DATA_READY 0x01
#define UART_STATUS_HOLDING_EMPTY 0x20 /* FIFO empty, or holding register without FIFOs */
#define UART_STATUS_TRANSMITTER_EMPTY 0x40

#define UART_COM_PORTS 4u

#define UART_FIFO_BYTES 16
#define UART_BITS_A_CHARACTER 10u       /* with start and stop bit */

/* In the functions below, port is an I/O address, or a number of uart_add_memory. */
#define UART_MEMORY_FIRST 0x10000u
#define UART_MEMORY_MAX 8u                 /* maximum number of ports in memory that are tried */

/* Registers in memory, register_bytes apart and access_bytes wide. A PL011 appears as a 16550
 * without loopback: ARM PrimeCell UART (PL011) Technical Reference Manual, "Register summary". */
struct uart_memory {
	volatile uint8_t *registers;
	uint8_t register_bytes, access_bytes;
	bool is_pl011;
};

/* Add a UART in memory. Returns its number, or 0 if there are already UART_MEMORY_MAX. */
uint32_t uart_add_memory(const struct uart_memory *memory);

uint8_t uart_read_memory(uint32_t port, unsigned offset);
void uart_write_memory(uint32_t port, unsigned offset, uint8_t value);

static inline uint8_t uart_read(uint32_t port, unsigned offset)
{
	return port < UART_MEMORY_FIRST ? inb((uint16_t)(port + offset))
					: uart_read_memory(port, offset);
}

static inline void uart_write(uint32_t port, unsigned offset, uint8_t value)
{
	if (port < UART_MEMORY_FIRST)
		outb((uint16_t)(port + offset), value);
	else
		uart_write_memory(port, offset, value);
}

/* I/O address of COM1 to COM4, numbered from 0. IBM PC AT: standard addresses. */
static inline uint16_t uart_com_port(unsigned index)
{
	static const uint16_t ports[UART_COM_PORTS] = {0x3f8, 0x2f8, 0x3e8, 0x2e8};

	return ports[index];
}

/* Whether a device responds at port. */
bool uart_is_there(uint32_t port);

/* Poll a line status bit, at most looks times at about 1 us each. */
bool uart_wait_status(uint32_t port, uint8_t bit, uint32_t looks);

/* Disable interrupts. Set 8 data bits, no parity, one stop bit, and the baud rate. With a baud rate
 * of 0, keep the firmware's settings of the line. */
void uart_set_up(uint32_t port, uint32_t baud);

/* Enable and clear the FIFOs. Returns how many bytes may be written to an empty holding
 * register. */
unsigned uart_enable_fifo(uint32_t port);

/* Whether a byte returns in loopback mode within polls_max polls, after earlier received ones. A
 * PL011 has no loopback mode, so the result is whether its transmitter becomes empty. Leaves the
 * modem lines on, and possibly received bytes. */
bool uart_loopback_works(uint32_t port, uint32_t polls_max);

/* Settings to restore after temporary use by another owner. The FIFOs are empty afterwards. */
struct uart_settings {
	bool has_fifo_on;
	uint8_t interrupts, control, modem, divisor_low, divisor_high;
};

void uart_keep(uint32_t port, struct uart_settings *settings);
void uart_put_back(uint32_t port, const struct uart_settings *settings);

/* Disable the FIFOs. */
void uart_disable_fifo(uint32_t port);

/* The ISA interrupt of a port; negative without a standard assignment. */
int uart_irq(uint32_t port);

#endif
