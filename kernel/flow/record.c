/* SPDX-License-Identifier: MIT */
/* The recorder's part without a bound on instructions: meters. */
#include "kernel/flow/record.h"

#include <stddef.h>

_Static_assert(offsetof(struct flow_task, number) == FLOW_TASK_NUMBER &&
	       offsetof(struct flow_task, thread) == FLOW_TASK_THREAD &&
	       offsetof(struct flow_ring, next) == FLOW_RING_NEXT &&
	       offsetof(struct flow_ring, end) == FLOW_RING_END &&
	       offsetof(struct flow_ring, lost) == FLOW_RING_LOST &&
	       offsetof(struct flow_ring, lost_tsc) == FLOW_RING_LOST_TSC &&
	       offsetof(struct flow_ring, node) == FLOW_RING_NODE &&
	       offsetof(struct flow_ring, cpu) == FLOW_RING_NODE + 1 &&
	       offsetof(struct flow_recorder, is_metered) == FLOW_RECORDER_IS_METERED &&
	       sizeof(struct flow_event) == FLOW_EVENT_BYTES,
	       "record.h's offsets are the structures'");

struct flow_recorder flow_recorder;

uint64_t flow_record_metered(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
			    unsigned object, uint64_t now_tsc)
{
	const struct flow_event event = {
		.time = now_tsc,
		.other = other,
		.object = (uint16_t)object,
		.kind = (uint8_t)kind_and_flags,
		.flags = (uint8_t)(kind_and_flags >> 8),
	};

	__atomic_fetch_or(&flow_recorder.seen[task->interaction],
			  flow_meter_event(&flow_recorder.metering, &task->meter, &event),
			  __ATOMIC_RELAXED);
	return now_tsc;
}
