/* SPDX-License-Identifier: MIT */
/* Traces are stored unprocessed, and readers compute their results. Recorded interactions are not
 * included: they may be as large as the memory, and are only in the log. */
#include "tools/results/json_traces.h"

#include <stdlib.h>
#include <string.h>

#include "lib/wire/base64.h"
#include "tools/base/alloc.h"
#include "tools/record/json_record.h"

static const enum wire_kind trace_kinds[] = {
	WIRE_message_log, WIRE_input_label, WIRE_editor_screen, WIRE_message_events,
	WIRE_presenter_screen, WIRE_cache_use,
	WIRE_idle,        WIRE_idle_passes,
	WIRE_idle_events, WIRE_idle_vector, WIRE_noise,          WIRE_noise_gap, WIRE_os_activity,
};

#define TRACE_KINDS (sizeof(trace_kinds) / sizeof(trace_kinds[0]))

static void write_trace(struct json_text *json, const struct wire_record *record)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;
	json_t *object = json_from_record(record);

	json_text_open(json, NULL, '{');
	json_text_items(json, object);
	json_decref(object);
	for (; field->name != NULL; field++) {
		const struct wire_bytes *bytes =
			(const void *)((const char *)&record->manifest + field->offset);

		if (field->kind == WIRE_BYTES) {
			size_t quanta = bytes->size / BASE64_QUANTUM_BYTES + 1;
			char *text = xmalloc(quanta * BASE64_QUANTUM_CHARS + 1);

			text[base64_encode(bytes->data, bytes->size, text)] = '\0';
			json_text_string(json, field->name, text);
			free(text);
		}
	}
	json_text_close(json, '}');
}

void json_write_traces(struct json_text *json, const char *key, const struct result *result)
{
	json_text_open(json, key, '{');
	for (size_t i = 0; i < TRACE_KINDS; i++) {
		const struct record_list *list = &result->records[trace_kinds[i]];

		if (list->count == 0)
			continue;
		json_text_open(json, wire_schemas[trace_kinds[i]].name, '[');
		for (size_t j = 0; j < list->count; j++)
			write_trace(json, &list->items[j]);
		json_text_close(json, ']');
	}
	json_text_close(json, '}');
}

bool json_trace_kind(const char *key, enum wire_kind *kind)
{
	for (size_t i = 0; i < TRACE_KINDS; i++) {
		if (strcmp(wire_schemas[trace_kinds[i]].name, key) == 0) {
			*kind = trace_kinds[i];
			return true;
		}
	}
	return false;
}
