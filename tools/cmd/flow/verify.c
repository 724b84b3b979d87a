/* SPDX-License-Identifier: MIT */
/* `bareline flow verify`: tests speedup predictions. It runs the workloads unchanged, then once per
 * object, with that object's time reduced. */
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/common_options.h"
#include "tools/cmd/flow/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/cmd/interleaved_options.h"
#include "tools/flow/nodes/open.h"
#include "tools/results/run_directory.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"
#include "tools/topic/flow/flow.h"

#define PERCENT_DEFAULT 50
#define PERCENT_MAX 100
#define BENCHES_DEFAULT "flow.*"
#define OBJECTS_MAX 64

struct verify {
	unsigned long percent;
	struct patterns benches, objects;
	const char *directory;
	struct table_output output;
	struct run_request run; /* not completed yet */
	struct run_directory parent;    /* of the runs */
	struct flow_session base;
	const char *names[OBJECTS_MAX]; /* of objects to shorten; of the base log */
	struct flow_session shortened[OBJECTS_MAX]; /* runs with shortened objects */
	size_t name_count, run_count;   /* names; those already run */
};

static const struct option_spec options[] = {
	{.name = "percent", .kind = OPTION_NUMBER, .argument = "N", .most = PERCENT_MAX,
	 .offset = offsetof(struct verify, percent),
	 .help = "shorten the objects' time by N percent (50)"},
	{.name = "keep", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct verify, directory),
	 .help = "write the runs to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

static const struct option_spec object_options[] = {
	{.name = "object", .kind = OPTION_PATTERN, .argument = "GLOB",
	 .help = "shorten matching devices, locks, software and data; cpu is the work of all "
		 "CPUs; may be repeated (all)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = object_options, .offset = offsetof(struct verify, objects)},
	{.options = bench_options, .offset = offsetof(struct verify, benches)},
	{.options = table_options, .offset = offsetof(struct verify, output)},
	{.options = replace_options},
	{0},
};

/* ---- Which objects ---- */

static bool verify_is_named(const struct verify *verify, const char *name)
{
	for (size_t i = 0; i < verify->name_count; i++) {
		if (strcmp(verify->names[i], name) == 0)
			return true;
	}
	return false;
}

static void verify_add_name(struct verify *verify, const char *name)
{
	if (verify->name_count < OBJECTS_MAX && !verify_is_named(verify, name) &&
	    patterns_select(&verify->objects, name))
		verify->names[verify->name_count++] = name;
}

static void verify_find_objects(struct verify *verify)
{
	const struct flow_log *log = verify->base.log;

	for (size_t i = 0; i < log->objects.count; i++) {
		const struct flow_named *object = &log->objects.items[i];

		if (object->class == FLOW_DEVICE || object->class == FLOW_LOCK ||
		    object->class == FLOW_SOFTWARE || object->class == FLOW_DATA)
			verify_add_name(verify, object->name);
	}
	verify_add_name(verify, "cpu");
}

/* ---- Runs ---- */

/* Write the benchmarks with runs that use the object, in the notation of `bareline run`. */
static void verify_choose_benches(const struct verify *verify, const char *object,
				  struct run_request *run)
{
	const struct flow_log *log = verify->base.log;
	char *before = xstrdup("");
	struct option_problem problem;

	run->benches[0] = '\0';
	for (uint32_t i = 0; i < log->runs.count; i++) {
		const char *name = log->runs.items[i].info.name;
		char *bench = xasprintf("%.*s", (int)strcspn(name, " "), name);

		if (topic_flow_verify_has(log, i, object) && strcmp(bench, before) != 0 &&
		    !run_request_add_bench(run->benches, bench, &problem))
			errx(EXIT_USAGE, "%s: %s", bench, problem.text);
		free(before);
		before = bench;
	}
	free(before);
}

/* Boot and read the log. */
static int verify_boot(const struct verify *verify, struct run_request *run, const char *name,
		       struct flow_session *session)
{
	char *directory = xasprintf("%s/%s", verify->parent.path, name);
	int status;

	fprintf(stderr, "Boot of %s\n", name);
	run->output = directory;
	run_request_complete(run);
	status = run_machine(run);
	if (status == EXIT_GOOD && !flow_nodes_open(session, (char *[]){directory, NULL}))
		status = EXIT_USAGE;
	free(directory);
	return status;
}

/* Run the workloads with the next object shortened. */
static int verify_run_next(struct verify *verify)
{
	const char *object = verify->names[verify->run_count];
	struct run_request run = verify->run;
	char *name = xasprintf("%s-%lu", object, verify->percent);
	char *words = xasprintf("%s%sflow.scale=%s:%lu", run.append,
				run.append[0] != '\0' ? " " : "", object, verify->percent);
	int status;

	verify_choose_benches(verify, object, &run);
	run.append = words;
	status = verify_boot(verify, &run, name, &verify->shortened[verify->run_count]);
	verify->run_count += status == EXIT_GOOD;
	free(words);
	free(name);
	return status;
}

static int verify_all(struct verify *verify)
{
	struct run_request run = verify->run;
	int status = verify_boot(verify, &run, "base", &verify->base);

	if (status != EXIT_GOOD)
		return status;
	verify_find_objects(verify);
	if (verify->name_count == 0) {
		warnx("no object of these runs matches --object; `bareline flow states` lists "
		      "them");
		status = EXIT_USAGE;
	}
	while (status == EXIT_GOOD && verify->run_count < verify->name_count)
		status = verify_run_next(verify);
	if (status == EXIT_GOOD) {
		struct flow_verify verification;
		struct tables tables;

		tables_init(&tables, "Predictions, verified");
		topic_flow_verify_begin(&verification, &tables, (unsigned)verify->percent);
		for (uint32_t number = 0; number < verify->base.log->runs.count; number++) {
			for (size_t i = 0; i < verify->run_count; i++) {
				if (topic_flow_verify_has(verify->base.log, number,
							  verify->names[i]))
					topic_flow_verify_add(&verification, &verify->base, number,
							      &verify->shortened[i],
							      verify->names[i]);
			}
		}
		status = verification.is_good ? EXIT_GOOD : EXIT_FAILED;
		if (!table_output_write(&verify->output, &tables))
			status = EXIT_MACHINE;
		tables_free(&tables);
	}
	for (size_t i = 0; i < verify->run_count; i++)
		flow_session_close(&verify->shortened[i]);
	flow_session_close(&verify->base);
	return status;
}

static int flow_verify_run(int argc, char **argv)
{
	struct verify verify = {.percent = PERCENT_DEFAULT, .output.all = true};
	int count = arguments_parse(&flow_verify_command, &verify, argc, argv), status;

	if (verify.benches.count == 0)
		patterns_add(&verify.benches, BENCHES_DEFAULT);
	interleaved_options_parse(&verify.run, &verify.benches, true, count, argv);
	if (!run_directory_make_parent(&verify.parent, verify.directory))
		return EXIT_USAGE;
	status = verify_all(&verify);
	run_directory_release(&verify.parent);
	return status;
}

const struct command flow_verify_command = {
	.name = "bareline flow verify",
	.summary = "test speedup predictions: shorten an object's time and run again",
	.usage = "[OPTION]... [-- RUN-OPTION...]",
	.about = "Run the workloads deterministically in QEMU, predict the response times if an "
		 "object took less time, run again with that object shortened, and print "
		 "prediction and measurement side by side for every object. A prediction passes "
		 "within 1 %. Otherwise a known reason is printed, or the prediction fails. "
		 "RUN-OPTIONs are as for `bareline run`.",
	.groups = groups,
	.exit_status = "0 all predictions pass or have a known reason\n"
		       "1 a prediction or a run failed\n"
		       "2 wrong arguments or unreadable input\n"
		       "3 the output could not be written",
	.operands_max = OPERANDS_ANY,
	.run = flow_verify_run,
};
