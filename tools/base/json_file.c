/* SPDX-License-Identifier: MIT */
#include "tools/base/json_file.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

/* jansson limits the depth. */
static void make_printable(json_t *value)
{
	const char *key;
	json_t *member;
	void *next;
	size_t i;

	if (json_is_string(value) && !utf8_is_printable(json_string_value(value))) {
		char *text = xstrdup(json_string_value(value));

		utf8_make_printable(text);
		json_string_set(value, text);
		free(text);
	}
	json_array_foreach(value, i, member)
		make_printable(member);
	json_object_foreach_safe(value, next, key, member) {
		make_printable(member);
		if (!utf8_is_printable(key))
			json_object_del(value, key);
	}
}

json_t *json_file_parse(const char *text, size_t size)
{
	json_t *value = json_loadb(text, size, 0, NULL);

	make_printable(value);
	return value;
}

json_t *json_file_load(const char *path, size_t bytes_max, const char *kind)
{
	size_t size, mark;
	char *text = file_load(path, bytes_max, kind, &size);
	json_t *value = NULL;

	if (text == NULL)
		return NULL;
	mark = utf8_mark_length(text, size);
	value = json_file_parse(text + mark, size - mark);
	free(text);
	return value;
}
