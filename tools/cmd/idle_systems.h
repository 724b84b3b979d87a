/* SPDX-License-Identifier: MIT */
/* `bareline idle` with several logs: a comparison of systems. */
#ifndef TOOLS_CMD_IDLE_SYSTEMS_H
#define TOOLS_CMD_IDLE_SYSTEMS_H

#include "tools/cmd/table_output.h"
#include "tools/idle/view.h"

struct idle_systems_request {
	const struct idle_settings *idle;
	const struct table_output *output;
	const char *plot;               /* a directory, or NULL */
};

/* Compare the systems of these paths, which end with NULL, with the first. Returns an exit
 * status. */
int idle_systems_show(const struct idle_systems_request *request, char **paths);

#endif
