/* SPDX-License-Identifier: MIT */
/* Reads a log and selects one run of the target if it contains several. */
#include "tools/base/alloc.h"
#include "tools/flow/log.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/results/load.h"

void (*flow_log_join)(struct flow_log *log);

/* A log being read. */
struct loading {
	struct log_reader reader;
	struct flow_log *current;        /* the run being read */
	struct flow_log *best;           /* of the earlier runs; may be NULL */
};

static void log_read_add_record(void *context, const struct wire_record *record)
{
	struct loading *loading = context;

	flow_log_add(loading->current, record);
}

static struct log_run run_summary(const struct flow_log *log)
{
	return (struct log_run){flow_log_is_complete(log), log->account.records};
}

/* Return the better of two runs and free the other. earlier may be NULL. */
static struct flow_log *log_read_choose(struct flow_log *earlier, struct flow_log *later)
{
	bool keep_earlier;

	if (earlier == NULL)
		return later;
	keep_earlier = log_prefers_earlier(run_summary(earlier), run_summary(later));
	flow_log_free(keep_earlier ? later : earlier);
	return keep_earlier ? earlier : later;
}

/* Add the reader's account to that of the run, which counts invalid records. Then select a run. */
static void log_read_close_run(struct loading *loading, const struct log_account *account)
{
#define X(field, summary) loading->current->account.field += account->field;
	LOG_ACCOUNT(X)
#undef X
	loading->best = log_read_choose(loading->best, loading->current);
	loading->current = NULL;
}

static void restart(void *context, const struct log_account *account)
{
	struct loading *loading = context;

	log_read_close_run(loading, account);
	loading->current = flow_log_empty();
}

static struct loading *log_read_begin(void)
{
	struct loading *loading = xmalloc(sizeof(*loading));
	const struct log_sink sink = {.record = log_read_add_record,
				      .restart = restart,
				      .context = loading};

	log_init(&loading->reader, &sink);
	loading->current = flow_log_empty();
	loading->best = NULL;
	return loading;
}

static struct flow_log *log_read_finish(struct loading *loading)
{
	const struct log_account *account = &loading->reader.account;
	struct flow_log *log;

	log_finish(&loading->reader);
	log_read_close_run(loading, account);
	log = loading->best;
	log->account.bytes = account->bytes;
	log->account.other_runs = account->other_runs;
	free(loading);
	flow_log_sort(log);
	if (log->os_traces.count > 0 && flow_log_join != NULL)
		flow_log_join(log);
	return log;
}

struct flow_log *flow_log_parse(const char *text, size_t size)
{
	struct loading *loading = log_read_begin();

	log_feed(&loading->reader, text, size);
	return log_read_finish(loading);
}

struct flow_log *flow_log_read(const char *path)
{
	FILE *file = load_open(path);
	struct loading *loading;
	struct flow_log *log;
	bool is_read;

	if (file == NULL)
		return NULL;
	loading = log_read_begin();
	is_read = log_feed_file(&loading->reader, file);
	if (!is_read)
		warn("%s", path);
	log = log_read_finish(loading);
	if (file != stdin)
		fclose(file);
	if (is_read)
		return log;
	flow_log_free(log);
	return NULL;
}
