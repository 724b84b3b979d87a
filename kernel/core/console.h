/* SPDX-License-Identifier: MIT */
/* The console: text and records for whoever watches, on every output the machine has. */
#ifndef KERNEL_CORE_CONSOLE_H
#define KERNEL_CORE_CONSOLE_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "lib/wire/wire.h"

/* An output, which adds itself when it has come up. */
struct console_sink {
	bool takes_records;             /* a screen could not hold them */
	void (*write)(const char *text, size_t length);
};

/* Write to this sink as well from now on; it must stay. Adding it again does nothing. */
void console_add(const struct console_sink *sink);

/* Print to every sink; the format is lib/text/fmt.h's. Any CPU, interrupts on or off; lines from
 * two CPUs at once may mix. A CPU that begins to while another panics halts, with records too. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

void console_vprint(const char *format, va_list args);

/* Print to the sinks that hold records: text that a screen has already. As console_print. */
void console_log(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Write text to every sink but the one that has something to tell of itself. */
void console_tell_others(const struct console_sink *self, const char *text);

/* The writer of records. Its observer, where there is one, sees them as they are written. */
struct wire_writer *console_writer(void);

/* Wait, a second or two at most, until another CPU has ended the record or the text that it is
 * writing. For a CPU that panics, once it has said so. */
void console_wait_for_others(void);

#endif
