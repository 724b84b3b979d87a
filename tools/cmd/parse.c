/* `bareline parse`: a log as JSON, and on standard error what became of its records. */
#include <err.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>

#include "tools/cmd/commands.h"
#include "tools/results/json.h"
#include "tools/results/load.h"

static const char help[] =
	"Usage: bareline parse [OPTION]... LOG\n"
	"Write a log (- for standard input) as JSON, which docs/results.md describes.\n\n"
	"  -o, --output FILE   write there instead of to standard output\n"
	"      --strict        exit with status 1 if the run is invalid or incomplete\n";

enum {OPT_STRICT = 256};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	{"strict", no_argument, NULL, OPT_STRICT},
	{0},
};

static void parse_write_account(const struct analysis *analysis)
{
	const struct log_account *account = &analysis->result->account;

#define X(field, summary) \
	if (account->field != 0) \
		fprintf(stderr, "%10" PRIu64 "  %s\n", account->field, summary);
	LOG_ACCOUNT(X)
#undef X
	for (size_t i = 0; i < analysis->reason_count; i++)
		fprintf(stderr, "invalid: %s\n", analysis->reasons[i]);
	if (!result_is_complete(analysis->result))
		fputs("incomplete: the run did not reach its end, or its end was lost\n", stderr);
}

static bool parse_write_json(const struct analysis *analysis, const char *path)
{
	FILE *file = path == NULL ? stdout : fopen(path, "w");
	bool written;

	if (file == NULL) {
		warn("%s", path);
		return false;
	}
	written = results_json_write(analysis, file);
	if (path != NULL)
		written = fclose(file) == 0 && written;
	if (!written)
		warn("%s", path != NULL ? path : "standard output");
	return written;
}

static int parse(const char *log, const char *output, bool strict)
{
	struct result *result = load_path(log);
	struct analysis *analysis;
	int status = EXIT_GOOD;

	if (result == NULL)
		return EXIT_USAGE;
	if (result_is_empty(result)) {
		warnx("%s: there is no run in it, not one record", log);
		result_free(result);
		return EXIT_USAGE;
	}
	analysis = analysis_new(result);
	parse_write_account(analysis);
	if (!parse_write_json(analysis, output))
		status = EXIT_USAGE;
	else if (strict && (!analysis->valid || !result_is_complete(result)))
		status = EXIT_FAILED;
	analysis_free(analysis);
	result_free(result);
	return status;
}

int cmd_parse(int argc, char **argv)
{
	const char *output = NULL;
	bool strict = false;
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case 'o':
			output = optarg;
			break;
		case OPT_STRICT:
			strict = true;
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return parse(argv[optind], output, strict);
}
