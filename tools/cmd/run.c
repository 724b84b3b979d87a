/* SPDX-License-Identifier: MIT */
/* `bareline run`: boots the image or Linux in QEMU and prints the results. */
#include "tools/cmd/run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/compare/unstable_timing.h"
#include "tools/results/run_directory.h"
#include "tools/run/booted.h"
#include "tools/run/boots/boot_until_stable.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"
#include "tools/topic/boots.h"
#include "tools/view/data.h"
#include "tools/view/text.h"

/* The benchmarks that repeated runs of a whole suite show without --table. They are those of the
 * summary after one run. */
static const struct patterns headline_benches = {
	.items = {"entry.null_syscall", "irq.self_ipi", "fault.demand_zero", "os.switch_*",
		  "os.thread_run"},
	.count = 5,
};

static int repeated_boot_into(const void *context, const char *directory)
{
	struct run_request boot = *(const struct run_request *)context;

	boot.output = directory;
	boot.is_part = true;
	boot.runs = 1;
	return run_machine(&boot);
}

/* Boot run->runs times, each into its own directory in run->output, and print what `bareline show
 * --runs` prints for them. Stops at the first failed boot. Returns the exit status of that boot, or
 * EXIT_GOOD. */
static int run_repeatedly(const struct run_request *run)
{
	struct comparison comparison = {.kind = COMPARE_BOOTS};
	struct run_directory parent;
	int status = EXIT_GOOD;

	booted_check(run);
	if (!run_directory_make_parent(&parent, run->output))
		return EXIT_USAGE;
	for (unsigned long i = 1; i <= run->runs && status == EXIT_GOOD; i++) {
		const struct boot_method how = {repeated_boot_into, run};
		char *output = xasprintf("%s/run-%03lu", parent.path, i), *made;

		if (!run->is_quiet)
			fprintf(stderr, "Boot %lu of %lu\n", i, run->runs);
		status = boot_until_stable(&how, output, &made);
		if (status == EXIT_GOOD && !compared_runs_add(&comparison.sides[BASE], made))
			status = EXIT_USAGE;
		free(made);
		free(output);
	}
	if (status == EXIT_GOOD && !run->is_quiet) {
		const struct text text = text_on_stdout(false);
		bool is_suite = run->benches[0] == '\0' && !run->wants_table && !run->wants_json;
		struct reasons refused = {0};
		struct tables tables;

		status = EXIT_USAGE;
		unstable_timing_exclude(&comparison);
		same_machine_refuse(&comparison, &refused);
		if (refused.count > 0) {
			reasons_print_refused(&refused, "these boots are not of one system");
		} else {
			compare_make(&comparison, is_suite ? &headline_benches : NULL);
			tables_init(&tables, "Bareline results, over repeated boots");
			topic_boots(&tables, &comparison, &refused);
			if (run->wants_json)
				json_write(&tables, stdout);
			else
				text_write(&text, &tables);
			tables_free(&tables);
			status = file_finish(stdout, NULL) ? EXIT_GOOD : EXIT_MACHINE;
		}
		reasons_free(&refused);
	}
	if (!run->is_quiet)
		fprintf(stderr, "Table: %s show --runs %s/run-*\n", program_invocation_name,
			parent.path);
	fprintf(stderr, "Results: %s\n", parent.path);
	compare_free(&comparison);
	run_directory_release(&parent);
	return status;
}

static int run_run(int argc, char **argv)
{
	struct run_request run;

	run_request_init(&run);
	arguments_parse(&run_command, &run, argc, argv);
	run.machine.extra = argv + 1;
	if (run.code.output != NULL && sequence_options_are_used(&run.code)) {
		/* Write the list of sequences instead of a boot. */
		struct sequences *sequences = xmalloc(sizeof(*sequences));
		char *text;
		bool good;

		sequences_load(&run.code, sequences);
		text = sequences_format(sequences);
		good = file_write(run.code.output, text, strlen(text));
		free(text);
		sequences_free(sequences);
		free(sequences);
		return good ? EXIT_GOOD : EXIT_MACHINE;
	}
	run_request_complete(&run);
	return run.runs > 1 ? run_repeatedly(&run) : run_machine(&run);
}

const struct command run_command = {
	.name = "bareline run",
	.summary = "boot the image or Linux in QEMU, save and print the results",
	.heading = "Measure",
	.usage = "[OPTION]... [BENCHMARK]... [-- QEMU-ARGUMENT...]",
	.about = "Boot the image or Linux in QEMU, save and print the results. BENCHMARK is a name "
		 "or pattern, as for --bench.",
	.groups = run_option_groups,
	.notes = "TIME is a number and a unit: ns, us, ms, s, m or h.",
	.exit_status = "0 valid run\n"
		       "1 failed, invalid, interrupted or timed-out run, or metrics that differ "
		       "from the baseline\n"
		       "2 wrong arguments, unreadable input, a directory in use by another run, "
		       "or no matching benchmark that the target can run\n"
		       "3 out of memory, or no room for the results",
	.operands_max = OPERANDS_ANY,
	.take_operand = run_request_take_benchmark,
	.run = run_run,
};
