/* `bareline export`: runs in formats that other programs read. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cmd/commands.h"
#include "tools/view/export.h"

static const char help[] =
	"Usage: bareline export --format FORMAT [-o FILE] PATH...\n"
	"Write runs in a format that other programs read; docs/export.md describes each. A PATH\n"
	"is a log, a results.json, a run's directory, or a directory of such.\n\n"
	"  --format csv          a table, a row a figure\n"
	"  --format ndjson       the same, a JSON object a line, for databases\n"
	"  --format gbench       Google Benchmark's JSON, for its compare.py\n"
	"  --format openmetrics  for Prometheus and its kin\n"
	"  --format hdr          an HdrHistogram log\n"
	"  -o, --output FILE     write there instead of to standard output\n";

enum {OPT_FORMAT = 256};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"format", required_argument, NULL, OPT_FORMAT},
	{"output", required_argument, NULL, 'o'},
	{0},
};

typedef bool writer(const struct compared_runs *runs, FILE *file);

static writer *writer_of(const char *name)
{
	static const struct {
		const char *name;
		writer *write;
	} formats[] = {
		{"csv", export_csv}, {"ndjson", export_ndjson},
		{"gbench", export_google_benchmark}, {"openmetrics", export_openmetrics},
		{"hdr", export_hdr},
	};

	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		if (strcmp(formats[i].name, name) == 0)
			return formats[i].write;
	}
	errx(EXIT_USAGE, "--format %s: not csv, ndjson, gbench, openmetrics or hdr", name);
}

static int export(const struct compared_runs *runs, writer *write, const char *path)
{
	FILE *file = path == NULL ? stdout : fopen(path, "w");
	bool written;

	if (file == NULL) {
		warn("%s", path);
		return EXIT_USAGE;
	}
	written = write(runs, file);
	if (ferror(file))
		warn("%s", path != NULL ? path : "standard output");
	if (path != NULL && fclose(file) != 0) {
		warn("%s", path);
		written = false;
	}
	return written ? EXIT_GOOD : EXIT_USAGE;
}

int cmd_export(int argc, char **argv)
{
	struct compared_runs runs = {0};
	const char *output = NULL;
	writer *write = NULL;
	int option, status;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case 'o':
			output = optarg;
			break;
		case OPT_FORMAT:
			write = writer_of(optarg);
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (write == NULL || optind == argc) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	for (; optind < argc; optind++) {
		if (!compared_runs_add(&runs, argv[optind]))
			return EXIT_USAGE;
	}
	status = export(&runs, write, output);
	compared_runs_free(&runs);
	return status;
}
