/* SPDX-License-Identifier: MIT */
/* Holds the times of a watched program against what was observed, in other ways than the timeline
 * that found them: a time is that of an observed event, no output of a key follows the one that is
 * seen, a CPU time is summed up thread by thread, and the numbers of switches and peeks are those
 * that the kernel and the library counted. */
#ifndef LINUX_WATCH_WITNESS_H
#define LINUX_WATCH_WITNESS_H

#include "linux/watch/timeline.h"

#define WATCH_WITNESS_MAX 160

/* Returns whether a time, other than 0, is that of an observed event; of output only if
 * is_output. */
bool watch_witness_saw(const struct watch_trace *trace, uint64_t tsc, bool is_output);

/* CPU time of all threads between two times. */
uint64_t watch_witness_cpu(const struct watch_trace *trace, uint64_t from_tsc, uint64_t to_tsc);

/* Returns whether the whole timeline agrees; stores a sentence if not. */
bool watch_witness_agrees(const struct watch_trace *trace, const struct watch_timeline *timeline,
			  char text[WATCH_WITNESS_MAX]);

#endif
