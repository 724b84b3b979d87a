/* A log's recorded interactions in memory: events as they came, the streams they came in, and the
 * names of what they refer to. Nothing is known yet of how events belong together.
 *
 * Events have the number of their place in the log, counted from 1. */
#ifndef TOOLS_NET_LOG_H
#define TOOLS_NET_LOG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/net_event.h"
#include "lib/wire.h"
#include "tools/arena.h"
#include "tools/log.h"
#include "tools/number_map.h"

/* What one log may make this program hold. */
#define NET_EVENTS_MAX (1u << 26)
#define NET_RUNS_MAX 4096u
#define NET_NAMES_BYTES_MAX (64u << 20)

/* Of an object; what a sub-task uses of the first three does not go over to those it creates. */
enum net_class {
	NET_CPU, NET_QUEUE, NET_DEVICE, NET_LOCK, NET_SOFTWARE, NET_DATA, NET_NODE, NET_CLASSES
};

extern const char *const net_class_names[NET_CLASSES];

struct net_run {
	struct wire_net_run info;       /* its name points into the log's arena */
	uint8_t nodes;                  /* the highest node number seen */
};

/* What one CPU recorded in one run. */
struct net_stream {
	uint32_t run;                   /* index into runs */
	uint8_t node, cpu;
	bool is_closed;                 /* its net_ring record has come */
	uint64_t sent, lost;            /* as that says */
};

/* The events of one net_trace record. */
struct net_block {
	uint32_t stream;
	uint32_t start;                 /* index into events */
	uint32_t count;
	uint64_t first;                 /* index in the stream */
};

struct net_object {
	uint32_t run;
	uint16_t number;
	uint8_t node;
	enum net_class class;
	const char *name;
};

struct net_thread {
	uint32_t run;
	uint16_t number;
	uint8_t node;
	const char *name;
};

/* An array that grows: items, how many are used, how many there is room for. */
#define NET_LIST(type) struct {type *items; size_t count, capacity;}

struct net_log {
	struct wire_manifest manifest;  /* all 0 and NULL if there was none */
	struct log_account account;
	bool is_complete;               /* its end marker says so */
	struct arena arena;             /* names and other texts */
	NET_LIST(struct net_event) events;
	NET_LIST(struct net_run) runs;
	NET_LIST(struct net_stream) streams;
	NET_LIST(struct net_block) blocks;      /* in the order of streams, once the log is read */
	NET_LIST(struct net_object) objects;
	NET_LIST(struct net_thread) threads;
	NET_LIST(struct wire_net_online) online;        /* run is an index into runs */
	NET_LIST(struct wire_net_truth) truths;         /* likewise */
	struct number_map run_map, stream_map, object_map, thread_map;  /* to indices */
};

/* Read a log: a file, "-" for standard input, or a run's directory; of several runs in it, the last
 * complete one, or else the one with the most records. On failure says why and returns NULL. Damage
 * is in the account; what is whole is there. */
struct net_log *net_log_read(const char *path);

/* The same for a log in memory. */
struct net_log *net_log_parse(const char *text, size_t size);

/* A log of nothing, and what a record adds to it. */
struct net_log *net_log_empty(void);
void net_log_add(struct net_log *log, const struct wire_record *record);

/* A log without events, of one run. The name has to outlive it. */
struct net_log *net_log_new(const char *name, uint8_t cpus);

/* Name an object or a thread, once. The name has to outlive the log. */
void net_log_add_object(struct net_log *log, const struct net_object *object);
void net_log_add_thread(struct net_log *log, const struct net_thread *thread);

/* The log has all its events: put their blocks in order. */
void net_log_seal(struct net_log *log);

void net_log_free(struct net_log *log);

/* NULL when the log does not name it. */
const struct net_object *net_log_object(const struct net_log *log, uint32_t run, uint8_t node,
					uint16_t number);
const struct net_thread *net_log_thread(const struct net_log *log, uint32_t run, uint8_t node,
					uint16_t number);

/* Grow a list for one item more. size is that of an item. */
void net_list_grow(void **items, size_t *capacity, size_t size);

/* Add an item to a NET_LIST; the list is an lvalue. */
#define NET_LIST_ADD(list, item) \
	(((list).count == (list).capacity \
		? net_list_grow((void **)&(list).items, &(list).capacity, sizeof(*(list).items)) \
		: (void)0), \
	 (void)((list).items[(list).count++] = (item)))

#endif
