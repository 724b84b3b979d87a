/* SPDX-License-Identifier: MIT */
/* `bareline export`: converts runs to formats for other programs. */
#include <err.h>
#include <stdlib.h>

#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/common_options.h"
#include "tools/results/json.h"
#include "tools/results/load.h"
#include "tools/results/run_directory.h"
#include "tools/view/export.h"
#include "tools/view/export_proof.h"

typedef bool writer(const struct compared_runs *runs, FILE *file);

static const char *const format_names[] = {
	"csv", "ndjson", "json", "samples", "gbench", "openmetrics", "hdr", "bencher",
	"kcidb", NULL,
};

/* Write what `bareline parse` writes. */
static bool export_json(const struct compared_runs *runs, FILE *file)
{
	struct analysis *analysis;

	if (runs->count > 1) {
		warnx("--format json: writes one run; give one, or use --format ndjson");
		return false;
	}
	analysis = analysis_new(runs->items[0].result);
	results_json_write(analysis, file);
	analysis_free(analysis);
	return true;
}

/* The writers, in the order of the format names. */
static writer *const writers[] = {
	export_csv, export_ndjson, export_json, export_samples, export_google_benchmark,
	export_openmetrics, export_hdr, export_bencher, export_kcidb,
};

/* NULL: results.json is proved where it is made. */
static export_prover *const provers[] = {
	export_prove_csv, export_prove_ndjson, NULL, export_prove_samples,
	export_prove_google_benchmark, export_prove_openmetrics, export_prove_hdr,
	export_prove_bencher, export_prove_kcidb,
};

#define FORMAT_NONE (sizeof(writers) / sizeof(writers[0]))

struct settings {
	unsigned format;
	const char *output;
};

static const struct option_spec format_options[] = {
	{.name = "format", .kind = OPTION_CHOICE, .argument = "FORMAT", .choices = format_names,
	 .help = "csv: a table with one row per metric\n"
		 "ndjson: the same as one JSON object per line, for databases\n"
		 "json: results.json of one run, with all samples\n"
		 "samples: CSV with one row per sample, in the order taken\n"
		 "gbench: Google Benchmark JSON, for its compare.py\n"
		 "openmetrics: OpenMetrics text, for Prometheus\n"
		 "hdr: an HdrHistogram log\n"
		 "bencher: Bencher Metric Format, of one run\n"
		 "kcidb: a submission to KernelCI's database, version 5.0"},
	{0},
};

static const struct option_group groups[] = {
	{.options = format_options, .offset = offsetof(struct settings, format)},
	{.options = output_options, .offset = offsetof(struct settings, output)},
	{.options = replace_options},
	{0},
};

/* Only a proved text is written. */
static int export(const struct compared_runs *runs, writer *write, export_prover *prove,
		  const char *path)
{
	FILE *file = file_create(path), *memory;
	char *text;
	size_t size;
	bool fits;

	if (file == NULL)
		return EXIT_MACHINE;
	memory = file_in_memory(&text, &size);
	fits = write(runs, memory);
	file_end_memory(memory, &text);
	if (fits && prove != NULL)
		prove(runs, text);
	if (fits)
		fwrite(text, 1, size, file);
	else
		file_abandon(file);
	free(text);
	if (!fits)
		return EXIT_USAGE;
	return file_finish(file, path) ? EXIT_GOOD : EXIT_MACHINE;
}

/* Load the runs. Without a path, loads the newest run. */
static bool export_load(struct compared_runs *runs, char **paths)
{
	char *newest;
	bool good;

	if (*paths != NULL)
		return compared_runs_add_deep(runs, paths);
	newest = load_newest(RUNS_DEFAULT);
	if (newest == NULL)
		errx(EXIT_USAGE, "no run in " RUNS_DEFAULT "/; give a path");
	good = compared_runs_add(runs, newest);
	free(newest);
	return good;
}

static int export_run(int argc, char **argv)
{
	struct settings settings = {.format = FORMAT_NONE};
	struct compared_runs runs = {0};
	int status;

	arguments_parse(&export_command, &settings, argc, argv);
	if (settings.format == FORMAT_NONE)
		errx(EXIT_USAGE, "--format: missing; see --help for the formats");
	if (!export_load(&runs, argv + 1))
		return EXIT_USAGE;
	for (size_t i = 0; i < runs.count; i++)
		analysis_warn(runs.items[i].analysis, runs.items[i].path);
	status = export(&runs, writers[settings.format], provers[settings.format],
			settings.output);
	compared_runs_free(&runs);
	return status;
}

const struct command export_command = {
	.name = "bareline export",
	.summary = "convert runs to CSV, JSON, OpenMetrics and other formats",
	.usage = "--format FORMAT [-o FILE] [PATH]...",
	.about = "Convert runs to a format for other programs (docs/output.md). PATH is a log, a "
		 "results.json, a run's directory, or a directory of these (the newest run in "
		 RUNS_DEFAULT "/).",
	.groups = groups,
	.exit_status = "0 success\n"
		       "2 wrong arguments, or runs that the format cannot represent\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.run = export_run,
};
