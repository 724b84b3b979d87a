/* `bareline`: runs the image, reads what it sends and shows it. Each subcommand is a file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/build_id.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/subcommand.h"

static const struct subcommand commands[] = {
	{"run", "boot the image in QEMU, show the results and keep them", cmd_run},
	{"capture", "the same for a machine on a serial port", cmd_capture},
	{"show", "the table of a log, a results.json or a run's directory", cmd_show},
	{"report", "results as a page of pictures and tables", cmd_report},
	{"plot", "one picture of it, in the terminal or a file", cmd_plot},
	{"compare", "what became better or worse from one set of runs to another", cmd_compare},
	{"history", "when figures changed, over many runs of one machine", cmd_history},
	{"overhead", "Linux's figures against those of the bare metal", cmd_overhead},
	{"idle", "what idle loops saw: gaps, latencies, think time, noise", cmd_idle},
	{"flow", "interaction networks and their critical paths", cmd_flow},
	{"parse", "a log as JSON", cmd_parse},
	{"export", "runs in formats that other programs read", cmd_export},
	{"format", "the reference of the record stream, as Markdown", cmd_format},
	{0},
};

static void main_write_help(FILE *file)
{
	fputs("Usage: bareline COMMAND [ARGUMENT]...\n"
	      "Measures what a machine costs with no operating system on it.\n\n", file);
	subcommands_list(commands, file);
	fputs("\n`bareline COMMAND --help` tells more. Exit status: 0 success, 1 failed or\n"
	      "invalid run or a regression, 2 wrong arguments or unreadable input.\n", file);
}

static const struct subcommands subcommands = {"bareline", "no command", commands, main_write_help};

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "--version") == 0) {
		printf("bareline %s (%s)\n", build_version, build_id);
		return EXIT_GOOD;
	}
	argv[0] = program_invocation_short_name;
	return subcommands_run(&subcommands, argc, argv);
}
