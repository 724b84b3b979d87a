/* SPDX-License-Identifier: MIT */
/* See words.h. */
#include "boot/efi/words.h"

#include <stddef.h>

#include "lib/text/command_line.h"
#include "lib/text/string.h"

static void take_firmware(struct words *words, const char *value)
{
	words->must_borrow = strcmp(value, "borrow") == 0;
	words->must_leave = strcmp(value, "leave") == 0;
}

static void take_then(struct words *words, const char *value)
{
	words->then = THEN_NOTHING;
	if (strcmp(value, "linux") == 0)
		words->then = THEN_LINUX;
	if (strcmp(value, "os") == 0)
		words->then = THEN_OS;
}

static void take_menu(struct words *words, const char *value)
{
	unsigned long seconds;

	if (text_number(value, &seconds))
		words->menu_seconds = (unsigned)(seconds < WORDS_MENU_SECONDS_MAX
							 ? seconds : WORDS_MENU_SECONDS_MAX);
}

static void take_exit(struct words *words, const char *value)
{
	words->is_tested = strcmp(value, "isa-debug") == 0;
	words->switches_off = strcmp(value, "acpi-off") == 0;
}

static void take_test(struct words *words, const char *value)
{
	words->hides_mp_services |= strcmp(value, "no-mp") == 0;
	words->fails_mp_services |= strcmp(value, "mp-fails") == 0;
}

static void take_word(void *context, const char *word, const char *value)
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
	if (strcmp(word, "test") == 0)
		take_test(context, value);
}

void words_parse(struct words *words, const char *line)
{
	*words = (struct words){.menu_seconds = WORDS_MENU_SECONDS};
	command_line_split(line, COMMAND_LINE_MAX + 1, take_word, words);
}
