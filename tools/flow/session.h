/* SPDX-License-Identifier: MIT */
/* What every part of `bareline flow` begins with: a log read, its events in order and its
 * interactions told apart; and how they are called in text. */
#ifndef TOOLS_FLOW_SESSION_H
#define TOOLS_FLOW_SESSION_H

#include "tools/analysis/loss.h"
#include "tools/flow/interaction.h"
#include "tools/flow/order.h"

struct flow_session {
	struct flow_log *log;
	struct flow_order order;
	struct flow_interactions interactions;
};

/* Read a log and say on standard error what is wrong with it. Returns NULL, having said why, if
 * there is nothing to work with. */
struct flow_log *flow_session_read(const char *path);

/* Begin with a log that has been read, which becomes the session's. */
void flow_session_begin(struct flow_session *session, struct flow_log *log);

/* The two of one log, without telling interactions apart, which takes time: the session has none;
 * and with times as they were recorded. Returns false where the first does. */
bool flow_session_open_events(struct flow_session *session, const char *path);

/* Say on standard error what a log that was read lacks. */
void flow_session_warn(const struct flow_log *log, const char *path);

void flow_session_close(struct flow_session *session);

/* What the log lost of its records and its end; nothing in it is to be freed. */
void flow_session_loss(const struct flow_session *session, struct loss *loss);

/* Whether the log lacks nothing: events, other records, its end. */
bool flow_session_is_whole(const struct flow_session *session);

/* Say on standard error what the log lacks and how many interactions were set aside, if any. */
void flow_session_write_faults(const struct flow_session *session);

/* The name of an object and of the thread of an event, or its number where the log has none, with
 * the node in front where a run has several; "-" for none. The text is the log's, or is put into
 * scratch. */
#define FLOW_NAME_MAX 80
const char *flow_object_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			     uint8_t node, uint16_t number);
const char *flow_thread_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			     const struct flow_event *event);

const char *flow_kind_name(uint8_t kind);

#endif
