/* SPDX-License-Identifier: MIT */
/* Common start of all subcommands of `bareline flow`: a log is read, its events ordered and its
 * interactions found. Also names objects and threads. */
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

/* Read a log and print its problems to standard error. Returns NULL with a message if the log is
 * unusable. */
struct flow_log *flow_session_read(const char *path);

/* Begin a session with a log that has been read; the session owns it. */
void flow_session_begin(struct flow_session *session, struct flow_log *log);

/* Read one log and begin its session, with times as recorded and without finding interactions,
 * which takes time. Returns false, after a message, if the log is unusable. */
bool flow_session_open_events(struct flow_session *session, const char *path);

/* Print to standard error what the log lacks. */
void flow_session_warn(const struct flow_log *log, const char *path);

void flow_session_close(struct flow_session *session);

/* Lost records and missing end marker of the log; nothing in loss needs to be freed. */
void flow_session_loss(const struct flow_session *session, struct loss *loss);

/* Whether the log has all events, other records and its end marker. */
bool flow_session_is_whole(const struct flow_session *session);

/* Print to standard error what the log lacks and the number of rejected interactions, if any. */
void flow_session_write_faults(const struct flow_session *session);

/* The name of an object, and that of an event's thread. Without a name, their number; "-" for none.
 * If the run has several nodes, the node is in front. The text belongs to the log or is in
 * scratch. */
#define FLOW_NAME_MAX 80
const char *flow_object_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			     uint8_t node, uint16_t number);
const char *flow_thread_name(char scratch[FLOW_NAME_MAX], const struct flow_log *log, uint32_t run,
			     const struct flow_event *event);

const char *flow_kind_name(uint8_t kind);

#endif
