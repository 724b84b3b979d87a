/* SPDX-License-Identifier: MIT */
/* Selects a run from a log with several, and distinguishes a log from a results.json. */
#include "tools/results/load.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/results/json.h"
#include "tools/results/run_directory.h"

static void load_add_record(void *context, const struct wire_record *record)
{
	struct loader *loader = context;

	if (loader->observe != NULL)
		loader->observe(loader->context, record);
	result_add(loader->current, record);
}

static struct log_run load_run_of(const struct result *result, const struct log_account *account)
{
	return (struct log_run){result_is_complete(result), account->records};
}

/* Keep the better of two runs. Their records are joined only at the end, because joining is
 * expensive. */
static void load_close_run(struct loader *loader, const struct log_account *account)
{
	struct result *worse = loader->best;

	if (loader->best != NULL &&
	    log_prefers_earlier(load_run_of(loader->best, &loader->best_account),
				load_run_of(loader->current, account))) {
		worse = loader->current;
	} else {
		loader->best = loader->current;
		loader->best_account = *account;
	}
	loader->current = NULL;
	result_free(worse);
}

static void restart_run(void *context, const struct log_account *account)
{
	struct loader *loader = context;

	load_close_run(loader, account);
	loader->current = result_new();
}

void loader_init(struct loader *loader)
{
	const struct log_sink sink = {
		.record = load_add_record,
		.restart = restart_run,
		.context = loader,
	};

	memset(loader, 0, sizeof(*loader));
	log_init(&loader->reader, &sink);
	loader->current = result_new();
}

void loader_feed(struct loader *loader, const char *bytes, size_t count)
{
	log_feed(&loader->reader, bytes, count);
}

struct result *loader_finish(struct loader *loader)
{
	struct result *result;

	log_finish(&loader->reader);
	load_close_run(loader, &loader->reader.account);
	result = loader->best;
	loader->best = NULL;
	result_link(result, &loader->best_account);
	result->account.bytes = loader->reader.account.bytes;
	result->account.other_runs = loader->reader.account.other_runs;
	return result;
}

/* before: bytes already read from the file. */
static struct result *load_log(FILE *file, const char *path, const struct load_start *before)
{
	struct loader *loader = xmalloc(sizeof(*loader));
	struct result *result;
	bool is_read;

	loader_init(loader);
	loader_feed(loader, before->bytes, before->count);
	is_read = log_feed_file(&loader->reader, file);
	if (!is_read)
		warn("%s", path);
	result = loader_finish(loader);
	if (!is_read) {
		result_free(result);
		result = NULL;
	}
	free(loader);
	return result;
}

bool load_begins_results(FILE *file, struct load_start *start)
{
	int c;

	*start = (struct load_start){0};
	do {
		c = getc(file);
		if (c != EOF)
			start->bytes[start->count++] = (char)c;
	} while (start->count <= UTF8_MARK_BYTES && c != EOF &&
		 memcmp(start->bytes, UTF8_MARK, start->count) == 0);
	if (c != '{' || start->count != utf8_mark_length(start->bytes, start->count) + 1)
		return false;
	ungetc(c, file);
	return true;
}

/* Continue after load_begins_results() was false: read on as long as the file may be a baseline. */
static bool load_begins_baseline(FILE *file, struct load_start *start)
{
	int c = 0;

	while (start->count < sizeof(start->bytes) && c != EOF) {
		c = getc(file);
		if (c != EOF)
			start->bytes[start->count++] = (char)c;
	}
	return baseline_begins(start->bytes, start->count);
}

static struct result *load_file(FILE *file, const char *path)
{
	struct result *result = NULL;
	struct baseline baseline;
	struct load_start start;

	if (load_begins_results(file, &start))
		return results_json_read(file, path);
	if (!load_begins_baseline(file, &start))
		return load_log(file, path, &start);
	if (baseline_read_file(file, path, start.bytes, start.count, &baseline))
		result = baseline_to_result(&baseline, NULL);
	baseline_free(&baseline);
	return result;
}

bool load_baseline(const char *path, struct baseline *baseline)
{
	struct load_start start = {0};
	struct stat status;
	/* Opening a pipe could wait. */
	FILE *file = stat(path, &status) == 0 && S_ISREG(status.st_mode) ? fopen(path, "re") : NULL;
	bool is_one = file != NULL && load_begins_baseline(file, &start);

	if (file != NULL)
		fclose(file);
	if (is_one && !baseline_read(path, baseline))
		exit(EXIT_USAGE);
	return is_one;
}

static struct result *load_directory(const char *path, bool *is_unreadable)
{
	char *file = run_directory_data(path);
	struct result *result = NULL;

	if (file != NULL)
		result = load_try(file, is_unreadable);
	else
		warnx("%s: not a run directory: contains neither %s nor %s", path, RUN_LOG,
		      RUN_RESULTS);
	free(file);
	return result;
}

/* file is NULL if it cannot be opened. status is NULL if it does not exist. */
static struct result *load_opened(FILE *file, const char *path, const struct stat *status,
				  bool *is_unreadable)
{
	struct result *result;

	if (file == NULL) {
		*is_unreadable = status == NULL ||
				 (S_ISREG(status->st_mode) &&
				  (uint64_t)status->st_size <= LOG_BYTES_MAX);
		return NULL;
	}
	result = load_file(file, path);
	*is_unreadable = result == NULL && ferror(file);
	fclose(file);
	return result;
}

struct result *load_try(const char *path, bool *is_unreadable)
{
	struct stat status;
	bool is_there = stat(path, &status) == 0;

	*is_unreadable = false;
	if (is_there && S_ISDIR(status.st_mode))
		return load_directory(path, is_unreadable);
	return load_opened(file_open(path, LOG_BYTES_MAX, "log"), path, is_there ? &status : NULL,
			   is_unreadable);
}

struct result *load_try_below(const char *root, const char *name, bool *is_unreadable)
{
	char *path = xasprintf("%s/%s", root, name);
	struct stat status;
	bool is_there = lstat(path, &status) == 0;
	struct result *result = load_opened(file_open_below(root, name, LOG_BYTES_MAX, "log"), path,
					    is_there ? &status : NULL, is_unreadable);

	free(path);
	return result;
}

struct result *load_path(const char *path)
{
	bool is_unreadable;

	if (strcmp(path, "-") == 0)
		return load_file(stdin, "standard input");
	return load_try(path, &is_unreadable);
}

char *load_newest(const char *path)
{
	size_t count;
	char *newest = run_directory_newest(path, &count);

	if (newest != NULL)
		warnx("%s: %s, the newest of %zu run%s", path, newest, count,
		      count == 1 ? "" : "s");
	return newest;
}

struct result *load_run(const char *path)
{
	char *newest = load_newest(path);
	struct result *result = load_path(newest != NULL ? newest : path);

	if (result != NULL && result_is_empty(result)) {
		warnx("%s: no run found: the file has no records", path);
		result_free(result);
		result = NULL;
	}
	free(newest);
	return result;
}

FILE *load_open(const char *path)
{
	char *file_path = NULL;
	struct stat status;
	FILE *file;

	if (strcmp(path, "-") == 0)
		return stdin;
	if (stat(path, &status) == 0 && S_ISDIR(status.st_mode)) {
		char *newest = load_newest(path);

		file_path = xasprintf("%s/%s", newest != NULL ? newest : path, RUN_LOG);
		free(newest);
	}
	file = file_open(file_path != NULL ? file_path : path, LOG_BYTES_MAX, "log");
	free(file_path);
	return file;
}
