/* SPDX-License-Identifier: MIT */
/* A serial port that carries no records, in the loopback mode of its UART. Nothing leaves the
 * machine, although each character takes the time of the line. Boot CPU, except for sending and
 * receiving. PC16550D data sheet, "Modem Control Register". */
#ifndef KERNEL_MACHINE_LOOP_LINE_H
#define KERNEL_MACHINE_LOOP_LINE_H

#include <stdbool.h>
#include <stdint.h>

/* Find a port whose interrupt arrives; once. Returns its name, such as "com2", or NULL with the
 * reason in *missing. Not while a line is open. */
const char *loop_line_find(const char **missing);

/* Open the port: raise vector at the CPU with that hardware ID for each received character, at
 * 115200 baud. Returns 0, or a negative errno if the interrupt cannot be routed. */
int loop_line_open(uint8_t vector, uint32_t hardware_id);

/* Restore the UART's settings. */
void loop_line_close(void);

/* Enable or disable the port's interrupts. */
void loop_line_enable_interrupts(bool does);

void loop_line_send(uint8_t character);

/* Returns false if no character was received. */
bool loop_line_receive(uint8_t *character);

#endif
