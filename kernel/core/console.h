/* SPDX-License-Identifier: MIT */
/* The console: writes text and records to every output of the machine. */
#ifndef KERNEL_CORE_CONSOLE_H
#define KERNEL_CORE_CONSOLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/wire/wire.h"

/* An output of the console. A driver adds its output once the driver is initialised. */
struct console_sink {
	bool takes_records;             /* false for a screen, which could not hold records */
	void (*write)(const char *text, size_t length);
};

/* Add a sink, which must stay valid. If it was added before, do nothing. */
void console_add(const struct console_sink *sink);

/* Print to every sink in the format of lib/text/fmt.h; '?' for each byte that is neither printable
 * ASCII nor a newline or tab. Any CPU, interrupts on or off. Lines of several CPUs may interleave.
 * While another CPU panics, a CPU that prints text or writes a record halts. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

void console_vprint(const char *format, va_list args);

/* Print only to the sinks that take records. For text that the screen already shows. */
void console_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Print to every sink except one: for messages about that sink. */
void console_print_others(const struct console_sink *self, const char *text);

/* The writer of records. Its observer, if set, sees each record as it is written. */
struct wire_writer *console_writer(void);

/* Wait until other CPUs have finished their record or text, at most two seconds. For a CPU that has
 * announced a panic. */
void console_wait_for_others(void);

#endif
