/* SPDX-License-Identifier: MIT */
/* A run's records as a baseline, and the reverse. A baseline lacks units, descriptions, and whether
 * samples include the timing overhead. If there is a run with the same metrics, these are taken
 * from that run. */
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/samples.h"
#include "tools/analysis/name_index.h"
#include "tools/base/alloc.h"
#include "tools/base/arena.h"
#include "tools/base/file.h"
#include "tools/record/catalogue.h"
#include "tools/results/baseline.h"

#define COLD "cold"
#define WARM "warm"

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

/* "irq.self_ipi ring=0 delivery warm". The caller frees it. */
static char *line_name(const char *bench, const struct wire_series *series, const char *state)
{
	return xasprintf("%s%s%s%s%s %s", bench, series->point[0] != '\0' ? " " : "", series->point,
			 series->stage[0] != '\0' ? " " : "", series->stage, state);
}

static void append_set(struct baseline *baseline, const char *bench, const struct series *series,
		       const struct sample_set *set, const char *state, uint64_t operations)
{
	char *samples = samples_as_text(set), *name = line_name(bench, series->info, state);
	char in[32] = "";

	if (operations > 1)
		snprintf(in, sizeof(in), BASELINE_IN "%lu", operations);
	if (set->count > 0)
		baseline_append(baseline, "%s: %s%s", name, samples, in);
	free(name);
	free(samples);
}

/* A user's kernel may not know its command line, so baseline_conditions_add() adds the line that
 * the kernel got. */
void baseline_add_run(struct baseline *baseline, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);
	bool is_own = result_is_of_own_kernel(result);
	bool is_other = result_is_of_process(result) && strcmp(result_os(result), OS_LINUX) != 0;

	if (manifest != NULL)
		baseline_add_condition(baseline, "host", manifest->host);
	if (manifest != NULL && manifest->hypervisor[0] != '\0')
		baseline_add_condition(baseline, "hypervisor", manifest->hypervisor);
	if (manifest != NULL && manifest->kernel[0] != '\0')
		baseline_add_note(baseline, "kernel", manifest->kernel);
	if (cpu != NULL)
		baseline_append(baseline,
				BASELINE_CONDITION_MARK "cpu: %s, family %lu, model %lu, "
							"stepping %lu, %lu online",
				cpu->brand, cpu->family, cpu->model, cpu->stepping, cpu->online);
	if (is_own || is_other)
		baseline_append(baseline, BASELINE_CONDITION_MARK "os: %s on %s", manifest->os,
				manifest->arch);
	if (manifest != NULL && !is_own)
		baseline_add_condition(baseline, "command line", manifest->command_line);
}

void baseline_from_result(const struct result *result, struct baseline *baseline)
{
	*baseline = (struct baseline){0};
	baseline_add_run(baseline, result);
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < bench->series_count; j++) {
			const struct series *series = &bench->series[j];

			append_set(baseline, bench->info->name, series, &series->cold, COLD,
				   series->info->cold_iterations);
			append_set(baseline, bench->info->name, series, &series->warm, WARM,
				   series->info->iterations);
		}
	}
}

const struct baseline_line *baseline_find_metric(const struct baseline *baseline,
						 const char *bench, const char *point,
						 const char *stage, const char *state)
{
	char *name = line_name(bench, &(struct wire_series){.point = point, .stage = stage}, state);
	const struct baseline_line *line = baseline_find(baseline, name);

	free(name);
	return line;
}

/* ---- The samples of a value ---- */

/* Samples of one number of operations, "17*4 19*1 in 3". */
struct group {
	size_t first, end;      /* of the samples */
	uint64_t operations;
};

struct samples {
	uint64_t *values;
	size_t count;
	struct group *groups;   /* boots may differ in their number of operations */
	size_t group_count;
	uint64_t operations;    /* of each sample, after samples_scale() */
};

static void samples_free(struct samples *samples)
{
	free(samples->values);
	free(samples->groups);
}

/* Read a number of at least 1 digit. Returns NULL if there is none, or if it is too large. */
static const char *read_number(const char *text, uint64_t *number)
{
	*number = 0;
	if (*text < '0' || *text > '9')
		return NULL;
	for (; *text >= '0' && *text <= '9'; text++) {
		uint64_t digit = (uint64_t)(*text - '0');

		if (__builtin_mul_overflow(*number, 10, number) ||
		    __builtin_add_overflow(*number, digit, number))
			return NULL;
	}
	return text;
}

/* Append the samples of "17*4". Returns the rest, or NULL. */
static const char *samples_read_word(struct samples *samples, const char *text)
{
	uint64_t value, times;

	text = read_number(text, &value);
	if (text == NULL || *text != '*')
		return NULL;
	text = read_number(text + 1, &times);
	if (text == NULL || times == 0 || times > BASELINE_SAMPLES_MAX - samples->count)
		return NULL;
	samples->values = xreallocarray(samples->values, samples->count + times,
					sizeof(*samples->values));
	for (uint64_t i = 0; i < times; i++)
		samples->values[samples->count++] = value;
	return text;
}

static bool samples_read(struct samples *samples, const char *text)
{
	*samples = (struct samples){0};
	while (*text != '\0') {
		struct group group = {.first = samples->count, .operations = 1};

		do {
			text = samples_read_word(samples, text);
			if (text == NULL)
				return false;
			if (strncmp(text, BASELINE_IN, strlen(BASELINE_IN)) == 0)
				break;
			text += *text == ' ';
		} while (*text != '\0');
		if (*text != '\0')
			text = read_number(text + strlen(BASELINE_IN), &group.operations);
		if (text == NULL || group.operations == 0)
			return false;
		text += *text == ' ';
		group.end = samples->count;
		samples->groups = xreallocarray(samples->groups, samples->group_count + 1,
						sizeof(*samples->groups));
		samples->groups[samples->group_count++] = group;
	}
	return samples->count > 0;
}

static uint64_t common_divisor(uint64_t a, uint64_t b)
{
	while (b != 0) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* Scale all samples to one number of operations. Returns false if it is too large. */
static bool samples_scale(struct samples *samples)
{
	samples->operations = 1;
	for (size_t i = 0; i < samples->group_count; i++) {
		uint64_t other = samples->groups[i].operations;

		other /= common_divisor(samples->operations, other);
		if (__builtin_mul_overflow(samples->operations, other, &samples->operations))
			return false;
	}
	for (size_t i = 0; i < samples->group_count; i++) {
		const struct group *group = &samples->groups[i];

		for (size_t j = group->first; j < group->end; j++) {
			if (__builtin_mul_overflow(samples->values[j],
						   samples->operations / group->operations,
						   &samples->values[j]))
				return false;
		}
	}
	return true;
}

bool baseline_has_samples(const struct baseline_line *line)
{
	struct samples samples;
	bool good = samples_read(&samples, line->value) && samples_scale(&samples);

	samples_free(&samples);
	return good;
}

/* ---- To a run ---- */

/* A series in the making: its cold and its warm line, either of which may be missing. */
struct made_series {
	struct metric_name name;
	const struct bench *bench;      /* of the run with the same metrics; or NULL */
	const struct series *series;
	const struct baseline_line *lines[2]; /* cold, warm */
};

struct maker {
	const struct baseline *baseline;
	struct result *result;
	struct arena texts;
	struct made_series *items;
	size_t count, capacity;
	struct name_index names, benches;
	bool *is_taken;         /* by line */
	uint64_t seq;
};

static void maker_add(struct maker *maker, struct wire_record *record)
{
	record->seq = maker->seq++;
	result_add(maker->result, record);
}

static struct made_series *maker_series(struct maker *maker, const struct metric_name *name)
{
	size_t place = name_index_find(&maker->names, name);

	if (place != NAME_NOT_FOUND)
		return &maker->items[place];
	if (maker->count == maker->capacity) {
		maker->capacity = 2 * maker->capacity + 64;
		maker->items = xreallocarray(maker->items, maker->capacity, sizeof(*maker->items));
	}
	maker->items[maker->count] = (struct made_series){.name = *name};
	name_index_add(&maker->names, name);
	return &maker->items[maker->count++];
}

/* Take the lines of a series of the run with the same metrics. */
static void maker_take_like(struct maker *maker, const struct bench *bench,
			    const struct series *series)
{
	static const char *const states[] = {COLD, WARM};

	for (size_t i = 0; i < sizeof(states) / sizeof(states[0]); i++) {
		char *name = line_name(bench->info->name, series->info, states[i]);
		const struct baseline_line *line = baseline_find(maker->baseline, name);
		struct made_series *made;

		free(name);
		if (line == NULL || baseline_line_kind(line) != BASELINE_METRIC)
			continue;
		made = maker_series(maker, &(struct metric_name){bench->info->name,
								 series->info->point,
								 series->info->stage});
		made->bench = bench;
		made->series = series;
		made->lines[i] = line;
		maker->is_taken[line - maker->baseline->lines] = true;
	}
}

/* Append a word to a text in the arena. */
static const char *maker_join(struct maker *maker, const char *text, const char *word)
{
	char *joined = xarena_alloc(&maker->texts, strlen(text) + strlen(word) + 2);

	sprintf(joined, "%s%s%s", text, text[0] != '\0' ? " " : "", word);
	return joined;
}

/* Take a line for which there is no run with the same metrics. Its first word is the benchmark, and
 * its last word is cold or warm. Words with "=" are the point, and other words the stage. */
static void maker_take_line(struct maker *maker, const struct baseline_line *line)
{
	char *copy = xstrdup(line->name), *rest = copy, *word, *state = strrchr(copy, ' ');
	struct metric_name name = {"", "", ""};
	bool is_cold = state != NULL && strcmp(state + 1, COLD) == 0;

	if (is_cold || (state != NULL && strcmp(state + 1, WARM) == 0))
		*state = '\0';
	while ((word = strsep(&rest, " ")) != NULL) {
		const char **part = name.bench[0] == '\0' ? &name.bench
				    : strchr(word, '=') != NULL ? &name.point : &name.stage;

		*part = maker_join(maker, *part, word);
	}
	maker_series(maker, &name)->lines[is_cold ? 0 : 1] = line;
	free(copy);
}

static const char *summary_of(const char *name)
{
	for (const struct catalogue_entry *entry = catalogue; entry->name != NULL; entry++) {
		if (strcmp(entry->name, name) == 0)
			return entry->summary;
	}
	return "";
}

/* What a baseline of counted programs counts besides instructions (tools/run/count/gate.c). */
static const char *unit_of(const char *name)
{
	if (strcmp(name, "count.calls") == 0)
		return "calls";
	return strcmp(name, "count.faults") == 0 ? "faults" : TICKS_UNIT;
}

/* Returns the ID of the benchmark, whose record is added at its first series. */
static uint64_t maker_bench(struct maker *maker, const struct made_series *made)
{
	const struct metric_name name = {made->name.bench, "", ""};
	size_t place = name_index_find(&maker->benches, &name);
	struct wire_record record = {.kind = WIRE_bench};

	if (place != NAME_NOT_FOUND)
		return place;
	place = name_index_add(&maker->benches, &name);
	record.bench = made->bench != NULL
			       ? *made->bench->info
			       : (struct wire_bench){.name = name.bench,
						     .unit = unit_of(name.bench),
						     .summary = summary_of(name.bench)};
	record.bench.id = place;
	maker_add(maker, &record);
	return place;
}

static void maker_add_series(struct maker *maker, const struct made_series *made, uint64_t id)
{
	struct wire_record record = {.kind = WIRE_series};
	struct samples samples[2] = {{0}, {0}};
	uint64_t bench = maker_bench(maker, made);

	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		if (made->lines[i] != NULL && samples_read(&samples[i], made->lines[i]->value))
			samples_scale(&samples[i]);
	}
	record.series = made->series != NULL ? *made->series->info
					     : (struct wire_series){.point = made->name.point,
								    .stage = made->name.stage};
	record.series.id = id;
	record.series.bench = bench;
	record.series.disturbed_samples = 0;
	record.series.cold_iterations = samples[0].operations;
	record.series.iterations = samples[1].operations > 0 ? samples[1].operations : 1;
	maker_add(maker, &record);
	for (size_t i = 0; i < sizeof(samples) / sizeof(samples[0]); i++) {
		size_t count = samples[i].count, capacity = (count + 1) * SAMPLE_BYTES_MAX, size;
		uint8_t *packed = xmalloc(capacity);

		samples_pack(samples[i].values, count, packed, capacity, &size);
		record = (struct wire_record){
			.kind = WIRE_samples,
			.samples = {.series = id, .cold = i == 0, .n = count,
				    .data = {packed, size}},
		};
		if (count > 0)
			maker_add(maker, &record);
		free(packed);
		samples_free(&samples[i]);
	}
}

static const char *value_of(const struct baseline *baseline, const char *name)
{
	const struct baseline_line *line = baseline_find(baseline, name);

	return line != NULL ? line->value : "";
}

/* The number after a word of the condition "cpu"; 0 if there is none. */
static uint64_t cpu_number(const char *cpu, const char *word)
{
	const char *at = strstr(cpu, word);

	return at != NULL ? strtoull(at + strlen(word), NULL, 10) : 0;
}

/* The reverse of baseline_add_run(). */
static void maker_add_machine(struct maker *maker)
{
	const struct baseline *baseline = maker->baseline;
	const char *cpu = value_of(baseline, BASELINE_CONDITION_MARK "cpu");
	const char *os = value_of(baseline, BASELINE_CONDITION_MARK "os"), *on = strstr(os, " on ");
	const char *family = strstr(cpu, ", family "), *online = strrchr(cpu, ',');
	char *brand = xstrndup(cpu, family != NULL ? (size_t)(family - cpu) : strlen(cpu));
	char *name = xstrndup(os, on != NULL ? (size_t)(on - os) : strlen(os));
	struct wire_record manifest = {.kind = WIRE_manifest, .manifest = {
		.format = WIRE_FORMAT,
		.host = value_of(baseline, BASELINE_CONDITION_MARK "host"),
		.hypervisor = value_of(baseline, BASELINE_CONDITION_MARK "hypervisor"),
		.command_line = value_of(baseline, BASELINE_CONDITION_MARK "command line"),
		.kernel = value_of(baseline, BASELINE_NOTE_MARK "kernel"),
		.time_base = "instructions",
		.os = name,
		.arch = on != NULL ? on + strlen(" on ") : "",
	}};
	struct wire_record processor = {.kind = WIRE_cpu, .cpu = {
		.brand = brand,
		.family = cpu_number(cpu, ", family "),
		.model = cpu_number(cpu, ", model "),
		.stepping = cpu_number(cpu, ", stepping "),
		.online = online != NULL ? strtoull(online + 1, NULL, 10) : 0,
	}};

	maker_add(maker, &manifest);
	if (cpu[0] != '\0')
		maker_add(maker, &processor);
	free(name);
	free(brand);
}

struct result *baseline_to_result(const struct baseline *baseline, const struct result *like)
{
	struct maker maker = {.baseline = baseline, .result = result_new()};
	struct wire_record record = {.kind = WIRE_end};

	arena_init(&maker.texts, RESULT_MEMORY_MAX);
	maker.is_taken = xcalloc(baseline->count + 1, sizeof(*maker.is_taken));
	maker_add_machine(&maker);
	for (size_t i = 0; like != NULL && i < like->bench_count; i++) {
		for (size_t j = 0; j < like->benches[i].series_count; j++)
			maker_take_like(&maker, &like->benches[i], &like->benches[i].series[j]);
	}
	for (size_t i = 0; i < baseline->count; i++) {
		const struct baseline_line *line = &baseline->lines[i];

		if (!maker.is_taken[i] && baseline_line_kind(line) == BASELINE_METRIC)
			maker_take_line(&maker, line);
	}
	for (size_t i = 0; i < maker.count; i++)
		maker_add_series(&maker, &maker.items[i], i);
	for (size_t i = 0; i < maker.benches.count; i++)
		maker_add(&maker, &(struct wire_record){.kind = WIRE_done, .done.bench = i});
	record.end = (struct wire_end){
		.status = "complete", .records = maker.seq, .run = maker.benches.count,
	};
	maker_add(&maker, &record);
	result_link(maker.result, &(struct log_account){.records = maker.seq});
	name_index_free(&maker.benches);
	name_index_free(&maker.names);
	free(maker.items);
	free(maker.is_taken);
	arena_free(&maker.texts);
	return maker.result;
}
