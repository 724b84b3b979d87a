/* SPDX-License-Identifier: MIT */
/* Checks the times that the timeline found for a watched program, by other ways than the
 * timeline's. Each time must be that of an observed event. No output of a key may follow the output
 * that is seen. CPU times are summed up thread by thread. The numbers of switches and peeks must be
 * those that the kernel and the library counted. */
#ifndef LINUX_WATCH_WITNESS_H
#define LINUX_WATCH_WITNESS_H

#include "linux/watch/timeline.h"

#define WATCH_WITNESS_MAX 160

/* Whether a time, other than 0, is the time of an observed event. If is_output is set, the event
 * must be output. */
bool watch_witness_saw(const struct watch_trace *trace, uint64_t tsc, bool is_output);

/* CPU time of all threads between two times. */
uint64_t watch_witness_cpu(const struct watch_trace *trace, uint64_t from_tsc, uint64_t to_tsc);

/* Whether the whole timeline agrees. If not, stores a sentence. */
bool watch_witness_agrees(const struct watch_trace *trace, const struct watch_timeline *timeline,
			  char text[WATCH_WITNESS_MAX]);

#endif
