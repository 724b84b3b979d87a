/* SPDX-License-Identifier: MIT */
/* Parameters are separated by blanks and are not quoted. */
#include "tools/record/point.h"

#include <stdio.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/unit.h"
#include "tools/base/utf8.h"

static void copy_part(char *to, const char *from, size_t length)
{
	if (length >= POINT_TEXT_MAX)
		length = POINT_TEXT_MAX - 1;
	memcpy(to, from, length);
	to[length] = '\0';
	utf8_trim(to);
}

bool point_next(const char **rest, struct parameter *parameter)
{
	const char *start = *rest + strspn(*rest, " ");
	size_t length = strcspn(start, " ");
	size_t name_length = strcspn(start, "= ");

	*rest = start + length;
	if (length == 0)
		return false;
	copy_part(parameter->name, start, name_length);
	if (name_length < length)
		copy_part(parameter->value, start + name_length + 1, length - name_length - 1);
	else
		parameter->value[0] = '\0';
	return true;
}

static bool point_has(const char *point, const struct parameter *wanted)
{
	struct parameter parameter;

	while (point_next(&point, &parameter)) {
		if (strcmp(parameter.name, wanted->name) == 0)
			return strcmp(wanted->value, "*") == 0
				       ? strcmp(parameter.value, "none") != 0
				       : strcmp(parameter.value, wanted->value) == 0;
	}
	return false;
}

bool point_has_all(const char *point, const char *wanted)
{
	struct parameter parameter;

	while (point_next(&wanted, &parameter)) {
		if (!point_has(point, &parameter))
			return false;
	}
	return true;
}

bool point_number(const char *point, const char *name, uint64_t *value)
{
	struct parameter parameter;

	while (point_next(&point, &parameter)) {
		if (strcmp(parameter.name, name) == 0)
			return text_number(parameter.value, value);
	}
	return false;
}

const char *point_size(uint64_t bytes, char text[POINT_TEXT_MAX])
{
	const struct unit *unit = unit_for(unit_sizes, UNIT_SIZES, (double)bytes, 1);
	double value = (double)bytes / unit->size;

	snprintf(text, POINT_TEXT_MAX, value < 100 ? "%.3g %s" : "%.0f %s", value, unit->name);
	return text;
}

static bool ends_in(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length > end_length && strcmp(text + length - end_length, end) == 0;
}

void point_label(const char *point, char *label, size_t size)
{
	struct parameter parameter;
	size_t used = 0;

	label[0] = '\0';
	while (used < size && point_next(&point, &parameter)) {
		char text[POINT_TEXT_MAX];
		uint64_t bytes;

		if (ends_in(parameter.name, "_bytes") && text_number(parameter.value, &bytes)) {
			parameter.name[strlen(parameter.name) - strlen("_bytes")] = '\0';
			text_copy(parameter.value, sizeof(parameter.value),
				  point_size(bytes, text));
		}
		used += (size_t)snprintf(label + used, size - used, "%s%s%s%s",
					 used > 0 ? ", " : "", parameter.name,
					 parameter.value[0] != '\0' ? " " : "", parameter.value);
	}
	utf8_trim(label);
}
