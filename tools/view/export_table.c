/* SPDX-License-Identifier: MIT */
/* CSV and newline-delimited JSON: the same table, one row per metric. Each row identifies its
 * machine and run, so that files of many machines can be concatenated. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/base/real.h"
#include "tools/results/run_directory.h"
#include "tools/view/export.h"

#define NUMBER_FORMAT "%.12g"
#define LINE_FLAGS (JSON_COMPACT | JSON_REAL_PRECISION(REAL_DIGITS))

struct table {
	FILE *file;
	const json_t *host;
	const struct export_axes *axes;
	bool has_heads;
};

/* ---- A row ---- */

static void set_text(json_t *row, const char *name, const char *text)
{
	json_object_set_new(row, name, json_string(text));
}

static void set_count(json_t *row, const char *name, uint64_t count)
{
	json_object_set_new(row, name, json_integer((json_int_t)count));
}

static void set_known(json_t *row, const char *name, const char *text)
{
	json_object_set_new(row, name, text != NULL ? json_string(text) : json_null());
}

/* The names "model" and "microcode" are those of the processor. */
static void set_identity(json_t *row, const struct identity *identity)
{
	set_known(row, "machine", identity->id);
	set_known(row, "machine_from", identity->id_from);
	set_known(row, "machine_model", identity->model);
	set_known(row, "machine_name", identity->name);
	set_known(row, "memory", identity->memory);
	set_known(row, "firmware", identity->firmware);
	set_known(row, "made", identity->made);
	set_known(row, "made_from", identity->made_from);
}

static void set_host(json_t *row, const json_t *host)
{
	static const char *const names[] = {"started", "collected", "host_name"};

	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
		json_t *value = json_object_get(host, names[i]);

		json_object_set(row, names[i], json_is_string(value) ? value : json_null());
	}
}

static void set_run(json_t *row, const struct compared_run *run)
{
	static const struct wire_manifest no_manifest = {
		.build = "", .host = "", .boot = "", .time_base = "", .hypervisor = "",
		.suite = "", .kernel = "", .os_version = "",
	};
	const struct wire_manifest *manifest = result_manifest(run->result);

	if (manifest == NULL)
		manifest = &no_manifest;
	json_object_set_new(row, "valid", json_boolean(run->analysis->valid));
	json_object_set_new(row, "complete", json_boolean(loss_is_none(&run->analysis->loss)));
	set_text(row, "build", manifest->build);
	set_text(row, "host", manifest->host);
	set_text(row, "boot", manifest->boot);
	set_text(row, "os", result_os(run->result));
	set_text(row, "os_version", manifest->os_version);
	set_text(row, "arch", result_arch(run->result));
	set_text(row, "kernel", manifest->kernel);
	set_text(row, "time_base", manifest->time_base);
	set_text(row, "hypervisor", manifest->hypervisor);
	set_text(row, "suite", manifest->suite);
	set_count(row, "tsc_hz", manifest->tsc_hz);
}

static void set_cpu(json_t *row, const struct result *result)
{
	static const char *const numbers[] = {"family", "model", "stepping", "microcode", "cpus"};
	const struct wire_cpu *cpu = result_cpu(result);

	if (cpu == NULL) {
		set_text(row, "vendor", "");
		set_text(row, "brand", "");
		for (size_t i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++)
			json_object_set_new(row, numbers[i], json_null());
		return;
	}
	set_text(row, "vendor", cpu->vendor);
	set_text(row, "brand", cpu->brand);
	set_count(row, "family", cpu->family);
	set_count(row, "model", cpu->model);
	set_count(row, "stepping", cpu->stepping);
	json_object_set_new(row, "microcode", json_sprintf("0x%lx", cpu->microcode));
	set_count(row, "cpus", cpu->online);
}

/* A row of the table as an object, which the caller releases. Keys are always the same, in the same
 * order; values are plain. */
static json_t *export_table_row(const struct table *table, const struct export_row *from)
{
	json_t *row = json_object();
	const struct stats *stats = &from->stats;

	set_text(row, "run", from->run->path);
	set_host(row, table->host);
	set_identity(row, from->run->analysis->identity);
	set_run(row, from->run);
	set_cpu(row, from->run->result);
	set_text(row, "bench", from->metric->bench->info->name);
	set_text(row, "point", from->metric->point);
	set_text(row, "stage", from->metric->stage);
	set_text(row, "cache", from->is_cold ? "cold" : "warm");
	set_text(row, "unit", from->metric->unit);
	set_count(row, "n", from->stats.n);
	set_count(row, "disturbed", from->is_cold ? 0 : from->metric->series->disturbed_count);
	json_object_set_new(row, "overhead_subtracted", json_boolean(from->set->summary.corrected));
#define X(name) json_object_set_new(row, #name, json_real(stats->name));
	STATS_FIELDS(X)
#undef X
#define X(name) \
	json_object_set_new(row, #name, stats->has_interval ? json_real(stats->name) : json_null());
	STATS_INTERVAL(X)
#undef X
	/* One key for each axis, so that readers need not parse points; null if the metric's point
	 * does not have the parameter. */
	for (size_t i = 0; i < table->axes->count; i++) {
		const struct metric_parameter *of = metric_find_parameter(from->metric,
									  table->axes->names[i]);
		json_t *value = json_null();
		char *name = xasprintf(EXPORT_AXIS_PREFIX "%s", table->axes->names[i]);

		if (of != NULL && of->is_number && of->number <= INT64_MAX)
			value = json_integer((json_int_t)of->number);
		else if (of != NULL)
			value = json_string(of->value);
		json_object_set_new(row, name, value);
		free(name);
	}
	return row;
}

/* ---- CSV ---- */

static void export_table_write_cell(FILE *file, const json_t *value)
{
	if (json_is_string(value))
		escape_csv(file, json_string_value(value));
	else if (json_is_real(value))
		fprintf(file, NUMBER_FORMAT, json_real_value(value));
	else if (json_is_integer(value))
		fprintf(file, "%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_boolean(value))
		putc(json_is_true(value) ? '1' : '0', file);
}

static void write_csv_row(void *context, const struct export_row *from)
{
	struct table *table = context;
	json_t *row = export_table_row(table, from), *value;
	const char *name, *separator = "";

	if (!table->has_heads) {
		json_object_foreach(row, name, value) {
			fputs(separator, table->file);
			escape_csv(table->file, name);
			separator = ",";
		}
		fputs("\r\n", table->file);
		table->has_heads = true;
		separator = "";
	}
	json_object_foreach(row, name, value) {
		fputs(separator, table->file);
		export_table_write_cell(table->file, value);
		separator = ",";
	}
	fputs("\r\n", table->file);
	json_decref(row);
}

/* ---- Newline-delimited JSON ---- */

static void write_json_row(void *context, const struct export_row *from)
{
	struct table *table = context;
	json_t *row = export_table_row(table, from);

	json_dumpf(row, table->file, LINE_FLAGS);
	putc('\n', table->file);
	json_decref(row);
}

/* ---- All ---- */

static bool export_table_write_table(const struct compared_runs *runs, FILE *file,
				     export_row_writer *write)
{
	struct export_axes axes;
	struct table table = {.file = file, .axes = &axes};

	export_find_axes(runs, &axes);
	for (size_t i = 0; i < runs->count; i++) {
		json_t *host = run_manifest_read(runs->items[i].path);

		table.host = host;
		export_rows(&runs->items[i], write, &table);
		json_decref(host);
	}
	return true;
}

bool export_csv(const struct compared_runs *runs, FILE *file)
{
	return export_table_write_table(runs, file, write_csv_row);
}

bool export_ndjson(const struct compared_runs *runs, FILE *file)
{
	return export_table_write_table(runs, file, write_json_row);
}
