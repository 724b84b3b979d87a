/* The subcommands of `bareline`. Each takes its own arguments, argv[0] being what getopt's
 * messages begin with, and returns the exit status. */
#ifndef TOOLS_CMD_COMMANDS_H
#define TOOLS_CMD_COMMANDS_H

enum exit_status {
	EXIT_GOOD = 0,
	EXIT_FAILED = 1,        /* the run failed, its results are invalid,
				 * or something got worse */
	EXIT_USAGE = 2,         /* wrong arguments, or an input that can't be read */
};

int cmd_run(int argc, char **argv);
int cmd_capture(int argc, char **argv);
int cmd_parse(int argc, char **argv);
int cmd_show(int argc, char **argv);
int cmd_report(int argc, char **argv);
int cmd_plot(int argc, char **argv);
int cmd_compare(int argc, char **argv);
int cmd_history(int argc, char **argv);
int cmd_overhead(int argc, char **argv);
int cmd_export(int argc, char **argv);
int cmd_idle(int argc, char **argv);
int cmd_flow(int argc, char **argv);
int cmd_format(int argc, char **argv);

#endif
