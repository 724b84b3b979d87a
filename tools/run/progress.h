/* A run as it happens: bytes go to the loader, progress to the terminal, and the last console lines
 * are kept for when it goes wrong. `run` and `capture` share it. */
#ifndef TOOLS_RUN_PROGRESS_H
#define TOOLS_RUN_PROGRESS_H

#include <stdbool.h>
#include <stdio.h>
#include <time.h>

#include "tools/results/load.h"

struct input_sender;

#define PROGRESS_TAIL_BYTES 4096
#define PROGRESS_NAME_MAX 128

struct live {
	struct loader loader;
	FILE *progress;
	bool is_terminal;
	struct input_sender *sender;    /* what types meanwhile, or NULL; set by the caller */
	bool is_quiet;                  /* no table and no page; false unless the caller sets it */
	bool has_record;                /* the first one has come */
	bool has_ended;                 /* the end marker has come */
	uint64_t planned, begun;        /* benchmarks */
	uint64_t shown;                 /* the one that the last plain line was for */
	char bench[PROGRESS_NAME_MAX];
	char tail[PROGRESS_TAIL_BYTES];     /* a ring of the last bytes */
	uint64_t received;              /* bytes */
};

/* Progress goes to the given file: one line rewritten on a terminal, else a line a benchmark. */
void live_init(struct live *live, FILE *progress);
void progress_feed(struct live *live, const char *bytes, size_t count);

/* Clear the progress line and return the result, which the caller frees. */
struct result *progress_finish(struct live *live);

/* Print the last console lines, made printable, to standard error. */
void progress_write_tail(const struct live *live);

/* SIGINT, SIGTERM and SIGHUP end a run in good order: from now on they only set a flag. */
void progress_catch_signals(void);

/* The signal that came, or 0. */
int progress_signal(void);

/* Seconds on a clock that is never set. */
double live_seconds(void);

#endif
