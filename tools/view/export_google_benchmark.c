/* SPDX-License-Identifier: MIT */
/* Google Benchmark's JSON, as --benchmark_format=json writes it and Google Benchmark's compare.py
 * reads it. Each metric is an entry, repeated for each run, so that compare.py can test over runs.
 * Contains times only. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/base/file.h"
#include "tools/base/json_text.h"
#include "tools/results/run_directory.h"
#include "tools/view/export.h"

struct entries {
	json_t *array;
	size_t run, runs;
	size_t left_out;                /* metrics that are not times */
};

static json_t *from_caches(const struct result *result)
{
	const struct record_list *caches = &result->records[WIRE_cache];
	json_t *array = json_array();

	for (size_t i = 0; i < caches->count; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;

		json_array_append_new(array, json_pack("{s:s, s:I, s:I, s:I}", "type", cache->type,
			"level", (json_int_t)cache->level, "size", (json_int_t)cache->size_bytes,
			"num_sharing", (json_int_t)cache->sharing));
	}
	return array;
}

/* The context, which is that of the first run. Its numbers need the run's cpu or manifest record,
 * and its name needs manifest.json in the run's directory. */
static json_t *from_context(const struct compared_run *run)
{
	const struct result *result = run->result;
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);
	json_t *kept = run_manifest_read(run->path);
	const char *host_name = json_string_value(json_object_get(kept, "host_name"));
	json_t *context = json_pack("{s:s, s:s, s:s, s:I, s:i, s:b, s:o, s:[], s:s}",
		"executable", "bareline", "host_name", host_name != NULL ? host_name : "",
		"cpu_brand", cpu != NULL ? cpu->brand : "",
		"num_cpus", (json_int_t)(cpu != NULL ? cpu->online : 0),
		"mhz_per_cpu", manifest != NULL
			? (int)((manifest->tsc_hz + HZ_PER_MHZ / 2) / HZ_PER_MHZ) : 0,
		"cpu_scaling_enabled", 0, "caches", from_caches(result), "load_avg",
		"library_build_type", "release");

	if (run->analysis->identity->id != NULL)
		json_object_set_new(context, "machine", json_string(run->analysis->identity->id));
	if (run->analysis->identity->model != NULL)
		json_object_set_new(context, "model", json_string(run->analysis->identity->model));
	if (run->began != NULL)
		json_object_set_new(context, "date", json_string(run->began));
	json_decref(kept);
	return context;
}

static char *export_google_benchmark_name_of(const struct export_row *row)
{
	const char *parts[] = {
		row->metric->bench->info->name,
		row->metric->point,
		row->metric->stage,
		row->is_cold ? "cold" : "",
	};
	char *name;
	size_t size;
	FILE *text = file_in_memory(&name, &size);

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (parts[i][0] != '\0')
			fprintf(text, "%s%s", i > 0 ? "/" : "", parts[i]);
	}
	file_end_memory(text, &name);
	return name;
}

static void add_entry(void *context, const struct export_row *row)
{
	struct entries *entries = context;
	char *name;

	/* Readers treat smaller values as better, which holds only for times. */
	if (!row->metric->is_timed || strcmp(row->metric->unit, "ns") != 0) {
		entries->left_out++;
		return;
	}
	name = export_google_benchmark_name_of(row);
	json_array_append_new(entries->array, json_pack(
		"{s:s, s:s, s:s, s:I, s:I, s:i, s:I, s:f, s:f, s:s}", "name", name,
		"run_name", name, "run_type", "iteration", "repetitions",
		(json_int_t)entries->runs, "repetition_index", (json_int_t)entries->run,
		"threads", 1, "iterations", (json_int_t)row->stats.n, "real_time",
		row->stats.median, "cpu_time", row->stats.median, "time_unit", "ns"));
	free(name);
}

bool export_google_benchmark(const struct compared_runs *runs, FILE *file)
{
	struct entries entries = {.array = json_array(), .runs = runs->count};
	json_t *root = json_object();

	for (; entries.run < runs->count; entries.run++)
		export_rows(&runs->items[entries.run], add_entry, &entries);
	if (json_array_size(entries.array) == 0 && entries.left_out > 0) {
		warnx("Google Benchmark's format needs times: %s counts instructions, or its TSC "
		      "frequency is unknown", runs->items[0].path);
		json_decref(entries.array);
		json_decref(root);
		return false;
	}
	json_object_set_new(root, "context", from_context(&runs->items[0]));
	json_object_set_new(root, "benchmarks", entries.array);
	json_text_write(root, file);
	json_decref(root);
	return true;
}
