/* SPDX-License-Identifier: MIT */
/* The target's parameters, as text. */
#ifndef TOOLS_RUN_TARGET_PARAMS_H
#define TOOLS_RUN_TARGET_PARAMS_H

#include <stdbool.h>

#include "lib/text/command_line.h"
#include "tools/run/request.h"

struct target_params {
	char line[COMMAND_LINE_MAX + 1];        /* the command line of the image or of Linux */
	char init_line[COMMAND_LINE_MAX + 1];   /* parameters of bareline-linux, or "" */
	bool is_init_line_in_file;              /* too long for line */
};

/* Write the parameters of a complete request. If the parameters are too long, exits with EXIT_USAGE
 * and a message. */
void target_params_write(const struct run_request *request, struct target_params *params);

#endif
