/* The part of the recorder that is not bounded in instructions: meters. */
#include "kernel/net_record.h"

#include <stddef.h>

#include "kernel/cpu.h"
#include "kernel/net_task.h"

_Static_assert(offsetof(struct cpu, net_ring) == CPU_NET_RING &&
	       offsetof(struct net_task, number) == NET_TASK_NUMBER &&
	       offsetof(struct net_task, thread) == NET_TASK_THREAD &&
	       offsetof(struct net_ring, next) == NET_RING_NEXT &&
	       offsetof(struct net_ring, end) == NET_RING_END &&
	       offsetof(struct net_ring, lost) == NET_RING_LOST &&
	       offsetof(struct net_ring, lost_tsc) == NET_RING_LOST_TSC &&
	       offsetof(struct net_ring, node) == NET_RING_NODE &&
	       offsetof(struct net_ring, cpu) == NET_RING_NODE + 1 &&
	       offsetof(struct net_recorder, is_metered) == NET_RECORDER_IS_METERED &&
	       sizeof(struct net_event) == NET_EVENT_BYTES,
	       "net_record.h's offsets are the structures'");

struct net_recorder net_recorder;

uint64_t net_record_metered(unsigned kind_and_flags, struct net_task *task, uint32_t other,
			    unsigned object, uint64_t now_tsc)
{
	const struct net_event event = {
		.time = now_tsc,
		.other = other,
		.object = (uint16_t)object,
		.kind = (uint8_t)kind_and_flags,
		.flags = (uint8_t)(kind_and_flags >> 8),
	};

	net_task_saw(task, net_meter_event(&net_recorder.metering, &task->meter, &event));
	return now_tsc;
}
