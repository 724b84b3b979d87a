/* SPDX-License-Identifier: MIT */
/* Loads a run from a log, a results.json, a baseline or a run's directory. */
#ifndef TOOLS_RESULTS_LOAD_H
#define TOOLS_RESULTS_LOAD_H

#include <stdio.h>

#include "tools/base/utf8.h"
#include "tools/record/log.h"
#include "tools/record/result.h"
#include "tools/results/baseline.h"

/* State while a log is read. If the log contains several runs, the last complete run is kept. If
 * none is complete, the run with the most records is kept. */
struct loader {
	struct log_reader reader;
	struct result *current;
	struct result *best;
	struct log_account best_account;
	/* Called for every valid record, before it is added; may be NULL. */
	void (*observe)(void *context, const struct wire_record *record);
	void *context;
};

void loader_init(struct loader *loader);
void loader_feed(struct loader *loader, const char *bytes, size_t count);

/* End the log and return its result, which the caller frees. */
struct result *loader_finish(struct loader *loader);

/* Read a file ("-" is standard input) or a run's directory. On failure, prints the cause to
 * standard error and returns NULL. */
struct result *load_path(const char *path);

/* Like load_path(), without standard input. *is_unreadable is set if the file cannot be opened or
 * read now, so that it may be usable later. */
struct result *load_try(const char *path, bool *is_unreadable);

/* Like load_try(), for a file of an untrusted directory: no part of name may be a symbolic link. */
struct result *load_try_below(const char *root, const char *name, bool *is_unreadable);

/* Returns the path of the newest run in a directory of runs, to be freed, and names it on standard
 * error. NULL if path is not such a directory. */
char *load_newest(const char *path);

/* Like load_path(), or the newest run of a directory of runs. The run must have at least one
 * record. */
struct result *load_run(const char *path);

/* Open a log: a file, "-" for standard input, or the log in a run's directory or in the newest run
 * of a directory of runs. On failure, prints the cause to standard error and returns NULL. */
FILE *load_open(const char *path);

/* First bytes of a file, read to detect its type. */
struct load_start {
	char bytes[BASELINE_MARK_BYTES];
	size_t count;
};

/* Whether a file is a results.json: it begins with a brace, optionally after a byte order mark.
 * Otherwise it is a log. The next byte of a results.json is the brace. The bytes read from a log
 * are stored in *start. */
bool load_begins_results(FILE *file, struct load_start *start);

/* Read a baseline file. If path is another kind of file, returns false without a message. If the
 * file is a damaged baseline, exits with EXIT_USAGE and a message. */
bool load_baseline(const char *path, struct baseline *baseline);

#endif
