/* SPDX-License-Identifier: MIT */
/* A serial port that carries no records, in the loopback mode of its UART. Nothing leaves the
 * machine, but each character takes as long as on a line. Boot CPU, except for sending and
 * receiving. PC16550D data sheet, "Modem Control Register". */
#ifndef KERNEL_MACHINE_LOOP_LINE_H
#define KERNEL_MACHINE_LOOP_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Find a port whose interrupt arrives. The search happens once. Returns the port's name, such as
 * "com2". Without such a port, returns NULL with the reason in *missing, which is NULL if there is
 * no free port at all. Not while a line is open. */
const char *loop_line_find(const char **missing);

/* Open the port. For each received character it raises vector at the CPU with that hardware ID. The
 * speed is 115200 baud. Returns 0, or a negative errno if the interrupt cannot be routed. */
int loop_line_open(uint8_t vector, uint32_t hardware_id);

/* Restore the UART's settings. */
void loop_line_close(void);

/* Enable or disable the port's interrupts. */
void loop_line_enable_interrupts(bool does);

void loop_line_send(uint8_t character);

/* Take a received character. Returns false if there is none. */
bool loop_line_receive(uint8_t *character);

#endif
