/* SPDX-License-Identifier: MIT */
/* `bareline idle --session`: boots kernels for the same session, and compares them. */
#ifndef TOOLS_CMD_IDLE_SESSION_H
#define TOOLS_CMD_IDLE_SESSION_H

#include "tools/cmd/idle_systems.h"

struct idle_session {
	const char *name;               /* NULL: none */
	bool are_kernels;               /* the paths are kernels */
	bool has_bare_metal;
	bool is_deterministic;
	unsigned long trials;
	const char *directory;          /* for the runs; NULL: a new one in results/ */
};

/* Options for struct idle_session. */
extern const struct option_spec idle_session_options[];

/* Whether the user gave any of them. */
bool idle_session_is_wanted(const struct idle_session *session);

/* Boot these kernels, each file once, with argc options of `bareline run` at argv + 1, and show the
 * comparison. Reorders the kernels. Exits with a message after an error in the options. Returns an
 * exit status. */
int idle_session_run(const struct idle_session *session, const struct idle_systems_request *request,
		     char **kernels, size_t count, int argc, char **argv);

#endif
