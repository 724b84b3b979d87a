/* SPDX-License-Identifier: MIT */
/* CSV, one row per sample, in the order of measurement: the clock's value, and the time per
 * operation. The export is written piece by piece, because a run may have a million samples. */
#include <inttypes.h>
#include <math.h>

#include "tools/base/escape.h"
#include "tools/view/export.h"

#define NUMBER_FORMAT "%.12g"

static const char *const heads[] = {
	"run", "machine", "host", "os", "arch", "time_base", "bench", "point", "stage", "cache",
	"cpu", "index", "sample", "iterations", "value", "unit",
};

struct samples_file {
	FILE *file;
	const struct export_axes *axes;
};

static void samples_write_name(FILE *file, const struct export_row *row)
{
	const struct wire_manifest *manifest = result_manifest(row->run->result);
	const char *machine = row->run->analysis->identity->id;
	const char *texts[] = {
		row->run->path,
		machine != NULL ? machine : "",
		manifest != NULL ? manifest->host : "",
		result_os(row->run->result),
		result_arch(row->run->result),
		manifest != NULL ? manifest->time_base : "",
		row->metric->bench->info->name,
		row->metric->point,
		row->metric->stage,
		row->is_cold ? "cold" : "warm",
	};

	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		escape_csv(file, texts[i]);
		putc(',', file);
	}
}

/* The record with the sample at place, and its index within the record in *within. NULL if the
 * run's file has no such records. */
static const struct wire_samples *samples_record(const struct series *series, bool is_cold,
						 size_t place, uint64_t *within)
{
	size_t before = 0;

	for (size_t i = 0; i < series->chunk_count; i++) {
		const struct wire_samples *record = &series->chunks[i].samples;

		if ((record->cold != 0) != is_cold)
			continue;
		if (place < before + record->n) {
			*within = place - before;
			return record;
		}
		before += record->n;
	}
	return NULL;
}

/* The ticks of one operation of a sample, by the rules of metrics_make(). False if the metric is a
 * difference whose other sample is missing. */
static bool samples_ticks(const struct export_row *row, const struct sample_set *set, size_t place,
			  double iterations, double *ticks)
{
	const struct metric *metric = row->metric;
	const struct sample_set *doubled = metric->doubled != NULL && !row->is_cold
						   ? &metric->doubled->warm : NULL;
	double value = (double)set->values[place];

	if (doubled != NULL && place >= doubled->count)
		return false;
	if (doubled != NULL)
		value = (double)timing_difference(doubled->values[place], set->values[place]);
	*ticks = fmax(0, timing_of_one(value, timing_cost(metric->bench, metric->series,
							  &row->run->analysis->overhead),
				       iterations));
	return true;
}

static void samples_write_row(void *context, const struct export_row *row)
{
	const struct samples_file *to = context;
	const struct metric *metric = row->metric;
	const struct sample_set *set = row->is_cold ? &metric->series->cold
						    : &metric->series->warm;
	double iterations = timing_iterations(metric->series, set);

	for (size_t i = 0; i < set->count; i++) {
		double ticks;
		uint64_t within;
		const struct wire_samples *record;

		samples_write_name(to->file, row);
		/* The sample's CPU and number in the series. Numbers are not contiguous if the log
		 * lost records. */
		record = samples_record(row->metric->series, row->is_cold, i, &within);
		if (record != NULL)
			fprintf(to->file, "%" PRIu64 ",%" PRIu64 ",", record->cpu,
				record->first + within);
		else
			fprintf(to->file, ",%zu,", i);
		fprintf(to->file, "%" PRIu64 "," NUMBER_FORMAT ",", set->values[i], iterations);
		if (samples_ticks(row, set, i, iterations, &ticks))
			fprintf(to->file, NUMBER_FORMAT, ticks * metric->scale);
		putc(',', to->file);
		escape_csv(to->file, metric->unit);
		for (size_t j = 0; j < to->axes->count; j++) {
			const struct metric_parameter *of =
				metric_find_parameter(metric, to->axes->names[j]);

			putc(',', to->file);
			if (of != NULL)
				escape_csv(to->file, of->value);
		}
		fputs("\r\n", to->file);
	}
}

bool export_samples(const struct compared_runs *runs, FILE *file)
{
	struct export_axes axes;
	struct samples_file to = {file, &axes};

	export_find_axes(runs, &axes);
	for (size_t i = 0; i < sizeof(heads) / sizeof(heads[0]); i++)
		fprintf(file, "%s%s", i > 0 ? "," : "", heads[i]);
	for (size_t i = 0; i < axes.count; i++) {
		fputs("," EXPORT_AXIS_PREFIX, file);
		escape_csv(file, axes.names[i]);
	}
	fputs("\r\n", file);
	for (size_t i = 0; i < runs->count; i++)
		export_rows(&runs->items[i], samples_write_row, &to);
	return true;
}
