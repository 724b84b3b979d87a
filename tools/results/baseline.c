/* SPDX-License-Identifier: MIT */
/* Conditions are lines like metrics, so that a file documents its own conditions. They are compared
 * first. */
#include "tools/results/baseline.h"

#include <err.h>
#include <errno.h>
#include <search.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define LINE_MAX_BYTES 4096
#define DIGITS "0123456789"

#define HEAD_MARK "# Exact metrics"

static const char head[] =
	HEAD_MARK " of a deterministic run, one per line: "
	"benchmark, point, stage, and samples as\n"
	"# \"INSTRUCTIONS*TIMES\". "
	"`bareline run --deterministic --baseline FILE` compares a run with this\n"
	"# file; --update rewrites it.\n";

#define BYTES_MAX (4u << 20)
#define CAPACITY_MIN 64

/* ---- Lines ---- */

/* A line's place in the file, by name. */
struct baseline_key {
	size_t place;
	char name[];
};

static int compare_keys(const void *a, const void *b)
{
	const struct baseline_key *first = a, *second = b;

	return strcmp(first->name, second->name);
}

static struct baseline_key *key_new(const char *name, size_t place)
{
	struct baseline_key *key = xmalloc(sizeof(*key) + strlen(name) + 1);

	key->place = place;
	strcpy(key->name, name);
	return key;
}

void baseline_append(struct baseline *baseline, const char *format, ...)
{
	struct baseline_line *line;
	va_list args;
	char *colon;
	struct baseline_key *key, **found;

	if (baseline->count == baseline->capacity) {
		baseline->capacity = 2 * baseline->capacity + CAPACITY_MIN;
		baseline->lines = xreallocarray(baseline->lines, baseline->capacity,
						sizeof(*baseline->lines));
	}
	line = &baseline->lines[baseline->count++];
	*line = (struct baseline_line){0};
	va_start(args, format);
	line->name = xvasprintf(format, args);
	va_end(args);
	colon = strstr(line->name, ": ");
	*colon = '\0';
	line->value = colon + 2;
	/* A second line of this name is not found. */
	key = key_new(line->name, baseline->count - 1);
	found = tsearch(key, &baseline->keys, compare_keys);
	if (found == NULL)
		err(EXIT_MACHINE, "out of memory");
	if (*found != key)
		free(key);
}

void baseline_free(struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->count; i++)
		free(baseline->lines[i].name);
	free(baseline->lines);
	tdestroy(baseline->keys, free);
	*baseline = (struct baseline){0};
}

enum baseline_kind baseline_line_kind(const struct baseline_line *line)
{
	if (strncmp(line->name, BASELINE_CONDITION_MARK, strlen(BASELINE_CONDITION_MARK)) == 0)
		return BASELINE_CONDITION;
	return strncmp(line->name, BASELINE_NOTE_MARK, strlen(BASELINE_NOTE_MARK)) == 0
		       ? BASELINE_NOTE : BASELINE_METRIC;
}

size_t baseline_count(const struct baseline *baseline, enum baseline_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < baseline->count; i++)
		count += baseline_line_kind(&baseline->lines[i]) == kind;
	return count;
}

void baseline_add_condition(struct baseline *baseline, const char *name, const char *value)
{
	baseline_append(baseline, BASELINE_CONDITION_MARK "%s: %s", name, value);
}

void baseline_add_note(struct baseline *baseline, const char *name, const char *value)
{
	baseline_append(baseline, BASELINE_NOTE_MARK "%s: %s", name, value);
}

const struct baseline_line *baseline_find(const struct baseline *baseline, const char *name)
{
	struct baseline_key *key = key_new(name, 0), **found;

	found = tfind(key, &baseline->keys, compare_keys);
	free(key);
	return found != NULL ? &baseline->lines[(*found)->place] : NULL;
}

/* ---- Values ---- */

bool baseline_is_constant(const struct baseline_line *line)
{
	const char *times = line->value + strspn(line->value, DIGITS), *in;

	if (times == line->value || *times != '*')
		return false;
	in = times + 1 + strspn(times + 1, DIGITS);
	if (strncmp(in, BASELINE_IN, strlen(BASELINE_IN)) == 0)
		in += strlen(BASELINE_IN) + strspn(in + strlen(BASELINE_IN), DIGITS);
	return *in == '\0';
}

static int compare_words(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The words and list items of a text, sorted, because the order of requested benchmarks has no
 * meaning. The caller frees the text. */
static char *sorted_lists(const char *value)
{
	char *copy = xstrdup(value), *rest = copy, *sorted = xstrdup(""), *word;
	char **words = xcalloc(strlen(value) + 1, sizeof(*words));
	size_t count = 0;

	while ((word = strsep(&rest, " =,")) != NULL)
		words[count++] = word;
	qsort(words, count, sizeof(*words), compare_words);
	for (size_t i = 0; i < count; i++) {
		char *longer = xasprintf("%s %s", sorted, words[i]);

		free(sorted);
		sorted = longer;
	}
	free(words);
	free(copy);
	return sorted;
}

bool baseline_condition_is_equal(const struct baseline_line *base,
				 const struct baseline_line *new)
{
	char *a = sorted_lists(base->value), *b = sorted_lists(new->value);
	bool same = strcmp(a, b) == 0;

	free(b);
	free(a);
	return same;
}

/* ---- Several boots ---- */

/* The text after the samples of a value: "" or " in N". */
static const char *operations_of(const char *value)
{
	const char *in = strstr(value, BASELINE_IN);

	return in != NULL ? in : value + strlen(value);
}

/* Append samples to a line. */
static void line_append(struct baseline_line *line, const char *value)
{
	const char *operations = operations_of(line->value);
	char *text;

	if (strcmp(operations_of(line->value), operations_of(value)) == 0)
		text = xasprintf("%s: %.*s %s", line->name, (int)(operations - line->value),
				 line->value, value);
	else
		text = xasprintf("%s: %s %s", line->name, line->value, value);
	free(line->name);
	line->name = text;
	line->value = strstr(text, ": ") + 2;
	line->value[-2] = '\0';
}

/* Equal boots are one, until a boot differs. The samples of all boots are then listed. */
static void line_merge(struct baseline_line *line, const struct baseline_line *other)
{
	char *first;

	if (!line->varies && strcmp(line->value, other->value) == 0) {
		line->equal_boots++;
		return;
	}
	first = xstrdup(line->value);
	for (size_t i = 0; !line->varies && i < line->equal_boots; i++)
		line_append(line, first);
	free(first);
	line->varies = true;
	line_append(line, other->value);
}

void baseline_merge(struct baseline *baseline, const struct baseline *other)
{
	for (size_t i = 0; i < baseline->count; i++) {
		struct baseline_line *line = &baseline->lines[i];
		const struct baseline_line *again = baseline_find(other, line->name);

		if (again != NULL && baseline_line_kind(line) == BASELINE_METRIC)
			line_merge(line, again);
	}
	for (size_t i = 0; i < other->count; i++) {
		const struct baseline_line *line = &other->lines[i];

		if (baseline_line_kind(line) == BASELINE_METRIC &&
		    baseline_find(baseline, line->name) == NULL)
			baseline_append(baseline, "%s: %s", line->name, line->value);
	}
}

/* ---- Files ---- */

/* The error in a line of the file; NULL if it is valid. */
static const char *fault_of(const struct baseline *baseline, char *line, size_t length)
{
	char *colon = strstr(line, ": "), *name;
	const char *fault = NULL;
	struct baseline_line read;

	if (strlen(line) != length)
		return "contains a zero byte";
	if (colon == NULL || colon == line)
		return "is not \"what: samples\"";
	name = xstrndup(line, (size_t)(colon - line));
	read = (struct baseline_line){.name = name, .value = colon + 2};
	if (baseline_line_kind(&read) == BASELINE_METRIC && !baseline_has_samples(&read))
		fault = "has no samples as \"INSTRUCTIONS*TIMES\"";
	else if (baseline_find(baseline, name) != NULL)
		fault = "repeats a metric";
	free(name);
	return fault;
}

/* Returns the error in the line, or NULL. Names and values are compared with those of logs, so
 * unprintable characters are replaced as in logs. */
static const char *take_line(struct baseline *baseline, char *line, size_t length, size_t number)
{
	const char *fault;

	if (length > 0 && line[length - 1] == '\n')
		line[--length] = '\0';
	if (number == 1) {
		size_t mark = utf8_mark_length(line, length);

		line += mark;
		length -= mark;
	}
	if (line[0] == '#' || length == 0)
		return NULL;
	if (length > LINE_MAX_BYTES)
		return "is too long";
	utf8_make_printable(line);
	fault = fault_of(baseline, line, length);
	if (fault == NULL) {
		baseline_append(baseline, "%s", line);
		baseline->lines[baseline->count - 1].number = number;
	}
	return fault;
}

static bool baseline_read_lines(char *text, size_t size, const char *path,
				struct baseline *baseline)
{
	const char *fault = NULL;
	size_t number = 0, length;

	for (size_t at = 0; at < size && fault == NULL; at += length) {
		const char *newline = memchr(text + at, '\n', size - at);
		char *line;

		length = newline != NULL ? (size_t)(newline - text) + 1 - at : size - at;
		line = xmalloc(length + 1);
		memcpy(line, text + at, length);
		line[length] = '\0';
		fault = take_line(baseline, line, length, ++number);
		free(line);
	}
	if (fault != NULL)
		warnx("%s:%zu: line %s", path, number, fault);
	return fault == NULL;
}

static bool baseline_read_text(char *text, size_t size, const char *path,
			       struct baseline *baseline)
{
	bool good = baseline_read_lines(text, size, path, baseline);

	if (good && baseline->count == 0) {
		warnx("%s: contains no metrics; --update writes them", path);
		good = false;
	}
	return good;
}

bool baseline_read(const char *path, struct baseline *baseline)
{
	size_t size;
	char *text;
	bool good;

	*baseline = (struct baseline){0};
	if (access(path, F_OK) != 0) {
		warn("%s%s", path, errno == ENOENT ? "; --update creates it" : "");
		return false;
	}
	text = file_load(path, BYTES_MAX, "baseline", &size);
	if (text == NULL)
		return false;
	good = baseline_read_text(text, size, path, baseline);
	free(text);
	return good;
}

bool baseline_read_file(FILE *file, const char *name, const char *before, size_t before_count,
			struct baseline *baseline)
{
	size_t size;
	char *rest = file_read(file, name, BYTES_MAX, "baseline", &size), *text;
	bool good;

	*baseline = (struct baseline){0};
	if (rest == NULL)
		return false;
	text = xmalloc(before_count + size + 1);
	memcpy(text, before, before_count);
	memcpy(text + before_count, rest, size + 1);
	free(rest);
	good = baseline_read_text(text, before_count + size, name, baseline);
	free(text);
	return good;
}

bool baseline_begins(const char *bytes, size_t count)
{
	static const char *const marks[] = {HEAD_MARK, BASELINE_CONDITION_MARK};

	for (size_t i = 0; i < sizeof(marks) / sizeof(marks[0]); i++) {
		if (count >= strlen(marks[i]) && memcmp(bytes, marks[i], strlen(marks[i])) == 0)
			return true;
	}
	return false;
}

bool baseline_write(const char *path, const struct baseline *baseline)
{
	FILE *file = file_update(path);

	if (file == NULL)
		return false;
	fputs(head, file);
	for (enum baseline_kind kind = 0; kind < BASELINE_KINDS; kind++) {
		for (size_t i = 0; i < baseline->count; i++) {
			if (baseline_line_kind(&baseline->lines[i]) == kind)
				fprintf(file, "%s: %s\n", baseline->lines[i].name,
					baseline->lines[i].value);
		}
	}
	return file_finish(file, path);
}
