/* SPDX-License-Identifier: MIT */
/* The message log: events of an input queue and the machine while one application takes messages
 * from it, in chronological order. From the log, the user's think time and wait time are separated
 * (lib/event/think_wait.h). "Using Latency to Evaluate Computer System Performance", "Monitoring
 * the Message API". The log of that paper came from intercepted library calls, and lacked message
 * arrival and I/O. */
#ifndef LIB_EVENT_MESSAGE_LOG_H
#define LIB_EVENT_MESSAGE_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/wire/wire.h"

/* Kinds by number. Logs contain the numbers, so new kinds must be appended. The word is for
 * reports. Unused fields message and code are 0. */
#define MESSAGE_EVENTS(X) \
	X(SEND, "send")         /* the machine's own script is about to send; code: its step */ \
	X(INTERRUPT, "interrupt")       /* first instruction of a handler; code: the vector */ \
	X(ENQUEUE, "enqueue")   /* the handler queued a message; code: of the key */ \
	X(POST, "post")         /* the application queued one; code: its own */ \
	X(WAIT, "wait")         /* it asks for the next message or ends: the last is handled */ \
	X(GET, "get")           /* it removed one from the queue */ \
	X(PEEK, "peek")         /* it peeked; message: the next one. 0: there is none, code: \
				 * MESSAGE_CODE_READY or 0 */ \
	X(IO_BEGIN, "io_begin") /* it starts to wait for a device; code: the device */ \
	X(IO_END, "io_end")     /* the wait ended */ \
	X(BUSY, "busy")         /* the CPU left the idle loop */ \
	X(IDLE, "idle")         /* the CPU returns to the idle loop */ \
	X(DROP, "drop")         /* the queue was full: a message is lost; code: of the key */ \
	X(JOIN, "join")         /* the application merges a request into a queued message */ \
	X(IO_START, "io_start") /* a device got a request; code: its pending requests */ \
	X(IO_DONE, "io_done")   /* it completed one; code: its pending requests */ \
	X(TIMER, "timer")       /* a timer of the application queued a message */

enum message_event_kind {
#define X(symbol, word) MESSAGE_##symbol,
	MESSAGE_EVENTS(X)
#undef X
	MESSAGE_EVENT_KINDS
};

struct message_event {
	uint64_t tsc;           /* in a record: relative to the log's begin_tsc */
	uint32_t kind;
	uint32_t message;       /* numbered from 1 in queue order */
	uint32_t code;
	uint32_t queued;        /* messages in the queue after the event */
};

/* Whether the event shows that the application is ready for a new event, so that the previous one
 * is handled: the application asks for a message, or peeked in vain with MESSAGE_CODE_READY. */
bool message_event_is_ready(const struct message_event *event);

/* If the application only ever peeks, give the vain peeks of a whole log MESSAGE_CODE_READY. If the
 * application also waits, its peeks keep their code, because an editor, for example, peeks several
 * times while it handles a key, and its wait ends the event. */
void message_events_decide(struct message_event *events, size_t count);

/* Code of a message. Keyboard: a byte of scan code set 1, with 0x80 set for a release, plus
 * MESSAGE_CODE_EXTENDED after a prefix of 0xe0. Mouse: the buttons, and whether the mouse moved. */
#define MESSAGE_CODE_RELEASED 0x80u
#define MESSAGE_CODE_EXTENDED 0x100u
#define MESSAGE_CODE_MOUSE 0x1000u
#define MESSAGE_CODE_POSTED 0x2000u     /* not from a device: the application sends it to itself */
#define MESSAGE_CODE_SYNC 0x4000u       /* from a test driver, after its input: WM_QUEUE_SYNC */
#define MESSAGE_CODE_TIMER 0x8000u      /* of the application's timer: WM_TIMER */
#define MESSAGE_CODE_MOVED 0x8u         /* of a mouse; lowest three bits: pressed buttons */
#define MESSAGE_CODE_READY 1u           /* of a vain peek: the previous event is handled */

/* Maximum number of events in a record. Even with the largest values, they fit in a line. */
#define MESSAGE_EVENTS_MAX 64

/* Unpack the events of a record. Returns their number, or -1 if columns are malformed or differ in
 * length. */
long message_events_unpack(const struct wire_message_events *record,
			   struct message_event events[MESSAGE_EVENTS_MAX]);

/* Pack count events, at most MESSAGE_EVENTS_MAX, into a record, with times relative to begin_tsc.
 * The columns are in storage, which must outlive the record. */
struct message_columns {
	uint8_t bytes[5][MESSAGE_EVENTS_MAX * 10];
};

void message_events_pack(const struct message_event *events, uint32_t count, uint64_t begin_tsc,
			 struct message_columns *storage, struct wire_message_events *record);

#endif
