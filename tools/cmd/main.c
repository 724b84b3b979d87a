/* SPDX-License-Identifier: MIT */
/* `bareline`. Each subcommand is a file. */
#include <err.h>
#include <fcntl.h>
#include <gsl/gsl_errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/flow/import/join.h"
#include "tools/idle/system/activity.h"

/* Unwritten output is a failure of every command. */
static void close_output(void)
{
	if (!file_finish(stdout, NULL))
		_exit(EXIT_MACHINE);
}

/* All other failures are errors of this program. */
static void handle_gsl_error(const char *reason, const char *file, int line, int number)
{
	if (number == GSL_ENOMEM)
		errx(EXIT_MACHINE, "out of memory");
	warnx("%s:%d: %s", file, line, reason);
	abort();
}

int main(int argc, char **argv)
{
	int status;

	/* Open a directory in place of each closed standard file, so that no file of the program
	 * takes its number. Writing to the directory fails. */
	for (int number = STDIN_FILENO; number <= STDERR_FILENO; number++) {
		if (fcntl(number, F_GETFD) < 0 && open("/", O_RDONLY | O_DIRECTORY) != number)
			_exit(EXIT_MACHINE);
	}
	signal(SIGXFSZ, SIG_IGN);       /* a write fails instead, and its cause is printed */
	if (atexit(close_output) != 0)
		return EXIT_MACHINE;
	/* A lack of memory in a library ends the program, as in xmalloc(). Otherwise JSON values
	 * would be lost silently. */
	json_set_alloc_funcs(xmalloc, free);
	gsl_set_error_handler(handle_gsl_error);
	flow_log_join = flow_join;
	idle_trace_read_system = activity_find;
	status = bareline_command.run(argc, argv);
	/* A report that the command does not need may also be unwritten, for example on a full
	 * disk. */
	return status == EXIT_GOOD && !file_are_all_written() ? EXIT_MACHINE : status;
}
