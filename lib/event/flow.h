/* SPDX-License-Identifier: MIT */
/* The events of interaction networks, as recorders write them and `bareline flow` reads them: all
 * processing of a user action, across threads, messages and nodes. Blocks of events are in
 * flow_trace records, least significant byte first, in the order in which one CPU recorded them.
 *
 * Ashton & Penny, "The Interaction Network: a Performance Evaluation Tool for Loosely-Coupled
 * Distributed Systems", 1991. Sections and figures below are that document's. */
#ifndef LIB_EVENT_FLOW_H
#define LIB_EVENT_FLOW_H

#include <stdint.h>

/* A sub-task is a strictly sequential part of a task, associated with a thread or a message. Its
 * number consists of the node where it began and a sequence number, which wraps from the highest to
 * 1; 0 is no sub-task. A number may be reused after its sub-task has ended. Section 7.1. */
#define FLOW_SEQUENCE_BITS 24
#define FLOW_SEQUENCE_MAX ((1u << FLOW_SEQUENCE_BITS) - 1)

static inline uint32_t flow_subtask(uint8_t node, uint32_t sequence)
{
	return (uint32_t)node << FLOW_SEQUENCE_BITS | sequence;
}

/* Objects are hardware, software or data. On each node they are numbered from 1, and flow_object
 * records name them. Threads are numbered likewise, and flow_thread records name them. 0 means no
 * object or no thread. */
struct flow_event {
	uint64_t time;          /* by the measuring clock */
	uint32_t subtask;       /* sub-task of the event; for a join, the sub-task that continues */
	uint32_t other;         /* fork: the created sub-task; join: the one that ends; START and
				 * DEVICE_START: the queue object that is left; LOST: number of lost
				 * events; 0: a loss before it ends here */
	uint16_t object;
	uint16_t thread;        /* thread of the event, which another thread may record; 0: a
				 * message's event */
	uint8_t node;
	uint8_t cpu;            /* CPU that recorded the event */
	uint8_t kind;           /* enum flow_kind */
	uint8_t flags;
};

/* Capacity of one flow_trace record, WIRE_BYTES_MAX bytes. */
#define FLOW_BLOCK_EVENTS 64

/* From this event on the sub-task waits for another sub-task of its task. The arcs up to its next
 * join, across other vertices, are B-arcs of weight 0 (section 4.2). Set on SEND by a blocking
 * send; on WAIT; on REQUEST if the device is busy; and on ENQUEUE and EXIT if the message or
 * notification must wait for its receiver. If the wait does not end with a join, the flag has no
 * effect. This happens if a thread of no task or of another task receives the message, and on
 * RESUME. */
#define FLOW_BLOCKED 1

/* On RECEIVE_JOIN: the thread had finished its previous work and now works for the message. Of its
 * own objects it keeps only those of class cpu, queue, device or lock; all others are those of the
 * message's sub-task. */
#define FLOW_TAKES_OVER 2

/* Role of an event in its network (figure 1). LOST has no role. */
enum flow_construct {FLOW_SOURCE, FLOW_FORK, FLOW_SIMPLE, FLOW_JOIN, FLOW_SINK, FLOW_NO_VERTEX};

/* Effect of an event on the objects in use by its sub-task. A new sub-task starts with its
 * creator's objects, except those of class cpu, queue, device or lock. After a join the continuing
 * sub-task keeps its own objects, unless it takes over. The class is that of the flow_object
 * record. */
enum flow_use {
	FLOW_USE_NONE,
	FLOW_USE_BEGIN,          /* the use of object begins */
	FLOW_USE_END,            /* the use of object ends */
	FLOW_USE_SERVE,          /* the use of object begins, and the use of queue other ends */
};

/* X(kind, name, construct, use, what happened). The order is the encoding, so append new kinds.
 *
 * Figure 2 as events: A sends to port p, B receives, and both work for the same task:
 *	(a) SEND+blocked (A creates m), ENQUEUE+blocked (m), RECEIVE_JOIN (B, m ends), UNBLOCK (B
 *	    creates u), UNBLOCKED (A, u ends)
 *	(b) WAIT+blocked (B), SEND+blocked, RECEIVE_JOIN, UNBLOCK, UNBLOCKED
 *	(c) SEND, ENQUEUE+blocked, RECEIVE_JOIN
 *	(d) WAIT+blocked (B), SEND, RECEIVE_JOIN
 * A waiting receiver's RECEIVE or RECEIVE_JOIN is at the time of delivery, whichever thread
 * records it; its READY and START follow. If B works for no task, it takes over the message's
 * sub-task, with RECEIVE instead of RECEIVE_JOIN and without WAIT. A thread that takes over or
 * begins a sub-task while it has a CPU also records START. A thread that has finished its work
 * records FINISH before it waits for the next message. If that message was already queued, and of
 * the same task, it had to wait for the thread: then RECEIVE_JOIN+takes over instead, as in (a)
 * and (c). A sub-task without an end is incomplete.
 *
 * A released lock, or a device that ends a request, sends a message to the next waiting thread, if
 * that works for the same task (section 3.2: synchronisation is sending and receiving):
 *	lock: WAIT+blocked (B), BEGIN_USE of the queue (B), END_USE (A), UNBLOCK (A creates u),
 *	UNBLOCKED (B, u ends), END_USE of the queue (B), BEGIN_USE (B)
 *	device: REQUEST+blocked (B), DEVICE_END (A), UNBLOCK, UNBLOCKED, DEVICE_START (B)
 * If A works for another task, B has a RESUME instead of the two. A thread that waits for a page
 * that another one is reading has the same events for the device and its queue as for a lock, but
 * does not get the device.
 *
 * Messages in a stream have a length but no boundaries. A read that needs several messages joins
 * each. A read that needs part of a message joins all of it and records a SPLIT, which creates the
 * sub-task of the rest; its ENQUEUE follows. A reader that waits for more has a WAIT+blocked after
 * each join.
 *
 * A task may continue after its user has the complete response. For the user it ends with the last
 * RESPONSE. */
#define FLOW_KINDS(X) \
	X(ACTION, "action", SOURCE, NONE, "a user action was recognized: a task begins") \
	X(CREATE, "create", FORK, NONE, "a thread was created; it works for the same task") \
	X(SEND, "send", FORK, NONE, "a message was sent to port object") \
	X(UNBLOCK, "unblock", FORK, NONE, \
	  "a thread woke another one that waits for a receiver, lock or device") \
	X(ENQUEUE, "enqueue", SIMPLE, BEGIN, "a message was added to the queue of port object") \
	X(RECEIVE, "receive", SIMPLE, END, \
	  "a thread without a task took a message from port object") \
	X(POLL, "poll", SIMPLE, NONE, "a non-blocking receive found port object empty") \
	X(WAIT, "wait", SIMPLE, NONE, "the thread starts to wait for object") \
	X(RESUME, "resume", SIMPLE, NONE, "a wait ended, because of another task") \
	X(EXIT, "exit", SIMPLE, NONE, "the thread ended; a joining thread is notified") \
	X(READY, "ready", SIMPLE, BEGIN, "the thread was added to run queue object") \
	X(START, "start", SIMPLE, SERVE, "the thread starts to run on CPU object") \
	X(STOP, "stop", SIMPLE, END, "the thread no longer runs on CPU object") \
	X(REQUEST, "request", SIMPLE, BEGIN, "a request was added to device queue object") \
	X(DEVICE_START, "device_start", SIMPLE, SERVE, "device object starts the request") \
	X(DEVICE_END, "device_end", SIMPLE, END, "device object finished the request") \
	X(BEGIN_USE, "begin_use", SIMPLE, BEGIN, "the use of object begins") \
	X(END_USE, "end_use", SIMPLE, END, "the use of object ends") \
	X(RECEIVE_JOIN, "receive_join", JOIN, NONE, "a thread took a message of its own task") \
	X(UNBLOCKED, "unblocked", JOIN, NONE, "a wait for a receiver, lock or device ended") \
	X(THREAD_JOIN, "thread_join", JOIN, NONE, \
	  "a thread's wait for another thread's end is over") \
	X(FINISH, "finish", SINK, NONE, "the thread finished its work for the task") \
	X(DISCARD, "discard", SINK, NONE, "a message or notification has no recipient") \
	X(LOST, "lost", NO_VERTEX, NONE, \
	  "events between this event and the CPU's next event were lost") \
	X(RESPONSE, "response", SIMPLE, NONE, "the user received a response, or part of it") \
	X(SPLIT, "split", FORK, NONE, \
	  "a read took part of a message; the rest stays in stream object") \
	X(MIGRATE, "migrate", SIMPLE, NONE, "the thread moved to CPU object")

enum flow_kind {
#define X(kind, name, construct, use, summary) FLOW_##kind,
	FLOW_KINDS(X)
#undef X
	FLOW_KIND_COUNT
};

#endif
