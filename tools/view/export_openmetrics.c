/* SPDX-License-Identifier: MIT */
/* OpenMetrics text: one summary for each unit, because the format requires contiguous families, and
 * the properties of each run ("OpenMetrics, a cloud-native, highly scalable metrics protocol",
 * "Text Format"). Uses only types that Prometheus' older format also has. */
#include <inttypes.h>
#include <string.h>

#include "lib/utc_time.h"
#include "tools/view/export.h"

/* Base units of the format ("Units and Base Units"): time is in seconds. */
static const struct family {
	const char *name, *unit_in_name, *unit;
	double factor;
} families[] = {
	{"bareline_operation_seconds", "seconds", "ns", 1e-9},
	{"bareline_operation_instructions", "instructions", "instructions", 1},
	{"bareline_operation_ticks", "ticks", "TSC ticks", 1},
	{"bareline_operation_ticks", "ticks", "ticks", 1},      /* of a processor without a TSC */
	{"bareline_operation_counts", "counts", "counts", 1},
};

struct writing {
	FILE *file;
	const struct family *family;
	bool has_begun;
};

static void export_openmetrics_write_label(FILE *file, const char *name, const char *value)
{
	fprintf(file, "%s=\"", name);
	for (; *value != '\0'; value++) {
		if (*value == '\\' || *value == '"')
			putc('\\', file);
		putc(*value, file);
	}
	putc('"', file);
}

/* The run and its machine; an empty label is as good as none. */
static void export_openmetrics_write_run(FILE *file, const struct compared_run *run)
{
	const struct identity *identity = run->analysis->identity;

	export_openmetrics_write_label(file, "run", run->path);
	export_openmetrics_write_label(file, ",machine", identity->id != NULL ? identity->id : "");
	export_openmetrics_write_label(file, ",model",
				       identity->model != NULL ? identity->model : "");
}

static void export_openmetrics_write_labels(FILE *file, const struct export_row *row)
{
	export_openmetrics_write_run(file, row->run);
	export_openmetrics_write_label(file, ",bench", row->metric->bench->info->name);
	export_openmetrics_write_label(file, ",point", row->metric->point);
	export_openmetrics_write_label(file, ",stage", row->metric->stage);
	export_openmetrics_write_label(file, ",cache", row->is_cold ? "cold" : "warm");
}

static void write_quantile(const struct writing *writing, const struct export_row *row,
			   const char *quantile, double value)
{
	fprintf(writing->file, "%s{", writing->family->name);
	export_openmetrics_write_labels(writing->file, row);
	fprintf(writing->file, ",quantile=\"%s\"} %.12g\n", quantile,
		value * writing->family->factor);
}

static void write_total(const struct writing *writing, const struct export_row *row,
			const char *suffix, double value)
{
	fprintf(writing->file, "%s%s{", writing->family->name, suffix);
	export_openmetrics_write_labels(writing->file, row);
	fprintf(writing->file, "} %.12g\n", value);
}

static void export_openmetrics_write_summary(void *context, const struct export_row *row)
{
	struct writing *writing = context;
	const struct stats *stats = &row->stats;

	if (strcmp(row->metric->unit, writing->family->unit) != 0)
		return;
	if (!writing->has_begun) {
		const struct family *family = writing->family;

		fprintf(writing->file,
			"# TYPE %s summary\n# UNIT %s %s\n# HELP %s One operation of a "
			"benchmark, by its samples.\n",
			family->name, family->name, family->unit_in_name, family->name);
	}
	writing->has_begun = true;
	write_quantile(writing, row, "0", stats->min);
	write_quantile(writing, row, "0.5", stats->median);
	write_quantile(writing, row, "0.9", stats->p90);
	write_quantile(writing, row, "0.99", stats->p99);
	write_quantile(writing, row, "1", stats->max);
	write_total(writing, row, "_sum", stats->mean * (double)stats->n * writing->family->factor);
	write_total(writing, row, "_count", (double)stats->n);
}

static void write_property(FILE *file, const char *name, const char *value)
{
	fputs(",", file);
	export_openmetrics_write_label(file, name, value != NULL ? value : "");
}

static void write_info(FILE *file, const struct compared_run *run)
{
	const struct identity *identity = run->analysis->identity;
	const struct wire_manifest *manifest = result_manifest(run->result);
	const struct wire_cpu *cpu = result_cpu(run->result);

	fputs("bareline_run_info{", file);
	export_openmetrics_write_run(file, run);
	export_openmetrics_write_label(file, ",build", manifest != NULL ? manifest->build : "");
	export_openmetrics_write_label(file, ",host", manifest != NULL ? manifest->host : "");
	export_openmetrics_write_label(file, ",os", result_os(run->result));
	export_openmetrics_write_label(file, ",arch", result_arch(run->result));
	export_openmetrics_write_label(file, ",time_base",
				       manifest != NULL ? manifest->time_base : "");
	export_openmetrics_write_label(file, ",suite", manifest != NULL ? manifest->suite : "");
	export_openmetrics_write_label(file, ",cpu", cpu != NULL ? cpu->brand : "");
	write_property(file, "name", identity->name);
	write_property(file, "memory", identity->memory);
	write_property(file, "microcode", identity->microcode);
	write_property(file, "firmware", identity->firmware);
	fputs("} 1\n", file);
}

static void export_openmetrics_write_runs(FILE *file, const struct compared_runs *runs)
{
	struct utc_time time;

	fputs("# TYPE bareline_run_info gauge\n# HELP bareline_run_info Build and machine of the "
	      "run.\n", file);
	for (size_t i = 0; i < runs->count; i++)
		write_info(file, &runs->items[i]);
	/* Runs without a known time have no sample. */
	fputs("# TYPE bareline_run_started_timestamp_seconds gauge\n"
	      "# UNIT bareline_run_started_timestamp_seconds seconds\n"
	      "# HELP bareline_run_started_timestamp_seconds Start of the run.\n",
	      file);
	for (size_t i = 0; i < runs->count; i++) {
		if (runs->items[i].began == NULL || !utc_time_parse(runs->items[i].began, &time))
			continue;
		fputs("bareline_run_started_timestamp_seconds{", file);
		export_openmetrics_write_run(file, &runs->items[i]);
		fprintf(file, "} %" PRId64 "\n", utc_time_seconds(&time));
	}
	fputs("# TYPE bareline_run_valid gauge\n"
	      "# HELP bareline_run_valid Whether the run's self-tests passed.\n", file);
	for (size_t i = 0; i < runs->count; i++) {
		fputs("bareline_run_valid{", file);
		export_openmetrics_write_label(file, "run", runs->items[i].path);
		fprintf(file, "} %d\n", runs->items[i].analysis->valid);
	}
	fputs("# TYPE bareline_run_complete gauge\n"
	      "# HELP bareline_run_complete Whether the run is complete.\n", file);
	for (size_t i = 0; i < runs->count; i++) {
		fputs("bareline_run_complete{", file);
		export_openmetrics_write_label(file, "run", runs->items[i].path);
		fprintf(file, "} %d\n", loss_is_none(&runs->items[i].analysis->loss));
	}
}

bool export_openmetrics(const struct compared_runs *runs, FILE *file)
{
	export_openmetrics_write_runs(file, runs);
	for (size_t i = 0; i < sizeof(families) / sizeof(families[0]); i++) {
		struct writing writing = {.file = file, .family = &families[i]};

		for (size_t j = 0; j < runs->count; j++)
			export_rows(&runs->items[j], export_openmetrics_write_summary, &writing);
	}
	fputs("# EOF\n", file);
	return true;
}
