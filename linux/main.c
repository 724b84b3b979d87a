/* bareline-linux: the same benchmarks in a Linux process, so that what is left between its
 * figures and the bare machine's is the operating system. */
#include <err.h>
#include <errno.h>
#include <getopt.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/options.h"
#include "bench/engine/registry.h"
#include "bench/engine/runner.h"
#include "linux/build_id.h"
#include "linux/describe.h"
#include "linux/exit_status.h"
#include "linux/guard.h"
#include "linux/init.h"
#include "linux/memory.h"
#include "linux/output.h"
#include "linux/platform.h"
#include "linux/schedule.h"
#include "linux/tsc.h"

static const char help[] =
	"Usage: bareline-linux [OPTION]...\n"
	"Run Bareline's benchmarks as a Linux process and write the record stream, which\n"
	"`bareline show` reads, to standard output.\n\n"
	"  --suite NAME         quick, full, noise or flow: which benchmarks (quick)\n"
	"  --bench GLOB[,GLOB…] those that match instead; may be repeated\n"
	"  --samples N          samples of every series (by suite)\n"
	"  --duration TIME      how long idle machines are watched, as 90s or 10m (by suite)\n"
	"  --limit TIME         what gap there fails the machine (150us)\n"
	"  --quantum TIME       a pass of the idle loop, 10us to 10ms (by benchmark)\n"
	"  --pmc NAME[,NAME…]   events to count beside the time, or a set of them\n"
	"  --list               name the benchmarks and what they do, and end\n"
	"  --cpu N              the CPU to stay on (the one it starts on)\n"
	"  -o, --output FILE    write the records there\n"
	"  -q, --quiet          no results for a person on standard error\n"
	"  --version, --help\n\n"
	"Exit status: 0 success, 1 a benchmark was cut short, 2 wrong arguments or no output.\n"
	"Runs as any user; warnings in the results say what root would add.\n";

enum {OPT_HELP = 256, OPT_VERSION, OPT_SUITE, OPT_BENCH, OPT_SAMPLES, OPT_PMC,
      OPT_LIST, OPT_CPU, OPT_DURATION, OPT_LIMIT, OPT_QUANTUM};

static const struct option option_table[] = {
	{"help", no_argument, NULL, OPT_HELP},
	{"version", no_argument, NULL, OPT_VERSION},
	{"suite", required_argument, NULL, OPT_SUITE},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"samples", required_argument, NULL, OPT_SAMPLES},
	{"duration", required_argument, NULL, OPT_DURATION},
	{"limit", required_argument, NULL, OPT_LIMIT},
	{"quantum", required_argument, NULL, OPT_QUANTUM},
	{"pmc", required_argument, NULL, OPT_PMC},
	{"list", no_argument, NULL, OPT_LIST},
	{"cpu", required_argument, NULL, OPT_CPU},
	{"output", required_argument, NULL, 'o'},
	{"quiet", no_argument, NULL, 'q'},
	{0},
};

struct settings {
	struct options options;
	int cpu;
	const char *output;
	bool is_quiet;
	bool is_init;
};

static void list_benchmarks(void)
{
	for (const struct benchmark *const *bench = registry_benchmarks; *bench != NULL; bench++)
		printf("%-22s%s%s\n", (*bench)->name, (*bench)->summary,
		       (*bench)->waits_for_person ? "; only if named in full" : "");
}

static void main_parse_word(struct settings *settings, const char *word, const char *value)
{
	if (options_parse(&settings->options, word, value) != 0)
		errx(EXIT_USAGE, "--%s: '%s' can't be used; --help lists what can", word, value);
}

static int parse_cpu(const char *text)
{
	char *end;
	long cpu = strtol(text, &end, 10);

	if (end == text || *end != '\0' || cpu < 0 || cpu > INT16_MAX)
		errx(EXIT_USAGE, "--cpu: '%s' is not the number of a CPU", text);
	return (int)cpu;
}

static void main_parse_option(struct settings *settings, int option)
{
	switch (option) {
	case OPT_HELP:
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case OPT_VERSION:
		printf("bareline-linux %s (%s)\n", build_version, build_id);
		exit(EXIT_GOOD);
	case OPT_LIST:
		list_benchmarks();
		exit(EXIT_GOOD);
	case OPT_SUITE:
		main_parse_word(settings, "suite", optarg);
		break;
	case OPT_BENCH:
		main_parse_word(settings, "bench", optarg);
		break;
	case OPT_SAMPLES:
		main_parse_word(settings, "samples", optarg);
		break;
	case OPT_DURATION:
		main_parse_word(settings, "duration", optarg);
		break;
	case OPT_LIMIT:
		main_parse_word(settings, "limit", optarg);
		break;
	case OPT_QUANTUM:
		main_parse_word(settings, "quantum", optarg);
		break;
	case OPT_PMC:
		main_parse_word(settings, "pmc", optarg);
		break;
	case OPT_CPU:
		settings->cpu = parse_cpu(optarg);
		break;
	case 'o':
		settings->output = optarg;
		break;
	case 'q':
		settings->is_quiet = true;
		break;
	default:
		exit(EXIT_USAGE);
	}
}

static void parse_arguments(struct settings *settings, int argc, char **argv)
{
	int option;

	*settings = (struct settings){.cpu = SCHEDULE_CPU_ANY, .is_init = init_is(argv[0])};
	options_init(&settings->options);
	while ((option = getopt_long(argc, argv, "ho:q", option_table, NULL)) != -1)
		main_parse_option(settings, option == 'h' ? OPT_HELP : option);
	/* The kernel hands its init every word that it has no use for itself. */
	if (optind != argc && !settings->is_init)
		errx(EXIT_USAGE, "'%s' is not an option; --help lists them", argv[optind]);
}

/* Each needs those above it. */
static void main_start(const struct settings *settings)
{
	int error = output_open(settings->output, settings->is_quiet);

	if (error != 0)
		errx(EXIT_USAGE, "%s: %s", settings->output, strerror(-error));
	guard_init();
	if (schedule_init(settings->cpu) != 0)
		errx(EXIT_USAGE, "--cpu: CPU %d is not there or not this process's to use",
		     settings->cpu);
	tsc_init();
	memory_init();
	platform_init();
}

int main(int argc, char **argv)
{
	static struct settings settings;

	parse_arguments(&settings, argc, argv);
	if (settings.is_init)
		init_begin();
	describe_init(argc, argv);
	main_start(&settings);
	return runner_run(&settings.options, registry_benchmarks) == 0 ? EXIT_GOOD : EXIT_FAILED;
}
