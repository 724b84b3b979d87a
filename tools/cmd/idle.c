/* `bareline idle`: what idle loops, message logs and noise reports of a run say. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>
#include <string.h>

#include "tools/cmd/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/results/load.h"
#include "tools/topic/idle.h"
#include "tools/topic/report.h"
#include "tools/topic/topic.h"
#include "tools/view/picture.h"

static const char help[] =
	"Usage: bareline idle [OPTION]... PATH\n"
	"Show what the idle loops of a run saw: gaps and their causes, how long events took and\n"
	"how often they came, think time and wait time, noise. PATH is a log (- for standard\n"
	"input) or a run's directory. docs/idle.md tells how to read it.\n\n"
	"  --bench GLOB           only benchmarks that match; may be repeated\n"
	"  --all                  every gap, not the longest ones\n"
	"  --gap TIME             gaps up to this long are none (worked out from the trace)\n"
	"  --above TIME           count events longer than this; may be repeated (1, 2, 5 …)\n"
	"  --tolerate [EVENT=]TIME  what of an event is not felt (100ms); "
	"EVENT is a cause or kind\n"
	"                         as in the tables, or none for all; may be repeated\n"
	"  --power P              exponent of the burden, sum of (length - tolerated)^P (1)\n"
	"  --limit TIME           a longer gap fails a noise report (the target's own)\n"
	"  --json                 print JSON instead\n"
	"  --csv DIRECTORY        write the tables there, a file each\n"
	"  --plot DIRECTORY       draw pictures there, as SVG, by gnuplot\n\n"
	"A TIME is a number with ns, us, ms or s; without, it is in microseconds. Exit status:\n"
	"0 shown, 1 a noise report failed, 2 wrong arguments or unreadable input.\n";

enum {
	OPT_BENCH = 256, OPT_ALL, OPT_GAP, OPT_ABOVE, OPT_TOLERATE, OPT_POWER, OPT_LIMIT, OPT_JSON,
	OPT_CSV, OPT_PLOT,
};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"all", no_argument, NULL, OPT_ALL},
	{"gap", required_argument, NULL, OPT_GAP},
	{"above", required_argument, NULL, OPT_ABOVE},
	{"tolerate", required_argument, NULL, OPT_TOLERATE},
	{"power", required_argument, NULL, OPT_POWER},
	{"limit", required_argument, NULL, OPT_LIMIT},
	{"json", no_argument, NULL, OPT_JSON},
	{"csv", required_argument, NULL, OPT_CSV},
	{"plot", required_argument, NULL, OPT_PLOT},
	{0},
};

struct settings {
	struct idle_settings idle;
	struct report report;
	bool is_json;
	const char *csv, *plot;
};

/* ---- Arguments ---- */

static double seconds(const char *option, const char *text)
{
	static const struct {
		const char *suffix;
		double seconds;
	} units[] = {{"", 1e-6}, {"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}};
	char *end;
	double value = strtod(text, &end);

	for (size_t i = 0; i < sizeof(units) / sizeof(units[0]); i++) {
		if (end != text && strcmp(end, units[i].suffix) == 0 && value >= 0 && value < 1e12)
			return value * units[i].seconds;
	}
	errx(EXIT_USAGE, "%s %s: not a time, as in 150us: a number of at least 0, and ns, us, ms "
	     "or s", option, text);
}

static void idle_parse_bench(struct settings *settings, const char *pattern)
{
	struct report *report = &settings->report;

	if (report->pattern_count == REPORT_PATTERNS_MAX)
		errx(EXIT_USAGE, "more than %d --bench", REPORT_PATTERNS_MAX);
	report->patterns[report->pattern_count++] = pattern;
}

static void parse_above(struct event_set_settings *figures, const char *text)
{
	if (figures->above_count == EVENT_SET_ABOVE_MAX)
		errx(EXIT_USAGE, "more than %d --above", EVENT_SET_ABOVE_MAX);
	figures->above[figures->above_count++] = seconds("--above", text);
}

static void parse_tolerance(struct event_set_settings *figures, char *text)
{
	char *separator = strrchr(text, '=');
	size_t number = figures->tolerance_count;

	if (number == EVENT_SET_TOLERANCES_MAX)
		errx(EXIT_USAGE, "more than %d --tolerate", EVENT_SET_TOLERANCES_MAX);
	if (separator != NULL) {
		*separator = '\0';
		figures->tolerances[number].type = text;
		text = separator + 1;
	}
	figures->tolerances[number].seconds = seconds("--tolerate", text);
	figures->tolerance_count++;
}

static double power(const char *text)
{
	char *end;
	double value = strtod(text, &end);

	if (end == text || *end != '\0' || !(value >= 0 && value <= 10))
		errx(EXIT_USAGE, "--power %s: not a number from 0 to 10", text);
	return value;
}

static void idle_parse_option(struct settings *settings, int option, char *value)
{
	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case OPT_BENCH:
		idle_parse_bench(settings, value);
		break;
	case OPT_ALL:
		settings->report.all = true;
		break;
	case OPT_GAP:
		settings->idle.gap = seconds("--gap", value);
		break;
	case OPT_ABOVE:
		parse_above(&settings->idle.figures, value);
		break;
	case OPT_TOLERATE:
		parse_tolerance(&settings->idle.figures, value);
		break;
	case OPT_POWER:
		settings->idle.figures.power = power(value);
		break;
	case OPT_LIMIT:
		settings->idle.limit = seconds("--limit", value);
		break;
	case OPT_JSON:
		settings->is_json = true;
		break;
	case OPT_CSV:
		settings->csv = value;
		break;
	case OPT_PLOT:
		settings->plot = value;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

/* ---- The view ---- */

static bool idle_write_output(const struct settings *settings, const struct tables *tables)
{
	const struct table_output output = {
		.is_json = settings->is_json,
		.all = settings->report.all,
		.csv = settings->csv,
	};

	if (settings->plot != NULL && !pictures_write_files(tables, settings->plot))
		return false;
	return table_output_write(&output, tables);
}

static bool idle_write_view(const struct settings *settings, const struct idle_view *view)
{
	struct tables tables;
	bool good;

	tables_init(&tables, "Bareline results");
	topic_machine(&(struct topic){.tables = &tables, .analysis = view->analysis});
	topic_idle_view(&tables, view, &settings->idle);
	good = idle_write_output(settings, &tables);
	tables_free(&tables);
	return good;
}

static int idle_show(struct settings *settings, const struct analysis *analysis, const char *path)
{
	struct idle_view view;
	int status;

	settings->report.analysis = analysis;
	settings->idle.patterns = settings->report.patterns;
	settings->idle.pattern_count = settings->report.pattern_count;
	idle_view_make(analysis, &settings->idle, &view);
	if (idle_view_is_empty(&view)) {
		warnx("%s: there is no idle loop, message log or noise report in it%s; only logs "
		      "hold them, no results.json", path,
		      settings->idle.pattern_count > 0 ? " of such a benchmark" : "");
		status = EXIT_USAGE;
	} else if (!idle_write_view(settings, &view)) {
		status = EXIT_USAGE;
	} else {
		status = idle_view_passed(&view) ? EXIT_GOOD : EXIT_FAILED;
	}
	idle_view_free(&view);
	return status;
}

static int load_and_show(struct settings *settings, const char *path)
{
	struct result *result = load_path(path);
	struct analysis *analysis;
	int status;

	if (result == NULL)
		return EXIT_USAGE;
	analysis = analysis_new(result);
	status = idle_show(settings, analysis, path);
	analysis_free(analysis);
	result_free(result);
	return status;
}

int cmd_idle(int argc, char **argv)
{
	struct settings settings = {
		.idle = {.gap = -1, .limit = -1, .figures.power = 1},
	};
	int option;

	while ((option = getopt_long(argc, argv, "h", options, NULL)) != -1)
		idle_parse_option(&settings, option, optarg);
	if (argc - optind != 1) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return load_and_show(&settings, argv[optind]);
}
