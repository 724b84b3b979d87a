/* SPDX-License-Identifier: MIT */
/* Each node of each run has its own stream class, because names belong to nodes. Objects and
 * threads are enumerations, so that readers show their names. Diamon workgroup, "The Common Trace
 * Format", version 1.8.3, "Trace stream packets" and "Metadata". */
#include "tools/base/ticks.h"
#include "tools/flow/export/export.h"
#include "tools/flow/export/identity.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/base/file.h"

#define CTF_MAGIC 0xc1fc1fc1u

struct packet_header {
	uint32_t magic;
	uint8_t uuid[FLOW_UUID_BYTES];
	uint32_t stream_id;
};

struct packet_context {
	uint64_t timestamp_begin, timestamp_end;
	uint64_t content_size, packet_size;     /* bits */
	uint64_t events_discarded;
	uint64_t cpu_id;
};

/* Without padding: the metadata aligns every field to a byte. */
#define CTF_EVENT_BYTES 24

struct ctf {
	const struct flow_export *export;
	const struct flow_session *session;
	uint8_t uuid[FLOW_UUID_BYTES];
	const char *directory;
	FILE *file;                     /* open for writing */
	size_t block;                   /* index of the current stream's first block */
	/* index after its last block; blocks are in the order of streams */
	size_t end_block;
};

static const char prologue[] =
	"/* CTF 1.8 */\n"
	"typealias integer { size = 8; align = 8; signed = false; } := uint8_t;\n"
	"typealias integer { size = 16; align = 8; signed = false; } := uint16_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; } := uint32_t;\n"
	"typealias integer { size = 32; align = 8; signed = false; base = 16; } := subtask_t;\n"
	"typealias integer { size = 64; align = 8; signed = false; } := uint64_t;\n"
	"trace {\n"
	"	major = 1;\n"
	"	minor = 8;\n"
	"	byte_order = le;\n"
	"	uuid = \"%s\";\n"
	"	packet.header := struct {\n"
	"		uint32_t magic;\n"
	"		uint8_t uuid[16];\n"
	"		uint32_t stream_id;\n"
	"	};\n"
	"};\n";

static const char stream_start[] =
	"stream {\n"
	"	id = %" PRIu32 ";\n"
	"	packet.context := struct {\n"
	"		tsc_t timestamp_begin;\n"
	"		tsc_t timestamp_end;\n"
	"		uint64_t content_size;\n"
	"		uint64_t packet_size;\n"
	"		uint64_t events_discarded;\n"
	"		uint64_t cpu_id;\n"
	"	};\n"
	"	event.header := struct {\n"
	"		tsc_t timestamp;\n"
	"		uint8_t id;\n"
	"	};\n"
	"};\n";

/* ---- Metadata ---- */

static uint32_t stream_class(uint32_t run, unsigned node)
{
	return run << 8 | node;
}

static void ctf_write_string(FILE *file, const char *text)
{
	putc('"', file);
	for (; *text != '\0'; text++) {
		if (*text == '"' || *text == '\\')
			putc('\\', file);
		putc(*text, file);
	}
	putc('"', file);
}

static void ctf_write_names(struct ctf *ctf, const char *what, const struct flow_names *names,
			    uint32_t run, unsigned node)
{
	fprintf(ctf->file, "enum %s_%" PRIu32 " : uint16_t {\n\t\"-\" = 0,\n", what,
		stream_class(run, node));
	for (size_t i = 0; i < names->count; i++) {
		const struct flow_named *named = &names->items[i];

		if (named->run != run || named->node != node)
			continue;
		putc('\t', ctf->file);
		ctf_write_string(ctf->file, named->name);
		fprintf(ctf->file, " = %u,\n", named->number);
	}
	fputs("};\n", ctf->file);
}

static void ctf_write_events(struct ctf *ctf, uint32_t class)
{
	for (int kind = 0; kind < FLOW_KIND_COUNT; kind++)
		fprintf(ctf->file, "event {\n\tname = \"%s\";\n\tid = %d;\n\tstream_id = %"
			   PRIu32 ";\n\tfields := struct {\n\t\tsubtask_t subtask;\n"
			   "\t\tsubtask_t other;\n\t\tenum object_%" PRIu32 " object;\n"
			   "\t\tenum thread_%" PRIu32 " thread;\n\t\tuint8_t flags;\n"
			   "\t\tuint16_t reserved;\n\t};\n};\n", flow_kinds[kind].name, kind, class,
			   class, class);
}

/* The offset of the clock: whole seconds since 1970, and ticks. "Clocks". */
static void write_clock(struct ctf *ctf)
{
	const struct flow_export *export = ctf->export;
	uint64_t hz = ctf->session->log->manifest.tsc_hz;
	unsigned __int128 epoch = ticks_convert(export->epoch_ns, NS_PER_SECOND, hz);
	uint64_t offset = epoch > export->begin_ticks ? (uint64_t)(epoch - export->begin_ticks) : 0;

	fprintf(ctf->file, "clock {\n\tname = tsc;\n\tfreq = %" PRIu64 ";\n", hz);
	if (offset > 0)
		fprintf(ctf->file, "\toffset_s = %" PRIu64 ";\n\toffset = %" PRIu64 ";\n",
			offset / hz, offset % hz);
	fputs("};\ntypealias integer { size = 64; align = 8; signed = false; "
	      "map = clock.tsc.value; } := tsc_t;\n", ctf->file);
}

/* ---- Streams ---- */

static void ctf_write_event(struct ctf *ctf, const struct flow_event *event)
{
	uint8_t bytes[CTF_EVENT_BYTES] = {0};

	memcpy(bytes, &event->time, 8);
	bytes[8] = event->kind;
	memcpy(bytes + 9, &event->subtask, 4);
	memcpy(bytes + 13, &event->other, 4);
	memcpy(bytes + 17, &event->object, 2);
	memcpy(bytes + 19, &event->thread, 2);
	bytes[21] = event->flags;
	fwrite(bytes, 1, sizeof(bytes), ctf->file);
}

/* Whether CTF can represent the event: its kind is known, and the time does not decrease. */
static bool fits(const struct ctf *ctf, uint32_t index, uint64_t last_time)
{
	const struct flow_event *event = &ctf->session->log->events.items[index];

	return ctf->export->picked[index] && event->kind < FLOW_KIND_COUNT &&
	       event->time >= last_time;
}

/* Counts the representable events of a block. Writes them if put is set. Returns their number. */
static uint64_t take_block(struct ctf *ctf, const struct flow_block *block, bool put,
			   struct packet_context *context)
{
	uint64_t count = 0;

	for (uint32_t i = block->start; i < block->start + block->count; i++) {
		const struct flow_event *event = &ctf->session->log->events.items[i];

		if (!fits(ctf, i, context->timestamp_end))
			continue;
		if (context->timestamp_begin == UINT64_MAX)
			context->timestamp_begin = event->time;
		context->timestamp_end = event->time;
		if (put)
			ctf_write_event(ctf, event);
		count++;
	}
	return count;
}

static uint64_t take_stream(struct ctf *ctf, bool put, struct packet_context *context)
{
	uint64_t count = 0;

	context->timestamp_begin = UINT64_MAX;
	context->timestamp_end = 0;
	for (size_t i = ctf->block; i < ctf->end_block; i++)
		count += take_block(ctf, &ctf->session->log->blocks.items[i], put, context);
	return count;
}

/* A stream is one packet. */
static void write_stream(struct ctf *ctf, uint32_t number)
{
	const struct flow_stream *stream = &ctf->session->log->streams.items[number];
	struct packet_header header = {
		.magic = CTF_MAGIC, .stream_id = stream_class(stream->run, stream->node),
	};
	struct packet_context context = {.cpu_id = stream->cpu}, again = {0};
	uint64_t count;
	const struct flow_log *log = ctf->session->log;

	memcpy(header.uuid, ctf->uuid, sizeof(header.uuid));
	ctf->block = ctf->end_block;
	while (ctf->end_block < log->blocks.count &&
	       log->blocks.items[ctf->end_block].stream == number)
		ctf->end_block++;
	count = take_stream(ctf, false, &context);
	if (count == 0)
		context.timestamp_begin = 0;
	context.events_discarded = stream->lost;
	context.content_size = 8 * (sizeof(header) + sizeof(context) + CTF_EVENT_BYTES * count);
	context.packet_size = context.content_size;
	fwrite(&header, 1, sizeof(header), ctf->file);
	fwrite(&context, 1, sizeof(context), ctf->file);
	take_stream(ctf, true, &again);
}

/* ---- Files ---- */

/* Write directory/name with a function. On failure, prints the cause and returns false. */
static bool ctf_write_file(struct ctf *ctf, const char *name,
			   void (*put)(struct ctf *ctf, uint32_t stream), uint32_t stream)
{
	char *path = xasprintf("%s/%s", ctf->directory, name);
	bool is_written;

	ctf->file = file_create(path);
	if (ctf->file != NULL)
		put(ctf, stream);
	is_written = file_finish(ctf->file, path);
	free(path);
	return is_written;
}

static void write_metadata_file(struct ctf *ctf, uint32_t stream)
{
	const struct flow_log *log = ctf->session->log;
	char uuid[FLOW_UUID_TEXT_BYTES];

	(void)stream;
	flow_identity_uuid_text(ctf->uuid, uuid);
	fprintf(ctf->file, prologue, uuid);
	write_clock(ctf);
	for (uint32_t run = 0; run < log->runs.count; run++) {
		for (unsigned node = 0; node <= log->runs.items[run].nodes; node++) {
			ctf_write_names(ctf, "object", &log->objects, run, node);
			ctf_write_names(ctf, "thread", &log->threads, run, node);
			fprintf(ctf->file, stream_start, stream_class(run, node));
			ctf_write_events(ctf, stream_class(run, node));
		}
	}
}

bool flow_export_ctf(const struct flow_export *export, const char *directory)
{
	const struct flow_session *session = export->session;
	struct ctf ctf = {.export = export, .session = session, .directory = directory};
	bool is_written;

	flow_identity_uuid(export->hash, ctf.uuid);
	is_written = directory_ensure(directory) &&
		     ctf_write_file(&ctf, "metadata", write_metadata_file, 0);
	for (uint32_t i = 0; is_written && i < session->log->streams.count; i++) {
		char name[32];

		snprintf(name, sizeof(name), "stream_%" PRIu32, i);
		is_written = ctf_write_file(&ctf, name, write_stream, i);
	}
	return is_written;
}
