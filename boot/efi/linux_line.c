/* SPDX-License-Identifier: MIT */
/* See linux_line.h. */
#include "boot/efi/linux_line.h"

#include <stdarg.h>

#include "lib/cpu/identity.h"
#include "lib/text/command_line.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define KERNEL_PARAMETERS "initrd=\\linux\\" ARCH_NAME "\\initrd quiet panic=10"

/* Parameters of docs/real-hardware.md that bareline-linux accepts as options. */
static const char *const common[] = {
	"suite", "bench", "samples", "duration", "limit", "quantum", "pmc", "pace", "serials",
	"cpu",
};

struct linux_line {
	char *to;
	size_t used;
	bool fits;
	unsigned long cpus;             /* by cpus=; 0: all */
	unsigned long needed;           /* number of CPUs up to the one of cpu= */
};

static void append(struct linux_line *line, const char *format, ...)
{
	size_t room = LINUX_LINE_MAX + 1 - line->used, length;
	va_list args;

	va_start(args, format);
	length = fmt_vbuffer(line->to + line->used, room, format, args);
	va_end(args);
	line->fits = line->fits && length < room;
	if (line->fits)
		line->used += length;
}

static void take_cpus(void *context, const char *word, const char *value)
{
	struct linux_line *line = context;
	unsigned long number;

	if (value == NULL || !text_number(value, &number))
		return;
	if (strcmp(word, "cpus") == 0)
		line->cpus = number;
	if (strcmp(word, "cpu") == 0)
		line->needed = number + 1;
}

/* Use as many CPUs as the bare-metal run, and as many more as include the CPU that measures. */
static void append_cpus(struct linux_line *line)
{
	if (line->cpus != 0)
		append(line, " maxcpus=%lu", line->needed > line->cpus ? line->needed : line->cpus);
}

static void take_word(void *context, const char *word, const char *value)
{
	for (size_t i = 0; value != NULL && i < sizeof(common) / sizeof(common[0]); i++) {
		if (strcmp(word, common[i]) == 0)
			append(context, " --%s=%s", word, value);
	}
}

/* Convert backslashes to slashes. */
static void append_path(struct linux_line *line, const char *path)
{
	size_t begin = line->used;

	append(line, "%s", path);
	for (size_t i = begin; i < line->used; i++) {
		if (line->to[i] == '\\')
			line->to[i] = '/';
	}
}

bool linux_line_make(char to[LINUX_LINE_MAX + 1], const char *line,
		     const struct processor_linux *needs, const char *results)
{
	struct linux_line made = {.to = to, .fits = true};

	append(&made, KERNEL_PARAMETERS "%s", needs->parameters);
	command_line_split(line, COMMAND_LINE_MAX + 1, take_cpus, &made);
	append_cpus(&made);
	append(&made, " -- --stick=");
	append_path(&made, results);
	return command_line_split(line, COMMAND_LINE_MAX + 1, take_word, &made) && made.fits &&
	       made.used <= needs->line_max;
}
