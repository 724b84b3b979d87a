/* SPDX-License-Identifier: MIT */
/* Words are the same for the image and for Linux, whose kernel wants some of its own first. */
#include "tools/run/words.h"

#include <err.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/exit_status.h"

/* One more word or option for the target, if there is a value for it. */
static void words_add_word(struct run_options *run, const char *name, const char *value)
{
	size_t used = strlen(run->words);

	if (value != NULL)
		snprintf(run->words + used, sizeof(run->words) - used, " %s%s=%s",
			 run->is_linux ? "--" : "", name, value);
}

static void add_input_words(struct run_options *run)
{
	char messages[16];

	snprintf(messages, sizeof(messages), "%zu", run->script.count);
	words_add_word(run, "input", messages);
	words_add_word(run, "pace", run->input_speed);
}

static void write_words(struct run_options *run)
{
	words_add_word(run, "suite", run->suite);
	words_add_word(run, "bench", run->benches[0] != '\0' ? run->benches : NULL);
	words_add_word(run, "pmc", run->events[0] != '\0' ? run->events : NULL);
	words_add_word(run, "duration", run->duration.text);
	words_add_word(run, "limit", run->limit.text);
	words_add_word(run, "quantum", run->quantum.text);
	if (run->input != NULL)
		add_input_words(run);
}

static int write_image_line(const struct run_options *run, char line[COMMAND_LINE_MAX + 1])
{
	return snprintf(line, COMMAND_LINE_MAX + 1, "%s exit=isa-debug%s%s", run->words + 1,
			run->append[0] != '\0' ? " " : "", run->append);
}

/* The kernel hands what follows "--" to its init. Where it lies in memory is left to chance only
 * when figures may be: Linux, Documentation/admin-guide/kernel-parameters.rst. */
static int write_linux_line(const struct run_options *run, char line[COMMAND_LINE_MAX + 1])
{
	return snprintf(line, COMMAND_LINE_MAX + 1, "console=ttyS0 quiet panic=-1%s%s%s -- --quiet%s",
			run->qemu.deterministic ? " nokaslr" : "",
			run->append[0] != '\0' ? " " : "", run->append, run->words);
}

void run_words_write(struct run_options *run)
{
	int length;

	write_words(run);
	length = run->is_linux ? write_linux_line(run, run->command_line)
			       : write_image_line(run, run->command_line);

	if (length > COMMAND_LINE_MAX)
		errx(EXIT_USAGE, "the target's command line would be %d characters long; %d is the "
		     "most", length, COMMAND_LINE_MAX);
}
