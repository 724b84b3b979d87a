/* SPDX-License-Identifier: MIT */
/* flow.server: a relational store that serves up to 20 users at once: the "archetypal performance
 * problem" of Ashton & Penny, "The Interaction Network", 1991, section 1.1, with the states of its
 * section 6.2. Users look up customers, scan items, and place orders, which need a lock, the bank's
 * approval and a record on the log disk. flow.server_bottleneck adds a bottleneck: a log disk that
 * takes eight times as long, a cache of a few pages, or a call of the bank while the lock is
 * held. */
#include "bench/flow/workload.h"
#include "bench/platform.h"
#include "lib/rng.h"
#include "lib/text/string.h"

#define ACTS_EACH 10
#define USERS_MAX 20
#define EVENTS_AN_ACT 160               /* enough even with a page fault for each page */
#define SAMPLES 3                       /* the samples are equal if ticks are instructions */

#define THINK_US 4000                   /* mean of a uniform distribution from 0 to twice this
					 * time */
#define ARRIVAL_US 8000                 /* mean time between one user's acts under open load, of
					 * such a distribution */
#define PACED_APART_US 100              /* between two users' acts if load is paced */
#define READ_US 400
#define LOG_US 150
#define LOG_SLOW_US 1200
#define BANK_US 1000
#define CACHE_ALL 144                   /* cache with more pages than the store has */
#define CACHE_SMALL 24

#define PARSE_TURNS 30000u
#define PAGE_TURNS 8000u
#define CHANGE_TURNS 10000u

/* Type of request and workstation, in addition to a row's key. */
#define WORD_LOOK_UP 0x10000u
#define WORD_SCAN 0x20000u
#define WORD_ORDER 0x40000u
#define WORD_W1 0x100000u
#define WORD_W2 0x200000u
#define WORD_W3 0x400000u

enum {
	SERVER_PORT, PAGING, FAULT_QUEUE, LOG, LOG_QUEUE, BANK, THINK, LOCK, LOCK_QUEUE, W1, W2, W3,
	SERVER, PAGER, CUSTOMERS, ITEMS, ORDERS, OBJECTS
};

static const struct flow_object_plan objects[] = {
	[SERVER_PORT] = {FLOW_PORT, "server_port"},
	[PAGING] = {FLOW_DEVICE, "paging_device"},
	[FAULT_QUEUE] = {FLOW_QUEUE, "page_fault_queue"},
	[LOG] = {FLOW_DEVICE, "log_disk"},
	[LOG_QUEUE] = {FLOW_QUEUE, "log_queue"},
	[BANK] = {FLOW_DELAY, "bank"},
	[THINK] = {FLOW_DELAY, "think"},
	[LOCK] = {FLOW_LOCK, "orders_lock"},
	[LOCK_QUEUE] = {FLOW_QUEUE, "orders_lock_queue"},
	[W1] = {FLOW_SOFTWARE, "w1"},
	[W2] = {FLOW_SOFTWARE, "w2"},
	[W3] = {FLOW_SOFTWARE, "w3"},
	[SERVER] = {FLOW_SOFTWARE, "server"},
	[PAGER] = {FLOW_SOFTWARE, "pager"},
	[CUSTOMERS] = {FLOW_DATA, "customers"},
	[ITEMS] = {FLOW_DATA, "items"},
	[ORDERS] = {FLOW_DATA, "orders"},
};

static const uint32_t rows[] = {1024, 384, 512}; /* on 67, 25 and 33 pages, indexes included */

/* One thread for each user, so that no user waits for a thread. */
static const struct flow_thread_plan threads[] = {
	{"server_1", 0, false}, {"server_2", 0, false}, {"server_3", 0, false},
	{"server_4", 0, false}, {"server_5", 0, false}, {"server_6", 0, false},
	{"server_7", 0, false}, {"server_8", 0, false}, {"server_9", 0, false},
	{"server_10", 0, false}, {"server_11", 0, false}, {"server_12", 0, false},
	{"server_13", 0, false}, {"server_14", 0, false}, {"server_15", 0, false},
	{"server_16", 0, false}, {"server_17", 0, false}, {"server_18", 0, false},
	{"server_19", 0, false}, {"server_20", 0, false},
};

#define THREADS (sizeof(threads) / sizeof(threads[0]))

_Static_assert(THREADS == USERS_MAX, "a thread for each user");

/* The bank is called before the lock is taken. With a hot lock, the lock is taken before the
 * call. */
static const struct flow_step steps[] = {
	{FLOW_OP_NEXT, SERVER_PORT, 0},
	{FLOW_OP_UNLESS, 1, WORD_W2 | WORD_W3},
	{FLOW_OP_BEGIN_USE, W1, 0},
	{FLOW_OP_UNLESS, 1, WORD_W1 | WORD_W3},
	{FLOW_OP_BEGIN_USE, W2, 0},
	{FLOW_OP_UNLESS, 1, WORD_W1 | WORD_W2},
	{FLOW_OP_BEGIN_USE, W3, 0},
	{FLOW_OP_BEGIN_USE, SERVER, 0},
	{FLOW_OP_WORK, 0, PARSE_TURNS},
	{FLOW_OP_UNLESS, 5, WORD_SCAN | WORD_ORDER},
	{FLOW_OP_BEGIN_USE, PAGER, 0},
	{FLOW_OP_BEGIN_USE, CUSTOMERS, 0},
	{FLOW_OP_LOOK_UP, CUSTOMERS, PAGE_TURNS},
	{FLOW_OP_END_USE, CUSTOMERS, 0},
	{FLOW_OP_END_USE, PAGER, 0},
	{FLOW_OP_UNLESS, 5, WORD_LOOK_UP | WORD_ORDER},
	{FLOW_OP_BEGIN_USE, PAGER, 0},
	{FLOW_OP_BEGIN_USE, ITEMS, 0},
	{FLOW_OP_SCAN, ITEMS, PAGE_TURNS},
	{FLOW_OP_END_USE, ITEMS, 0},
	{FLOW_OP_END_USE, PAGER, 0},
	{FLOW_OP_UNLESS, 13, WORD_LOOK_UP | WORD_SCAN},
	{FLOW_OP_BEGIN_USE, PAGER, 0},
	{FLOW_OP_BEGIN_USE, ORDERS, 0},
	{FLOW_OP_LOOK_UP, ORDERS, PAGE_TURNS},
	{FLOW_OP_END_USE, ORDERS, 0},
	{FLOW_OP_END_USE, PAGER, 0},
	{FLOW_OP_REQUEST, BANK, BANK_US},
	{FLOW_OP_LOCK, LOCK, 0},
	{FLOW_OP_BEGIN_USE, ORDERS, 0},
	{FLOW_OP_CHANGE, ORDERS, PAGE_TURNS},
	{FLOW_OP_WORK, 0, CHANGE_TURNS},
	{FLOW_OP_END_USE, ORDERS, 0},
	{FLOW_OP_UNLOCK, LOCK, 0},
	{FLOW_OP_REQUEST, LOG, LOG_US},
	{FLOW_OP_RESPOND, 0, 0},
	{FLOW_OP_DONE, 0, 0},
	{FLOW_OP_AGAIN, 0, 0},
};

enum {BANK_STEP = 27, LOCK_STEP = 28, LOG_STEP = 34, STEPS = sizeof(steps) / sizeof(steps[0])};

struct server {
	struct flow_script script;
	struct flow_load_plan load;
	struct flow_store_plan store;
	struct flow_step steps[STEPS];
	struct flow_act acts[USERS_MAX * ACTS_EACH];
};

_Static_assert(sizeof(struct server) <= BENCH_STATE_MAX, "a point's state");

/* ---- Points ---- */

enum {LOAD_CLOSED, LOAD_OPEN, LOAD_PACED};
enum {INJECTED_NONE, INJECTED_SLOW_DISK, INJECTED_SMALL_CACHE, INJECTED_HOT_LOCK};

struct point {
	uint64_t load, injected, cache_pages, users;
};

/* Axes of flow.server. */
enum {AXIS_LOAD, AXIS_CACHE, AXIS_USERS};

static const char *const load_labels[] = {
	[LOAD_CLOSED] = "closed", [LOAD_OPEN] = "open", [LOAD_PACED] = "paced",
};

static size_t loads(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = LOAD_CLOSED;
	values[1] = LOAD_OPEN;
	values[2] = LOAD_PACED;
	return 3;
}

static size_t caches(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	values[0] = CACHE_ALL;
	if (ctx->point[AXIS_LOAD] != LOAD_CLOSED)
		return 1;
	values[1] = 96;
	values[2] = 48;
	return 3;
}

static size_t server_users(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	static const uint64_t users[] = {1, 2, 5, 10, USERS_MAX};

	(void)ctx;
	memcpy(values, users, sizeof(users));
	return sizeof(users) / sizeof(users[0]);
}

static const struct axis axes[] = {
	[AXIS_LOAD] = {"load", load_labels, loads},
	[AXIS_CACHE] = {"cache_pages", NULL, caches},
	[AXIS_USERS] = {"users", NULL, server_users},
	{0},
};

static struct point point_of_load(const struct bench_ctx *ctx)
{
	return (struct point){
		.load = ctx->point[AXIS_LOAD], .injected = INJECTED_NONE,
		.cache_pages = ctx->point[AXIS_CACHE], .users = ctx->point[AXIS_USERS],
	};
}

/* Axis of flow.server_bottleneck. */
enum {AXIS_INJECTED};

static const char *const injected_labels[] = {
	[INJECTED_NONE] = "none", [INJECTED_SLOW_DISK] = "slow_disk",
	[INJECTED_SMALL_CACHE] = "small_cache", [INJECTED_HOT_LOCK] = "hot_lock",
};

static size_t injected_values(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	for (uint64_t injected = INJECTED_NONE; injected <= INJECTED_HOT_LOCK; injected++)
		values[injected] = injected;
	return INJECTED_HOT_LOCK + 1;
}

static const struct axis injected_axes[] = {
	[AXIS_INJECTED] = {"injected", injected_labels, injected_values},
	{0},
};

static struct point point_of_injected(const struct bench_ctx *ctx)
{
	uint64_t injected = ctx->point[AXIS_INJECTED];

	return (struct point){
		.load = LOAD_CLOSED, .injected = injected, .users = USERS_MAX,
		.cache_pages = injected == INJECTED_SMALL_CACHE ? CACHE_SMALL : CACHE_ALL,
	};
}

/* ---- One point ---- */

/* Shuffle the requests. Every user has the same requests, in a random order, so that means over
 * users are comparable. */
static void shuffle(struct rng *rng, uint32_t requests[ACTS_EACH])
{
	static const uint32_t all[ACTS_EACH] = {
		WORD_LOOK_UP, WORD_LOOK_UP, WORD_LOOK_UP, WORD_LOOK_UP, WORD_LOOK_UP,
		WORD_SCAN, WORD_SCAN, WORD_ORDER, WORD_ORDER, WORD_ORDER,
	};

	for (uint32_t i = 0; i < ACTS_EACH; i++) {
		uint32_t place = rng_below(rng, i + 1);

		requests[i] = requests[place];
		requests[place] = all[i];
	}
}

/* Delay of an act after the end of the previous act, or under open load after its start. Under
 * paced load, each user acts once per period. */
static uint32_t after_us(const struct point *point, uint32_t user, uint32_t act, struct rng *rng)
{
	uint32_t random_us = rng_below(rng, 2 * ARRIVAL_US);

	switch (point->load) {
	case LOAD_PACED:
		return act > 0 ? ARRIVAL_US : user * PACED_APART_US;
	case LOAD_OPEN:
		return random_us;
	default:
		return (uint32_t)((uint64_t)random_us * THINK_US / ARRIVAL_US);
	}
}

/* Write the acts. The acts of a user do not depend on the other users. */
static void write_acts(const struct point *point, struct server *server)
{
	static const uint32_t workstations[] = {WORD_W1, WORD_W2, WORD_W3};
	uint32_t requests[ACTS_EACH] = {0};
	struct rng rng;

	for (uint32_t user = 0; user < point->users; user++) {
		rng_seed(&rng, user);
		shuffle(&rng, requests);
		for (uint32_t i = 0; i < ACTS_EACH; i++)
			server->acts[user * ACTS_EACH + i] = (struct flow_act){
				.after_us = after_us(point, user, i, &rng),
				.word = requests[i] | workstations[user % 3] |
					rng_below(&rng, FLOW_WORD_KEY + 1),
			};
	}
}

static void write_steps(const struct point *point, struct server *server)
{
	memcpy(server->steps, steps, sizeof(steps));
	if (point->injected == INJECTED_SLOW_DISK)
		server->steps[LOG_STEP].argument = LOG_SLOW_US;
	if (point->injected == INJECTED_HOT_LOCK) {
		server->steps[BANK_STEP] = steps[LOCK_STEP];
		server->steps[LOCK_STEP] = steps[BANK_STEP];
	}
}

static void write_script(const struct point *point, struct server *server)
{
	server->load = (struct flow_load_plan){
		.acts = server->acts, .acts_each = ACTS_EACH,
		.users = (uint32_t)point->users,
		.port = SERVER_PORT, .think = THINK, .is_open = point->load != LOAD_CLOSED,
	};
	server->store = (struct flow_store_plan){
		.rows = rows, .relation_count = sizeof(rows) / sizeof(rows[0]),
		.first_relation = CUSTOMERS, .device = PAGING, .read_us = READ_US,
		.cache_pages = (uint32_t)point->cache_pages,
	};
	server->script = (struct flow_script){
		.steps = server->steps, .step_count = STEPS,
		.objects = objects, .object_count = OBJECTS,
		.threads = threads, .thread_count = THREADS,
		.actions = "", .load = &server->load, .store = &server->store,
	};
}

static int open_point(struct bench_ctx *ctx, const struct point *point)
{
	struct server *server = ctx->state;

	write_acts(point, server);
	write_steps(point, server);
	write_script(point, server);
	ctx->samples = SAMPLES;
	return workload_open(ctx, &(struct flow_run){
		.script = &server->script, .recording = FLOW_RECORDING_ON, .cpus = 1,
		.ring_events = (uint32_t)point->users * ACTS_EACH * EVENTS_AN_ACT,
	});
}

static int server_set_up(struct bench_ctx *ctx)
{
	struct point point = point_of_load(ctx);

	return open_point(ctx, &point);
}

static int server_set_up_bottleneck(struct bench_ctx *ctx)
{
	struct point point = point_of_injected(ctx);

	return open_point(ctx, &point);
}

const struct benchmark bench_flow_server = {
	.name = "flow.server",
	.summary = "mean time of one request to a relational store with several users",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = axes,
	.state_bytes = sizeof(struct server),
	.setup = server_set_up,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};

const struct benchmark bench_flow_server_bottleneck = {
	.name = "flow.server_bottleneck",
	.summary = "the same with 20 users and an injected bottleneck",
	.unit = UNIT_TSC_TICKS,
	.suites = SUITE_FULL | SUITE_FLOW,
	.needs = CAN_INTERACTIONS,
	.differs_hosted = WORKLOAD_DIFFERS_HOSTED,
	.axes = injected_axes,
	.state_bytes = sizeof(struct server),
	.setup = server_set_up_bottleneck,
	.sample = workload_sample,
	.teardown = workload_tear_down,
	.verified = "the workload ran to its end; the host tool checks the log for lost and "
		    "impossible events",
};
