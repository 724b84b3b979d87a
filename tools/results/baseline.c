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

#define CONDITION "condition "
#define NOTE "note "
#define LINE_MAX_BYTES 4096

static const char head[] =
	"# Exact metrics of a deterministic run, one per line: "
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

/* The first line of a name is found. */
static void baseline_add_key(struct baseline *baseline, const char *name, size_t place)
{
	struct baseline_key *key = key_new(name, place), **found;

	found = tsearch(key, &baseline->keys, compare_keys);
	if (found == NULL)
		err(EXIT_MACHINE, "out of memory");
	if (*found != key)
		free(key);
}

static void __attribute__((format(printf, 2, 3)))
baseline_append(struct baseline *baseline, const char *format, ...)
{
	struct baseline_line *line;
	va_list args;
	char *colon;

	if (baseline->count == baseline->capacity) {
		baseline->capacity = 2 * baseline->capacity + CAPACITY_MIN;
		baseline->lines = xreallocarray(baseline->lines, baseline->capacity,
						sizeof(*baseline->lines));
	}
	line = &baseline->lines[baseline->count++];
	va_start(args, format);
	line->name = xvasprintf(format, args);
	va_end(args);
	colon = strstr(line->name, ": ");
	*colon = '\0';
	line->value = colon + 2;
	baseline_add_key(baseline, line->name, baseline->count - 1);
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
	if (strncmp(line->name, CONDITION, strlen(CONDITION)) == 0)
		return BASELINE_CONDITION;
	return strncmp(line->name, NOTE, strlen(NOTE)) == 0 ? BASELINE_NOTE : BASELINE_METRIC;
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
	baseline_append(baseline, CONDITION "%s: %s", name, value);
}

void baseline_add_note(struct baseline *baseline, const char *name, const char *value)
{
	baseline_append(baseline, NOTE "%s: %s", name, value);
}

const struct baseline_line *baseline_find(const struct baseline *baseline, const char *name)
{
	struct baseline_key *key = key_new(name, 0), **found;

	found = tfind(key, &baseline->keys, compare_keys);
	free(key);
	return found != NULL ? &baseline->lines[(*found)->place] : NULL;
}

/* ---- From a run ---- */

/* Consecutive equal samples are one word. */
static char *samples_as_text(const struct sample_set *set)
{
	char *text;
	size_t size;
	FILE *out = file_in_memory(&text, &size);

	for (size_t i = 0, same; i < set->count; i += same) {
		for (same = 1; i + same < set->count; same++) {
			if (set->values[i + same] != set->values[i])
				break;
		}
		fprintf(out, "%s%lu*%zu", i > 0 ? " " : "", set->values[i], same);
	}
	file_end_memory(out, &text);
	return text;
}

static void append_set(struct baseline *baseline, const char *bench, const struct series *series,
		       const struct sample_set *set, const char *state, uint64_t operations)
{
	const char *point = series->info->point, *stage = series->info->stage;
	char *samples = samples_as_text(set);
	char in[32] = "";

	if (operations > 1)
		snprintf(in, sizeof(in), " in %lu", operations);
	if (set->count > 0)
		baseline_append(baseline, "%s%s%s%s%s %s: %s%s", bench, point[0] != '\0' ? " " : "",
				point, stage[0] != '\0' ? " " : "", stage, state, samples, in);
	free(samples);
}

/* A user's kernel need not know its command line; baseline_conditions_add() adds the one it got. */
static void append_conditions(struct baseline *baseline, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);
	bool is_own = result_is_of_own_kernel(result);
	bool is_other = result_is_of_process(result) && strcmp(result_os(result), OS_LINUX) != 0;

	if (manifest != NULL)
		baseline_append(baseline, CONDITION "host: %s", manifest->host);
	if (manifest != NULL && manifest->hypervisor[0] != '\0')
		baseline_append(baseline, CONDITION "hypervisor: %s", manifest->hypervisor);
	if (manifest != NULL && manifest->kernel[0] != '\0')
		baseline_append(baseline, NOTE "kernel: %s", manifest->kernel);
	if (cpu != NULL)
		baseline_append(baseline,
				CONDITION "cpu: %s, family %lu, model %lu, stepping %lu, "
					  "%lu online",
				cpu->brand, cpu->family, cpu->model, cpu->stepping, cpu->online);
	if (is_own || is_other)
		baseline_append(baseline, CONDITION "os: %s on %s", manifest->os, manifest->arch);
	if (manifest != NULL && !is_own)
		baseline_append(baseline, CONDITION "command line: %s", manifest->command_line);
}

void baseline_from_result(const struct result *result, struct baseline *baseline)
{
	*baseline = (struct baseline){0};
	append_conditions(baseline, result);
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			const struct series *series = &bench->series[j];

			append_set(baseline, bench->info->name, series, &series->cold, "cold",
				   series->info->cold_iterations);
			append_set(baseline, bench->info->name, series, &series->warm, "warm",
				   series->info->iterations);
		}
	}
}

/* ---- Several boots ---- */

/* The text after the samples of a value: "" or " in N". */
static const char *operations_of(const char *value)
{
	const char *in = strstr(value, " in ");

	return in != NULL ? in : value + strlen(value);
}

static bool has_equal_operations(const char *a, const char *b)
{
	return strcmp(operations_of(a), operations_of(b)) == 0;
}

/* Append the other line's samples if they differ. */
static void line_merge(struct baseline_line *line, const struct baseline_line *other)
{
	const char *operations = operations_of(line->value);
	char *text;

	if (strcmp(line->value, other->value) == 0)
		return;
	if (has_equal_operations(line->value, other->value))
		text = xasprintf("%s: %.*s %s", line->name, (int)(operations - line->value),
				 line->value, other->value);
	else
		text = xasprintf("%s: %s %s", line->name, line->value, other->value);
	free(line->name);
	line->name = text;
	line->value = strstr(text, ": ") + 2;
	line->value[-2] = '\0';
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
static const char *fault_of(const struct baseline *baseline, const char *line, size_t length)
{
	const char *colon = strstr(line, ": ");
	char *name;
	bool again;

	if (strlen(line) != length)
		return "contains a zero byte";
	if (colon == NULL || colon == line)
		return "is not \"what: samples\"";
	name = xstrndup(line, (size_t)(colon - line));
	again = baseline_find(baseline, name) != NULL;
	free(name);
	return again ? "repeats a metric" : NULL;
}

/* Returns the error in the line, or NULL. Unprintable characters are replaced as in logs, with
 * which names and values are compared. */
static const char *take_line(struct baseline *baseline, char *line, size_t length, bool is_first)
{
	const char *fault;

	if (length > 0 && line[length - 1] == '\n')
		line[--length] = '\0';
	if (is_first) {
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
	if (fault == NULL)
		baseline_append(baseline, "%s", line);
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
		fault = take_line(baseline, line, length, ++number == 1);
		free(line);
	}
	if (fault != NULL)
		warnx("%s:%zu: line %s", path, number, fault);
	return fault == NULL;
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
	good = baseline_read_lines(text, size, path, baseline);
	free(text);
	if (good && baseline->count == 0) {
		warnx("%s: contains no metrics; --update writes them", path);
		good = false;
	}
	return good;
}

bool baseline_write(const char *path, const struct baseline *baseline)
{
	FILE *file = file_create(path);

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
