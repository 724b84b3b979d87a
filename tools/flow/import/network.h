/* SPDX-License-Identifier: MIT */
/* The traces of several hosts as one network: which host sent the data that another host received,
 * and one order of all events. Data is found by its TCP connection and sequence numbers. A host's
 * clock is set as in nodes/clocks.h, by all data that crossed. */
#ifndef TOOLS_FLOW_IMPORT_NETWORK_H
#define TOOLS_FLOW_IMPORT_NETWORK_H

#include "tools/flow/import/trace.h"

#define NETWORK_HOSTS_MAX 16u

/* An event: its index in the trace of a host. */
struct network_place {
	uint32_t host, event;
};

struct network {
	struct trace *const *traces;    /* of hosts 0, 1, … */
	uint32_t hosts;
	uint32_t sends;                 /* number of segments with new data */
	uint32_t streams;               /* directions of connections */
	uint64_t crossed;               /* segments that one host sent and another one received */
	FLOW_LIST(struct network_place) order;  /* for several hosts; for one, use trace->order */
};

/* Make the order of ended traces, of at most NETWORK_HOSTS_MAX hosts. In this order, data is sent
 * before it is received. In TCP events of several hosts, sets key to the number of the stream, and
 * other to the number of the segment that was sent, or that was received from another host. Both
 * numbers count from 1; 0 is none. Takes n log n time for n events. */
void network_make(struct network *network, struct trace *const *traces, uint32_t hosts);
void network_free(struct network *network);

#endif
