/* SPDX-License-Identifier: MIT */
/* Converts what was observed of a program to a message log and to the times of each key.
 *
 * A key is a message. The key is queued when it is sent, and taken when the program has read its
 * last byte. The key is handled when the program asks for input and then waits until a key is sent,
 * until a time limit ends, or for ever. If the program woke or started threads or processes while
 * it handled the key, the key is handled when these sleep too. A key that is taken before that is
 * handled at the same time. message_events_decide() decides when a program that only peeks has
 * handled a key.
 *
 * If a wait ends without a key and output follows, the answer is a message of the application's
 * timer. If all threads sleep before the key is handled, the program waits for something else: the
 * log has I/O of an unknown device. */
#ifndef LINUX_WATCH_TIMELINE_H
#define LINUX_WATCH_TIMELINE_H

#include "lib/event/message_log.h"
#include "linux/watch/trace.h"

/* Times of a key; 0: not observed. */
struct watch_times {
	uint64_t taken_tsc, handled_tsc;
	uint64_t seen_tsc;      /* time of the last output of the key */
	uint64_t cpu_ticks;     /* CPU time of all threads, from sending to handled; needs
				 * switches */
};

struct watch_timeline {
	struct message_event *events;   /* in order, between the trace's begin and end */
	size_t count;
	struct watch_times *times;      /* by key */
	uint32_t peeks;                 /* peeks that found nothing */
	uint32_t waits;                 /* requests that waited */
};

/* Convert a trace. Returns false if memory is missing. The timeline must be freed in either
 * case. */
bool watch_timeline_make(const struct watch_trace *trace, struct watch_timeline *timeline);
void watch_timeline_free(struct watch_timeline *timeline);

#endif
