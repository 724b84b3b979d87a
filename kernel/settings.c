/* SPDX-License-Identifier: MIT */
/* Command-line parameters of the machine. The runner parses those that select benchmarks. */
#include "kernel/settings.h"

#include <stddef.h>

#include "kernel/machine/cpu.h"
#include "kernel/x86/dev/serial.h"
#include "kernel/x86/dev/uart.h"
#include "lib/text/command_line.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

#define PORT_CHARS 24                   /* a port with a baud rate */

struct parsing {
	struct settings *settings;
	settings_report *report;
};

/* An address in memory may have the distance of its registers, such as 0xfe030000:4. */
static int parse_port(struct serial_choice *choice, char *text)
{
	char *distance = strchr(text, ':');
	unsigned long address, bytes = 1;

	if (strcmp(text, "pci") == 0)
		return 0;
	if (strncmp(text, "com", 3) == 0 && text[3] >= '1' &&
	    text[3] < '1' + (char)UART_COM_PORTS && text[4] == '\0') {
		choice->address = uart_com_port((unsigned)(text[3] - '1'));
		return 0;
	}
	if (distance != NULL) {
		*distance = '\0';
		if (!text_number(distance + 1, &bytes) || (bytes != 1 && bytes != 2 && bytes != 4))
			return -EINVAL;
	}
	if (!text_number(text, &address) || address == 0 ||
	    (address > UINT16_MAX - 7 && address < SERIAL_MEMORY_FIRST) ||
	    (address < SERIAL_MEMORY_FIRST && distance != NULL) || address % bytes != 0)
		return -EINVAL;
	choice->address = address;
	choice->register_bytes = (uint32_t)bytes;
	return 0;
}

/* Parse serial=none, serial=PORT or serial=PORT,BAUD; PORT is such as com2, 0x3f8 or pci. */
static int parse_serial(struct settings *settings, const char *value)
{
	struct serial_choice choice = {.baud = SERIAL_DEFAULT_BAUD};
	char port[PORT_CHARS];
	char *comma;

	if (strcmp(value, "none") == 0) {
		settings->serial_count = 0;
		settings->serial_is_chosen = true;
		return 0;
	}
	if (!text_copy(port, sizeof(port), value))
		return -EINVAL;
	comma = strchr(port, ',');
	if (comma != NULL) {
		unsigned long baud;

		*comma = '\0';
		if (!text_number(comma + 1, &baud) || baud < SERIAL_BAUD_MIN ||
		    baud > SERIAL_BAUD_MAX)
			return -EINVAL;
		choice.baud = (uint32_t)baud;
	}
	if (parse_port(&choice, port) != 0)
		return -EINVAL;
	if (choice.address >= SERIAL_MEMORY_FIRST && comma == NULL)
		choice.baud = 0;
	if (!settings->serial_is_chosen)
		settings->serial_count = 0;     /* without the default */
	if (settings->serial_count == SERIAL_PORTS_MAX)
		return -EINVAL;
	settings->serials[settings->serial_count++] = choice;
	settings->serial_is_chosen = true;
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

static int parse_exit(struct settings *settings, const char *value)
{
	return exit_method_parse(value, &settings->exit);
}

/* The loader's parameters, which it has applied; the kernel only checks them. */
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
	{"serial", parse_serial}, {"screen", parse_screen}, {"cpus", parse_cpus},
	{"exit", parse_exit},     {"test", parse_test},     {"firmware", parse_firmware},
	{"then", parse_then},     {"menu", parse_menu},     {"server", parse_server},
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
		.serials = {{SERIAL_COM1, 1, SERIAL_DEFAULT_BAUD}},
		.serial_count = 1,
		.screen = true,
		.cpus = CPUS_MAX,
		.exit = EXIT_HALT,
	};
	options_init(&settings->options);
	if (!command_line_split(line, COMMAND_LINE_MAX + 1, settings_parse_parameter, &parsing) &&
	    report != NULL)
		report("command line cut", "", "");
}
