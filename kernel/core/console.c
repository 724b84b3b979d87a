/* SPDX-License-Identifier: MIT */
/* Text goes to every sink, records to those that take them. */
#include "kernel/core/console.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define SINKS_MAX 4

static const struct console_sink *sinks[SINKS_MAX];
static unsigned sink_count;

void console_add(const struct console_sink *sink)
{
	for (unsigned i = 0; i < sink_count; i++) {
		if (sinks[i] == sink)
			return;
	}
	if (sink_count < SINKS_MAX)
		sinks[sink_count++] = sink;
}

void console_tell_others(const struct console_sink *self, const char *text)
{
	for (unsigned i = 0; i < sink_count; i++) {
		if (sinks[i] != self)
			sinks[i]->write(text, strlen(text));
	}
}

static void console_write(const char *text, size_t length, bool is_record)
{
	for (unsigned i = 0; i < sink_count; i++) {
		if (is_record && !sinks[i]->takes_records)
			continue;
		sinks[i]->write(text, length);
	}
}

static void console_write_text(void *context, const char *text, size_t length)
{
	(void)context;
	console_write(text, length, false);
}

static void console_write_record(void *context, const char *text, size_t length)
{
	(void)context;
	console_write(text, length, true);
}

static struct wire_writer writer = {.put = console_write_record};

struct wire_writer *console_writer(void)
{
	return &writer;
}

void console_vprint(const char *format, va_list args)
{
	fmt_vprint(console_write_text, NULL, format, args);
}

void console_print(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	console_vprint(format, args);
	va_end(args);
}
