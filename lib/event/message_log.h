/* SPDX-License-Identifier: MIT */
/* The message log: what a queue of input messages and the machine around it go through while one
 * application takes messages from it, in the order it happens. With it the user's think time and
 * wait time can be told apart (lib/event/think_wait.h): "Using Latency to Evaluate Computer System
 * Performance", "Monitoring the Message API", where the log came from intercepted library calls and
 * could see neither messages that came in nor input and output. */
#ifndef LIB_EVENT_MESSAGE_LOG_H
#define LIB_EVENT_MESSAGE_LOG_H

#include <stdbool.h>
#include <stdint.h>

#include "lib/wire/wire.h"

/* Kinds by number, which the stream holds: add at the end only. The word is for reports. message
 * and code of an event are 0 where nothing is said of them. */
#define MESSAGE_EVENTS(X) \
	X(SEND, "send")         /* the machine's own script is about to send; code: its step */ \
	X(INTERRUPT, "interrupt")       /* first instruction of a handler; code: the vector */ \
	X(ENQUEUE, "enqueue")   /* the handler has put a message in the queue; code: of the key */ \
	X(POST, "post")         /* the application has; code: as it chose */ \
	X(WAIT, "wait")         /* it asks for the next message, or ends: the last is done */ \
	X(GET, "get")           /* it has taken one out of the queue */ \
	X(PEEK, "peek")         /* it has looked; message: the next one, 0 if there is none */ \
	X(IO_BEGIN, "io_begin") /* it waits for a device from now on; code: the device */ \
	X(IO_END, "io_end")     /* and no longer */ \
	X(BUSY, "busy")         /* the CPU has left the idle loop */ \
	X(IDLE, "idle")         /* and is going back to it */ \
	X(DROP, "drop")         /* the queue was full: a message is lost; code: of the key */ \
	X(JOIN, "join")         /* the application lets a message that is queued stand for more */ \
	X(IO_START, "io_start") /* a device has been given a request; code: how many it has now */ \
	X(IO_DONE, "io_done")   /* it has completed one; code: how many it still has */ \
	X(TIMER, "timer")       /* a timer of the application has put a message in the queue */

enum message_event_kind {
#define X(symbol, word) MESSAGE_##symbol,
	MESSAGE_EVENTS(X)
#undef X
	MESSAGE_EVENT_KINDS
};

struct message_event {
	uint64_t tsc;           /* in a record: since the log's begin_tsc */
	uint32_t kind;
	uint32_t message;       /* numbered from 1 as they enter the queue */
	uint32_t code;
	uint32_t queued;        /* messages in the queue after it */
};

/* Whether the application shows by it that it is prepared to accept a new event, so that the last
 * one is handled: it asks for a message, or has looked for one and found none. */
bool message_event_is_ready(const struct message_event *event);

/* What a message's code is: a byte of scan code set 1 of the keyboard, 0x80 set when the key was
 * released, MESSAGE_CODE_EXTENDED added after a prefix of 0xe0; or of the mouse its buttons, and
 * whether it moved. */
#define MESSAGE_CODE_RELEASED 0x80u
#define MESSAGE_CODE_EXTENDED 0x100u
#define MESSAGE_CODE_MOUSE 0x1000u
#define MESSAGE_CODE_POSTED 0x2000u     /* not a device's: the application posts it to itself */
#define MESSAGE_CODE_SYNC 0x4000u       /* a test driver's, after what it sent: WM_QUEUE_SYNC */
#define MESSAGE_CODE_TIMER 0x8000u      /* of the application's timer: WM_TIMER */
#define MESSAGE_CODE_MOVED 0x8u         /* of a mouse; the lowest three bits:
					 * buttons that are down */

/* Most events in one record: so many fit a line, whatever their values. */
#define MESSAGE_EVENTS_MAX 64

/* Unpack a record's events. Returns how many there are, or -1 if its columns are malformed or of
 * different lengths. */
long message_events_unpack(const struct wire_message_events *record,
			   struct message_event events[MESSAGE_EVENTS_MAX]);

/* Pack count of them, at most MESSAGE_EVENTS_MAX, less begin_tsc, into a record whose columns are
 * in storage; that has to outlive the record. */
struct message_columns {
	uint8_t bytes[5][MESSAGE_EVENTS_MAX * 10];
};

void message_events_pack(const struct message_event *events, uint32_t count, uint64_t begin_tsc,
			 struct message_columns *storage, struct wire_message_events *record);

#endif
