/* SPDX-License-Identifier: MIT */
/* Words are separated by blanks. The words to omit are never quoted, so quotes need no handling. */
#include "linux/kernel_line.h"

#include <string.h>

#include "lib/text/fmt.h"
#include "linux/files.h"

#define KERNEL_LINE "/proc/cmdline"
/* Longer than Linux's COMMAND_LINE_SIZE, which is at most 2048 on the supported processors. */
#define KERNEL_LINE_MAX 4096

/* Words with identifiers of disks, which identify the machine. */
static bool tells_the_machine(const char *word)
{
	return strcasestr(word, "uuid=") != NULL || strcasestr(word, "uuid/") != NULL;
}

/* Cut the line. Words after "--" are for init. */
static void kernel_line_cut(char *line, bool with_serials, char *kept, size_t size)
{
	size_t used = 0;
	char *rest = line;

	kept[0] = '\0';
	for (char *word = strtok_r(line, " ", &rest); word != NULL && strcmp(word, "--") != 0;
	     word = strtok_r(NULL, " ", &rest)) {
		if (with_serials || !tells_the_machine(word))
			used += fmt_buffer(kept + used, size - used, "%s%s", used > 0 ? " " : "",
					   word);
	}
}

void kernel_line_describe(struct wire_writer *writer, bool with_serials)
{
	char line[KERNEL_LINE_MAX], kept[KERNEL_LINE_MAX];
	size_t first = 0;

	if (!files_line(KERNEL_LINE, line, sizeof(line)))
		return;
	kernel_line_cut(line, with_serials, kept, sizeof(kept));
	do {
		wire_write(writer, WIRE_kernel_line,
			   &(struct wire_kernel_line){.first = first, .text = kept + first});
		first += wire_text_fitting(kept + first);
	} while (kept[first] != '\0');
}
