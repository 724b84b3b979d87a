/* What every part of `bareline net` begins with: a log read, its events in order and its
 * interactions told apart; and how they are called in text. */
#ifndef TOOLS_NET_SESSION_H
#define TOOLS_NET_SESSION_H

#include "tools/net_interaction.h"
#include "tools/net_order.h"
#include "tools/out.h"

struct net_session {
	struct net_log *log;
	struct net_order order;
	struct net_interactions interactions;
};

/* Read a log and say on standard error what is wrong with it. Returns false, having said why, if
 * there is nothing to work with. */
bool net_session_open(struct net_session *session, const char *path);

/* The same without telling interactions apart, which takes time: the session has none. */
bool net_session_open_events(struct net_session *session, const char *path);

/* As net_session_open, with a log that has been read, which becomes the session's. */
void net_session_begin(struct net_session *session, struct net_log *log);
void net_session_close(struct net_session *session);

/* Say on standard error what the log lacks and how many interactions were set aside, if any. */
void net_session_put_faults(const struct net_session *session);

/* "event 17 (receive_join of sub-task 0.5) joins …": what is wrong with an interaction. */
void net_put_fault(struct out *out, const struct net_log *log,
		   const struct net_interaction *interaction);

/* Names of an object and a thread, or their numbers where the log has none, with the node in front
 * where a run has several; "-" for none. The text of those that return one is the log's, or is put
 * into scratch. */
#define NET_NAME_MAX 80
void net_object_text(char text[NET_NAME_MAX], const struct net_log *log, uint32_t run, uint8_t node,
		     uint16_t number);
void net_thread_text(char text[NET_NAME_MAX], const struct net_log *log, uint32_t run,
		     const struct net_event *event);
const char *net_object_name(char scratch[NET_NAME_MAX], const struct net_log *log, uint32_t run,
			    const struct net_event *event);
const char *net_thread_name(char scratch[NET_NAME_MAX], const struct net_log *log, uint32_t run,
			    const struct net_event *event);

/* The same, padded to a width. */
void net_put_object(struct out *out, const struct net_log *log, uint32_t run,
		    const struct net_event *event, unsigned width);
void net_put_thread(struct out *out, const struct net_log *log, uint32_t run,
		    const struct net_event *event, unsigned width);

/* node.sequence */
void net_put_subtask(struct out *out, uint32_t subtask, unsigned width);

const char *net_kind_name(uint8_t kind);

#endif
