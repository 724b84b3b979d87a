/* SPDX-License-Identifier: MIT */
/* Collects the events of each CPU in a block, which is written when it is full. */
#include "tools/flow/write.h"

#include <stdlib.h>

struct stream {
	uint8_t node, cpu;
	uint64_t sent;
	size_t count;
	struct flow_event block[FLOW_BLOCK_EVENTS];
};

#define RECENT_NAMES 256

/* Objects or threads seen so far, by node and number. */
struct names {
	struct number_map seen;
	uint64_t recent[RECENT_NAMES];  /* their latest keys, by number % RECENT_NAMES */
};

struct run_writer {
	struct flow_writer *writer;
	const struct flow_log *log;
	uint32_t run;                   /* in the log */
	uint64_t id;                    /* in the output */
	FLOW_LIST(struct stream) streams;
	uint32_t latest;                /* index of the previous event's stream */
	struct number_map stream_map;
	struct names objects, threads;
};

static void flow_write(void *context, const char *text, size_t length)
{
	out_bytes(context, text, length);
}

void flow_write_begin(struct flow_writer *writer, FILE *file, const struct wire_manifest *manifest)
{
	out_begin(&writer->out, file);
	writer->wire = (struct wire_writer){.put = flow_write, .context = &writer->out};
	writer->next_run = 0;
	wire_write(&writer->wire, WIRE_manifest, manifest);
}

void flow_write_lack(struct flow_writer *writer, const char *text, bool is_note)
{
	const struct wire_warning warning = {
		.source = is_note ? FLOW_LACK_NOTE : FLOW_LACK_SOURCE, .text = text,
	};

	wire_write(&writer->wire, WIRE_warning, &warning);
}

void flow_write_lacks(struct flow_writer *writer, const struct flow_log *log)
{
	for (size_t i = 0; i < log->lacks.count; i++)
		flow_write_lack(writer, log->lacks.items[i].text, log->lacks.items[i].is_note);
}

bool flow_write_end(struct flow_writer *writer, bool is_complete)
{
	const struct wire_end end = {.status = "complete", .records = writer->wire.seq};

	if (is_complete)
		wire_write(&writer->wire, WIRE_end, &end);
	return out_end(&writer->out);
}

static void flush(struct run_writer *run, struct stream *stream)
{
	const struct wire_flow_trace trace = {
		.run = run->id, .node = stream->node, .cpu = stream->cpu, .first = stream->sent,
		.n = stream->count,
		.data = {(const uint8_t *)stream->block, stream->count * sizeof(*stream->block)},
	};

	if (stream->count == 0)
		return;
	wire_write(&run->writer->wire, WIRE_flow_trace, &trace);
	stream->sent += stream->count;
	stream->count = 0;
}

static uint32_t find_stream(struct run_writer *run, const struct flow_event *event)
{
	uint64_t key = ((uint64_t)event->node << 8 | event->cpu) + 1;
	const uint32_t *known = number_map_find(&run->stream_map, key);

	if (known != NULL)
		return *known;
	number_map_add(&run->stream_map, key, (uint32_t)run->streams.count);
	if (run->streams.count == run->streams.capacity)
		flow_list_grow((void **)&run->streams.items, &run->streams.capacity,
			      sizeof(*run->streams.items));
	run->streams.items[run->streams.count] = (struct stream){
		.node = event->node, .cpu = event->cpu,
	};
	return (uint32_t)run->streams.count++;
}

static bool write_is_of(const struct stream *stream, const struct flow_event *event)
{
	return stream->node == event->node && stream->cpu == event->cpu;
}

/* Whether this is the first occurrence. Most others are recent. */
static bool is_new(struct names *names, uint8_t node, uint64_t number)
{
	uint64_t key = (uint64_t)node << 32 | number;
	uint64_t *recent = &names->recent[number % RECENT_NAMES];

	if (number == 0 || *recent == key)
		return false;
	*recent = key;
	if (number_map_find(&names->seen, key) != NULL)
		return false;
	number_map_add(&names->seen, key, 0);
	return true;
}

static void name_object(struct run_writer *run, uint8_t node, uint32_t number)
{
	const struct flow_named *object = flow_names_find(&run->log->objects, run->run, node,
							  (uint16_t)number);
	struct wire_flow_object record = {.run = run->id, .node = node, .object = number};

	if (object == NULL)
		return;
	record.class = flow_class_names[object->class];
	record.name = object->name;
	wire_write(&run->writer->wire, WIRE_flow_object, &record);
	if (object->device != NULL)
		wire_write(&run->writer->wire, WIRE_flow_device, &(struct wire_flow_device){
			.run = run->id, .node = node, .object = number,
			.is_real = object->is_real, .device = object->device,
		});
}

static void write_name_thread(struct run_writer *run, uint8_t node, uint16_t number)
{
	const struct flow_named *thread = flow_names_find(&run->log->threads, run->run, node,
							  number);
	struct wire_flow_thread record = {.run = run->id, .node = node, .thread = number};

	if (thread == NULL)
		return;
	record.name = thread->name;
	wire_write(&run->writer->wire, WIRE_flow_thread, &record);
}

static void write_names(struct run_writer *run, const struct flow_event *event)
{
	if (is_new(&run->objects, event->node, event->object))
		name_object(run, event->node, event->object);
	if ((event->kind == FLOW_START || event->kind == FLOW_DEVICE_START) &&
	    is_new(&run->objects, event->node, event->other))
		name_object(run, event->node, event->other);
	if (is_new(&run->threads, event->node, event->thread))
		write_name_thread(run, event->node, event->thread);
}

void flow_write_run(struct flow_writer *writer, const struct flow_log *log, uint32_t run,
		   const uint32_t *indices, size_t count)
{
	struct run_writer run_writer = {
		.writer = writer, .log = log, .run = run, .id = writer->next_run++,
	};
	struct wire_flow_run info = log->runs.items[run].info;

	info.id = run_writer.id;
	info.cpus = 0;
	wire_write(&writer->wire, WIRE_flow_run, &info);
	for (size_t i = 0; i < count; i++) {
		size_t index = indices != NULL ? indices[i] : i;
		const struct flow_event *event = &log->events.items[index];
		struct stream *stream;

		write_names(&run_writer, event);
		/* Consecutive events are mostly of one CPU. */
		if (run_writer.streams.count == 0 ||
		    !write_is_of(&run_writer.streams.items[run_writer.latest], event))
			run_writer.latest = find_stream(&run_writer, event);
		stream = &run_writer.streams.items[run_writer.latest];
		stream->block[stream->count++] = *event;
		if (stream->count == FLOW_BLOCK_EVENTS)
			flush(&run_writer, stream);
	}
	for (size_t i = 0; i < run_writer.streams.count; i++) {
		struct stream *stream = &run_writer.streams.items[i];
		struct wire_flow_ring ring = {
			.run = run_writer.id,
			.node = stream->node,
			.cpu = stream->cpu,
		};

		flush(&run_writer, stream);
		ring.events = stream->sent;
		wire_write(&run_writer.writer->wire, WIRE_flow_ring, &ring);
	}
	free(run_writer.streams.items);
	number_map_free(&run_writer.stream_map);
	number_map_free(&run_writer.objects.seen);
	number_map_free(&run_writer.threads.seen);
}

void flow_write_nodes(struct flow_writer *writer, const struct flow_run *run)
{
	for (unsigned i = 0; i <= run->nodes; i++)
		wire_write(&writer->wire, WIRE_flow_node, &(struct wire_flow_node){
			.run = writer->next_run - 1, .node = i,
		});
}
