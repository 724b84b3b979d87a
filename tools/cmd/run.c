/* SPDX-License-Identifier: MIT */
/* `bareline run`: boots the image in QEMU and follows its serial log to the end. */
#include "tools/base/arguments.h"
#include "tools/cmd/commands.h"
#include "tools/run/machine.h"
#include "tools/run/boots/repeated.h"

static int run_run(int argc, char **argv)
{
	struct run_options run;

	run_options_init(&run);
	arguments_parse(&run_command, &run, argc, argv);
	run.qemu.extra = argv + 1;
	run_options_complete(&run);
	return run.runs > 1 ? repeated_run(&run) : run_machine(&run);
}

const struct command run_command = {
	.name = "bareline run",
	.summary = "boot the image in QEMU, show the results and keep them",
	.usage = "[OPTION]... [-- QEMU-ARGUMENT...]",
	.about = "Boot the image in QEMU, show the results and keep them in a directory.",
	.groups = run_option_groups,
	.notes = "A TIME is a number and its unit: ns, us, ms, s, m or h.",
	.exit_status = "0 a good run\n"
		       "1 a failed or invalid one, one that was interrupted or not at its end in "
		       "time, or figures that are not those of the baseline\n"
		       "2 wrong arguments, unreadable input, a directory that another run is being "
		       "written to, no benchmark that matches, or under Linux none that can be "
		       "measured\n"
		       "3 the machine could not: no memory, or no room for the results",
	.operands_max = OPERANDS_ANY,
	.take_operand = run_options_take_operand,
	.run = run_run,
};
