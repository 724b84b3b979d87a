/* The two directions side by side, so that they stay each other's inverse. */
#include "tools/json_record.h"

#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/point.h"

const struct json_kind json_kinds[JSON_KINDS] = {
	{WIRE_manifest, "manifest", false},
	{WIRE_cpu, "cpu", false},
	{WIRE_cache, "caches", true},
	{WIRE_memory, "memory", true},
	{WIRE_timer, "timers", true},
	{WIRE_pmu, "pmu", false},
	{WIRE_warning, "warnings", true},
	{WIRE_plan, "plan", false},
	{WIRE_skip, "skips", true},
	{WIRE_fault, "faults", true},
	{WIRE_panic, "panic", false},
	{WIRE_end, "end", false},
};

static json_t *from_hexadecimal(uint64_t value)
{
	return json_sprintf("0x%" PRIx64, value);
}

json_t *json_from_u64(uint64_t value)
{
	if (value > INT64_MAX)
		return json_sprintf("%" PRIu64, value);
	return json_integer((json_int_t)value);
}

bool json_to_u64(const json_t *value, uint64_t *number)
{
	const char *text = json_string_value(value);
	char *end;

	if (json_is_integer(value)) {
		*number = (uint64_t)json_integer_value(value);
		return json_integer_value(value) >= 0;
	}
	if (text == NULL || *text < '0' || *text > '9')
		return false;
	errno = 0;
	*number = strtoull(text, &end, strncmp(text, "0x", 2) == 0 ? 16 : 10);
	return *end == '\0' && errno == 0;
}

static json_t *from_field(const struct wire_field *field, const void *value)
{
	switch (field->kind) {
	case WIRE_U64:
		return json_from_u64(*(const uint64_t *)value);
	case WIRE_I64:
		return json_integer(*(const int64_t *)value);
	case WIRE_X64:
		return from_hexadecimal(*(const uint64_t *)value);
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

static bool to_field(const json_t *value, enum wire_field_kind kind, void *field)
{
	switch (kind) {
	case WIRE_U64:
	case WIRE_X64:
		return json_to_u64(value, field);
	case WIRE_I64:
		*(int64_t *)field = json_integer_value(value);
		return json_is_integer(value);
	case WIRE_STR:
		*(const char **)field = json_string_value(value);
		return json_is_string(value);
	case WIRE_BYTES:
		break;
	}
	return false;
}

bool json_to_record(const json_t *object, struct wire_record *record)
{
	const struct wire_field *field = wire_schemas[record->kind].fields;

	if (!json_is_object(object))
		return false;
	for (; field->name != NULL; field++) {
		const json_t *value = json_object_get(object, field->name);
		void *place = (char *)&record->manifest + field->offset;

		if (field->kind == WIRE_STR)
			*(const char **)place = "";
		if (value != NULL && field->kind != WIRE_BYTES &&
		    !to_field(value, field->kind, place))
			return false;
	}
	return true;
}

/* Only text that comes out the same again may become a number. */
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

static void put_parameter(FILE *file, const char *separator, const char *key, const json_t *value)
{
	fprintf(file, "%s%s", separator, key);
	if (json_is_integer(value))
		fprintf(file, "=%" JSON_INTEGER_FORMAT, json_integer_value(value));
	else if (json_is_string(value))
		fprintf(file, "=%s", json_string_value(value));
}

char *json_to_point(const json_t *object)
{
	const char *key, *separator = "";
	char *text = NULL;
	size_t size = 0;
	json_t *value;
	FILE *file;

	if (!json_is_object(object))
		return NULL;
	file = open_memstream(&text, &size);
	if (file == NULL)
		err(2, "out of memory");
	json_object_foreach((json_t *)object, key, value) {
		put_parameter(file, separator, key, value);
		separator = " ";
	}
	if (fclose(file) != 0)
		err(2, "out of memory");
	return text;
}
