/* SPDX-License-Identifier: MIT */
/* Fuzz target for the processing of an untrusted log: progress of a followed run, reader, result,
 * analysis, JSON and tables, with those of idle loops. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/sign.h"
#include "tools/flow/log.h"
#include "tools/results/json.h"
#include "tools/run/progress.h"
#include "tools/topic/idle/idle.h"
#include "tools/topic/topic.h"
#include "tools/view/data.h"
#include "tools/view/page.h"
#include "tools/view/chart.h"
#include "tools/view/text.h"
#include "tools/view/plot/plot_svg.h"

/* JSON and tables cost a hundred times the rest, so only inputs of some lengths get them. */
#define OUTPUT_EVERY 16

size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)
{
	size = LLVMFuzzerMutate(data, size, max_size);
	if (seed % 8 != 0)
		sign_records((char *)data, size);
	return size;
}

static void put_charts(const struct tables *tables, FILE *nothing)
{
	for (size_t i = 0; i < tables->count; i++) {
		const struct plot *plot = chart_make_plot(tables->items[i]);

		csv_write(tables->items[i], nothing);
		if (plot == NULL)
			continue;
		page_write_key(plot, nothing);
		page_write_chart(plot, false, nothing);
		plot_write_svg(&plot, 1, &(const struct plot_style){0}, nothing);
	}
}

static void put_tables(const struct tables *tables, FILE *nothing)
{
	text_write(&(struct text){.out = nothing}, tables);
	text_write(&(struct text){.out = nothing, .all = true}, tables);
	json_write(tables, nothing);
	ndjson_write(tables, nothing);
	markdown_write(tables, nothing);
	junit_write(tables, nothing);
	put_charts(tables, nothing);
}

static void put_run(const struct analysis *analysis, FILE *nothing)
{
	struct tables tables;
	struct topic topic = {.tables = &tables, .analysis = analysis};

	tables_init(&tables, "fuzzed");
	topic_run(&topic);
	put_tables(&tables, nothing);
	tables_free(&tables);
}

static void put_idle(const struct analysis *analysis, FILE *nothing)
{
	static const struct idle_settings settings = {
		.min_gap = -1,
		.limit = -1,
		.figures.power = 2,
	};
	struct idle_view view;
	struct tables tables;

	idle_view_make(analysis, &settings, &view);
	tables_init(&tables, "fuzzed");
	topic_idle_view(&tables, &view, &settings);
	put_tables(&tables, nothing);
	tables_free(&tables);
	idle_view_free(&view);
}

static void put_output(const struct result *result, FILE *nothing)
{
	struct analysis *analysis = analysis_new(result);

	results_json_write(analysis, nothing);
	put_idle(analysis, nothing);
	put_run(analysis, nothing);
	analysis_free(analysis);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct progress progress;
	static FILE *nothing;
	struct result *result;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL)
		abort();
	stderr = nothing;       /* the fuzzer's own messages bypass it */
	progress_init(&progress, nothing);
	progress.is_terminal = size % 2 == 0;
	progress_feed(&progress, (const char *)data, size);
	result = progress_finish(&progress);
	progress_write_tail(&progress);
	if (size % OUTPUT_EVERY == 0)
		put_output(result, nothing);
	result_free(result);
	flow_log_free(flow_log_parse((const char *)data, size));
	return 0;
}
