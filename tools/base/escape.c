/* SPDX-License-Identifier: MIT */
/* One table of replacements per format. */
#include "tools/base/escape.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct replacement {
	char character;
	const char *text;
};

/* Write text with the characters of a table, which ends with a zero, replaced. */
static void replace(FILE *file, const char *text, const struct replacement *table)
{
	for (; *text != '\0'; text++) {
		const struct replacement *found = table;

		while (found->character != '\0' && found->character != *text)
			found++;
		if (found->character != '\0')
			fputs(found->text, file);
		else
			putc(*text, file);
	}
}

void escape_xml(FILE *file, const char *text)
{
	static const struct replacement table[] = {
		{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&apos;"},
		{0},
	};

	replace(file, text, table);
}

void escape_markdown(FILE *file, const char *text)
{
	static const struct replacement table[] = {
		{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'|', "\\|"}, {'`', "\\`"},
		{'*', "\\*"}, {'_', "\\_"}, {'[', "\\["}, {']', "\\]"}, {'\\', "\\\\"},
		{'~', "\\~"}, {'#', "\\#"}, {'!', "\\!"},
		{'@', "@<!-- -->"},     /* GitHub and GitLab notify the user of that name */
		{0},
	};

	replace(file, text, table);
}

static bool escape_is_number(const char *text)
{
	char *end;

	strtod(text, &end);
	return end != text && *end == '\0';
}

void escape_csv(FILE *file, const char *text)
{
	static const struct replacement table[] = {{'"', "\"\""}, {0}};
	bool is_formula = text[0] != '\0' && strchr("=+-@", text[0]) != NULL &&
			  !escape_is_number(text);
	bool is_quoted = is_formula || strpbrk(text, "\",\r\n ") != NULL;

	fputs(is_quoted ? "\"" : "", file);
	fputs(is_formula ? "'" : "", file);
	replace(file, text, table);
	fputs(is_quoted ? "\"" : "", file);
}
