/* SPDX-License-Identifier: MIT */
/* See loader_options.h. */
#include "boot/efi/loader_options.h"

#include <stddef.h>

#include "lib/text/command_line.h"
#include "lib/text/string.h"

#define SERVICES "firmware.service"
#define PATTERN_CHARS 64                /* a longer pattern matches no benchmark */

static void take_firmware(struct loader_options *options, const char *value)
{
	options->must_keep_firmware = strcmp(value, "keep") == 0;
	options->must_exit_firmware = strcmp(value, "exit") == 0;
}

static void take_then(struct loader_options *options, const char *value)
{
	options->then = THEN_NOTHING;
	if (strcmp(value, "linux") == 0)
		options->then = THEN_LINUX;
	if (strcmp(value, "os") == 0)
		options->then = THEN_OS;
}

static void take_menu(struct loader_options *options, const char *value)
{
	unsigned long seconds;

	if (text_number(value, &seconds))
		options->menu_seconds = (unsigned)(seconds < LOADER_MENU_SECONDS_MAX
							 ? seconds : LOADER_MENU_SECONDS_MAX);
}

static void take_exit(struct loader_options *options, const char *value)
{
	options->is_tested = strcmp(value, "isa-debug") == 0 ||
			     strcmp(value, "semihosting") == 0 ||
			     strcmp(value, "sifive-test") == 0;
	options->switches_off = strcmp(value, "acpi-off") == 0 || strcmp(value, "psci-off") == 0 ||
				strcmp(value, "sbi-off") == 0;
}

static void take_test(struct loader_options *options, const char *value)
{
	options->hides_mp_services |= strcmp(value, "no-mp") == 0;
	options->fails_mp_services |= strcmp(value, "mp-fails") == 0;
}

static void take_server(struct loader_options *options, const char *value)
{
	text_copy(options->server, sizeof(options->server), value);
}

static bool has_match(const char *patterns, const char *name)
{
	char pattern[PATTERN_CHARS];

	for (size_t length; *patterns != '\0'; patterns += length + (patterns[length] == ',')) {
		for (length = 0; patterns[length] != '\0' && patterns[length] != ',';)
			length++;
		text_copy(pattern, length < sizeof(pattern) ? length + 1 : sizeof(pattern),
			  patterns);
		if (text_glob(pattern, name))
			return true;
	}
	return false;
}

/* Find out which benchmarks are selected, as bench/engine/options.h does: by patterns, or without
 * patterns by the suite. */
static void take_benches(struct loader_options *options, const char *value)
{
	options->measures_services = has_match(value, SERVICES) ||
				     (options->has_benches && options->measures_services);
	options->has_benches = true;
}

static void take_suite(struct loader_options *options, const char *value)
{
	if (!options->has_benches)
		options->measures_services = strcmp(value, "full") == 0;
}

static void take_parameter(void *context, const char *word, const char *value)
{
	if (value == NULL)
		return;
	if (strcmp(word, "firmware") == 0)
		take_firmware(context, value);
	if (strcmp(word, "then") == 0)
		take_then(context, value);
	if (strcmp(word, "exit") == 0)
		take_exit(context, value);
	if (strcmp(word, "menu") == 0)
		take_menu(context, value);
	if (strcmp(word, "bench") == 0)
		take_benches(context, value);
	if (strcmp(word, "suite") == 0)
		take_suite(context, value);
	if (strcmp(word, "server") == 0)
		take_server(context, value);
	if (strcmp(word, "test") == 0)
		take_test(context, value);
}

void loader_options_parse(struct loader_options *options, const char *line)
{
	*options = (struct loader_options){.menu_seconds = LOADER_MENU_SECONDS};
	command_line_split(line, COMMAND_LINE_MAX + 1, take_parameter, options);
}
