/* SPDX-License-Identifier: MIT */
/* Converts a kernel's trace to a log of interactions, as bareline's recorders make it. A tick is a
 * nanosecond.
 *
 * A wake-up by a thread of the same interaction is a message that the woken thread joins. If the
 * woken thread has no interaction, it continues the message's sub-task instead. A wake-up by an
 * interrupt, or by a thread of no interaction or another one, ends a wait (FLOW_RESUME) for an
 * object that stands for the waker. When a thread that continued a message goes to sleep, the next
 * wake-up decides. If the waker is a thread outside the interaction, the sleep was the end of the
 * work (FLOW_FINISH); otherwise it was a wait.
 *
 * In a network of several hosts, data that a thread of the interaction sends by TCP is a message.
 * It goes to the thread that its arrival wakes, or without such a thread to the one that reads
 * it. */
#ifndef TOOLS_FLOW_IMPORT_IMPORT_H
#define TOOLS_FLOW_IMPORT_IMPORT_H

#include "tools/flow/import/recorder.h"
#include "tools/flow/import/trace.h"

enum import_begin {IMPORT_MARKER, IMPORT_PID, IMPORT_EXEC, IMPORT_COMM, IMPORT_ACCEPT};

/* Where interactions begin. */
struct import_rule {
	enum import_begin begin;
	const char *text;               /* beginning of a marker, or comm */
	const char *end;                /* beginning of a marker that ends it; NULL: none */
	uint32_t pid;
};

struct import_result {
	struct flow_log *log;           /* one run, in which host N is node N; events in order of
					 * time, each by its host's clock, without blocks */
	uint32_t interactions;
	uint32_t rejected;              /* of these, after import_judge() */
	struct import_counts counts;
	uint64_t first_again, last_again;       /* times of counts.again */
};

/* Set the number of interactions that are rejected. Takes n log s time for n events on s CPUs. */
void import_judge(struct import_result *result);

/* Make the log, whose interactions are not judged yet. name is the run's and must outlive it. Takes
 * time linear in the number of events. */
void import_build(struct import_result *result, const struct network *network,
		  const struct import_rule *rule, const char *name);

#endif
