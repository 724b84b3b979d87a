/* SPDX-License-Identifier: MIT */
/* Command-line parameters of the machine. The runner parses those that select benchmarks. */
#include "kernel/settings.h"

#include <stddef.h>

#include "kernel/machine/cpu.h"
#include "kernel/machine/serial.h"
#include "kernel/machine/smp.h"
#include "lib/text/command_line.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define PORT_CHARS 24                   /* a port with a baud rate */

struct parsing {
	struct settings *settings;
	settings_report *report;
};

/* Parse serial=none, serial=PORT or serial=PORT,BAUD. */
static int parse_serial(struct settings *settings, const char *value)
{
	struct serial_choices *serial = &settings->serial;
	struct serial_choice choice;
	unsigned long baud;
	char port[PORT_CHARS];
	char *comma;

	if (strcmp(value, "none") == 0) {
		serial->count = 0;
		serial->is_chosen = true;
		return 0;
	}
	if (!text_copy(port, sizeof(port), value))
		return -EINVAL;
	comma = strchr(port, ',');
	if (comma != NULL)
		*comma = '\0';
	if (serial_parse(port, &choice) != 0)
		return -EINVAL;
	if (comma != NULL) {
		if (!text_number(comma + 1, &baud) || baud < SERIAL_BAUD_MIN ||
		    baud > SERIAL_BAUD_MAX)
			return -EINVAL;
		choice.baud = (uint32_t)baud;
	}
	if (!serial->is_chosen)
		serial->count = 0;      /* without the default */
	if (serial->count == SERIAL_PORTS_MAX)
		return -EINVAL;
	serial->items[serial->count++] = choice;
	serial->is_chosen = true;
	return 0;
}

static int parse_screen(struct settings *settings, const char *value)
{
	settings->screen = strcmp(value, "none") != 0;
	return settings->screen && strcmp(value, "auto") != 0 ? -EINVAL : 0;
}

static int parse_cpus(struct settings *settings, const char *value)
{
	unsigned long cpus;

	if (!text_number(value, &cpus) || cpus == 0 || cpus > CPUS_MAX)
		return -EINVAL;
	settings->cpus = (unsigned)cpus;
	return 0;
}

static int parse_cpu(struct settings *settings, const char *value)
{
	unsigned long cpu;

	if (!text_number(value, &cpu) || cpu >= CPUS_MAX)
		return -EINVAL;
	settings->cpu = (unsigned)cpu;
	return 0;
}

static int parse_exit(struct settings *settings, const char *value)
{
	return exit_method_parse(value, &settings->exit);
}

/* The loader's parameters. The loader has applied them, so the kernel only checks them. */
static int parse_firmware(struct settings *settings, const char *value)
{
	(void)settings;
	return strcmp(value, "keep") == 0 || strcmp(value, "exit") == 0 ? 0 : -EINVAL;
}

static int parse_then(struct settings *settings, const char *value)
{
	(void)settings;
	return strcmp(value, "linux") == 0 || strcmp(value, "os") == 0 ? 0 : -EINVAL;
}

static int parse_menu(struct settings *settings, const char *value)
{
	unsigned long seconds;

	(void)settings;
	return text_number(value, &seconds) ? 0 : -EINVAL;
}

static int parse_server(struct settings *settings, const char *value)
{
	(void)settings;
	return strncmp(value, "http://", strlen("http://")) == 0 ? 0 : -EINVAL;
}

static int parse_test(struct settings *settings, const char *value)
{
	settings->panic = strcmp(value, "panic") == 0;
	settings->panic_other_cpu = strcmp(value, "panic-other-cpu") == 0;
	settings->stray = strcmp(value, "stray") == 0;
	if (settings->panic || settings->panic_other_cpu || settings->stray)
		return 0;
	return strcmp(value, "no-mp") == 0 || strcmp(value, "mp-fails") == 0 ? 0 : -EINVAL;
}

static const struct {
	const char *word;
	int (*take)(struct settings *settings, const char *value);
} words[] = {
	{"serial", parse_serial},     {"screen", parse_screen}, {"cpus", parse_cpus},
	{"cpu", parse_cpu},           {"exit", parse_exit},     {"test", parse_test},
	{"firmware", parse_firmware}, {"then", parse_then},     {"menu", parse_menu},
	{"server", parse_server},
};

static int parse_own(struct settings *settings, const char *word, const char *value)
{
	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		if (strcmp(words[i].word, word) == 0)
			return value != NULL ? words[i].take(settings, value) : -EINVAL;
	}
	return -ENOENT;
}

static void settings_parse_parameter(void *context, const char *word, const char *value)
{
	const struct parsing *parsing = context;
	int error = options_parse(&parsing->settings->options, word, value);

	if (error == -ENOENT)
		error = parse_own(parsing->settings, word, value);
	if (error != 0 && parsing->report != NULL)
		parsing->report(error == -ENOENT ? "unknown parameter" : "invalid value", word,
				value != NULL ? value : "");
}

void settings_parse(struct settings *settings, const char *line, settings_report *report)
{
	struct parsing parsing = {settings, report};

	*settings = (struct settings){
		.serial = {.items = {serial_default()}, .count = 1},
		.screen = true,
		.cpus = CPUS_MAX,
		.cpu = SMP_CPU_ANY,
		.exit = EXIT_HALT,
	};
	options_init(&settings->options);
	if (!command_line_split(line, COMMAND_LINE_MAX + 1, settings_parse_parameter, &parsing) &&
	    report != NULL)
		report("command line cut", "", "");
}
