/* SPDX-License-Identifier: MIT */
/* `bareline manual` and `bareline completion`: files for packages, generated from the parser's
 * tables. */
#include <stdio.h>

#include "tools/base/arguments.h"
#include "tools/base/build_id.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"

static int manual_end(void)
{
	return file_finish(stdout, NULL) ? EXIT_GOOD : EXIT_MACHINE;
}

static int manual_run(int argc, char **argv)
{
	arguments_parse(&manual_command, NULL, argc, argv);
	printf(".TH BARELINE 1 \"\" \"bareline %s\"\n.SH NAME\nbareline \\- %s\n", build_version,
	       bareline_command.summary);
	option_write_manual(&bareline_command, arguments_write, stdout);
	fputs(".SH SEE ALSO\n.BR bareline\\-linux (1)\n", stdout);
	return manual_end();
}

const struct command manual_command = {
	.name = "bareline manual",
	.summary = "print the manual page (roff)",
	.usage = "",
	.about = "Print the manual page of bareline and all its commands in roff.",
	.run = manual_run,
};

static int completion_run_bash(int argc, char **argv);
static int completion_run_zsh(int argc, char **argv);

static const struct command completion_bash_command = {
	.name = "bareline completion bash",
	.summary = "print the script for bash",
	.usage = "",
	.about = "Print a completion script for bash. Source it in the shell.",
	.run = completion_run_bash,
};

static const struct command completion_zsh_command = {
	.name = "bareline completion zsh",
	.summary = "print the script for zsh",
	.usage = "",
	.about = "Print a completion script for zsh. Save it as _bareline in a directory of "
		 "fpath.",
	.run = completion_run_zsh,
};

static int completion_run_bash(int argc, char **argv)
{
	arguments_parse(&completion_bash_command, NULL, argc, argv);
	option_write_bash(&bareline_command, arguments_write, stdout);
	return manual_end();
}

static int completion_run_zsh(int argc, char **argv)
{
	arguments_parse(&completion_zsh_command, NULL, argc, argv);
	option_write_zsh(&bareline_command, arguments_write, stdout);
	return manual_end();
}

static const struct command *const completion_subcommands[] = {
	&completion_bash_command, &completion_zsh_command, NULL,
};

static int completion_run(int argc, char **argv)
{
	return arguments_run_subcommand(&completion_command, argc, argv);
}

const struct command completion_command = {
	.name = "bareline completion",
	.summary = "print a shell completion script",
	.usage = "SHELL",
	.about = "Print a script that completes bareline's commands, options and choices.",
	.subcommands = completion_subcommands,
	.operands_max = OPERANDS_ANY,
	.run = completion_run,
};
