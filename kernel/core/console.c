/* SPDX-License-Identifier: MIT */
/* Text goes to every sink, records to the sinks that take them. */
#include "kernel/core/console.h"

#include "kernel/core/panic_owner.h"
#include "kernel/machine/clock.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define SINKS_MAX 4
#define OTHERS_LIMIT_US 2000000

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

void console_print_others(const struct console_sink *self, const char *text)
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

/* ---- Writers ---- */

static struct {
	unsigned depth;                 /* number of writes in progress, on all CPUs */
	uint64_t cpu;                   /* the CPU that began last */
} writing;

/* Increment the counter before reading the panic flag. A panic sets the flag before it reads the
 * counter, so either the panic or this CPU notices the other. */
static void console_begin(void *context)
{
	(void)context;
	__atomic_store_n(&writing.cpu, panic_owner_self(), __ATOMIC_RELAXED);
	__atomic_add_fetch(&writing.depth, 1, __ATOMIC_SEQ_CST);
	if (!panic_owner_is_other())
		return;
	__atomic_sub_fetch(&writing.depth, 1, __ATOMIC_RELEASE);
	panic_owner_obey();
}

static void console_end(void *context)
{
	(void)context;
	__atomic_sub_fetch(&writing.depth, 1, __ATOMIC_RELEASE);
}

void console_wait_for_others(void)
{
	struct spin spin = spin_for_us(OTHERS_LIMIT_US);
	uint64_t self = panic_owner_self();

	while (__atomic_load_n(&writing.depth, __ATOMIC_SEQ_CST) != 0 &&
	       __atomic_load_n(&writing.cpu, __ATOMIC_RELAXED) != self && spin_on(&spin))
		;
}

/* ---- Writing ---- */

static bool is_printable(char c)
{
	return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

/* Write printable characters only. A text may contain words of a boot loader, of firmware or of a
 * disk, whose escape sequences must not reach a terminal. */
static void console_write_printable(const char *text, size_t length, bool is_record)
{
	for (size_t at = 0, end; at < length; at = end) {
		bool is_shown = is_printable(text[at]);

		for (end = at + 1; is_shown && end < length && is_printable(text[end]);)
			end++;
		console_write(is_shown ? text + at : "?", end - at, is_record);
	}
}

static void console_write_text(void *context, const char *text, size_t length)
{
	(void)context;
	console_write_printable(text, length, false);
}

/* Write to the sinks that take records. */
static void console_write_log(void *context, const char *text, size_t length)
{
	(void)context;
	console_write_printable(text, length, true);
}

static void console_write_record(void *context, const char *text, size_t length)
{
	(void)context;
	console_write(text, length, true);
}

static struct wire_writer writer = {
	.put = console_write_record, .begin = console_begin, .end = console_end,
};

struct wire_writer *console_writer(void)
{
	return &writer;
}

void console_vprint(const char *format, va_list args)
{
	console_begin(NULL);
	fmt_vprint(console_write_text, NULL, format, args);
	console_end(NULL);
}

void console_print(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	console_vprint(format, args);
	va_end(args);
}

void console_log(const char *format, ...)
{
	va_list args;

	console_begin(NULL);
	va_start(args, format);
	fmt_vprint(console_write_log, NULL, format, args);
	va_end(args);
	console_end(NULL);
}
