/* SPDX-License-Identifier: MIT */
/* A serial port beside that of the results, as a line that receives what it sends: its UART's own
 * loopback, so nothing leaves the machine, but each character takes the UART's time. Boot CPU, but
 * for sending and receiving. PC16550D data sheet, "Modem Control Register". */
#ifndef KERNEL_DEV_LOOP_LINE_H
#define KERNEL_DEV_LOOP_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Look for one whose interrupt comes, once: "com2". NULL if there is none, as platform_flow_line
 * says. Not while the line is open. */
const char *loop_line_find(const char **lacking);

/* Let the line that was found raise vector at the CPU with that APIC ID when a character has come,
 * at 115200 baud, until it is closed. Returns 0,
 * or a negative errno if its interrupt can't be routed. */
int loop_line_open(uint8_t vector, uint32_t apic_id);

/* Leave its UART as it was found. */
void loop_line_close(void);

/* Whether its interrupts come. */
void loop_line_enable_interrupts(bool does);

void loop_line_send(uint8_t character);

/* Returns false if no character has come. */
bool loop_line_receive(uint8_t *character);

#endif
