/* Text goes to serial and screen, records to serial. */
#include "kernel/core/console.h"

#include <stddef.h>

#include "kernel/dev/screen/screen.h"
#include "kernel/dev/serial.h"
#include "lib/text/fmt.h"

static void write_serial(const char *text, size_t length)
{
	static const char notice[] = "\nThe serial port takes no more characters: from here on "
				     "the records are lost.\n";

	if (!serial_write(text, length))
		screen_write(notice, sizeof(notice) - 1);
}

static void write_everywhere(void *context, const char *text, size_t length)
{
	(void)context;
	write_serial(text, length);
	screen_write(text, length);
}

static void console_write_record(void *context, const char *text, size_t length)
{
	(void)context;
	write_serial(text, length);
}

static struct wire_writer writer = {.put = console_write_record};

struct wire_writer *console_writer(void)
{
	return &writer;
}

void console_vprint(const char *format, va_list args)
{
	fmt_vprint(write_everywhere, NULL, format, args);
}

void console_print(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	console_vprint(format, args);
	va_end(args);
}
