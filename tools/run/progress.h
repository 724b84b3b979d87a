/* SPDX-License-Identifier: MIT */
/* A run as it happens: bytes go to the loader, progress to the terminal, and the last console lines
 * are kept for when it goes wrong. `run` and `capture` share it. */
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
	/* Told when the target is ready for input; NULL unless the caller sets it. */
	void (*announce)(void *announced_to, const struct wire_ready *ready);
	void *announced_to;
	bool is_silent;                 /* no progress; false unless the caller sets it */
	bool is_quiet;                  /* no table and no page; false unless the caller sets it */
	bool wants_table;               /* all of it, not what is seen at a glance; the same */
	bool is_gate;                   /* what is seen at a glance, whatever it is of; the same */
	bool has_record;                /* the first one has come */
	bool has_ended;                 /* the end marker has come */
	uint64_t faulted;               /* benchmarks that were cut short, as that says */
	uint64_t planned, begun;        /* benchmarks */
	uint64_t shown;                 /* the one that the last plain line was for */
	double (*seconds)(void);        /* the clock by which it says how long the rest may take */
	double started;                 /* by that clock, as the first benchmark began */
	char bench[PROGRESS_NAME_MAX];
	char tail[PROGRESS_TAIL_BYTES];     /* a ring of the last bytes */
	uint64_t received;              /* bytes */
	char line[PROGRESS_LINE_MAX];   /* the one that is being received */
	size_t line_length;
	char panic[PROGRESS_LINE_MAX];  /* Linux's own words of its end, or "" */
};

/* Progress goes to the given file: one line rewritten on a terminal, with how long the rest may
 * take if it goes on as so far; else a line a benchmark. */
void progress_init(struct progress *progress, FILE *out);
void progress_feed(struct progress *progress, const char *bytes, size_t count);

/* Clear the progress line and return the result, which the caller frees. */
struct result *progress_finish(struct progress *progress);

/* Print the last console lines, made printable, to standard error. */
void progress_write_tail(const struct progress *progress);

#endif
