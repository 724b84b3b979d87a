/* What a record adds to a log: records come in any order;
 * only net_run has to precede what belongs to it. */
#include "tools/net_log.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/utf8.h"

_Static_assert(sizeof(struct net_event) == 24, "the size on the wire");

const char *const net_class_names[NET_CLASSES] = {
	"cpu", "queue", "device", "lock", "software", "data", "node",
};

void net_list_grow(void **items, size_t *capacity, size_t size)
{
	*capacity = *capacity == 0 ? 64 : 2 * *capacity;
	*items = reallocarray(*items, *capacity, size);
	if (*items == NULL)
		err(2, "out of memory");
}

/* ---- Keys of the maps: never 0 ---- */

static uint64_t stream_key(uint32_t run, uint64_t node, uint64_t cpu)
{
	return ((uint64_t)run << 16 | node << 8 | cpu) + 1;
}

static uint64_t name_key(uint32_t run, uint64_t node, uint64_t number)
{
	return ((uint64_t)run << 24 | node << 16 | number) + 1;
}

/* ---- One record ---- */

static const char *keep_text(struct net_log *log, const char *text)
{
	char *copy = arena_copy(&log->arena, text, strlen(text) + 1);

	if (copy != NULL)
		utf8_make_printable(copy);
	return copy;
}

/* The index of the run that a record belongs to; NET_RUNS_MAX, counted, if it is not there. */
static uint32_t run_of(struct net_log *log, uint64_t id)
{
	const uint32_t *run = id < UINT64_MAX ? number_map_find(&log->run_map, id + 1) : NULL;

	if (run == NULL)
		log->account.unattached++;
	return run != NULL ? *run : NET_RUNS_MAX;
}

static void add_run(struct net_log *log, const struct wire_net_run *info)
{
	struct net_run run = {.info = *info};

	if (info->id == UINT64_MAX || log->runs.count == NET_RUNS_MAX) {
		log->account.over_limit++;
		return;
	}
	if (number_map_find(&log->run_map, info->id + 1) != NULL) {
		log->account.duplicated++;
		return;
	}
	run.info.name = keep_text(log, info->name);
	if (run.info.name == NULL) {
		log->account.over_limit++;
		return;
	}
	number_map_add(&log->run_map, info->id + 1, (uint32_t)log->runs.count);
	NET_LIST_ADD(log->runs, run);
}

static uint32_t stream_of(struct net_log *log, uint32_t run, uint64_t node, uint64_t cpu)
{
	const struct net_stream stream = {
		.run = run, .node = (uint8_t)node, .cpu = (uint8_t)cpu,
	};
	uint64_t key = stream_key(run, node, cpu);
	const uint32_t *known = number_map_find(&log->stream_map, key);

	if (known != NULL)
		return *known;
	if (node > log->runs.items[run].nodes)
		log->runs.items[run].nodes = (uint8_t)node;
	number_map_add(&log->stream_map, key, (uint32_t)log->streams.count);
	NET_LIST_ADD(log->streams, stream);
	return (uint32_t)log->streams.count - 1;
}

static void reserve_events(struct net_log *log, size_t more)
{
	while (log->events.capacity - log->events.count < more)
		net_list_grow((void **)&log->events.items, &log->events.capacity,
			      sizeof(*log->events.items));
}

static void add_trace(struct net_log *log, const struct wire_net_trace *trace)
{
	size_t count = trace->data.size / sizeof(struct net_event);
	uint32_t run = run_of(log, trace->run);
	struct net_block block = {.count = (uint32_t)count, .first = trace->first};

	if (run == NET_RUNS_MAX)
		return;
	if (trace->n != count || count == 0 || trace->data.size % sizeof(struct net_event) != 0 ||
	    trace->node > UINT8_MAX || trace->cpu > UINT8_MAX) {
		log->account.malformed++;
		return;
	}
	if (log->events.count + count > NET_EVENTS_MAX || trace->first > UINT64_MAX - count) {
		log->account.over_limit++;
		return;
	}
	reserve_events(log, count);
	block.start = (uint32_t)log->events.count;
	block.stream = stream_of(log, run, trace->node, trace->cpu);
	memcpy(log->events.items + log->events.count, trace->data.data, trace->data.size);
	log->events.count += count;
	NET_LIST_ADD(log->blocks, block);
}

static void add_ring(struct net_log *log, const struct wire_net_ring *ring)
{
	uint32_t run = run_of(log, ring->run), number;
	struct net_stream *stream;

	if (run == NET_RUNS_MAX)
		return;
	if (ring->node > UINT8_MAX || ring->cpu > UINT8_MAX) {
		log->account.malformed++;
		return;
	}
	number = stream_of(log, run, ring->node, ring->cpu);
	stream = &log->streams.items[number];
	stream->is_closed = true;
	stream->sent = ring->events;
	stream->lost = ring->lost;
}

static enum net_class class_of(const char *name)
{
	int class = 0;

	while (class < NET_CLASSES && strcmp(net_class_names[class], name) != 0)
		class++;
	return (enum net_class)class;
}

/* Whether a name can be kept; counts why not. */
static bool admit_name(struct net_log *log, const struct number_map *map, uint64_t key,
		       const char *name)
{
	if (name == NULL)
		log->account.over_limit++;
	else if (number_map_find(map, key) != NULL)
		log->account.duplicated++;
	else
		return true;
	return false;
}

void net_log_add_object(struct net_log *log, const struct net_object *object)
{
	number_map_add(&log->object_map, name_key(object->run, object->node, object->number),
		       (uint32_t)log->objects.count);
	NET_LIST_ADD(log->objects, *object);
}

static void add_object(struct net_log *log, const struct wire_net_object *record)
{
	uint32_t run = run_of(log, record->run);
	struct net_object object = {
		.run = run, .node = (uint8_t)record->node, .number = (uint16_t)record->object,
		.class = class_of(record->class),
	};
	uint64_t key;

	if (run == NET_RUNS_MAX)
		return;
	if (record->node > UINT8_MAX || record->object > UINT16_MAX || record->object == 0 ||
	    object.class == NET_CLASSES) {
		log->account.malformed++;
		return;
	}
	key = name_key(run, record->node, record->object);
	object.name = keep_text(log, record->name);
	if (admit_name(log, &log->object_map, key, object.name))
		net_log_add_object(log, &object);
}

void net_log_add_thread(struct net_log *log, const struct net_thread *thread)
{
	number_map_add(&log->thread_map, name_key(thread->run, thread->node, thread->number),
		       (uint32_t)log->threads.count);
	NET_LIST_ADD(log->threads, *thread);
}

static void add_thread(struct net_log *log, const struct wire_net_thread *record)
{
	uint32_t run = run_of(log, record->run);
	struct net_thread thread = {
		.run = run, .node = (uint8_t)record->node, .number = (uint16_t)record->thread,
	};
	uint64_t key;

	if (run == NET_RUNS_MAX)
		return;
	if (record->node > UINT8_MAX || record->thread > UINT16_MAX || record->thread == 0) {
		log->account.malformed++;
		return;
	}
	key = name_key(run, record->node, record->thread);
	thread.name = keep_text(log, record->name);
	if (admit_name(log, &log->thread_map, key, thread.name))
		net_log_add_thread(log, &thread);
}

static void add_online(struct net_log *log, const struct wire_net_online *record)
{
	struct wire_net_online online = *record;

	online.run = run_of(log, record->run);
	if (online.run == NET_RUNS_MAX)
		return;
	online.using = keep_text(log, record->using);
	online.state = keep_text(log, record->state);
	if (online.using == NULL || online.state == NULL)
		log->account.over_limit++;
	else
		NET_LIST_ADD(log->online, online);
}

static void add_truth(struct net_log *log, const struct wire_net_truth *record)
{
	struct wire_net_truth truth = *record;

	truth.run = run_of(log, record->run);
	if (truth.run == NET_RUNS_MAX)
		return;
	if (record->n != record->path.size / sizeof(uint32_t) ||
	    record->path.size % sizeof(uint32_t) != 0) {
		log->account.malformed++;
		return;
	}
	truth.path.data = arena_copy(&log->arena, record->path.data, record->path.size);
	if (truth.path.data == NULL)
		log->account.over_limit++;
	else
		NET_LIST_ADD(log->truths, truth);
}

static void keep_manifest(struct net_log *log, const struct wire_manifest *manifest)
{
	const struct wire_field *field = wire_schemas[WIRE_manifest].fields;

	log->manifest = *manifest;
	for (; field->name != NULL; field++) {
		const char **text = (const char **)((char *)&log->manifest + field->offset);

		if (field->kind == WIRE_STR)
			*text = keep_text(log, *text);
	}
}

void net_log_add(struct net_log *log, const struct wire_record *record)
{
	switch (record->kind) {
	case WIRE_manifest:
		keep_manifest(log, &record->manifest);
		break;
	case WIRE_end:
		log->is_complete = log_end_is_complete(&record->end);
		break;
	case WIRE_net_run:
		add_run(log, &record->net_run);
		break;
	case WIRE_net_trace:
		add_trace(log, &record->net_trace);
		break;
	case WIRE_net_ring:
		add_ring(log, &record->net_ring);
		break;
	case WIRE_net_object:
		add_object(log, &record->net_object);
		break;
	case WIRE_net_thread:
		add_thread(log, &record->net_thread);
		break;
	case WIRE_net_online:
		add_online(log, &record->net_online);
		break;
	case WIRE_net_truth:
		add_truth(log, &record->net_truth);
		break;
	default:
		break;
	}
}

/* ---- The whole log ---- */

struct net_log *net_log_empty(void)
{
	struct net_log *log = calloc(1, sizeof(*log));

	if (log == NULL)
		err(2, "out of memory");
	arena_init(&log->arena, NET_NAMES_BYTES_MAX);
	return log;
}

void net_log_free(struct net_log *log)
{
	if (log == NULL)
		return;
	free(log->events.items);
	free(log->runs.items);
	free(log->streams.items);
	free(log->blocks.items);
	free(log->objects.items);
	free(log->threads.items);
	free(log->online.items);
	free(log->truths.items);
	number_map_free(&log->run_map);
	number_map_free(&log->stream_map);
	number_map_free(&log->object_map);
	number_map_free(&log->thread_map);
	arena_free(&log->arena);
	free(log);
}

static int by_place(const void *a, const void *b)
{
	const struct net_block *left = a, *right = b;

	if (left->stream != right->stream)
		return left->stream < right->stream ? -1 : 1;
	return (left->first > right->first) - (left->first < right->first);
}

struct net_log *net_log_new(const char *name, uint8_t cpus)
{
	const struct net_run run = {.info = {.name = name, .cpus = cpus}};
	struct net_log *log = net_log_empty();

	number_map_add(&log->run_map, run.info.id + 1, 0);
	NET_LIST_ADD(log->runs, run);
	return log;
}

void net_log_seal(struct net_log *log)
{
	if (log->blocks.count > 0)
		qsort(log->blocks.items, log->blocks.count, sizeof(*log->blocks.items), by_place);
}

const struct net_object *net_log_object(const struct net_log *log, uint32_t run, uint8_t node,
					uint16_t number)
{
	const uint32_t *index = number_map_find(&log->object_map, name_key(run, node, number));

	return index != NULL ? &log->objects.items[*index] : NULL;
}

const struct net_thread *net_log_thread(const struct net_log *log, uint32_t run, uint8_t node,
					uint16_t number)
{
	const uint32_t *index = number_map_find(&log->thread_map, name_key(run, node, number));

	return index != NULL ? &log->threads.items[*index] : NULL;
}
