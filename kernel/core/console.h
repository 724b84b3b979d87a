/* The console: text and records for whoever watches, on every output the machine has. */
#ifndef KERNEL_CORE_CONSOLE_H
#define KERNEL_CORE_CONSOLE_H

#include <stdarg.h>

#include "lib/wire/wire.h"

/* Print to serial and screen; the format is lib/text/fmt.h's. Any CPU, interrupts on or off; lines from
 * two CPUs at once may mix. */
void console_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

void console_vprint(const char *format, va_list args);

/* The writer of records; they go to serial only, a screen could not hold them. */
struct wire_writer *console_writer(void);

#endif
