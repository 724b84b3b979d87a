/* SPDX-License-Identifier: MIT */
/* Conditions are lines like any other, so that a file says by itself what it holds for; they are
 * only compared first. */
#include "tools/results/baseline.h"

#include <err.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define CONDITION "condition "
#define LINE_MAX_BYTES 4096

static const char head[] =
	"# Exact figures of a deterministic run, a line each: "
	"benchmark, point, stage, and samples as\n"
	"# \"instructions*how many of them\". "
	"bareline run --deterministic --baseline FILE compares a\n"
	"# run with them, and with --update writes them.\n";

/* ---- Lines ---- */

static void __attribute__((format(printf, 2, 3)))
baseline_append(struct baseline *baseline, const char *format, ...)
{
	struct baseline_line *line;
	va_list args;
	char *colon;

	baseline->lines = xreallocarray(baseline->lines, baseline->count + 1,
					sizeof(*baseline->lines));
	line = &baseline->lines[baseline->count++];
	va_start(args, format);
	line->what = xvasprintf(format, args);
	va_end(args);
	colon = strstr(line->what, ": ");
	*colon = '\0';
	line->value = colon + 2;
}

void baseline_free(struct baseline *baseline)
{
	for (size_t i = 0; i < baseline->count; i++)
		free(baseline->lines[i].what);
	free(baseline->lines);
	*baseline = (struct baseline){0};
}

static bool is_condition(const struct baseline_line *line)
{
	return strncmp(line->what, CONDITION, strlen(CONDITION)) == 0;
}

static const struct baseline_line *baseline_find(const struct baseline *baseline, const char *what)
{
	for (size_t i = 0; i < baseline->count; i++) {
		if (strcmp(baseline->lines[i].what, what) == 0)
			return &baseline->lines[i];
	}
	return NULL;
}

/* ---- Of a run ---- */

/* Equal samples in a row are one word. */
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

static void append_conditions(struct baseline *baseline, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);

	if (manifest != NULL)
		baseline_append(baseline, CONDITION "host: %s", manifest->host);
	if (manifest != NULL && manifest->kernel[0] != '\0')
		baseline_append(baseline, CONDITION "kernel: %s", manifest->kernel);
	if (cpu != NULL)
		baseline_append(baseline,
				CONDITION "cpu: %s, family %lu, model %lu, stepping %lu, "
					  "%lu online",
				cpu->brand, cpu->family, cpu->model, cpu->stepping, cpu->online);
	if (manifest != NULL)
		baseline_append(baseline, CONDITION "command line: %s", manifest->command_line);
}

void baseline_of(const struct result *result, struct baseline *baseline)
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

/* ---- Files ---- */

/* What is wrong with a line of the file; NULL when it is one of ours. */
static const char *fault_of(const struct baseline *baseline, const char *line, size_t length)
{
	const char *colon = strstr(line, ": ");
	char *what;
	bool again;

	if (strlen(line) != length)
		return "holds a zero byte";
	if (colon == NULL || colon == line)
		return "is not \"what: samples\"";
	what = xstrndup(line, (size_t)(colon - line));
	again = baseline_find(baseline, what) != NULL;
	free(what);
	return again ? "names a figure for the second time" : NULL;
}

/* Returns what is wrong with the line, or NULL. Of other programs' texts, names and values are made
 * printable as those of a log are, with which they are compared. */
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

static bool read_lines(FILE *file, const char *path, struct baseline *baseline)
{
	char *line = NULL;
	size_t size = 0, number = 0;
	const char *fault = NULL;
	ssize_t length;

	while (fault == NULL && (length = getline(&line, &size, file)) >= 0) {
		number++;
		fault = take_line(baseline, line, (size_t)length, number == 1);
	}
	free(line);
	if (fault != NULL)
		warnx("%s:%zu: the line %s", path, number, fault);
	return fault == NULL;
}

bool baseline_read(const char *path, struct baseline *baseline)
{
	FILE *file = fopen(path, "r");
	bool good;

	*baseline = (struct baseline){0};
	if (file == NULL) {
		warn("%s%s", path, errno == ENOENT ? " (--update makes it)" : "");
		return false;
	}
	good = read_lines(file, path, baseline);
	if (good && !feof(file)) {
		warn("%s", path);
		good = false;
	}
	if (good && baseline->count == 0) {
		warnx("%s: there is not one figure in it (--update writes them)", path);
		good = false;
	}
	fclose(file);
	return good;
}

bool baseline_write(const char *path, const struct baseline *baseline)
{
	FILE *file = file_create(path);

	if (file == NULL)
		return false;
	fputs(head, file);
	for (size_t i = 0; i < baseline->count; i++)
		fprintf(file, "%s: %s\n", baseline->lines[i].what, baseline->lines[i].value);
	return file_finish(file, path);
}

/* ---- Comparing ---- */

/* The least and the greatest sample of a value; false if it is none of samples. */
static bool range_of(const char *value, uint64_t *least, uint64_t *greatest)
{
	*least = UINT64_MAX;
	*greatest = 0;
	while (*value >= '0' && *value <= '9') {
		char *end;
		uint64_t sample = strtoull(value, &end, 10);

		if (*end != '*')
			return false;
		*least = sample < *least ? sample : *least;
		*greatest = sample > *greatest ? sample : *greatest;
		value = end + 1 + strspn(end + 1, "0123456789");
		value += *value == ' ';
	}
	return *least <= *greatest;
}

/* Whether the kept samples are not one value, and those of now are in their range, in part. */
static bool still_varies(const struct baseline_line *kept, const struct baseline_line *now)
{
	uint64_t least, greatest, now_least, now_greatest;

	return range_of(kept->value, &least, &greatest) && least < greatest &&
		range_of(now->value, &now_least, &now_greatest) && now_least <= greatest &&
		now_greatest >= least;
}

/* The one count of a value whose samples are all alike. */
static bool one_count(const char *value, uint64_t *count)
{
	size_t digits = strspn(value, "0123456789");
	char text[32];

	if (digits == 0 || digits >= sizeof(text) || value[digits] != '*' ||
	    strspn(value + digits + 1, "0123456789") != strlen(value + digits + 1))
		return false;
	memcpy(text, value, digits);
	text[digits] = '\0';
	return text_number(text, count);
}

static void write_change(FILE *out, const struct baseline_line *kept,
			 const struct baseline_line *now)
{
	uint64_t before, after;

	fprintf(out, "  %s: %s -> %s", now->what, kept->value, now->value);
	if (one_count(kept->value, &before) && one_count(now->value, &after) && before != after)
		fprintf(out, " (%+ld)", (long)(after - before));
	if (still_varies(kept, now))
		fputs(" (varies, so it is not held)", out);
	putc('\n', out);
}

/* Lines of one sort that are not as they were: changed, new or missing. Returns how many. */
static size_t baseline_write_changes(FILE *out, const struct baseline *kept,
				     const struct baseline *now, bool conditions)
{
	size_t count = 0;

	for (size_t i = 0; i < now->count; i++) {
		const struct baseline_line *line = &now->lines[i],
					   *old = baseline_find(kept, line->what);

		if (is_condition(line) != conditions)
			continue;
		if (old == NULL)
			fprintf(out, "  %s: new, %s\n", line->what, line->value);
		else if (strcmp(old->value, line->value) == 0)
			continue;
		else
			write_change(out, old, line);
		count += old == NULL || conditions || !still_varies(old, line);
	}
	for (size_t i = 0; i < kept->count; i++) {
		const struct baseline_line *line = &kept->lines[i];

		if (is_condition(line) != conditions || baseline_find(now, line->what) != NULL)
			continue;
		fprintf(out, "  %s: missing, was %s\n", line->what, line->value);
		count++;
	}
	return count;
}

enum baseline_verdict baseline_compare(const struct baseline *kept, const struct baseline *now,
				       FILE *out)
{
	if (baseline_write_changes(out, kept, now, true) > 0)
		return BASELINE_OTHER_CONDITIONS;
	return baseline_write_changes(out, kept, now, false) > 0 ? BASELINE_DIFFERS : BASELINE_SAME;
}
