/* `bareline flow generate`: a log of random networks, and what their critical paths are. */
#include <err.h>
#include <getopt.h>
#include <stdlib.h>

#include "lib/text/string.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/flow_commands.h"
#include "tools/flow/random.h"
#include "tools/flow/write.h"

#define CPUS_MAX 64
/* Networks that overlap in time, and the thread numbers that each has for itself. */
#define TOGETHER 4
#define THREADS_EACH 64
#define TRUTH_SUBTASKS (WIRE_BYTES_MAX / sizeof(uint32_t))

static const char help[] =
	"Usage: bareline flow generate [OPTION]... -o LOG\n"
	"Write a log of random interactions, some at the same time, "
	"with the critical path of each as\n"
	"flow_truth records, which `bareline flow check` compares with what it finds.\n\n"
	"  -o, --output LOG\n"
	"  --seed N             which random networks (1)\n"
	"  --interactions N     how many (100)\n"
	"  --events N           about how many events each has (100)\n"
	"  --cpus N             that record them (2)\n";

enum {OPT_SEED = 256, OPT_INTERACTIONS, OPT_EVENTS, OPT_CPUS};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"output", required_argument, NULL, 'o'},
	{"seed", required_argument, NULL, OPT_SEED},
	{"interactions", required_argument, NULL, OPT_INTERACTIONS},
	{"events", required_argument, NULL, OPT_EVENTS},
	{"cpus", required_argument, NULL, OPT_CPUS},
	{0},
};

struct settings {
	const char *output;
	unsigned long seed, interactions, events, cpus;
};

static int flow_generate_by_time(const void *a, const void *b)
{
	const struct flow_event *left = a, *right = b;

	return (left->time > right->time) - (left->time < right->time);
}

/* Some networks that overlap, put in the order of time. Returns when the last of them ends. */
static uint64_t make_together(struct flow_generator *generator, const struct settings *settings,
			      struct flow_random *made, size_t count, uint64_t begin)
{
	size_t first = generator->log->events.count;
	struct flow_event *events;
	uint64_t end = begin;

	for (size_t i = 0; i < count; i++) {
		uint64_t start = begin + rng_below(&generator->rng, 1000);

		flow_random_make(generator, start, (uint32_t)settings->events,
				(uint16_t)(1 + i * THREADS_EACH), &made[i]);
		if (start + made[i].ticks > end)
			end = start + made[i].ticks;
	}
	events = generator->log->events.items;
	qsort(events + first, generator->log->events.count - first, sizeof(*events),
	      flow_generate_by_time);
	return end;
}

static void flow_generate_write_truth(struct flow_writer *writer, const struct flow_random *made)
{
	struct wire_flow_truth truth = {.source = made->source, .ticks = made->ticks};

	for (; truth.first < made->path.count; truth.first += truth.n) {
		truth.n = made->path.count - truth.first;
		if (truth.n > TRUTH_SUBTASKS)
			truth.n = TRUTH_SUBTASKS;
		truth.path.data = (const uint8_t *)(made->path.items + truth.first);
		truth.path.size = truth.n * sizeof(*made->path.items);
		wire_write(&writer->wire, WIRE_flow_truth, &truth);
	}
}

static void flow_generate_write_events(struct flow_writer *writer, const struct flow_log *log)
{
	uint32_t *indices = malloc((log->events.count + 1) * sizeof(*indices));

	if (indices == NULL)
		err(EXIT_USAGE, "out of memory");
	for (uint32_t i = 0; i < log->events.count; i++)
		indices[i] = i;
	flow_write_run(writer, log, 0, indices, log->events.count);
	free(indices);
}

static bool flow_generate_write_log(const struct settings *settings,
				    struct flow_generator *generator,
				    const struct flow_random *made, FILE *file)
{
	const struct wire_manifest manifest = {
		.format = WIRE_FORMAT, .host = "generated", .time_base = "emulated",
		.tsc_hz = 1000000000,
	};
	struct flow_writer *writer = malloc(sizeof(*writer));
	bool is_written;

	if (writer == NULL)
		err(EXIT_USAGE, "out of memory");
	flow_write_begin(writer, file, &manifest);
	flow_generate_write_events(writer, generator->log);
	for (unsigned long i = 0; i < settings->interactions; i++)
		flow_generate_write_truth(writer, &made[i]);
	is_written = flow_write_end(writer, true);
	free(writer);
	return is_written;
}

static int generate(const struct settings *settings)
{
	struct flow_generator generator = {.cpus = (uint8_t)settings->cpus};
	struct flow_random *made = calloc(settings->interactions, sizeof(*made));
	FILE *file = fopen(settings->output, "w");
	uint64_t time = 1000;
	bool is_written;

	if (made == NULL)
		err(EXIT_USAGE, "out of memory");
	if (file == NULL)
		err(EXIT_USAGE, "%s", settings->output);
	generator.log = flow_random_log(generator.cpus);
	rng_seed(&generator.rng, settings->seed);
	for (unsigned long i = 0; i < settings->interactions; i += TOGETHER) {
		size_t count = settings->interactions - i;

		time = make_together(&generator, settings, made + i,
				     count < TOGETHER ? count : TOGETHER, time);
	}
	is_written = flow_generate_write_log(settings, &generator, made, file);
	is_written = fclose(file) == 0 && is_written;
	if (!is_written)
		warn("%s", settings->output);
	for (unsigned long i = 0; i < settings->interactions; i++)
		free(made[i].path.items);
	free(made);
	flow_log_free(generator.log);
	return is_written ? EXIT_GOOD : EXIT_USAGE;
}

static void flow_generate_parse_number(unsigned long *number, const char *text, unsigned long least,
				       unsigned long most)
{
	if (!text_number(text, number) || *number < least || *number > most)
		errx(EXIT_USAGE, "'%s': not a number from %lu to %lu", text, least, most);
}

int flow_generate(int argc, char **argv)
{
	struct settings settings = {.seed = 1, .interactions = 100, .events = 100, .cpus = 2};
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1) {
		switch (option) {
		case 'h':
			fputs(help, stdout);
			return EXIT_GOOD;
		case 'o':
			settings.output = optarg;
			break;
		case OPT_SEED:
			flow_generate_parse_number(&settings.seed, optarg, 0, ~0ul);
			break;
		case OPT_INTERACTIONS:
			flow_generate_parse_number(&settings.interactions, optarg, 1,
						   FLOW_EVENTS_MAX);
			break;
		case OPT_EVENTS:
			flow_generate_parse_number(&settings.events, optarg, 1, FLOW_EVENTS_MAX);
			break;
		case OPT_CPUS:
			flow_generate_parse_number(&settings.cpus, optarg, 1, CPUS_MAX);
			break;
		default:
			return EXIT_USAGE;
		}
	}
	if (argc != optind || settings.output == NULL) {
		fputs(help, stderr);
		return EXIT_USAGE;
	}
	return generate(&settings);
}
