/* SPDX-License-Identifier: MIT */
/* `bareline run`: boots the image or Linux in QEMU and prints the results. */
#include "tools/cmd/run.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"
#include "tools/run/boots/repeated.h"

/* Write the list of sequences instead of a boot. */
static int run_write_sequences(const struct sequence_options *options)
{
	struct sequences *sequences = xmalloc(sizeof(*sequences));
	FILE *file;
	char *text;

	sequences_load(options, sequences);
	text = sequences_format(sequences);
	file = file_create(options->output);
	if (file != NULL)
		fputs(text, file);
	free(text);
	sequences_free(sequences);
	free(sequences);
	return file_finish(file, options->output) ? EXIT_GOOD : EXIT_MACHINE;
}

static int run_run(int argc, char **argv)
{
	struct run_request run;

	run_request_init(&run);
	arguments_parse(&run_command, &run, argc, argv);
	run.machine.extra = argv + 1;
	if (run.code.output != NULL && sequence_options_are_used(&run.code))
		return run_write_sequences(&run.code);
	run_request_complete(&run);
	return run.runs > 1 ? repeated_run(&run) : run_machine(&run);
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
