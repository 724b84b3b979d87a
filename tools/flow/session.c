/* SPDX-License-Identifier: MIT */
/* Opening, and the words for events. */
#include "tools/flow/session.h"

#include <err.h>
#include <inttypes.h>
#include <string.h>

#include "tools/flow/missing.h"

static void session_write_account(const struct log_account *account, const char *path)
{
	bool is_first = true;

#define X(field, summary) \
	if (account->field != 0 && strcmp(#field, "bytes") != 0 && \
	    strcmp(#field, "records") != 0) { \
		if (is_first) \
			warnx("%s: the log is damaged:", path); \
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

bool flow_session_open_events(struct flow_session *session, const char *path)
{
	struct flow_log *log = flow_log_read(path);

	if (log == NULL)
		return false;
	session_write_account(&log->account, path);
	if (log->events.count == 0) {
		warnx("%s: no events of interactions in it, not one flow_trace record", path);
		flow_log_free(log);
		return false;
	}
	begin_events(session, log);
	return true;
}

bool flow_session_open(struct flow_session *session, const char *path)
{
	if (!flow_session_open_events(session, path))
		return false;
	flow_interactions_make(session->log, &session->order, &session->interactions);
	return true;
}

void flow_session_close(struct flow_session *session)
{
	flow_interactions_free(&session->interactions);
	flow_order_free(&session->order);
	flow_log_free(session->log);
}

void flow_session_write_faults(const struct flow_session *session)
{
	size_t aside = 0;

	flow_missing_warn(session);
	for (size_t i = 0; i < session->interactions.items.count; i++)
		aside += session->interactions.items.items[i].fault != FLOW_FAULT_SOUND;
	if (aside > 0)
		warnx("%zu of %zu interactions are set aside; `bareline flow check` tells why",
		      aside, session->interactions.items.count);
}

const char *flow_kind_name(uint8_t kind)
{
	return kind < FLOW_KIND_COUNT ? flow_kinds[kind].name : "unknown";
}

void flow_write_subtask(struct out *out, uint32_t subtask, unsigned width)
{
	out_number(out, subtask >> FLOW_SEQUENCE_BITS, width);
	out_char(out, '.');
	out_number(out, subtask & FLOW_SEQUENCE_MAX, 0);
}

static void name_text(char text[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
		      uint8_t node, uint16_t number, const char *name)
{
	char numbered[16], prefix[8] = "";

	snprintf(numbered, sizeof(numbered), "#%u", number);
	if (log->runs.items[run].nodes > 0)
		snprintf(prefix, sizeof(prefix), "%u:", node);
	snprintf(text, FLOW_NAME_MAX, "%s%s", prefix, name != NULL ? name : numbered);
}

void flow_object_text(char text[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run, uint8_t node,
		     uint16_t number)
{
	const struct flow_object *object = flow_log_object(log, run, node, number);

	if (number == 0)
		strcpy(text, "-");
	else
		name_text(text, log, run, node, number, object != NULL ? object->name : NULL);
}

void flow_thread_text(char text[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
		     const struct flow_event *event)
{
	const struct flow_thread *thread = flow_log_thread(log, run, event->node, event->thread);

	if (event->thread == 0)
		strcpy(text, "-");
	else
		name_text(text, log, run, event->node, event->thread,
			  thread != NULL ? thread->name : NULL);
}

const char *flow_object_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			    const struct flow_event *event)
{
	const struct flow_object *object;

	if (event->object == 0)
		return "-";
	object = log->runs.items[run].nodes > 0 ? NULL
		: flow_log_object(log, run, event->node, event->object);
	if (object != NULL)
		return object->name;
	flow_object_text(scratch, log, run, event->node, event->object);
	return scratch;
}

const char *flow_thread_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			    const struct flow_event *event)
{
	const struct flow_thread *thread;

	if (event->thread == 0)
		return "-";
	thread = log->runs.items[run].nodes > 0 ? NULL
		: flow_log_thread(log, run, event->node, event->thread);
	if (thread != NULL)
		return thread->name;
	flow_thread_text(scratch, log, run, event);
	return scratch;
}
