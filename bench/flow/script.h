/* SPDX-License-Identifier: MIT */
/* A workload of interactions, as data: threads, the steps of each, and the objects that they use.
 * The platform's scheduler executes and records the workload. A workload is therefore a table, and
 * only the scheduler adds a cost to its work. */
#ifndef BENCH_FLOW_SCRIPT_H
#define BENCH_FLOW_SCRIPT_H

#include <stdbool.h>
#include <stdint.h>

/* Steps of a thread. A thread starts at its first step and continues with the next one, unless the
 * step says otherwise. object is an index into the script's objects. */
enum flow_op {
	FLOW_OP_WORK,            /* argument iterations of a loop of two instructions */
	FLOW_OP_SEND,            /* send a word to port object; argument 0: the last received
				  * word */
	FLOW_OP_SEND_BLOCKING,   /* like FLOW_OP_SEND, and wait until the word was received */
	FLOW_OP_RECEIVE,         /* wait for a word from port object, for the same task */
	FLOW_OP_TRY_RECEIVE,     /* receive without waiting; without a word, the last word becomes
				  * 0 */
	FLOW_OP_NEXT,            /* finish the task, then wait for a word, which starts the next
				  * task */
	FLOW_OP_CREATE,          /* start thread object, which must not exist */
	FLOW_OP_JOIN,            /* wait until thread object has ended */
	FLOW_OP_BEGIN_USE,       /* of object, which is software or data */
	FLOW_OP_END_USE,
	FLOW_OP_REQUEST,         /* let device object work for argument microseconds */
	FLOW_OP_LOCK,            /* object: a lock */
	FLOW_OP_UNLOCK,
	FLOW_OP_UNLESS,          /* skip object steps if the last word has a bit of argument */
	FLOW_OP_AGAIN,           /* continue at the thread's first step */
	FLOW_OP_EXIT,            /* end; another thread joins this one */
	FLOW_OP_RESPOND,         /* the user receives the response, or part of it */

	/* Store operation on the row of relation object whose key is in the last word. Each page
	 * takes argument iterations of work. */
	FLOW_OP_LOOK_UP,
	FLOW_OP_SCAN,            /* the row's page and those after it, FLOW_SCAN_PAGES in total */
	FLOW_OP_CHANGE,          /* change the row in memory */

	FLOW_OP_DONE,            /* finish the task; if no other thread works for the task, the user
				  * of the load plan continues */
	FLOW_OP_WRITE,           /* write argument bytes to stream object */
	FLOW_OP_READ,            /* wait until argument bytes from stream object have arrived */
	FLOW_OP_READ_NEXT,       /* finish the task, then read; the first byte starts the next
				  * task */
	FLOW_OP_REQUEST_REAL,    /* internal to platforms: a request to an object of FLOW_REAL */
};

struct flow_step {
	uint8_t op;             /* enum flow_op */
	uint8_t object;
	uint32_t argument;
};

/* The QUEUE of each DEVICE, DISK, SERIAL and LOCK must directly follow the object. A new sub-task
 * inherits only the uses of objects after LOCK. */
enum flow_object_kind {
	FLOW_PORT,
	FLOW_STREAM,             /* a port without message boundaries: bytes are read */
	FLOW_DEVICE,             /* serves one request after the other */
	FLOW_DISK,               /* a device that reads the block whose number is in the last word;
				  * the block's first word becomes the last word */
	FLOW_SERIAL,             /* a device: a serial line that sends the last word's character */
	FLOW_REAL,               /* internal to platforms: a disk or serial line of the machine */
	FLOW_DELAY,              /* serves all requests at once, like a timer */
	FLOW_QUEUE,
	FLOW_LOCK,
	FLOW_SOFTWARE,
	FLOW_DATA,
};

/* Numbers of disk blocks are in the low bits of a word. A block contains its number and this
 * bit. */
#define FLOW_DISK_BLOCKS 16
#define FLOW_WORD_BLOCK 0x800u

struct flow_object_plan {
	enum flow_object_kind kind;
	const char *name;
};

struct flow_thread_plan {
	const char *name;
	uint16_t first_step;
	bool is_created;        /* created by a step, so it does not run from the start */
};

/* A composite state whose time is summed: all objects of a set are in use. An interaction counts
 * only if it was in the state `using`, on or off its critical path. Sets are masks of flow_bit; 0:
 * any state. */
struct flow_state_plan {
	uint64_t using, state;
};

/* Destination of messages to a port that represents a port of another node. */
struct flow_route {
	uint8_t port;           /* object: the representing port */
	uint8_t link;           /* object: the device that sends packets one after the other */
	uint8_t node;           /* destination node */
	uint8_t their_port;     /* object of that node's script */
	uint32_t packet_us;     /* time on the link per packet */
};

/* A relational store (lib/app/store.h) on a paging device with an LRU page cache. The cache must
 * have more pages than there are threads, and is full at the start. */
#define FLOW_SCAN_PAGES 8
#define FLOW_WORD_KEY 0xffffu            /* number of a row, modulo the number of rows */

struct flow_store_plan {
	const uint32_t *rows;           /* per relation */
	uint8_t relation_count;
	uint8_t first_relation;         /* object of the first, FLOW_DATA; the others follow */
	uint8_t device;                 /* object, FLOW_DEVICE; its queue is that of page faults */
	uint32_t read_us;               /* per page */
	uint32_t cache_pages;
};

/* Users at terminals, who replace `actions`. Each user sends words one after the other to one
 * port. */
struct flow_act {
	uint32_t after_us;              /* after the end of the previous act, or after its start if
					 * is_open */
	uint32_t word;
};

struct flow_load_plan {
	const struct flow_act *acts;     /* of the first user, then of the second, and so on */
	uint32_t users, acts_each;
	uint8_t port, think;            /* objects; think: FLOW_DELAY */
	bool is_open;                   /* users do not wait for the end of the previous act */
};

#define FLOW_USERS_MAX 32

/* Maximum size of a packet with stream data for another node. */
#define FLOW_SEGMENT_BYTES 256u

#define FLOW_OBJECTS_MAX 48
#define FLOW_THREADS_MAX 255
#define FLOW_STATES_MAX 4
#define FLOW_NODES_MAX 4

static inline uint64_t flow_bit(unsigned object)
{
	return 1ull << object;
}

/* Convert a set by flow_bit to a set by object numbers in events, which begin with 1. */
static inline uint64_t flow_numbers(uint64_t objects)
{
	return objects << 1;
}

/* Words that are user actions; the workload defines the other bits. */
#define FLOW_WORD_CHARACTER 0xffu
#define FLOW_WORD_NEWLINE 0x100u         /* set besides the character, so that one bit identifies
					  * it */

struct flow_script {
	const struct flow_step *steps;
	const struct flow_object_plan *objects;
	const struct flow_thread_plan *threads;
	const struct flow_state_plan *states;
	uint32_t step_count, object_count, thread_count, state_count;
	const char *actions;            /* characters, one user action each */
	uint8_t action_port;            /* destination of the actions */
	uint8_t route_count;
	const struct flow_route *routes; /* to other nodes */
	bool by_keyboard;               /* actions are keystrokes with the keyboard's interrupts */
	bool at_once;                   /* send all actions before the first is served */
	const struct flow_load_plan *load;       /* NULL: `actions` are used; first node only */
	const struct flow_store_plan *store;     /* NULL: no store; first node only */

	/* Known critical path of the last action: the steps that made its sub-tasks, in
	 * chronological order. FLOW_TRUTH_SOURCE is the action itself. Only the first node's script
	 * has it; the steps of further nodes are numbered after the first node's. */
	const uint16_t *truth;
	uint32_t truth_count;
};

#define FLOW_TRUTH_SOURCE UINT16_MAX

enum flow_recording {
	FLOW_RECORDING_OFF,
	FLOW_RECORDING_ON,       /* every event */
	FLOW_RECORDING_METERED,  /* also sums over composite states, as interactions end */
};

/* Scale the time of work and requests to a percentage while a sub-task uses one of the objects,
 * including inherited ones. If the CPU is one of the objects, all work is scaled. */
struct flow_scale {
	uint64_t objects[FLOW_NODES_MAX];       /* of each node's script, as flow_bit masks */
	bool is_of_cpu;
	uint32_t percent;
};

#define FLOW_SCALES_MAX 4

/* The real devices of the machine that serve objects of a run. A device serves the first node that
 * has an object of its kind. All other objects are simulated. The time of a real device cannot be
 * scaled. */
struct flow_real {
	uint32_t disk;                  /* for FLOW_DISK: 1 + the number for platform_disk_name; 0:
					 * no disk */
	uint64_t pattern_sectors;        /* of that disk (lib/disk_pattern.h) */
	bool has_line;                  /* for FLOW_SERIAL: platform_flow_line has one */
};

/* Error injected into the clocks of all nodes but the first. The clock of node n has n times this
 * error. */
struct clock_skew {
	int64_t offset_ns;
	int64_t drift_ppb;              /* since the clock was 0 */
};

/* Carrier of packets between nodes. */
enum flow_carrier {
	FLOW_BY_MEMORY,         /* all nodes run on one machine */
	FLOW_BY_SERIAL,         /* each node is a machine with a serial line to the first */
	FLOW_BY_ETHERNET,       /* each node is a machine on one network */
};

/* The CPUs are divided among the nodes in order, or all belong to the one node that this machine
 * is. Each node has its own scheduler, ports, devices and numbers; nodes exchange only packets. */
struct flow_run {
	const struct flow_script *script;        /* must stay valid until the next run is opened */
	uint32_t further_nodes;                 /* besides the first */
	const struct flow_script *further[FLOW_NODES_MAX - 1];  /* their scripts */
	struct clock_skew skew;
	struct flow_real real;
	enum flow_recording recording;
	uint32_t cpus;                          /* 1 to FLOW_CPUS_MAX; at least one per node */
	uint32_t ring_events;                   /* capacity of each CPU's ring */
	enum flow_carrier carrier;
	uint32_t self;                          /* this machine's node, unless the carrier is
						 * memory */
	uint32_t key;                           /* identifies the same run on all machines */
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
