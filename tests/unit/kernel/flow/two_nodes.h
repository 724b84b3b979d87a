/* SPDX-License-Identifier: MIT */
/* Two nodes of one CPU each, with fake threads. The test selects the current node. */
#ifndef TESTS_UNIT_KERNEL_FLOW_TWO_NODES_H
#define TESTS_UNIT_KERNEL_FLOW_TWO_NODES_H

#include "tests/unit/unit.h"

#include "kernel/flow/packet.h"
#include "kernel/flow/sched.h"
#include "kernel/machine/cpu.h"

#define NODES 2
#define EVENTS 400

/* Objects of either node. FAR sends to the other node's HERE. THROUGH leads to the other node's
 * FAR, and so back to this one. */
enum {HERE, FAR, THROUGH, STREAM, FAR_STREAM, LINK, LINK_QUEUE, MODULE, OBJECTS};
extern const struct flow_object_plan nodes_objects[OBJECTS];

/* Of both nodes. A module of the first node takes half its time. */
extern const struct flow_run nodes_run;

extern struct nodes_machine {
	struct cpu cpu;
	struct flow_event events[NODES][EVENTS + 1];
	struct flow_thread threads[NODES];
	unsigned here, rung;
	int error;
	struct flow_thread *woken;
	bool line_is_full;
	unsigned carried;                 /* packets to another machine, and the latest one: */
	unsigned carried_to;
	struct flow_packet packet;
} nodes_machine;

#define RESET_TEST(name) TEST_WITH(name, nodes_reset, NULL)
int nodes_reset(void **state);

/* Select the current node; and receive what arrived there. */
void nodes_be_on(unsigned node);
void nodes_receive_on(unsigned node);

const struct flow_event *nodes_last_event(unsigned node);

#endif
