/* Opening, and the words for events. */
#include "tools/net_session.h"

#include <err.h>
#include <inttypes.h>
#include <string.h>

#include "tools/net_missing.h"

static void put_account(const struct log_account *account, const char *path)
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

static void begin_events(struct net_session *session, struct net_log *log)
{
	*session = (struct net_session){.log = log};
	net_order_make(log, &session->order);
}

void net_session_begin(struct net_session *session, struct net_log *log)
{
	begin_events(session, log);
	net_interactions_make(log, &session->order, &session->interactions);
}

bool net_session_open_events(struct net_session *session, const char *path)
{
	struct net_log *log = net_log_read(path);

	if (log == NULL)
		return false;
	put_account(&log->account, path);
	if (log->events.count == 0) {
		warnx("%s: no events of interactions in it, not one net_trace record", path);
		net_log_free(log);
		return false;
	}
	begin_events(session, log);
	return true;
}

bool net_session_open(struct net_session *session, const char *path)
{
	if (!net_session_open_events(session, path))
		return false;
	net_interactions_make(session->log, &session->order, &session->interactions);
	return true;
}

void net_session_close(struct net_session *session)
{
	net_interactions_free(&session->interactions);
	net_order_free(&session->order);
	net_log_free(session->log);
}

void net_session_put_faults(const struct net_session *session)
{
	size_t aside = 0;

	net_missing_warn(session);
	for (size_t i = 0; i < session->interactions.items.count; i++)
		aside += session->interactions.items.items[i].fault != NET_FAULT_SOUND;
	if (aside > 0)
		warnx("%zu of %zu interactions are set aside; `bareline net check` tells why",
		      aside, session->interactions.items.count);
}

const char *net_kind_name(uint8_t kind)
{
	return kind < NET_KIND_COUNT ? net_kinds[kind].name : "unknown";
}

void net_put_subtask(struct out *out, uint32_t subtask, unsigned width)
{
	out_number(out, subtask >> NET_SEQUENCE_BITS, width);
	out_char(out, '.');
	out_number(out, subtask & NET_SEQUENCE_MAX, 0);
}

void net_put_fault(struct out *out, const struct net_log *log,
		   const struct net_interaction *interaction)
{
	const struct net_event *event = &log->events.items[interaction->fault_event];

	out_text(out, "event ");
	out_number(out, interaction->fault_event + 1, 0);
	out_text(out, " (");
	out_text(out, net_kind_name(event->kind));
	out_text(out, " of sub-task ");
	net_put_subtask(out, event->subtask, 0);
	out_text(out, ") ");
	out_text(out, net_fault_text(interaction->fault));
}

static void name_text(char text[NET_NAME_MAX], const struct net_log *log, uint32_t run,
		      uint8_t node, uint16_t number, const char *name)
{
	char numbered[16], prefix[8] = "";

	snprintf(numbered, sizeof(numbered), "#%u", number);
	if (log->runs.items[run].nodes > 0)
		snprintf(prefix, sizeof(prefix), "%u:", node);
	snprintf(text, NET_NAME_MAX, "%s%s", prefix, name != NULL ? name : numbered);
}

void net_object_text(char text[NET_NAME_MAX], const struct net_log *log, uint32_t run, uint8_t node,
		     uint16_t number)
{
	const struct net_object *object = net_log_object(log, run, node, number);

	if (number == 0)
		strcpy(text, "-");
	else
		name_text(text, log, run, node, number, object != NULL ? object->name : NULL);
}

void net_thread_text(char text[NET_NAME_MAX], const struct net_log *log, uint32_t run,
		     const struct net_event *event)
{
	const struct net_thread *thread = net_log_thread(log, run, event->node, event->thread);

	if (event->thread == 0)
		strcpy(text, "-");
	else
		name_text(text, log, run, event->node, event->thread,
			  thread != NULL ? thread->name : NULL);
}

const char *net_object_name(char scratch[NET_NAME_MAX], const struct net_log *log, uint32_t run,
			    const struct net_event *event)
{
	const struct net_object *object;

	if (event->object == 0)
		return "-";
	object = log->runs.items[run].nodes > 0 ? NULL
		: net_log_object(log, run, event->node, event->object);
	if (object != NULL)
		return object->name;
	net_object_text(scratch, log, run, event->node, event->object);
	return scratch;
}

const char *net_thread_name(char scratch[NET_NAME_MAX], const struct net_log *log, uint32_t run,
			    const struct net_event *event)
{
	const struct net_thread *thread;

	if (event->thread == 0)
		return "-";
	thread = log->runs.items[run].nodes > 0 ? NULL
		: net_log_thread(log, run, event->node, event->thread);
	if (thread != NULL)
		return thread->name;
	net_thread_text(scratch, log, run, event);
	return scratch;
}

void net_put_object(struct out *out, const struct net_log *log, uint32_t run,
		    const struct net_event *event, unsigned width)
{
	char scratch[NET_NAME_MAX];

	out_padded(out, net_object_name(scratch, log, run, event), width);
}

void net_put_thread(struct out *out, const struct net_log *log, uint32_t run,
		    const struct net_event *event, unsigned width)
{
	char scratch[NET_NAME_MAX];

	out_padded(out, net_thread_name(scratch, log, run, event), width);
}
