/* SPDX-License-Identifier: MIT */
/* Fuzz target for the processing of an untrusted results.json: reader, result, analysis, and output
 * formats. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/results/json.h"
#include "tools/view/export.h"

/* Analysis and output cost a hundred times the rest, so only inputs of some lengths get them. */
#define OUTPUT_EVERY 16

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void put_output(struct result *result, FILE *nothing)
{
	static struct analysis *analysis;
	struct compared_run run = {.path = "run", .result = result, .analysis = analysis};
	const struct compared_runs runs = {.items = &run, .count = 1};

	analysis_free(analysis);
	analysis = analysis_new(result);
	run.analysis = analysis;
	results_json_write(analysis, nothing);
	export_csv(&runs, nothing);
	export_ndjson(&runs, nothing);
	export_openmetrics(&runs, nothing);
	export_hdr(&runs, nothing);
	export_google_benchmark(&runs, nothing);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static FILE *nothing;
	struct result *result;
	FILE *file;

	if (nothing == NULL)
		nothing = fopen("/dev/null", "w");
	if (nothing == NULL || size == 0)
		return 0;
	file = fmemopen((void *)data, size, "r");
	if (file == NULL)
		abort();
	result = results_json_read(file, "input");
	fclose(file);
	if (result != NULL && size % OUTPUT_EVERY == 0)
		put_output(result, nothing);
	result_free(result);
	return 0;
}
