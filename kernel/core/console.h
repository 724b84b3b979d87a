/* SPDX-License-Identifier: MIT */
/* The console: writes text and records to every output of the machine. */
#ifndef KERNEL_CORE_CONSOLE_H
#define KERNEL_CORE_CONSOLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/wire/wire.h"

/* An output. A driver adds its own once it is initialised. */
struct console_sink {
	bool takes_records;             /* a screen could not hold them */
	void (*write)(const char *text, size_t length);
};

/* Add a sink, which must stay valid. Does nothing if it was added before. */
void console_add(const struct console_sink *sink);

/* Print to every sink in the format of lib/text/fmt.h; '?' for each byte that is neither printable
 * ASCII nor a newline or tab. Any CPU, interrupts on or off. Lines of several CPUs may interleave.
 * While another CPU panics, the caller halts; this applies to records too. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

void console_vprint(const char *format, va_list args);

/* Print only to the sinks that take records: for text that the screen shows already. */
void console_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Print to every sink except one: for messages about that sink. */
void console_print_others(const struct console_sink *self, const char *text);

/* The writer of records. Its observer, if set, sees each record as it is written. */
struct wire_writer *console_writer(void);

/* Wait up to two seconds until other CPUs have finished their record or text. For a CPU that has
 * announced a panic. */
void console_wait_for_others(void);

#endif
