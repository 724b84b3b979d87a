/* SPDX-License-Identifier: MIT */
/* Splits a command line: a word is copied without its quotes, and split at its first '='. */
#include "lib/text/command_line.h"

#include "lib/text/string.h"

static bool command_line_is_blank(char c)
{
	return (unsigned char)c <= ' ';
}

/* Copy the word at text[0]. Returns its length in the text, including quotes. */
static size_t copy_word(const char *text, size_t length, char *word)
{
	bool quoted = false;
	size_t i;

	for (i = 0; i < length && (quoted || !command_line_is_blank(text[i])); i++) {
		if (text[i] == '"')
			quoted = !quoted;
		else
			*word++ = text[i];
	}
	*word = '\0';
	return i;
}

static void give_word(char *word, command_line_parse *take, void *context)
{
	char *equals = strchr(word, '=');

	if (equals != NULL)
		*equals = '\0';
	take(context, word, equals != NULL ? equals + 1 : NULL);
}

bool command_line_split(const char *text, size_t size, command_line_parse *take, void *context)
{
	char word[COMMAND_LINE_MAX + 1];
	size_t limit = size < COMMAND_LINE_MAX ? size : COMMAND_LINE_MAX, length = 0, i = 0;

	while (length < limit && text[length] != '\0')
		length++;
	while (i < length) {
		if (command_line_is_blank(text[i])) {
			i++;
			continue;
		}
		i += copy_word(text + i, length - i, word);
		give_word(word, take, context);
	}
	return length < size && text[length] == '\0';
}
