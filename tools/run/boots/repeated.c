/* SPDX-License-Identifier: MIT */
/* Prints what `bareline show --runs` prints for the directories. */
#include "tools/run/boots/repeated.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/compare/compare.h"
#include "tools/compare/same_machine.h"
#include "tools/compare/unstable_timing.h"
#include "tools/results/run_directory.h"
#include "tools/run/booted.h"
#include "tools/run/boots/boot_until_stable.h"
#include "tools/run/machine.h"
#include "tools/topic/boots.h"
#include "tools/view/text.h"

/* For a whole suite without --table, the summary as after one run. */
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

int repeated_run(const struct run_request *run)
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
		bool is_suite = run->benches[0] == '\0' && !run->wants_table;
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
