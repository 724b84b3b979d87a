/* SPDX-License-Identifier: MIT */
/* Writing and reading are in one file, because each must be the inverse of the other. */
#include "tools/record/json_record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/wire/base64.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/record/point.h"

const struct json_kind json_kinds[JSON_KINDS] = {
	{WIRE_manifest, "manifest", JSON_ONE},
	{WIRE_cpu, "cpu", JSON_ONE},
	{WIRE_cache, "caches", JSON_LIST},
	{WIRE_memory, "memory", JSON_LIST},
	{WIRE_node, "nodes", JSON_LIST_OR_NOTHING},
	{WIRE_node_path, "node_paths", JSON_LIST_OR_NOTHING},
	{WIRE_cpu_place, "cpu_places", JSON_LIST_OR_NOTHING},
	{WIRE_state, "state", JSON_LIST_OR_NOTHING},
	{WIRE_smbios, "smbios", JSON_ONE},
	{WIRE_machine, "machine", JSON_ONE},
	{WIRE_memory_device, "memory_devices", JSON_LIST},
	{WIRE_memory_timing, "memory_timings", JSON_LIST_OR_NOTHING},
	{WIRE_network_card, "network_cards", JSON_LIST},
	{WIRE_made, "made", JSON_ONE},
	{WIRE_pci, "pci", JSON_LIST},
	{WIRE_disk, "disks", JSON_LIST},
	{WIRE_disk_use, "disk_uses", JSON_LIST},
	{WIRE_disk_cache, "disk_caches", JSON_LIST},
	{WIRE_timer, "timers", JSON_LIST},
	{WIRE_pmu, "pmu", JSON_ONE},
	{WIRE_warning, "warnings", JSON_LIST},
	{WIRE_plan, "plan", JSON_ONE},
	{WIRE_planned, "planned", JSON_LIST},
	{WIRE_command_line, "command_line", JSON_LIST},
	{WIRE_kernel_line, "kernel_line", JSON_LIST},
	{WIRE_output_stall, "output_stalls", JSON_LIST},
	{WIRE_stall, "stalls", JSON_LIST},
	{WIRE_skip, "skips", JSON_LIST},
	{WIRE_fault, "faults", JSON_LIST},
	{WIRE_sequence, "sequences", JSON_LIST},
	{WIRE_failed_check, "failed_checks", JSON_LIST},
	{WIRE_panic, "panic", JSON_ONE},
	{WIRE_end, "end", JSON_ONE},
};

json_t *json_from_u64(uint64_t value)
{
	if (value > INT64_MAX)
		return json_sprintf("%" PRIu64, value);
	return json_integer((json_int_t)value);
}

static json_t *from_field(const struct wire_field *field, const void *value)
{
	switch (field->kind) {
	case WIRE_U64:
		return json_from_u64(*(const uint64_t *)value);
	case WIRE_I64:
		return json_integer(*(const int64_t *)value);
	case WIRE_X64:
		return json_sprintf("0x%" PRIx64, *(const uint64_t *)value);
	case WIRE_STR:
		return json_string(*(const char *const *)value);
	case WIRE_BYTES:
		break;
	}
	return NULL;
}

json_t *json_from_record(const struct wire_record *record)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;
	json_t *object = json_object();

	for (; field->name != NULL; field++) {
		if (field->kind != WIRE_BYTES)
			json_object_set_new(object, field->name,
					    from_field(field, (const char *)&record->manifest +
								      field->offset));
	}
	return object;
}

/* Decode base64 in place. */
static bool to_bytes(struct json_scan *scan, struct wire_bytes *bytes)
{
	char *text = json_scan_string(scan);
	long size = text != NULL ? base64_decode(text, strlen(text), (uint8_t *)text) : -1;

	if (size < 0)
		return false;
	*bytes = (struct wire_bytes){(const uint8_t *)text, (size_t)size};
	return true;
}

static bool to_field(struct json_scan *scan, enum wire_field_kind kind, void *field)
{
	switch (kind) {
	case WIRE_U64:
	case WIRE_X64:
		return json_scan_u64(scan, field);
	case WIRE_I64:
		return json_scan_i64(scan, field);
	case WIRE_STR:
		*(const char **)field = json_scan_string(scan);
		return *(const char **)field != NULL;
	case WIRE_BYTES:
		return to_bytes(scan, field);
	}
	return json_scan_skip(scan);
}

static void *place_of(struct wire_record *record, const struct wire_field *field)
{
	return (char *)&record->manifest + field->offset;
}

static struct json_member *find_member(struct json_member *members, size_t count, const char *key)
{
	for (size_t i = 0; i < count; i++) {
		if (strcmp(members[i].key, key) == 0)
			return &members[i];
	}
	return NULL;
}

static const struct wire_field *find_field(const struct wire_record *record, const char *key)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;

	while (field->name != NULL && strcmp(field->name, key) != 0)
		field++;
	return field->name != NULL ? field : NULL;
}

static bool take_member(struct json_scan *scan, const char *key, struct wire_record *record,
			struct json_member *member)
{
	const struct wire_field *field;

	if (member != NULL) {
		member->value = *scan;
		return json_scan_skip(scan);
	}
	field = record != NULL ? find_field(record, key) : NULL;
	return field != NULL ? to_field(scan, field->kind, place_of(record, field))
			     : json_scan_skip(scan);
}

bool json_to_record(struct json_scan *scan, struct wire_record *record, struct json_member *members,
		    size_t count)
{
	const char *key;

	if (!json_scan_enter(scan, '{'))
		return false;
	if (record != NULL) {
		const struct wire_field *field = wire_schemas[record->kind].fields;

		for (; field->name != NULL; field++) {
			if (field->kind == WIRE_STR)
				*(const char **)place_of(record, field) = "";
			if (field->kind == WIRE_BYTES)
				*(struct wire_bytes *)place_of(record, field) =
					(struct wire_bytes){(const uint8_t *)"", 0};
		}
	}
	while ((key = json_scan_key(scan)) != NULL) {
		if (!take_member(scan, key, record, find_member(members, count, key)))
			return false;
	}
	return !scan->is_wrong;
}

static uint64_t *next_number(struct json_numbers *numbers)
{
	if (numbers->count == numbers->capacity) {
		numbers->capacity = 2 * numbers->capacity + 64;
		numbers->items = xreallocarray(numbers->items, numbers->capacity,
					       sizeof(*numbers->items));
	}
	return &numbers->items[numbers->count++];
}

bool json_to_numbers(struct json_scan scan, struct json_numbers *numbers)
{
	numbers->count = 0;
	if (scan.at == NULL || !json_scan_enter(&scan, '['))
		return false;
	while (json_scan_item(&scan)) {
		if (!json_scan_u64(&scan, next_number(numbers)))
			return false;
	}
	return !scan.is_wrong;
}

/* A text becomes a number only if converting it back yields the same text. */
static json_t *from_parameter(const char *value)
{
	size_t digits = strspn(value, "0123456789");
	bool is_number = value[digits] == '\0' && digits > 0 && digits < 19 &&
		(value[0] != '0' || digits == 1);

	if (value[0] == '\0')
		return json_null();
	return is_number ? json_integer(strtoll(value, NULL, 10)) : json_string(value);
}

json_t *json_from_point(const char *point)
{
	json_t *object = json_object();
	struct parameter parameter;

	while (point_next(&point, &parameter))
		json_object_set_new(object, parameter.name, from_parameter(parameter.value));
	return object;
}

/* Write "key=value", or the key alone if the value is null. */
static bool write_parameter(FILE *file, const char *key, struct json_scan *scan)
{
	const char *text;
	int64_t number;

	switch (json_scan_peek(scan)) {
	case 'n':
		fputs(key, file);
		return json_scan_skip(scan);
	case '"':
		text = json_scan_string(scan);
		fprintf(file, "%s=%s", key, text != NULL ? text : "");
		return text != NULL;
	default:
		if (!json_scan_i64(scan, &number))
			return false;
		fprintf(file, "%s=%" PRId64, key, number);
		return true;
	}
}

static bool write_parameters(FILE *file, struct json_scan *scan)
{
	const char *key, *separator = "";

	if (scan->at == NULL || !json_scan_enter(scan, '{'))
		return false;
	while ((key = json_scan_key(scan)) != NULL) {
		fputs(separator, file);
		separator = " ";
		if (!write_parameter(file, key, scan))
			return false;
	}
	return !scan->is_wrong;
}

char *json_to_point(struct json_scan scan)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	bool good = write_parameters(file, &scan);

	file_end_memory(file, &text);
	if (good)
		return text;
	free(text);
	return NULL;
}
