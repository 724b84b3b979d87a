/* SPDX-License-Identifier: MIT */
/* A log's recorded interactions in memory: events as they came, the streams they came in, and the
 * names of what they refer to. Nothing is known yet of how events belong together.
 *
 * Events have the number of their place in the log, counted from 1. */
#ifndef TOOLS_FLOW_LOG_H
#define TOOLS_FLOW_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/event/flow.h"
#include "lib/wire/wire.h"
#include "tools/base/arena.h"
#include "tools/base/number_map.h"
#include "tools/record/log.h"

/* What one log may make this program hold. */
#define FLOW_EVENTS_MAX (1u << 26)
#define FLOW_RUNS_MAX 4096u
#define FLOW_NAMES_BYTES_MAX (64u << 20)

/* A kind of event; index: enum flow_kind. */
struct flow_kind_info {
	const char *name;
	enum flow_construct construct;
	enum flow_use use;
};

extern const struct flow_kind_info flow_kinds[FLOW_KIND_COUNT];

/* Of an object; what a sub-task uses of the first four does not go over to those it creates. */
enum flow_class {
	FLOW_CPU,
	FLOW_QUEUE,
	FLOW_DEVICE,
	FLOW_LOCK,
	FLOW_SOFTWARE,
	FLOW_DATA,
	FLOW_NODE,
	FLOW_CLASSES
};

extern const char *const flow_class_names[FLOW_CLASSES];

struct flow_run {
	struct wire_flow_run info;       /* its name points into the log's arena */
	uint8_t nodes;                  /* the highest node number seen */
};

/* What one CPU recorded in one run. */
struct flow_stream {
	uint32_t run;                   /* index into runs */
	uint8_t node, cpu;
	bool is_closed;                 /* its flow_ring record has come */
	uint64_t sent, lost;            /* as that says */
};

/* The events of one flow_trace record. */
struct flow_block {
	uint32_t stream;
	uint32_t start;                 /* index into events */
	uint32_t count;
	uint64_t first;                 /* index in the stream */
};

/* An array that grows: items, how many are used, how many there is room for. */
#define FLOW_LIST(type) struct {type *items; size_t count, capacity;}

/* An object or a thread that has a name. */
struct flow_named {
	uint32_t run;
	uint16_t number;
	uint8_t node;
	enum flow_class class;          /* of an object */
	const char *name;
	const char *device;             /* that served an object; NULL: the log does not say */
	bool is_real;                   /* it is the machine's, and no time that was counted */
};

/* All objects, or all threads. */
struct flow_names {
	FLOW_LIST(struct flow_named);
	struct number_map places;       /* in items, by run, node and number */
};

/* What messages tell of one node's clock, where nodes have clocks of their own. Times are in
 * ticks. */
struct flow_clock {
	uint8_t node;
	uint8_t set_by;                 /* the neighbour it was set by; itself: the reference */
	uint64_t begin, end;            /* of its events, by its own clock */
	double offset;                  /* what was added in the middle of that */
	double drift;                   /* how much more a tick later */
	double error;                   /* it is certainly not off by more; may be infinite */
	size_t received, sent;          /* messages from and to that node */
	size_t steps;                   /* the clock made */
	size_t moved;                   /* events that would have come before what caused them */
};

struct flow_log {
	struct wire_manifest manifest;  /* all 0 and NULL if there was none */
	struct log_account account;
	bool has_own_clocks;            /* its nodes: it has a flow_node record */
	uint64_t session;               /* of which it was a node, by its flow_line records; or 0 */
	const char *end_status;         /* its end marker's; NULL: there is none */
	struct arena arena;             /* names and other texts */
	FLOW_LIST(struct flow_event) events;
	FLOW_LIST(struct flow_run) runs;
	FLOW_LIST(struct flow_stream) streams;
	FLOW_LIST(struct flow_block) blocks;      /* in the streams' order, once the log is read */
	struct flow_names objects, threads;
	FLOW_LIST(struct wire_flow_online) online;        /* run is an index into runs */
	FLOW_LIST(struct wire_flow_truth) truths;         /* likewise */
	FLOW_LIST(struct flow_clock) clocks;      /* by node; none: there is one clock for all */
	struct number_map run_map, stream_map;  /* to indices */
};

/* Read a log: a file, "-" for standard input, or a run's directory; of several runs in it, the last
 * complete one, or else the one with the most records. On failure says why and returns NULL. Damage
 * is in the account; what is whole is there. */
struct flow_log *flow_log_read(const char *path);

/* The same for a log in memory. */
struct flow_log *flow_log_parse(const char *text, size_t size);

/* Whether the end marker came and says that the target ran through. */
bool flow_log_is_complete(const struct flow_log *log);

/* A log of nothing, and what a record adds to it. */
struct flow_log *flow_log_empty(void);
void flow_log_add(struct flow_log *log, const struct wire_record *record);

/* A log without events, of one run. The name has to outlive it. */
struct flow_log *flow_log_new(const char *name, uint8_t cpus);

/* Name an object or a thread, once. The name has to outlive the log. */
void flow_names_add(struct flow_names *names, const struct flow_named *named);

/* The log has all its events: put their blocks in order. */
void flow_log_seal(struct flow_log *log);

void flow_log_free(struct flow_log *log);

/* NULL when it has no name. */
const struct flow_named *flow_names_find(const struct flow_names *names, uint32_t run, uint8_t node,
					 uint16_t number);

/* Grow a list for one item more. size is that of an item. */
void flow_list_grow(void **items, size_t *capacity, size_t size);

/* Add an item to a FLOW_LIST; the list is an lvalue. */
#define FLOW_LIST_ADD(list, item) \
	(((list).count == (list).capacity \
		? flow_list_grow((void **)&(list).items, &(list).capacity, sizeof(*(list).items)) \
		: (void)0), \
	 (void)((list).items[(list).count++] = (item)))

#endif
