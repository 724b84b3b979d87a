/* SPDX-License-Identifier: MIT */
#include "tools/fleet/run_row.h"

#include <sha256.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"

#define KEY_BITS 53
#define CLOCK_BENCH "selftest.add_chain" /* one operation is one core cycle */

int64_t run_row_key(const char *first, ...)
{
	uint8_t digest[SHA256_DIGEST_LENGTH];
	uint64_t key = 0;
	SHA256_CTX state;
	va_list texts;

	SHA256Init(&state);
	va_start(texts, first);
	for (const char *text = first; text != NULL; text = va_arg(texts, const char *))
		SHA256Update(&state, (const uint8_t *)text, strlen(text) + 1);
	va_end(texts);
	SHA256Final(digest, &state);
	for (size_t i = 0; i < sizeof(key); i++)
		key = key << 8 | digest[i];
	return (int64_t)(key >> (64 - KEY_BITS));
}

bool run_row_has_value(const struct metric *metric)
{
	return metric_has_samples(metric) && !metric->is_doubled;
}

static char *text_or_none(const char *text)
{
	return xstrdup(text != NULL ? text : "");
}

/* "2026-11-27T00:00:00Z" as seconds since 1970; 0 if it is no such time. */
static int64_t seconds_of(const char *text)
{
	struct tm fields = {0};

	if (text == NULL || strptime(text, "%Y-%m-%dT%H:%M:%S", &fields) == NULL)
		return 0;
	return timegm(&fields);
}

/* Installed memory, and the speed of its slowest module. */
static void set_memory(const struct result *result, struct run_row *row)
{
	const struct record_list *devices = &result->records[WIRE_memory_device];

	for (size_t i = 0; i < devices->count; i++) {
		const struct wire_memory_device *device = &devices->items[i].memory_device;
		int64_t mts = (int64_t)(device->mts != 0 ? device->mts : device->rated_mts);

		row->memory_modules++;
		row->memory_bytes += (int64_t)(device->size_bytes & INT64_MAX);
		if (mts > 0 && (row->memory_mts == 0 || mts < row->memory_mts))
			row->memory_mts = mts;
	}
	if (row->memory_bytes > 0)
		return;
	for (size_t i = 0; i < result->records[WIRE_memory].count; i++) {
		const struct wire_memory *range = &result->records[WIRE_memory].items[i].memory;

		if (strcmp(range->type, "usable") == 0)
			row->memory_bytes += (int64_t)(range->size_bytes & INT64_MAX);
	}
}

/* "Model 500 GB", in the order of their records. */
static void set_disks(const struct result *result, struct run_row *row)
{
	const struct record_list *disks = &result->records[WIRE_disk];
	size_t size;
	FILE *file = file_in_memory(&row->disks, &size);

	for (size_t i = 0; i < disks->count; i++) {
		const struct wire_disk *disk = &disks->items[i].disk;

		fprintf(file, "%s%s %.3g GB", i > 0 ? ", " : "",
			disk->model[0] != '\0' ? disk->model : disk->driver,
			(double)disk->sectors * (double)disk->sector_bytes / 1e9);
	}
	file_end_memory(file, &row->disks);
}

const struct metric *run_row_clock(const struct analysis *analysis)
{
	const struct metric *clock = metrics_find(&analysis->metrics, CLOCK_BENCH, "", "");

	return clock != NULL && strcmp(clock->unit, "ns") == 0 ? clock : NULL;
}

static void set_samples(const struct analysis *analysis, struct run_row *row)
{
	const struct record_list *disturbed = &analysis->result->records[WIRE_disturbed];
	const struct metric *clock = run_row_clock(analysis);

	for (size_t i = 0; i < analysis->metrics.count; i++) {
		const struct series *series = analysis->metrics.items[i].series;

		row->samples += (int64_t)series->warm.count;
		row->disturbed += (int64_t)(series->info->disturbed_samples & INT32_MAX);
	}
	for (size_t i = 0; i < disturbed->count; i++)
		row->smis += strcmp(disturbed->items[i].disturbed.cause, "smi") == 0;
	if (clock != NULL && metric_stats(clock).median > 0)
		row->core_mhz = 1000 / metric_stats(clock).median;
}

static void set_machine(const struct identity *identity, const struct result *result,
			const char *label, struct run_row *row)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);
	bool has_id = identity->id != NULL;

	row->id = text_or_none(has_id ? identity->id : label);
	row->id_from = text_or_none(has_id ? identity->id_from : "directory");
	row->label = text_or_none(label);
	row->machine = run_row_key("machine", row->id_from, row->id, NULL);
	row->cpu = text_or_none(identity->cpu != NULL ? identity->cpu
				: cpu != NULL         ? cpu->brand
						      : NULL);
	row->hardware = text_or_none(identity->hardware != NULL ? identity->hardware : row->cpu);
	row->model_name = text_or_none(identity->name != NULL ? identity->name : row->cpu);
	row->host = text_or_none(manifest != NULL ? manifest->host : NULL);
	row->time_base = text_or_none(manifest != NULL ? manifest->time_base : NULL);
	row->model = run_row_key("model", row->hardware, row->host, row->time_base, NULL);
}

void run_row_make(const struct analysis *analysis, const char *label, int64_t modified_ns,
		  struct run_row *row)
{
	const struct result *result = analysis->result;
	const struct wire_manifest *manifest = result_manifest(result);
	const struct identity *identity = analysis->identity;

	*row = (struct run_row){0};
	set_machine(identity, result, label, row);
	row->made = seconds_of(identity->made);
	row->made_from = text_or_none(row->made != 0 ? identity->made_from : "file");
	if (row->made == 0)
		row->made = modified_ns / (int64_t)NS_PER_SECOND;
	row->build = text_or_none(manifest != NULL ? manifest->build : NULL);
	row->suite = text_or_none(manifest != NULL ? manifest->suite : NULL);
	row->kernel = text_or_none(manifest != NULL ? manifest->kernel : NULL);
	row->microcode = text_or_none(identity->microcode);
	row->memory = text_or_none(identity->memory);
	row->firmware = text_or_none(identity->firmware);
	row->mitigations = text_or_none(manifest != NULL ? manifest->mitigations : NULL);
	if (result_cpu(result) != NULL)
		row->cpus = (int64_t)(result_cpu(result)->online & INT32_MAX);
	set_disks(result, row);
	set_memory(result, row);
	set_samples(analysis, row);
}

void run_row_free(struct run_row *row)
{
	free(row->id);
	free(row->id_from);
	free(row->label);
	free(row->hardware);
	free(row->model_name);
	free(row->cpu);
	free(row->host);
	free(row->time_base);
	free(row->made_from);
	free(row->build);
	free(row->suite);
	free(row->kernel);
	free(row->microcode);
	free(row->memory);
	free(row->firmware);
	free(row->mitigations);
	free(row->disks);
}
