/* SPDX-License-Identifier: MIT */
#include "tools/run/count/suite.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"

#define FILE_BYTES_MAX ((size_t)1 << 20)
#define PROGRAMS_MAX 1000
#define BLANKS " \t\r"
#define NAME_CHARACTERS \
	"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-"

/* Cut the next word off, without its quotes. Returns NULL at the end of the line; *fault is set
 * if a quote is not closed. */
static char *take_word(char **rest, const char **fault)
{
	char *at = *rest + strspn(*rest, BLANKS), *word = at, *to = at, quote = '\0';

	if (*at == '\0')
		return NULL;
	for (; *at != '\0' && (quote != '\0' || strchr(BLANKS, *at) == NULL); at++) {
		if (quote == '\0' && (*at == '\'' || *at == '"'))
			quote = *at;
		else if (*at == quote)
			quote = '\0';
		else
			*to++ = *at;
	}
	if (quote != '\0')
		*fault = "has a quote that is not closed";
	*rest = *at != '\0' ? at + 1 : at;
	*to = '\0';
	return word;
}

static bool has_name(const struct suite *suite, const char *name)
{
	for (size_t i = 0; i < suite->count; i++) {
		if (strcmp(suite->programs[i].name, name) == 0)
			return true;
	}
	return false;
}

/* Returns the fault of a line, or NULL. */
static const char *read_line(struct suite *suite, char *line)
{
	char *colon = strchr(line, ':'), *rest, **words = NULL, *word;
	const char *fault = NULL;
	size_t count = 0;

	if (colon == NULL || colon == line || line[0] == '.' ||
	    strspn(line, NAME_CHARACTERS) != (size_t)(colon - line))
		return "is not \"NAME: PROGRAM ARGUMENT...\"";
	*colon = '\0';
	if (has_name(suite, line))
		return "repeats a name";
	if (suite->count == PROGRAMS_MAX)
		return "has one program too many";
	rest = colon + 1;
	while ((word = take_word(&rest, &fault)) != NULL) {
		words = xreallocarray(words, count + 2, sizeof(*words));
		words[count++] = word;
		words[count] = NULL;
	}
	if (fault == NULL && count == 0)
		fault = "has no program";
	if (fault != NULL) {
		free(words);
		return fault;
	}
	suite->programs = xreallocarray(suite->programs, suite->count + 1,
					sizeof(*suite->programs));
	suite->programs[suite->count++] =
		(struct measured_program){.name = line, .arguments = words};
	return NULL;
}

bool suite_read(struct suite *suite, const char *path)
{
	const char *fault = NULL;
	size_t size, number = 0;
	char *rest, *line;

	*suite = (struct suite){.text = file_load(path, FILE_BYTES_MAX, "suite", &size)};
	if (suite->text == NULL)
		return false;
	if (strlen(suite->text) != size)
		fault = "contains a zero byte";
	rest = suite->text;
	while (fault == NULL && (line = strsep(&rest, "\n")) != NULL) {
		number++;
		if (line[0] != '#' && line[strspn(line, BLANKS)] != '\0')
			fault = read_line(suite, line);
	}
	if (fault == NULL && suite->count == 0)
		fault = "is the last one, and there is no program";
	if (fault == NULL)
		return true;
	warnx("%s:%zu: line %s", path, number, fault);
	suite_free(suite);
	return false;
}

void suite_free(struct suite *suite)
{
	for (size_t i = 0; i < suite->count; i++)
		free((void *)(uintptr_t)suite->programs[i].arguments);
	free(suite->programs);
	free(suite->text);
	*suite = (struct suite){0};
}
