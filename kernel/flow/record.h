/* SPDX-License-Identifier: MIT */
/* The recorder of interaction events. Threads and messages carry data for the recorder, and a
 * function writes events into this CPU's ring. For code with interrupts off, including handlers. */
#ifndef KERNEL_FLOW_RECORD_H
#define KERNEL_FLOW_RECORD_H

/* Offsets that record.S uses. */
#define FLOW_TASK_NUMBER 0
#define FLOW_TASK_THREAD 4
#define FLOW_RING_NEXT 0
#define FLOW_RING_END 8
#define FLOW_RING_LOST 16
#define FLOW_RING_LOST_TSC 24
#define FLOW_RING_NODE 32
#define FLOW_RECORDER_IS_METERED 1
#define FLOW_EVENT_BYTES 24

#ifndef __ASSEMBLER__
#include <stdbool.h>
#include <stdint.h>

#include "bench/flow/meter.h"
#include "kernel/flow/ring.h"
#include "kernel/machine/cpu.h"

#define FLOW_INTERACTIONS_MAX 256

/* A sub-task, as a thread or message carries it. Zero-initialised: no sub-task, so that nothing is
 * recorded. */
struct flow_task {
	uint32_t number;                /* number as in events */
	uint16_t thread;                /* thread that carries it; 0: a message */
	uint16_t interaction;
	uint64_t in_use;                /* software, data and locks in use, whether or not they are
					 * recorded */
	uint8_t scales;                 /* scales for the objects that the sub-task used before it
					 * came from another node, as bits */
	struct flow_meter meter;
};

struct flow_recorder {
	bool is_on, is_metered;
	struct flow_ring rings[FLOW_CPUS_MAX];
	struct flow_metering metering;
	uint64_t not_inherited[FLOW_NODES_MAX]; /* objects that new sub-tasks do not inherit */
	uint32_t seen[FLOW_INTERACTIONS_MAX];   /* declared states of each interaction, as bits; any
						 * CPU adds bits without the lock */
};

extern struct flow_recorder flow_recorder;

/* The node of this CPU. It is constant for a thread. */
static inline unsigned flow_node_number(void)
{
	return this_cpu()->flow_ring->node;
}

/* Record an event of a sub-task. Returns the event's time. If there is space and no meter, takes 27
 * instructions on x86-64. */
uint64_t flow_record(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
		    unsigned object);

#define FLOW_WITH(flags, kind) ((unsigned)(flags) << 8 | (kind))

/* Call flow_record() if the recorder is on. If the recorder is off, this takes a comparison and a
 * jump. */
static inline void flow_event(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
			     unsigned object)
{
	if (__builtin_expect(flow_recorder.is_on, 0))
		flow_record(kind_and_flags, task, other, object);
}

/* Called by record.S if there are meters. Returns now_tsc. */
uint64_t flow_record_metered(unsigned kind_and_flags, struct flow_task *task, uint32_t other,
			    unsigned object, uint64_t now_tsc);
#endif

#endif
