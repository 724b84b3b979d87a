/* SPDX-License-Identifier: MIT */
/* From bytes to a result: a log, a results.json or a run's directory. */
#ifndef TOOLS_RESULTS_LOAD_H
#define TOOLS_RESULTS_LOAD_H

#include <stdio.h>

#include "tools/base/utf8.h"
#include "tools/record/log.h"
#include "tools/record/result.h"

/* The files of a run's directory. */
#define RUN_LOG "serial.log"
#define RUN_RESULTS "results.json"
#define RUN_MANIFEST "manifest.json"
#define RUN_REPORT "report.html"

/* A log on its way to a result. When it holds several runs, the last complete one is kept; if none
 * is complete, the one with the most records. */
struct loader {
	struct log_reader reader;
	struct result *current;
	struct result *best;
	struct log_account best_account;
	/* Called for every record used, before it is added; may be NULL. */
	void (*observe)(void *context, const struct wire_record *record);
	void *context;
};

void loader_init(struct loader *loader);
void loader_feed(struct loader *loader, const char *bytes, size_t count);

/* Close the log and return its result, which the caller frees. */
struct result *loader_finish(struct loader *loader);

/* Read a file ("-" is standard input) or a directory. On failure says why on standard error and
 * returns NULL. */
struct result *load_path(const char *path);

/* The same of what must hold a run: one record at least. */
struct result *load_run(const char *path);

/* Open a log: a file, "-" for standard input, or the log in a run's directory. On failure says why
 * on standard error and returns NULL. */
FILE *load_open(const char *path);

/* A file's first bytes, which had to be read to tell what it is. */
struct load_start {
	char bytes[UTF8_MARK_BYTES + 1];
	size_t count;
};

/* Whether a file is a results.json, which begins with a brace, perhaps behind a byte order mark;
 * a log begins with anything else. What a results.json has to say is left to be read; of a log,
 * *start has been read. */
bool load_begins_results(FILE *file, struct load_start *start);

/* Whether path is the directory of a run: it holds a log or results. */
bool load_is_run_directory(const char *path);

#endif
