/* SPDX-License-Identifier: MIT */
/* Words are the same for the image and for Linux, whose kernel wants some of its own first. That
 * one takes a shorter line than the target does: what is too long for it goes to its first program
 * by a file. */
#include "tools/run/words.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/disk.h"
#include "tools/run/guest.h"

/* Linux, arch/x86/include/asm/setup.h, COMMAND_LINE_SIZE, less the terminator. */
#define LINUX_LINE_MAX 2047
/* That a layout's word is longer than the one's before. */
#define LAYOUT_DIGITS 29

/* One more word or option for the target, if there is a value for it. */
static void words_add_word(const struct run_options *run, FILE *words, const char *name,
			   const char *value)
{
	if (value != NULL)
		fprintf(words, " %s%s=%s", run->is_linux ? "--" : "", name, value);
}

static void add_input_words(const struct run_options *run, FILE *words)
{
	char messages[16];

	snprintf(messages, sizeof(messages), "%zu", run->script.count);
	words_add_word(run, words, "input", messages);
	words_add_word(run, words, "pace", run->input_pace);
}

/* The image finds its disks; under both it has one name. */
static void add_disk_words(const struct run_options *run, FILE *words)
{
	const struct guest_disk *disk = guest_disk(run->qemu.disk.model);

	if (run->is_linux && disk_is_given(&run->qemu) && disk != NULL) {
		words_add_word(run, words, "disk", disk->path);
		words_add_word(run, words, "disk-name", disk->name);
	}
}

/* Each after a blank, in a buffer that the caller frees. */
static char *write_words(const struct run_options *run)
{
	char *text;
	size_t size;
	FILE *words = file_in_memory(&text, &size);

	words_add_word(run, words, "suite", run->suite);
	words_add_word(run, words, "bench", run->benches[0] != '\0' ? run->benches : NULL);
	words_add_word(run, words, "pmc", run->events[0] != '\0' ? run->events : NULL);
	words_add_word(run, words, "duration", run->duration.text);
	words_add_word(run, words, "limit", run->limit.text);
	words_add_word(run, words, "quantum", run->quantum.text);
	if (run->layout > 0)
		fprintf(words, " --layout=%lu", run->layout);
	if (run->input != NULL)
		add_input_words(run, words);
	add_disk_words(run, words);
	file_end_memory(words, &text);
	return text;
}

static void words_check(const char *whose, int length, int most)
{
	if (length > most)
		errx(EXIT_USAGE, "%s command line: %d characters long; the maximum is %d",
		     whose, length, most);
}

static void write_image_line(struct run_options *run, const char *words)
{
	words_check("target's",
		    snprintf(run->command_line, sizeof(run->command_line), "%s exit=isa-debug%s%s",
			     words + 1, run->append[0] != '\0' ? " " : "", run->append),
		    COMMAND_LINE_MAX);
}

/* A word that the kernel has no use for, and so passes over: of a module that is not there. Longer
 * lines lie elsewhere, and so does what is allocated after them. */
static void add_layout_word(unsigned long layout, char *line, size_t size)
{
	size_t used = strlen(line);

	if (layout > 0)
		snprintf(line + used, size - used, " bareline.layout=%0*lu",
			 (int)layout * LAYOUT_DIGITS, layout);
}

/* The kernel hands what follows "--" to its init. Where it lies in memory is left to chance only
 * when figures may be, and it does not give the machine up when a busy host lets the first timer
 * interrupts come late, as it does not under a KVM that it knows: Linux,
 * Documentation/admin-guide/kernel-parameters.rst. */
static void write_linux_line(struct run_options *run, const char *words)
{
	char *line = run->command_line;
	size_t size = sizeof(run->command_line);
	const char *own = run->linux.append != NULL ? run->linux.append : "";
	int length, kernel_length;

	kernel_length = snprintf(line, size, "console=ttyS0 quiet panic=-1%s%s%s%s%s",
				 run->qemu.deterministic ? " nokaslr" : " no_timer_check",
				 own[0] != '\0' ? " " : "", own,
				 run->append[0] != '\0' ? " " : "", run->append);
	add_layout_word(run->layout, line, size);
	kernel_length = (int)strlen(line);
	words_check("Linux kernel's", kernel_length, LINUX_LINE_MAX);
	length = snprintf(run->init_line, sizeof(run->init_line), "--quiet%s", words);
	words_check("target's", length, COMMAND_LINE_MAX);
	run->qemu.init_line = run->init_line;
	if (kernel_length + (int)strlen(" -- ") + length > LINUX_LINE_MAX)
		return;
	snprintf(line + kernel_length, size - (size_t)kernel_length, " -- %s", run->init_line);
	run->qemu.init_line = NULL;
}

void run_words_write(struct run_options *run)
{
	char *words = write_words(run);

	if (run->is_linux)
		write_linux_line(run, words);
	else
		write_image_line(run, words);
	free(words);
}
