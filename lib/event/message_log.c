/* SPDX-License-Identifier: MIT */
/* A record has a column for each field, because values of one field are similar, and those of one
 * event are not. */
#include "lib/event/message_log.h"

#include "lib/wire/samples.h"

_Static_assert(sizeof(((struct message_columns *)0)->bytes[0]) ==
	       MESSAGE_EVENTS_MAX * SAMPLE_BYTES_MAX, "a column of any values fits");

enum {COLUMN_TIME, COLUMN_KIND, COLUMN_MESSAGE, COLUMN_CODE, COLUMN_QUEUED, COLUMNS};

bool message_event_is_ready(const struct message_event *event)
{
	return event->kind == MESSAGE_WAIT || (event->kind == MESSAGE_PEEK && event->message == 0 &&
					       event->code == MESSAGE_CODE_READY);
}

void message_events_decide(struct message_event *events, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		if (events[i].kind == MESSAGE_WAIT)
			return;
	}
	for (size_t i = 0; i < count; i++) {
		if (events[i].kind == MESSAGE_PEEK && events[i].message == 0)
			events[i].code = MESSAGE_CODE_READY;
	}
}

static uint64_t message_log_value_of(const struct message_event *event, unsigned column,
				     uint64_t begin_tsc)
{
	const uint64_t values[COLUMNS] = {
		event->tsc - begin_tsc, event->kind, event->message, event->code, event->queued,
	};

	return values[column];
}

static struct wire_bytes pack_column(const struct message_event *events, uint32_t count,
				     uint64_t begin_tsc, unsigned column, uint8_t *out)
{
	uint64_t values[MESSAGE_EVENTS_MAX];
	size_t size;

	for (uint32_t i = 0; i < count; i++)
		values[i] = message_log_value_of(&events[i], column, begin_tsc);
	samples_pack(values, count, out, MESSAGE_EVENTS_MAX * SAMPLE_BYTES_MAX, &size);
	return (struct wire_bytes){out, size};
}

void message_events_pack(const struct message_event *events, uint32_t count, uint64_t begin_tsc,
			 struct message_columns *storage, struct wire_message_events *record)
{
	struct wire_bytes columns[COLUMNS];

	for (unsigned i = 0; i < COLUMNS; i++)
		columns[i] = pack_column(events, count, begin_tsc, i, storage->bytes[i]);
	record->n = count;
	record->times = columns[COLUMN_TIME];
	record->kinds = columns[COLUMN_KIND];
	record->messages = columns[COLUMN_MESSAGE];
	record->codes = columns[COLUMN_CODE];
	record->queued = columns[COLUMN_QUEUED];
}

long message_events_unpack(const struct wire_message_events *record,
			   struct message_event events[MESSAGE_EVENTS_MAX])
{
	const struct wire_bytes columns[COLUMNS] = {
		record->times, record->kinds, record->messages, record->codes, record->queued,
	};
	uint64_t values[COLUMNS][MESSAGE_EVENTS_MAX];

	for (unsigned i = 0; i < COLUMNS; i++) {
		long count = samples_unpack(columns[i].data, columns[i].size, values[i],
					    MESSAGE_EVENTS_MAX);

		if (count < 0 || (uint64_t)count != record->n)
			return -1;
	}
	for (uint64_t i = 0; i < record->n; i++)
		events[i] = (struct message_event){
			.tsc = values[COLUMN_TIME][i],
			.kind = (uint32_t)values[COLUMN_KIND][i],
			.message = (uint32_t)values[COLUMN_MESSAGE][i],
			.code = (uint32_t)values[COLUMN_CODE][i],
			.queued = (uint32_t)values[COLUMN_QUEUED][i],
		};
	return (long)record->n;
}
