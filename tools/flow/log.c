/* SPDX-License-Identifier: MIT */
/* Adds records to a log. A flow_run record precedes the records of its run. Other records may have
 * any order. */
#include "tools/flow/log.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/utf8.h"

_Static_assert(sizeof(struct flow_event) == 24, "size on the wire");

const struct flow_kind_info flow_kinds[FLOW_KIND_COUNT] = {
#define X(kind, name, construct, use, summary) {name, FLOW_##construct, FLOW_USE_##use},
	FLOW_KINDS(X)
#undef X
};

const char *const flow_class_names[FLOW_CLASSES] = {
	"cpu", "queue", "device", "lock", "software", "data", "node",
};

void flow_list_grow(void **items, size_t *capacity, size_t size)
{
	*capacity = *capacity == 0 ? 64 : 2 * *capacity;
	*items = xreallocarray(*items, *capacity, size);
}

/* ---- Keys of the maps: never 0 ---- */

static uint64_t stream_key(uint32_t run, uint64_t node, uint64_t cpu)
{
	return ((uint64_t)run << 16 | node << 8 | cpu) + 1;
}

static uint64_t log_name_key(uint32_t run, uint64_t node, uint64_t number)
{
	return ((uint64_t)run << 24 | node << 16 | number) + 1;
}

/* ---- One record ---- */

static const char *keep_text(struct flow_log *log, const char *text)
{
	char *copy = arena_copy(&log->arena, text, strlen(text) + 1);

	if (copy != NULL)
		utf8_make_printable(copy);
	return copy;
}

/* The index of a record's run. If the run is missing, counts the record and returns
 * FLOW_RUNS_MAX. */
static uint32_t log_run_of(struct flow_log *log, uint64_t id)
{
	const uint32_t *run = id < UINT64_MAX ? number_map_find(&log->run_map, id + 1) : NULL;

	if (run == NULL)
		log->account.unattached++;
	return run != NULL ? *run : FLOW_RUNS_MAX;
}

static void log_add_run(struct flow_log *log, const struct wire_flow_run *info)
{
	struct flow_run run = {.info = *info};

	if (info->id == UINT64_MAX || log->runs.count == FLOW_RUNS_MAX) {
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
	FLOW_LIST_ADD(log->runs, run);
}

static uint32_t log_stream_of(struct flow_log *log, uint32_t run, uint64_t node, uint64_t cpu)
{
	const struct flow_stream stream = {
		.run = run, .node = (uint8_t)node, .cpu = (uint8_t)cpu,
	};
	uint64_t key = stream_key(run, node, cpu);
	const uint32_t *known = number_map_find(&log->stream_map, key);

	if (known != NULL)
		return *known;
	if (node > log->runs.items[run].nodes)
		log->runs.items[run].nodes = (uint8_t)node;
	number_map_add(&log->stream_map, key, (uint32_t)log->streams.count);
	FLOW_LIST_ADD(log->streams, stream);
	return (uint32_t)log->streams.count - 1;
}

static void add_trace(struct flow_log *log, const struct wire_flow_trace *trace)
{
	size_t count = trace->data.size / sizeof(struct flow_event);
	uint32_t run = log_run_of(log, trace->run);
	struct flow_block block = {.count = (uint32_t)count, .first = trace->first};

	if (run == FLOW_RUNS_MAX)
		return;
	if (trace->n != count || count == 0 || trace->data.size % sizeof(struct flow_event) != 0 ||
	    trace->node > UINT8_MAX || trace->cpu > UINT8_MAX) {
		log->account.malformed++;
		return;
	}
	if (log->events.count + count > FLOW_EVENTS_MAX || trace->first > UINT64_MAX - count) {
		log->account.over_limit++;
		return;
	}
	while (log->events.capacity - log->events.count < count)
		flow_list_grow((void **)&log->events.items, &log->events.capacity,
			       sizeof(*log->events.items));
	block.start = (uint32_t)log->events.count;
	block.stream = log_stream_of(log, run, trace->node, trace->cpu);
	memcpy(log->events.items + log->events.count, trace->data.data, trace->data.size);
	log->events.count += count;
	FLOW_LIST_ADD(log->blocks, block);
}

static void add_ring(struct flow_log *log, const struct wire_flow_ring *ring)
{
	uint32_t run = log_run_of(log, ring->run), number;
	struct flow_stream *stream;

	if (run == FLOW_RUNS_MAX)
		return;
	if (ring->node > UINT8_MAX || ring->cpu > UINT8_MAX) {
		log->account.malformed++;
		return;
	}
	number = log_stream_of(log, run, ring->node, ring->cpu);
	stream = &log->streams.items[number];
	stream->is_closed = true;
	stream->sent = ring->events;
	stream->lost = ring->lost;
}

static enum flow_class class_of(const char *name)
{
	int class = 0;

	while (class < FLOW_CLASSES && strcmp(flow_class_names[class], name) != 0)
		class++;
	return (enum flow_class)class;
}

const struct flow_named *flow_names_find(const struct flow_names *names, uint32_t run, uint8_t node,
					 uint16_t number)
{
	const uint32_t *place = number_map_find(&names->places, log_name_key(run, node, number));

	return place != NULL ? &names->items[*place] : NULL;
}

void flow_names_add(struct flow_names *names, const struct flow_named *named)
{
	number_map_add(&names->places, log_name_key(named->run, named->node, named->number),
		       (uint32_t)names->count);
	FLOW_LIST_ADD(*names, *named);
}

/* Add an object or a thread. The records of both have the same fields, but only that of an object
 * has a class. */
static void add_name(struct flow_log *log, struct flow_names *names,
		     const struct wire_flow_object *record)
{
	uint32_t run = log_run_of(log, record->run);
	struct flow_named named = {
		.run = run, .node = (uint8_t)record->node, .number = (uint16_t)record->object,
		.class = class_of(record->class),
	};

	if (run == FLOW_RUNS_MAX)
		return;
	if (record->node > UINT8_MAX || record->object > UINT16_MAX || record->object == 0 ||
	    (names == &log->objects && named.class == FLOW_CLASSES)) {
		log->account.malformed++;
		return;
	}
	named.name = keep_text(log, record->name);
	if (named.name == NULL)
		log->account.over_limit++;
	else if (flow_names_find(names, run, named.node, named.number) != NULL)
		log->account.duplicated++;
	else
		flow_names_add(names, &named);
}

static void add_thread(struct flow_log *log, const struct wire_flow_thread *record)
{
	const struct wire_flow_object as_object = {
		.run = record->run, .node = record->node, .object = record->thread,
		.class = "", .name = record->name,
	};

	add_name(log, &log->threads, &as_object);
}

static void add_device(struct flow_log *log, const struct wire_flow_device *record)
{
	uint32_t run = log_run_of(log, record->run);
	const struct flow_named *object;

	if (run == FLOW_RUNS_MAX)
		return;
	if (record->node > UINT8_MAX || record->object > UINT16_MAX || record->is_real > 1) {
		log->account.malformed++;
		return;
	}
	object = flow_names_find(&log->objects, run, (uint8_t)record->node,
				 (uint16_t)record->object);
	if (object == NULL)
		return;
	if (object->device != NULL) {
		log->account.duplicated++;
		return;
	}
	log->objects.items[object - log->objects.items].device = keep_text(log, record->device);
	log->objects.items[object - log->objects.items].is_real = record->is_real != 0;
	log->account.over_limit += object->device == NULL;
}

static void add_online(struct flow_log *log, const struct wire_flow_online *record)
{
	struct wire_flow_online online = *record;

	online.run = log_run_of(log, record->run);
	if (online.run == FLOW_RUNS_MAX)
		return;
	online.using = keep_text(log, record->using);
	online.state = keep_text(log, record->state);
	if (online.using == NULL || online.state == NULL)
		log->account.over_limit++;
	else
		FLOW_LIST_ADD(log->online, online);
}

static void add_truth(struct flow_log *log, const struct wire_flow_truth *record)
{
	struct wire_flow_truth truth = *record;

	truth.run = log_run_of(log, record->run);
	if (truth.run == FLOW_RUNS_MAX)
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
		FLOW_LIST_ADD(log->truths, truth);
}

/* ---- The operating system's traces ---- */

#define OS_TRACE_OF_RUN "flow_run"

/* The operating system's trace of a run, which is added if `adds`; NULL: none. */
static struct flow_os_trace *os_trace_of(struct flow_log *log, const char *kind, uint64_t id,
					 bool adds)
{
	struct flow_os_trace trace = {0};

	if (strcmp(kind, OS_TRACE_OF_RUN) != 0)
		return NULL;
	trace.run = log_run_of(log, id);
	if (trace.run == FLOW_RUNS_MAX)
		return NULL;
	for (size_t i = log->os_traces.count; i > 0; i--) {
		if (log->os_traces.items[i - 1].run == trace.run)
			return &log->os_traces.items[i - 1];
	}
	if (!adds)
		return NULL;
	FLOW_LIST_ADD(log->os_traces, trace);
	return &log->os_traces.items[log->os_traces.count - 1];
}

static size_t os_trace_bytes(const struct flow_log *log)
{
	size_t bytes = 0;

	for (size_t i = 0; i < log->os_traces.count; i++)
		bytes += log->os_traces.items[i].size;
	return bytes;
}

static void add_os_trace(struct flow_log *log, const struct wire_os_trace *record)
{
	struct flow_os_trace *trace = os_trace_of(log, record->kind, record->id, true);

	if (trace == NULL)
		return;
	if (record->first != trace->size)       /* a part is missing: the size will differ */
		return;
	if (os_trace_bytes(log) + record->text.size > FLOW_OS_TRACE_BYTES_MAX) {
		log->account.over_limit++;
		return;
	}
	if (trace->capacity - trace->size < record->text.size) {
		trace->capacity = 2 * trace->capacity + record->text.size;
		trace->text = xreallocarray(trace->text, trace->capacity, 1);
	}
	memcpy(trace->text + trace->size, record->text.data, record->text.size);
	trace->size += record->text.size;
}

static void end_os_trace(struct flow_log *log, const struct wire_os_trace_end *record)
{
	struct flow_os_trace *trace = os_trace_of(log, record->kind, record->id, true);

	if (trace == NULL)
		return;
	trace->lost = record->lost;
	trace->is_whole = record->bytes == trace->size && record->is_cut == 0;
}

static void add_tid(struct flow_log *log, const struct wire_flow_tid *record)
{
	const struct flow_tid tid = {
		.run = log_run_of(log, record->run), .tid = (uint32_t)record->tid,
		.thread = (uint16_t)record->thread,
	};

	if (tid.run == FLOW_RUNS_MAX)
		return;
	if (record->thread == 0 || record->thread > UINT16_MAX || record->tid == 0 ||
	    record->tid >= UINT32_MAX)
		log->account.malformed++;
	else if (log->tids.count >= FLOW_RUNS_MAX * 256u)
		log->account.over_limit++;
	else
		FLOW_LIST_ADD(log->tids, tid);
}

void flow_log_drop_os_traces(struct flow_log *log)
{
	for (size_t i = 0; i < log->os_traces.count; i++)
		free(log->os_traces.items[i].text);
	log->os_traces.count = 0;
}

static void add_lack(struct flow_log *log, const struct wire_warning *record)
{
	struct flow_lack lack = {.is_note = strcmp(record->source, FLOW_LACK_NOTE) == 0};

	if (!lack.is_note && strcmp(record->source, FLOW_LACK_SOURCE) != 0)
		return;
	lack.text = keep_text(log, record->text);
	if (lack.text == NULL)
		log->account.over_limit++;
	else
		FLOW_LIST_ADD(log->lacks, lack);
}

static void keep_manifest(struct flow_log *log, const struct wire_manifest *manifest)
{
	const struct wire_field *field = wire_schemas[WIRE_manifest].fields;

	log->manifest = *manifest;
	for (; field->name != NULL; field++) {
		const char **text = (const char **)((char *)&log->manifest + field->offset);

		if (field->kind == WIRE_STR)
			*text = keep_text(log, *text);
	}
}

void flow_log_add(struct flow_log *log, const struct wire_record *record)
{
	switch (record->kind) {
	case WIRE_manifest:
		keep_manifest(log, &record->manifest);
		break;
	case WIRE_end:
		log->end_status = keep_text(log, record->end.status);
		break;
	case WIRE_warning:
		add_lack(log, &record->warning);
		break;
	case WIRE_flow_run:
		log_add_run(log, &record->flow_run);
		break;
	case WIRE_flow_node:
		log->has_own_clocks |= log_run_of(log, record->flow_node.run) != FLOW_RUNS_MAX;
		break;
	case WIRE_flow_line:
		log->session = record->flow_line.session;
		break;
	case WIRE_flow_trace:
		add_trace(log, &record->flow_trace);
		break;
	case WIRE_flow_ring:
		add_ring(log, &record->flow_ring);
		break;
	case WIRE_flow_object:
		add_name(log, &log->objects, &record->flow_object);
		break;
	case WIRE_flow_device:
		add_device(log, &record->flow_device);
		break;
	case WIRE_flow_thread:
		add_thread(log, &record->flow_thread);
		break;
	case WIRE_flow_online:
		add_online(log, &record->flow_online);
		break;
	case WIRE_flow_truth:
		add_truth(log, &record->flow_truth);
		break;
	case WIRE_flow_tid:
		add_tid(log, &record->flow_tid);
		break;
	case WIRE_os_trace:
		add_os_trace(log, &record->os_trace);
		break;
	case WIRE_os_trace_end:
		end_os_trace(log, &record->os_trace_end);
		break;
	default:
		break;
	}
}

/* ---- The whole log ---- */

bool flow_log_is_complete(const struct flow_log *log)
{
	return log->end_status != NULL && log_end_is_complete(log->end_status);
}

struct flow_log *flow_log_empty(void)
{
	struct flow_log *log = xcalloc(1, sizeof(*log));

	arena_init(&log->arena, FLOW_NAMES_BYTES_MAX);
	return log;
}

void flow_log_free(struct flow_log *log)
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
	free(log->lacks.items);
	flow_log_drop_os_traces(log);
	free(log->os_traces.items);
	free(log->tids.items);
	free(log->clocks.items);
	number_map_free(&log->run_map);
	number_map_free(&log->stream_map);
	number_map_free(&log->objects.places);
	number_map_free(&log->threads.places);
	arena_free(&log->arena);
	free(log);
}

static int by_place(const void *a, const void *b)
{
	const struct flow_block *left = a, *right = b;

	if (left->stream != right->stream)
		return left->stream < right->stream ? -1 : 1;
	return (left->first > right->first) - (left->first < right->first);
}

struct flow_log *flow_log_new(const char *name, uint8_t cpus)
{
	const struct flow_run run = {.info = {.name = name, .cpus = cpus}};
	struct flow_log *log = flow_log_empty();

	number_map_add(&log->run_map, run.info.id + 1, 0);
	FLOW_LIST_ADD(log->runs, run);
	return log;
}

void flow_log_sort(struct flow_log *log)
{
	if (log->blocks.count > 0)
		qsort(log->blocks.items, log->blocks.count, sizeof(*log->blocks.items), by_place);
}
