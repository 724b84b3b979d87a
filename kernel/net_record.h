/* The recorder of interactions' events: what each thread and message carries for it, and how an
 * event gets into the ring of this CPU. For any code that has interrupts off, handlers included. */
#ifndef KERNEL_NET_RECORD_H
#define KERNEL_NET_RECORD_H

/* Offsets that net_record.S knows. */
#define CPU_NET_RING 248
#define NET_TASK_NUMBER 0
#define NET_TASK_THREAD 4
#define NET_RING_NEXT 0
#define NET_RING_END 8
#define NET_RING_LOST 16
#define NET_RING_LOST_TSC 24
#define NET_RING_NODE 32
#define NET_RECORDER_IS_METERED 1
#define NET_EVENT_BYTES 24

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "kernel/net_meter.h"
#include "kernel/net_ring.h"

/* A sub-task, as a thread or a message carries it; none when zeroed: nothing is recorded then. */
struct net_task {
	uint32_t number;                /* as in events */
	uint16_t thread;                /* that carries it; 0: a message */
	uint16_t interaction;
	struct net_meter meter;
};

struct net_recorder {
	bool is_on, is_metered;
	struct net_ring rings[NET_CPUS_MAX];
	struct net_metering metering;
};

extern struct net_recorder net_recorder;

/* Record an event of a sub-task, kind and flags in one. Returns its time. 27 instructions where
 * there is room and no meter. */
uint64_t net_record(unsigned kind_and_flags, struct net_task *task, uint32_t other,
		    unsigned object);

#define NET_WITH(flags, kind) ((unsigned)(flags) << 8 | (kind))

/* The same if the recorder is on: off, it costs a comparison and a jump. */
static inline void net_event(unsigned kind_and_flags, struct net_task *task, uint32_t other,
			     unsigned object)
{
	if (__builtin_expect(net_recorder.is_on, 0))
		net_record(kind_and_flags, task, other, object);
}

/* Where net_record.S goes on when there are meters. Returns now_tsc. */
uint64_t net_record_metered(unsigned kind_and_flags, struct net_task *task, uint32_t other,
			    unsigned object, uint64_t now_tsc);
#endif

#endif
