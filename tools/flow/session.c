/* SPDX-License-Identifier: MIT */
/* Opens logs, reports their damage, and names events. */
#include "tools/flow/session.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/utf8.h"

static void session_write_account(const struct log_account *account, const char *path)
{
	bool is_first = true;

#define X(field, summary) \
	if (account->field != 0 && strcmp(#field, "bytes") != 0 && \
	    strcmp(#field, "records") != 0) { \
		if (is_first) \
			warnx("%s: record account:", path); \
		is_first = false; \
		fprintf(stderr, "%10" PRIu64 "  %s\n", account->field, summary); \
	}
	LOG_ACCOUNT(X)
#undef X
}

static void begin_events(struct flow_session *session, struct flow_log *log)
{
	*session = (struct flow_session){.log = log};
	flow_order_make(log, &session->order);
}

void flow_session_begin(struct flow_session *session, struct flow_log *log)
{
	begin_events(session, log);
	flow_interactions_make(log, &session->order, &session->interactions);
}

void flow_session_warn(const struct flow_log *log, const char *path)
{
	struct loss loss;

	loss_from_account(&log->account, log->end_status, &loss);
	loss_warn(&loss, path);
	session_write_account(&log->account, path);
	for (size_t i = 0; i < log->lacks.count; i++) {
		if (!log->lacks.items[i].is_note)
			warnx("%s: %s", path, log->lacks.items[i].text);
	}
}

struct flow_log *flow_session_read(const char *path)
{
	struct flow_log *log = flow_log_read(path);

	if (log == NULL)
		return NULL;
	flow_session_warn(log, path);
	if (log->events.count == 0) {
		warnx("%s: no interactions: the log has no flow_trace record", path);
		flow_log_free(log);
		return NULL;
	}
	return log;
}

bool flow_session_open_events(struct flow_session *session, const char *path)
{
	struct flow_log *log = flow_session_read(path);

	if (log != NULL)
		begin_events(session, log);
	return log != NULL;
}

void flow_session_close(struct flow_session *session)
{
	flow_interactions_free(&session->interactions);
	flow_order_free(&session->order);
	flow_log_free(session->log);
}

void flow_session_loss(const struct flow_session *session, struct loss *loss)
{
	loss_from_account(&session->log->account, session->log->end_status, loss);
}

bool flow_session_is_whole(const struct flow_session *session)
{
	struct loss loss;

	flow_session_loss(session, &loss);
	return session->order.gaps.count == 0 && loss_is_none(&loss);
}

void flow_session_write_faults(const struct flow_session *session)
{
	size_t rejected = 0;

	if (session->order.gaps.count > 0)
		warnx("events are missing (gaps: %zu); `bareline flow check` shows when",
		      session->order.gaps.count);
	if (!flow_log_is_complete(session->log))
		warnx("the log is truncated: it has no end marker, and its last events may be "
		      "missing");
	for (size_t i = 0; i < session->interactions.items.count; i++)
		rejected += session->interactions.items.items[i].fault != FLOW_FAULT_SOUND;
	if (rejected > 0)
		warnx("%zu of %zu interactions rejected; `bareline flow check` shows why",
		      rejected, session->interactions.items.count);
}

const char *flow_kind_name(uint8_t kind)
{
	return kind < FLOW_KIND_COUNT ? flow_kinds[kind].name : "unknown";
}

static const char *session_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log,
				const struct flow_names *names,
				const struct flow_named *searched)
{
	const struct flow_named *found = flow_names_find(names, searched->run, searched->node,
							 searched->number);
	bool has_nodes = log->runs.items[searched->run].nodes > 0;
	char prefix[8] = "";

	if (searched->number == 0)
		return "-";
	if (found != NULL && !has_nodes)
		return found->name;
	if (has_nodes)
		snprintf(prefix, sizeof(prefix), "%u:", searched->node);
	if (found != NULL)
		snprintf(scratch, FLOW_NAME_MAX, "%s%s", prefix, found->name);
	else
		snprintf(scratch, FLOW_NAME_MAX, "%s#%u", prefix, searched->number);
	utf8_trim(scratch);
	return scratch;
}

const char *flow_object_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			     uint8_t node, uint16_t number)
{
	return session_name(scratch, log, &log->objects,
			    &(struct flow_named){.run = run, .node = node, .number = number});
}

const char *flow_thread_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			     const struct flow_event *event)
{
	return session_name(
		scratch, log, &log->threads,
		&(struct flow_named){.run = run, .node = event->node, .number = event->thread});
}
