/* The keyboard controller of every PC before USB, and of most laptops since. */
#ifndef KERNEL_I8042_H
#define KERNEL_I8042_H

#include <stdbool.h>

/* Whether there is one, by the ACPI tables and by looking. */
bool i8042_exists(void);

/* Pulse the line that resets the CPU. Returns; the reset may take a moment. */
void i8042_reset_cpu(void);

/* Let the keyboard send. */
void i8042_enable_keyboard(void);

/* The next byte that the keyboard has sent, of scan code set 1 as firmware leaves the controller;
 * negative if there is none. */
int i8042_read_keyboard(void);

#endif
