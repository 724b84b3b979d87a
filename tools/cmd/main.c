/* SPDX-License-Identifier: MIT */
/* `bareline`. Each subcommand is a file. */
#include <stdlib.h>
#include <unistd.h>

#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/library_memory.h"

/* Unwritten output is a failure of every command. */
static void close_output(void)
{
	if (!file_finish(stdout, NULL))
		_exit(EXIT_MACHINE);
}

int main(int argc, char **argv)
{
	if (atexit(close_output) != 0)
		return EXIT_MACHINE;
	library_memory_init();
	return bareline_command.run(argc, argv);
}
