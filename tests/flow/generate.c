/* SPDX-License-Identifier: MIT */
/* Writes a log of random networks and their critical paths, for tests of `bareline flow`. */
#include <err.h>
#include <stdlib.h>

#include "tests/flow/random.h"
#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/flow/write.h"

#define CPUS_MAX 64
/* Networks that overlap in time, and the number of threads of each. */
#define TOGETHER 4
#define THREADS_EACH 64
#define TRUTH_SUBTASKS (WIRE_BYTES_MAX / sizeof(uint32_t))

struct settings {
	const char *output;
	unsigned long seed, interactions, events, cpus;
};

static const struct option_spec options[] = {
	{.name = "output",
	 .letter = 'o',
	 .kind = OPTION_TEXT,
	 .argument = "LOG",
	 .offset = offsetof(struct settings, output),
	 .help = "output file"},
	{.name = "seed",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .most = ~0ul,
	 .offset = offsetof(struct settings, seed),
	 .help = "random seed (1)"},
	{.name = "interactions",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .least = 1,
	 .most = FLOW_EVENTS_MAX,
	 .offset = offsetof(struct settings, interactions),
	 .help = "how many (100)"},
	{.name = "events",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .least = 1,
	 .most = FLOW_EVENTS_MAX,
	 .offset = offsetof(struct settings, events),
	 .help = "approximate number of events per network (100)"},
	{.name = "cpus",
	 .kind = OPTION_NUMBER,
	 .argument = "N",
	 .least = 1,
	 .most = CPUS_MAX,
	 .offset = offsetof(struct settings, cpus),
	 .help = "number of recording CPUs (2)"},
	{0},
};

static const struct option_group groups[] = {{.options = options}, {0}};

static int generate_by_time(const void *a, const void *b)
{
	const struct flow_event *left = a, *right = b;

	return (left->time > right->time) - (left->time < right->time);
}

/* Some overlapping networks, in the order of time. Returns the end of the last network. */
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
	      generate_by_time);
	return end;
}

static void generate_write_truth(struct flow_writer *writer, const struct flow_random *made)
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

static bool generate_write_log(const struct settings *settings, struct flow_generator *generator,
			       const struct flow_random *made, FILE *file)
{
	const struct wire_manifest manifest = {
		.format = WIRE_FORMAT,
		.host = "generated",
		.time_base = "emulated",
		.tsc_hz = 1000000000,
	};
	struct flow_writer *writer = xmalloc(sizeof(*writer));
	bool is_written;

	flow_write_begin(writer, file, &manifest);
	flow_write_run(writer, generator->log, 0, NULL, generator->log->events.count);
	for (unsigned long i = 0; i < settings->interactions; i++)
		generate_write_truth(writer, &made[i]);
	is_written = flow_write_end(writer, true);
	free(writer);
	return is_written;
}

static int generate(const struct settings *settings)
{
	struct flow_generator generator = {.cpus = (uint8_t)settings->cpus};
	struct flow_random *made = xcalloc(settings->interactions, sizeof(*made));
	FILE *file = fopen(settings->output, "w");
	uint64_t time = 1000;
	bool is_written;

	if (file == NULL)
		err(EXIT_MACHINE, "%s", settings->output);
	generator.log = flow_random_log(generator.cpus);
	rng_seed(&generator.rng, settings->seed);
	for (unsigned long i = 0; i < settings->interactions; i += TOGETHER) {
		size_t count = settings->interactions - i;

		time = make_together(&generator, settings, made + i,
				     count < TOGETHER ? count : TOGETHER, time);
	}
	is_written = generate_write_log(settings, &generator, made, file);
	is_written = fclose(file) == 0 && is_written;
	if (!is_written)
		warn("%s", settings->output);
	for (unsigned long i = 0; i < settings->interactions; i++)
		free(made[i].path.items);
	free(made);
	flow_log_free(generator.log);
	return is_written ? EXIT_GOOD : EXIT_MACHINE;
}

static const struct command generate_command = {
	.name = "flow-generate",
	.usage = "[OPTION]... -o LOG",
	.about =
		"Write a log of random interactions, some at the same time, with the critical path "
		"of each as flow_truth records, for comparison by `bareline flow check` with the "
		"finds.",
	.groups = groups,
};

int main(int argc, char **argv)
{
	struct settings settings = {.seed = 1, .interactions = 100, .events = 100, .cpus = 2};

	arguments_parse(&generate_command, &settings, argc, argv);
	if (settings.output == NULL)
		errx(EXIT_USAGE, "-o says where to write");
	return generate(&settings);
}
