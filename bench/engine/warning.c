/* SPDX-License-Identifier: MIT */
/* Stores warnings until the manifest was written, and writes later ones at once. */
#include "bench/engine/warning.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

#include "bench/platform.h"
#include "lib/text/fmt.h"

#define KEPT_MAX 32

static struct kept {
	const char *source;
	char text[256];
} kept[KEPT_MAX];

static size_t kept_count;
static size_t dropped_count;
static bool flushed;

static void write_record(const struct kept *item)
{
	wire_write(platform_writer(), WIRE_warning, &(struct wire_warning){
		.source = item->source, .text = item->text});
}

void warning(const char *source, const char *format, ...)
{
	static struct kept overflow;
	struct kept *item = kept_count < KEPT_MAX && !flushed ? &kept[kept_count] : &overflow;
	va_list args;

	item->source = source;
	va_start(args, format);
	fmt_vbuffer(item->text, sizeof(item->text), format, args);
	va_end(args);
	platform_print("warning: %s: %s\n", source, item->text);
	if (flushed)
		write_record(item);
	else if (item == &overflow)
		dropped_count++;
	else
		kept_count++;
}

void warning_flush(void)
{
	for (size_t i = 0; i < kept_count; i++)
		write_record(&kept[i]);
	kept_count = 0;
	flushed = true;
	if (dropped_count > 0)
		warning("warning", "%zu earlier warnings were lost", dropped_count);
	dropped_count = 0;
}
