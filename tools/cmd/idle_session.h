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

#define IDLE_SESSION_TRIALS_MAX 100

/* The sessions' names; NULL ends them. */
extern const char *const idle_session_names[];

/* Options for struct idle_session. */
extern const struct option_spec idle_session_options[];

/* Whether the user gave any of these options. */
bool idle_session_is_wanted(const struct idle_session *session);

/* The booted systems: bare metal if it is wanted, then each kernel. */
struct idle_session_systems {
	struct compared_runs *items;    /* their trials */
	size_t count;
	const char *bench;              /* the session's application */
};

/* Boot these kernels, each file once, for the session and more benchmarks (NULL: none), with argc
 * options of `bareline run` at argv + 1. A kernel may be named by its version if it is installed.
 * Exits with a message after an error in the options. Returns an exit
 * status. idle_session_free releases the systems in any case. */
int idle_session_boot(const struct idle_session *session, const struct patterns *more,
		      char **kernels, size_t count, int argc, char **argv,
		      struct idle_session_systems *systems);

void idle_session_free(struct idle_session_systems *systems);

/* Boot as idle_session_boot() does, and show the comparison. */
int idle_session_run(const struct idle_session *session, const struct idle_systems_request *request,
		     char **kernels, size_t count, int argc, char **argv);

#endif
