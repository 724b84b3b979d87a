/* SPDX-License-Identifier: MIT */
/* A workload of interactions, as data: threads, the steps that each goes through, and the objects
 * that it uses on the way. The platform's scheduler carries it out and records it, so that what a
 * workload does is a table and what it costs is the scheduler's. */
#ifndef BENCH_FLOW_SCRIPT_H
#define BENCH_FLOW_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

/* What the steps of a thread may be. A thread begins at its first step, and goes on to the next one
 * unless the step says otherwise. object is the index of one of the script's objects. */
enum flow_op {
	FLOW_OP_WORK,            /* argument turns of a loop of two instructions */
	FLOW_OP_SEND,            /* a word to port object; argument 0: the word that came last */
	FLOW_OP_SEND_BLOCKING,   /* the same, until the word has been received */
	FLOW_OP_RECEIVE,         /* wait for a word from port object, working for the same task */
	FLOW_OP_TRY_RECEIVE,     /* the same without waiting: with none there the last word is 0 */
	FLOW_OP_NEXT,            /* done with the task: wait for the word that brings the next */
	FLOW_OP_CREATE,          /* start thread object, which may not be there */
	FLOW_OP_JOIN,            /* wait until thread object has ended */
	FLOW_OP_BEGIN_USE,       /* of object: software or data */
	FLOW_OP_END_USE,
	FLOW_OP_REQUEST,         /* have device object serve for argument microseconds */
	FLOW_OP_LOCK,            /* object: a lock */
	FLOW_OP_UNLOCK,
	FLOW_OP_UNLESS,          /* pass over object steps if the last word has a bit of argument */
	FLOW_OP_AGAIN,           /* go back to the thread's first step */
	FLOW_OP_EXIT,            /* end; another thread joins this one */
	FLOW_OP_RESPOND,         /* the user has the response, or a part of it */

	/* A request of the store, for the row of relation object whose key the last word has; each
	 * of its pages is argument turns of work. */
	FLOW_OP_LOOK_UP,
	FLOW_OP_SCAN,            /* its page of rows and those behind, FLOW_SCAN_PAGES in all */
	FLOW_OP_CHANGE,          /* the row is changed in memory */

	FLOW_OP_DONE,            /* done with the task; if nobody else is at work for it, the user
				  * of the load plan is told, and goes on */
	FLOW_OP_WRITE,           /* argument bytes to stream object */
	FLOW_OP_READ,            /* wait until argument bytes have come from stream object */
	FLOW_OP_READ_NEXT,       /* the same, done with the task: the first byte brings the next */
	FLOW_OP_REQUEST_REAL,    /* the platform's own: a request to an object of FLOW_REAL */
};

struct flow_step {
	uint8_t op;             /* enum flow_op */
	uint8_t object;
	uint32_t argument;
};

/* Behind each DEVICE, DISK, SERIAL and LOCK its own QUEUE has to follow. A new sub-task goes on
 * using only what comes behind LOCK. */
enum flow_object_kind {
	FLOW_PORT,
	FLOW_STREAM,             /* a port without borders between messages: bytes are read */
	FLOW_DEVICE,             /* serves one request after the other */
	FLOW_DISK,               /* a device that reads the block that the last word names: the
				 * block's first word becomes the last word */
	FLOW_SERIAL,             /* a device: a serial line, where the last word's character goes */
	FLOW_REAL,               /* the platform's own: one of these two, which the machine has */
	FLOW_DELAY,              /* serves all requests at once: a timer */
	FLOW_QUEUE,
	FLOW_LOCK,
	FLOW_SOFTWARE,
	FLOW_DATA,
};

/* The disk's blocks are numbered in the low bits of a word, and hold that number and this bit. */
#define FLOW_DISK_BLOCKS 16
#define FLOW_WORD_BLOCK 0x800u

struct flow_object_plan {
	enum flow_object_kind kind;
	const char *name;
};

struct flow_thread_plan {
	const char *name;
	uint16_t first_step;
	bool is_created;        /* by a step, and not there from the start */
};

/* A composite state to sum up the time in: all objects of a set in use. Only interactions count
 * that were in the state using, on the critical path or off it. Sets by flow_bit; 0: any state. */
struct flow_state_plan {
	uint64_t using, state;
};

/* Where what is sent to a port goes that stands for a port of another node. */
struct flow_route {
	uint8_t port;           /* object: the port that stands for it */
	uint8_t link;           /* object: the device that sends packets, one after the other */
	uint8_t node;           /* to which they go */
	uint8_t their_port;     /* object of that node's script */
	uint32_t packet_us;     /* that the link takes for one */
};

/* A relational store (lib/app/store.h) on a paging device, behind a cache of pages of which the
 * least recently used one makes room: bigger than the number of threads. It is full at first. */
#define FLOW_SCAN_PAGES 8
#define FLOW_WORD_KEY 0xffffu            /* of a row: taken modulo the number of its rows */

struct flow_store_plan {
	const uint32_t *rows;           /* of each relation */
	uint8_t relation_count;
	uint8_t first_relation;         /* object of the first, FLOW_DATA; the others follow */
	uint8_t device;                 /* object, FLOW_DEVICE; its queue is that of page faults */
	uint32_t read_us;               /* a page */
	uint32_t cache_pages;
};

/* Users at terminals, who act on their own instead of `actions`: each so often, one word after the
 * other to one port. */
struct flow_act {
	uint32_t after_us;              /* the one before was done with, or open: came */
	uint32_t word;
};

struct flow_load_plan {
	const struct flow_act *acts;     /* of the first user, then of the second, … */
	uint32_t users, acts_each;
	uint8_t port, think;            /* objects; think: FLOW_DELAY */
	bool is_open;                   /* who acts does not wait for what came of the act before */
};

#define FLOW_USERS_MAX 32

/* What is written to a stream of another node goes in packets of at most so many bytes. */
#define FLOW_SEGMENT_BYTES 256u

#define FLOW_OBJECTS_MAX 48
#define FLOW_THREADS_MAX 255
#define FLOW_STATES_MAX 4
#define FLOW_NODES_MAX 4

static inline uint64_t flow_bit(unsigned object)
{
	return 1ull << object;
}

/* Words that are user actions; the rest of a word is the workload's. */
#define FLOW_WORD_CHARACTER 0xffu
#define FLOW_WORD_NEWLINE 0x100u         /* beside the character, so that a bit tells */

struct flow_script {
	const struct flow_step *steps;
	const struct flow_object_plan *objects;
	const struct flow_thread_plan *threads;
	const struct flow_state_plan *states;
	uint32_t step_count, object_count, thread_count, state_count;
	const char *actions;            /* characters, each an action of the user */
	uint8_t action_port;            /* to which they are sent */
	uint8_t route_count;
	const struct flow_route *routes; /* to other nodes */
	bool by_keyboard;               /* they are keys, with the keyboard's own interrupts */
	bool at_once;                   /* all of them before the first is served */
	const struct flow_load_plan *load;       /* NULL: there are `actions`; the first node's */
	const struct flow_store_plan *store;     /* NULL: there is none; the first node's */

	/* Where the critical path of the last action is known: the steps that made its sub-tasks,
	 * in the order of time; FLOW_TRUTH_SOURCE for the action itself. The first node's script
	 * has it, and steps of further nodes are numbered on from its own. */
	const uint16_t *truth;
	uint32_t truth_count;
};

#define FLOW_TRUTH_SOURCE UINT16_MAX

enum flow_recording {
	FLOW_RECORDING_OFF,
	FLOW_RECORDING_ON,       /* every event */
	FLOW_RECORDING_METERED,  /* and sums over composite states, as interactions end */
};

/* Work and requests take so many percent of their time while a sub-task uses one of the objects, as
 * inherited or by itself; work also if the CPU is meant. */
struct flow_scale {
	uint64_t objects[FLOW_NODES_MAX];       /* of each node's script, by flow_bit */
	bool is_of_cpu;
	uint32_t percent;
};

#define FLOW_SCALES_MAX 4

/* Which of the machine's own devices serve objects of a run, of the first node that has one of
 * their kind; all others are simulated. What a real one takes can't be scaled. */
struct flow_real {
	uint32_t disk;                  /* for FLOW_DISK: 1 + platform_disk_name's number; or 0 */
	uint64_t pattern_sectors;        /* of that disk (lib/disk_pattern.h) */
	bool has_line;                  /* for FLOW_SERIAL: platform_flow_line's */
};

/* What is done to the clocks of all nodes but the first: node number n shows n times as much. */
struct flow_planted {
	int64_t offset_ns;
	int64_t drift_ppb;              /* since the TSC was 0 */
};

/* How packets go from node to node. */
enum flow_carrier {
	FLOW_BY_MEMORY,         /* all nodes are of one machine */
	FLOW_BY_SERIAL,         /* each is a machine, with a serial line to the first one */
	FLOW_BY_ETHERNET,       /* each is a machine on one network */
};

/* The CPUs are shared out among the nodes, in their order, or are all of the one node that this
 * machine is. Each node has a scheduler, ports, devices and numbers of its own; only packets go
 * from one to another. */
struct flow_run {
	const struct flow_script *script;        /* must stay until the next one is opened */
	uint32_t further_nodes;                 /* beside the first */
	const struct flow_script *further[FLOW_NODES_MAX - 1];  /* what they do */
	struct flow_planted planted;
	struct flow_real real;
	enum flow_recording recording;
	uint32_t cpus;                          /* 1 to FLOW_CPUS_MAX; one a node at least */
	uint32_t ring_events;                   /* for which each CPU has room */
	enum flow_carrier carrier;
	uint32_t self;                          /* the node that the machine is, unless by memory */
	uint32_t key;                           /* the same for the same run on every machine */
	uint32_t scale_count;
	struct flow_scale scales[FLOW_SCALES_MAX];
};

#define FLOW_CPUS_MAX 8

static inline uint32_t flow_run_nodes(const struct flow_run *run)
{
	return 1 + run->further_nodes;
}

static inline bool flow_run_is_apart(const struct flow_run *run)
{
	return run->carrier != FLOW_BY_MEMORY;
}

static inline const struct flow_script *flow_run_script(const struct flow_run *run, uint32_t node)
{
	return node == 0 ? run->script : run->further[node - 1];
}

#endif
