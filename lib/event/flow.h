/* SPDX-License-Identifier: MIT */
/* The events of interaction networks, as recorders write them and `bareline flow` reads them: what
 * serves one user action, across threads, messages and nodes. Blocks of them travel in flow_trace
 * records, least significant byte first, in the order in which one CPU recorded them.
 *
 * Ashton & Penny, "The Interaction Network: a Performance Evaluation Tool for Loosely-Coupled
 * Distributed Systems", 1991; sections and figures below are that document's. */
#ifndef LIB_EVENT_FLOW_H
#define LIB_EVENT_FLOW_H

#include <stdint.h>

/* A sub-task is a strictly sequential part of a task, associated with a thread or with a message.
 * Its number tells the node on which it began, and a sequence number that wraps from the highest to
 * 1; 0 is no sub-task. A number may be used again once its sub-task has ended. Section 7.1. */
#define FLOW_SEQUENCE_BITS 24
#define FLOW_SEQUENCE_MAX ((1u << FLOW_SEQUENCE_BITS) - 1)

static inline uint32_t flow_subtask(uint8_t node, uint32_t sequence)
{
	return (uint32_t)node << FLOW_SEQUENCE_BITS | sequence;
}

/* Objects are hardware, software or data, numbered from 1 on each node and named by flow_object
 * records; threads the same, by flow_thread records. 0 is none. */
struct flow_event {
	uint64_t time;          /* TSC */
	uint32_t subtask;       /* whose event it is; of a join, the one that goes on */
	uint32_t other;         /* fork: the sub-task created; join: the one that ends here;
				 * START and DEVICE_START: the queue object that is left;
				 * LOST: how many */
	uint16_t object;
	uint16_t thread;        /* whose event it is, not who recorded it; 0: a message's */
	uint8_t node;
	uint8_t cpu;            /* that recorded it */
	uint8_t kind;           /* enum flow_kind */
	uint8_t flags;
};

/* As many as fit one flow_trace record: WIRE_BYTES_MAX of them. */
#define FLOW_BLOCK_EVENTS 64

/* From here on the sub-task waits for another one of its task: the arcs up to its next join are
 * B-arcs, of weight 0 (section 4.2), other vertices on the way included. Set on SEND by a blocking
 * send, on WAIT, on REQUEST if the device is at work, and on ENQUEUE and EXIT when the message or
 * the notice has to wait for its receiver. It goes for nothing if the wait ends in another way than
 * by a join: a thread that worked for no task, or for another one, receives the message; RESUME. */
#define FLOW_BLOCKED 1

/* On RECEIVE_JOIN: the thread was done with what it did before, and works for the message now. Of
 * its own objects it goes on using only those of class cpu, queue, device or lock; of all others,
 * those that the message's sub-task used. */
#define FLOW_TAKES_OVER 2

/* What an event is to its network: figure 1. A LOST belongs to none. */
enum flow_construct {FLOW_SOURCE, FLOW_FORK, FLOW_SIMPLE, FLOW_JOIN, FLOW_SINK, FLOW_NO_VERTEX};

/* What an event does to the objects that its sub-task uses. A new sub-task begins with those of its
 * creator that are not of class cpu, queue, device or lock; the one that goes on from a join keeps
 * its own, unless it takes over. The class is that of the flow_object record. */
enum flow_use {
	FLOW_USE_NONE,
	FLOW_USE_BEGIN,          /* object is in use */
	FLOW_USE_END,            /* object is no longer in use */
	FLOW_USE_SERVE,          /* object is in use, and the queue named by other no longer */
};

/* X(kind, name, construct, use, what happened). The order is the encoding: add at the end only.
 *
 * Figure 2 comes out as follows; A sends to port p, B receives, both work for the same task:
 *	(a) SEND+blocked (A creates m), ENQUEUE+blocked (m), RECEIVE_JOIN (B, m ends), UNBLOCK (B
 *	    creates u), UNBLOCKED (A, u ends)
 *	(b) WAIT+blocked (B), SEND+blocked, RECEIVE_JOIN, UNBLOCK, UNBLOCKED
 *	(c) SEND, ENQUEUE+blocked, RECEIVE_JOIN
 *	(d) WAIT+blocked (B), SEND, RECEIVE_JOIN
 * A receiver who waits has its RECEIVE or RECEIVE_JOIN at the moment of delivery, whoever records
 * it; its READY and START come after. If B works for no task it takes the message's sub-task on:
 * RECEIVE instead of RECEIVE_JOIN, and no WAIT. Who takes on or begins a sub-task while it already
 * has a CPU records START too. A thread that has done what it was asked for records FINISH before
 * it waits for the next message; unless that is there already and of the same task, which kept it
 * waiting: RECEIVE_JOIN+takes over, as in (a) and (c). A sub-task that never ends was cut.
 *
 * A lock that is given up and a device that ends a request are messages to who comes next, if that
 * works for the same task (section 3.2: synchronisation is sending and receiving):
 *	lock: WAIT+blocked (B), BEGIN_USE of the queue (B), END_USE (A), UNBLOCK (A creates u),
 *	UNBLOCKED (B, u ends), END_USE of the queue (B), BEGIN_USE (B)
 *	device: REQUEST+blocked (B), DEVICE_END (A), UNBLOCK, UNBLOCKED, DEVICE_START (B)
 * If A works for another task, B has a RESUME instead of the two. Who waits for a page that another
 * one has read has the same of the device and its queue as of a lock, but does not get the device.
 *
 * In a stream messages have a length and no borders: a read that needs more than one joins each; of
 * one that it needs a part of it joins all, and then has a SPLIT that creates the rest's sub-task,
 * whose ENQUEUE follows. A reader who waits for more than came has a WAIT+blocked after each join.
 *
 * A task may go on, some of it for good, when its user has all that was wanted: where the user
 * would say that it ends is its last RESPONSE. */
#define FLOW_KINDS(X) \
	X(ACTION, "action", SOURCE, NONE, "a user action was recognized: a task begins") \
	X(CREATE, "create", FORK, NONE, "a thread was created; it works for the same task") \
	X(SEND, "send", FORK, NONE, "a message was sent to port object") \
	X(UNBLOCK, "unblock", FORK, NONE, \
	  "a thread that waits for a receiver, lock or device was woken") \
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
	  "events between this one and the CPU's next one were lost") \
	X(RESPONSE, "response", SIMPLE, NONE, "the user received a response, or part of it") \
	X(SPLIT, "split", FORK, NONE, \
	  "a read took part of a message; the rest stays in stream object")

enum flow_kind {
#define X(kind, name, construct, use, summary) FLOW_##kind,
	FLOW_KINDS(X)
#undef X
	FLOW_KIND_COUNT
};

#endif
