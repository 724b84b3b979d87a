/* SPDX-License-Identifier: MIT */
/* `bareline run`: boots the image or Linux in QEMU and prints the results. */
#include "tools/cmd/run.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/machine.h"
#include "tools/run/request_complete.h"
#include "tools/run/boots/repeated.h"

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
