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

/* A system with the runs of its trials, of which there is at least one. */
struct idle_systems_trials {
	char *const *paths;
	size_t count;
};

/* Compare systems with the first by the means of their trials of a session, whose application is
 * bench. A system is named after its kernel. Returns an exit status, EXIT_FAILED if a system did
 * not run the application, or its keys did not come from its keyboard. */
int idle_systems_show_trials(const struct idle_systems_request *request,
			     const struct idle_systems_trials *systems, size_t count,
			     const char *bench);

/* Compare the systems of these paths, which end with NULL, with the first. Returns an exit
 * status. */
int idle_systems_show(const struct idle_systems_request *request, char **paths);

#endif
