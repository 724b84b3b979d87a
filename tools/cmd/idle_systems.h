/* SPDX-License-Identifier: MIT */
/* Several systems with an idle loop or message log: their tables, and `bareline idle` with several
 * logs. */
#ifndef TOOLS_CMD_IDLE_SYSTEMS_H
#define TOOLS_CMD_IDLE_SYSTEMS_H

#include "tools/cmd/table_output.h"
#include "tools/compare/compared_runs.h"
#include "tools/idle/view.h"

struct idle_systems_request {
	const struct idle_settings *idle;
	const struct table_output *output;
	const char *plot;               /* a directory, or NULL */
};

/* Systems with the trials of one session. */
struct idle_sources;

/* The trials of each system, which must outlive the sources. Names may be NULL: a system is then
 * named after its kernel. Returns NULL, with a message, if a run has no idle loop or message
 * log. */
struct idle_sources *idle_sources_new(const struct idle_settings *settings,
				      const struct compared_runs *systems, char *const *names,
				      size_t count);

/* Add the tables that compare the systems with the first, for a page if has_page. Returns false,
 * with a message, if they are not comparable. The tables refer to the sources. */
bool idle_sources_add_tables(const struct idle_sources *sources, bool has_page,
			     struct tables *tables);

/* Whether each system ran the session's application, bench, and got its keys from its keyboard.
 * Otherwise prints which systems did not. */
bool idle_sources_ran(const struct idle_sources *sources, const char *bench);

void idle_sources_free(struct idle_sources *sources);

/* Print and draw the comparison of systems with trials. Returns an exit status: EXIT_FAILED if a
 * system did not run the application, or if its keys did not come from its keyboard. */
int idle_systems_show_trials(const struct idle_systems_request *request,
			     const struct compared_runs *systems, size_t count,
			     const char *bench);

/* Compare the systems of these paths, which end with NULL, with the first. Returns an exit
 * status. */
int idle_systems_show(const struct idle_systems_request *request, char **paths);

#endif
