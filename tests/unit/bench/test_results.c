/* SPDX-License-Identifier: MIT */
/* What every benchmark asks of the scripted machine, and the records that it writes, equal stored
 * ones, except for times: the number of records of each kind, and CRCs. After an intended change,
 * `RESULTS=write build/tests/bench/test_results` writes the file. `RESULTS=NAME` prints what the
 * CRCs of a benchmark were made of. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/options.h"
#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "lib/disk_pattern.h"
#include "lib/wire/crc.h"
#include "lib/wire/samples.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

#define RESULTS "tests/unit/bench/results.txt"
#define SECTORS 8192

/* The host's CPU or its other work determines the results of these, or they end the program. */
static bool is_of_host(const struct benchmark *bench)
{
	static const char *const names[] = {
		"cpu.instruction", "exit.instruction", "entry.", "os.switch", "idle.", "noise.",
		"clock.coarse", "test.fault", "test.user_fault", "test.cpu_fault", "test.hang",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		if (strncmp(bench->name, names[i], strlen(names[i])) == 0)
			return true;
	}
	return false;
}

/* ---- The fields of a record, without times ---- */

static bool is_of_time(const struct wire_record *record)
{
	switch (record->kind) {
	case WIRE_manifest:
	case WIRE_cpu:
	case WIRE_cache:
	case WIRE_warning:
	case WIRE_idle_passes:
	case WIRE_idle_events:
	case WIRE_idle:
	case WIRE_end:
		return true;
	default:
		return false;
	}
}

static bool ends_with(const char *name, const char *end)
{
	size_t length = strlen(name), end_length = strlen(end);

	return length >= end_length && strcmp(name + length - end_length, end) == 0;
}

/* Benchmarks of memory calibrate their numbers of operations. */
static bool is_time(const struct benchmark *bench, const char *name)
{
	return ends_with(name, "_tsc") || ends_with(name, "ticks") || ends_with(name, "_us") ||
	       strcmp(name, "times") == 0 ||
	       (strncmp(bench->name, "mem.", 4) == 0 && ends_with(name, "iterations"));
}

/* Whether a series counts something, and not time. */
static bool counts(const struct benchmark *bench, const char *stage)
{
	for (unsigned i = 0; bench->stages != NULL && bench->stages[i] != NULL; i++) {
		if (strcmp(bench->stages[i], stage) == 0)
			return bench->unit == UNIT_COUNTS && (bench->tick_stages >> i & 1) == 0 &&
			       !ends_with(stage, "_us");
	}
	return false;
}

static void print_field(FILE *to, const struct wire_record *record, const struct wire_field *field)
{
	const uint8_t *body = (const uint8_t *)&record->manifest + field->offset;

	if (field->kind == WIRE_STR)
		fprintf(to, " %s=%s", field->name, *(const char *const *)body);
	else if (field->kind == WIRE_BYTES)
		fprintf(to, " %s=%08x", field->name,
			crc32c(0, ((const struct wire_bytes *)body)->data,
			       ((const struct wire_bytes *)body)->size));
	else
		fprintf(to, " %s=%ld", field->name, *(const int64_t *)body);
}

static const struct wire_series *series_of(uint64_t id)
{
	const struct wire_record *series;

	for (size_t i = 0; (series = fake_record(WIRE_series, i)) != NULL; i++) {
		if (series->series.id == id)
			return &series->series;
	}
	return NULL;
}

static void print_record(FILE *to, const struct benchmark *bench, const struct wire_record *record)
{
	const struct wire_field *fields = wire_schemas[record->kind].fields;
	bool is_counted = record->kind != WIRE_samples ||
			  counts(bench, series_of(record->samples.series)->stage);

	fputs(wire_schemas[record->kind].name, to);
	for (; fields->name != NULL; fields++) {
		if (!is_time(bench, fields->name) && (is_counted || fields->kind != WIRE_BYTES))
			print_field(to, record, fields);
	}
	fputc('\n', to);
}

/* ---- The run of a benchmark ---- */

/* Another CPU has its own pace, so there is one. */
enum machine {METAL, PROCESS, TWO_NODES, MACHINES};

static void run_on_machine(const struct benchmark *bench, enum machine machine)
{
	const struct benchmark *only[] = {bench, NULL};
	struct options options;

	bench_run_reset(NULL);
	fake.capabilities |= CAN_PRIVILEGED | CAN_THREADS | CAN_PROCESSES | CAN_INTERACTIONS |
			     CAN_DISK | CAN_CMPXCHG16B;
	fake.is_hosted = machine == PROCESS;
	fake.node_count = machine == TWO_NODES ? 2 : 0;
	fake_disk.facts.sectors = SECTORS;
	fake_disk.facts.can_write = true;
	options_init(&options);
	assert_int_equal(options_parse(&options, "suite",
				       machine == TWO_NODES ? "full" : "quick"), 0);
	assert_int_equal(options_parse(&options, "bench", bench->name), 0);
	assert_int_equal(options_parse(&options, "samples", "2"), 0);
	assert_int_equal(options_parse(&options, "duration", "1ms"), 0);
	assert_int_equal(options_parse(&options, "disk.scratch", "fake0:5eed"), 0);
	runner_run(&options, only);
}

/* A line with the CRC of what the benchmark asked of the machine, and for each kind of record the
 * number and the CRC. */
static void list_results(FILE *to, const struct benchmark *bench, enum machine machine,
			 bool is_whole)
{
	static const char *const names[] = {
		[METAL] = "", [PROCESS] = " as a process", [TWO_NODES] = " of two nodes",
	};
	char *requests = NULL;
	size_t requests_size = 0;

	fake_requests = open_memstream(&requests, &requests_size);
	run_on_machine(bench, machine);
	fclose(fake_requests);
	fake_requests = NULL;
	fprintf(to, "%s%s: %08x", bench->name, names[machine],
		crc32c(0, requests, requests_size));
	if (is_whole)
		fprintf(to, "\n%s", requests);
	free(requests);
	for (enum wire_kind kind = 0; kind < WIRE_KINDS; kind++) {
		const struct wire_record *record;
		char *text = NULL;
		size_t size = 0, count = 0;
		FILE *all = open_memstream(&text, &size);

		for (; (record = fake_record(kind, count)) != NULL; count++) {
			if (!is_of_time(record))
				print_record(all, bench, record);
		}
		fclose(all);
		if (size > 0)
			fprintf(to, " %s %zu %08x", wire_schemas[kind].name, count,
				crc32c(0, text, size));
		if (is_whole)
			fprintf(to, "\n%s", text);
		free(text);
	}
	fputc('\n', to);
}

/* ---- Comparison ---- */

static void compare(FILE *file, const struct benchmark *bench, enum machine machine)
{
	const char *mode = getenv("RESULTS");
	char *line = NULL, *stored = NULL;
	size_t size = 0, capacity = 0;
	FILE *to = open_memstream(&line, &size);

	list_results(to, bench, machine, false);
	fclose(to);
	if (mode != NULL && strcmp(mode, bench->name) == 0)
		list_results(stdout, bench, machine, true);
	if (mode != NULL && strcmp(mode, "write") == 0)
		fputs(line, file);
	else if (getline(&stored, &capacity, file) < 0 || strcmp(line, stored) != 0)
		fail_msg("%s%s has: %s", line, RESULTS, stored);
	free(line);
	free(stored);
}

TEST(records_of_every_benchmark_are_the_stored_ones)
{
	const char *mode = getenv("RESULTS");
	FILE *file = fopen(RESULTS, mode != NULL && strcmp(mode, "write") == 0 ? "w" : "r");

	assert_non_null(file);
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		if (is_of_host(registry_benchmarks[i]))
			continue;
		for (enum machine machine = METAL; machine < MACHINES; machine++)
			compare(file, registry_benchmarks[i], machine);
	}
	fclose(file);
}
