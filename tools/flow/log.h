/* SPDX-License-Identifier: MIT */
/* The recorded events of a log in memory, with their streams and the names of threads and objects.
 * interaction.h assigns the events to interactions. Printed event numbers count from 1, in the
 * order of the log. */
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

/* Limits of one log: this program then takes less than 256 MiB. */
#define FLOW_EVENTS_MAX (3u << 21)
#define FLOW_RUNS_MAX 4096u
#define FLOW_NAMES_BYTES_MAX (64u << 20)
#define FLOW_OS_TRACE_BYTES_MAX ((size_t)48 << 20)

/* A kind of event; index: enum flow_kind. */
struct flow_kind_info {
	const char *name;
	enum flow_construct construct;
	enum flow_use use;
};

extern const struct flow_kind_info flow_kinds[FLOW_KIND_COUNT];

/* The class of an object. A new sub-task inherits the objects in use by its creator, except those
 * of the first four classes. */
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
	uint8_t nodes;                  /* highest node number */
};

/* The events of one CPU in one run. */
struct flow_stream {
	uint32_t run;                   /* index into runs */
	uint8_t node, cpu;
	bool is_closed;                 /* its flow_ring record was read */
	uint64_t sent, lost;            /* numbers of events, from that record */
};

/* The events of one flow_trace record. */
struct flow_block {
	uint32_t stream;
	uint32_t start;                 /* index into events */
	uint32_t count;
	uint64_t first;                 /* index in the stream */
};

/* A growing array: items, their number, and the number allocated. */
#define FLOW_LIST(type) struct {type *items; size_t count, capacity;}

/* A named object or thread. */
struct flow_named {
	uint32_t run;
	uint16_t number;
	uint8_t node;
	enum flow_class class;          /* of an object */
	const char *name;
	const char *device;             /* that served the object; NULL if the log has none */
	bool is_real;                   /* a device of the machine, not a simulated one */
};

/* All objects, or all threads. */
struct flow_names {
	FLOW_LIST(struct flow_named);
	struct number_map places;       /* index in items, by run, node and number */
};

/* The clock of one node, estimated from messages, if nodes have separate clocks. Times are in
 * ticks. */
struct flow_clock {
	uint8_t node;
	uint8_t set_by;                 /* node it was synchronized with; itself: the reference */
	uint64_t begin, end;            /* of its events, in its own time */
	double offset;                  /* added to a time in the middle between begin and end */
	double drift;                   /* change of the offset per tick */
	double error;                   /* maximum remaining error; may be infinite */
	size_t received, sent;          /* messages from and to set_by */
	size_t steps;                   /* of the clock */
	size_t moved;                   /* events delayed to the time of their cause */
};

/* What the source of an imported log lacks: a warning record with one of these sources. */
#define FLOW_LACK_SOURCE "import"
#define FLOW_LACK_NOTE "import, note"

struct flow_lack {
	const char *text;
	bool is_note;                   /* it does not make a path wrong */
};

/* The operating system's own trace of a run, from os_trace records. */
struct flow_os_trace {
	uint32_t run;                   /* index into runs */
	bool is_whole;                  /* its end was read, and nothing is missing */
	uint64_t lost;                  /* events that the system lost */
	char *text;
	size_t size, capacity;
};

/* The system's number of a thread. */
struct flow_tid {
	uint32_t run, tid;
	uint16_t thread;
};

struct flow_log {
	struct wire_manifest manifest;  /* zeroed if there is none */
	struct log_account account;
	bool has_own_clocks;            /* of each node: there is a flow_node record */
	uint64_t session;               /* its number in flow_line records; 0: none */
	const char *end_status;         /* of the end marker; NULL: none */
	struct arena arena;             /* names and other texts */
	FLOW_LIST(struct flow_event) events;
	FLOW_LIST(struct flow_run) runs;
	FLOW_LIST(struct flow_stream) streams;
	FLOW_LIST(struct flow_block) blocks;      /* by stream and position, after flow_log_sort */
	struct flow_names objects, threads;
	FLOW_LIST(struct wire_flow_online) online;        /* run is an index into runs */
	FLOW_LIST(struct wire_flow_truth) truths;         /* likewise */
	FLOW_LIST(struct flow_lack) lacks;
	FLOW_LIST(struct flow_os_trace) os_traces;        /* empty after they were joined */
	FLOW_LIST(struct flow_tid) tids;
	FLOW_LIST(struct flow_clock) clocks;      /* by node; empty: one clock for all */
	struct number_map run_map, stream_map;  /* to indices */
};

/* Read a log: a file, "-" for standard input, or a run's directory. If the log has several runs,
 * reads the last complete run, or if none is complete, the run with the most records. The account
 * counts damaged records. On failure, prints the cause and returns NULL. */
struct flow_log *flow_log_read(const char *path);

/* flow_log_read() and flow_log_parse() call this function, unless it is NULL, to join the
 * operating system's traces with the events. The program sets it at its start, because a higher
 * layer reads traces. */
extern void (*flow_log_join)(struct flow_log *log);

/* Like flow_log_read(), for a log in memory. */
struct flow_log *flow_log_parse(const char *text, size_t size);

/* Whether the end marker was read and has the status of a complete run. */
bool flow_log_is_complete(const struct flow_log *log);

/* Remove the operating system's traces. */
void flow_log_drop_os_traces(struct flow_log *log);

/* Make an empty log. */
struct flow_log *flow_log_empty(void);

/* Add a record. Records of other kinds are ignored; invalid ones are counted. */
void flow_log_add(struct flow_log *log, const struct wire_record *record);

/* Make a log with one run and no events. name must outlive the log. */
struct flow_log *flow_log_new(const char *name, uint8_t cpus);

/* Add an object or thread that has no name yet. The name must outlive the log. */
void flow_names_add(struct flow_names *names, const struct flow_named *named);

/* Sort the blocks by stream and position. Call it after the last event was added. */
void flow_log_sort(struct flow_log *log);

void flow_log_free(struct flow_log *log);

/* Returns NULL if it has no name. */
const struct flow_named *flow_names_find(const struct flow_names *names, uint32_t run, uint8_t node,
					 uint16_t number);

/* Enlarge a list. size is that of an item. */
void flow_list_grow(void **items, size_t *capacity, size_t size);

/* Append an item to a FLOW_LIST. */
#define FLOW_LIST_ADD(list, item) \
	(((list).count == (list).capacity \
		? flow_list_grow((void **)&(list).items, &(list).capacity, sizeof(*(list).items)) \
		: (void)0), \
	 (void)((list).items[(list).count++] = (item)))

#endif
