/* SPDX-License-Identifier: MIT */
/* A run in progress: feeds received bytes to the loader, shows progress on the terminal, and keeps
 * the last console lines for error messages. Shared by `run` and `capture`. */
#ifndef TOOLS_RUN_PROGRESS_H
#define TOOLS_RUN_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "tools/results/load.h"

#define PROGRESS_TAIL_BYTES 4096
#define PROGRESS_NAME_MAX 128
#define PROGRESS_ETA_MAX 32
#define PROGRESS_LINE_MAX 160

struct progress {
	struct loader loader;
	FILE *out;
	bool is_terminal;
	/* Callback when the target is ready for input, or NULL. */
	void (*announce)(void *announced_to, const struct wire_ready *ready);
	void *announced_to;
	bool is_silent;                 /* print no progress */
	bool is_quiet;                  /* print no tables, write no report */
	bool wants_table;               /* print all tables, not a summary */
	bool wants_json;                /* print these as JSON */
	bool is_gate;                   /* print the summary, of any suite */
	bool has_record;                /* received the first record */
	bool has_ended;                 /* received the end marker */
	uint64_t faulted;               /* aborted benchmarks, by the end marker */
	bool is_own_kernel;             /* the manifest is of a kernel of the user */
	uint64_t planned, begun;        /* benchmarks */
	uint64_t shown;                 /* benchmark of the last plain line */
	double (*seconds)(void);        /* clock for the remaining time */
	double started;                 /* by that clock, at the first benchmark */
	char bench[PROGRESS_NAME_MAX];
	char tail[PROGRESS_TAIL_BYTES];     /* ring of the last bytes */
	uint64_t received;              /* bytes */
	char line[PROGRESS_LINE_MAX];   /* current line */
	size_t line_length;
	char panic[PROGRESS_LINE_MAX];  /* last message of a panicking Linux, or "" */
};

/* Show progress on out: on a terminal in one line, with the estimated remaining time, else one line
 * per benchmark. The flags above are false until the caller sets them. */
void progress_init(struct progress *progress, FILE *out);
void progress_feed(struct progress *progress, const char *bytes, size_t count);

/* Clear the progress line and return the result, to be freed. */
struct result *progress_finish(struct progress *progress);

/* Print the last console lines to standard error, made printable. */
void progress_write_tail(const struct progress *progress);

#endif
