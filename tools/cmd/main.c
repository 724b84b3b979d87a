/* SPDX-License-Identifier: MIT */
/* `bareline`: runs the image, reads what it sends and shows it. Each subcommand is a file. */
#include "tools/cmd/commands.h"

int main(int argc, char **argv)
{
	return bareline_command.run(argc, argv);
}
