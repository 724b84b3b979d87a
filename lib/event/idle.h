/* SPDX-License-Identifier: MIT */
/* Events in the trace of an idle loop, besides the loop's passes: interrupts, and time stamps of
 * experiments. Logs contain the numbers, so new kinds must be appended. */
#ifndef LIB_EVENT_IDLE_H
#define LIB_EVENT_IDLE_H

/* X(kind, word for reports, meaning of the value). */
#define IDLE_EVENTS(X) \
	X(INTERRUPT, "interrupt", "an interrupt's dispatch in C began; vector") \
	X(RAISED, "raised", \
	  "time when an interrupt was due, or just before it was raised; its vector") \
	X(ENTERED, "entered", "first instruction of a handler that records its own time; vector") \
	X(WAIT, "wait", "the application starts to wait; number of the event") \
	X(RESUME, "resume", "the wait ended; number of the event") \
	X(DONE, "done", "the application finished its work; number of the event") \
	X(LEAVE, "leave", "a handler, and the threads that it woke, finished; vector")

enum idle_event_kind {
	IDLE_EVENT_NONE,
#define X(symbol, word, summary) IDLE_EVENT_##symbol,
	IDLE_EVENTS(X)
#undef X
	IDLE_EVENT_KINDS
};

#endif
