/* jansson writes either everything on one line or every number on its own. */
#include "tools/json_text.h"

#define LEAF_FLAGS (JSON_ENCODE_ANY | JSON_COMPACT | JSON_REAL_PRECISION(12))

static bool is_container(const json_t *value)
{
	return json_is_object(value) || json_is_array(value);
}

static bool fits_a_line(const json_t *value)
{
	const json_t *item;
	size_t i;

	if (json_is_object(value))
		return json_object_size(value) == 0;
	json_array_foreach((json_t *)value, i, item) {
		if (is_container(item))
			return false;
	}
	return true;
}

static void indent(FILE *file, unsigned depth)
{
	fprintf(file, "\n%*s", (int)depth, "");
}

static bool write_value(const json_t *value, FILE *file, unsigned depth);

static bool write_object(const json_t *object, FILE *file, unsigned depth)
{
	const char *key, *separator = "{";
	json_t *value;

	json_object_foreach((json_t *)object, key, value) {
		json_t *name = json_string(key);
		bool good = name != NULL && fputs(separator, file) >= 0;

		separator = ",";
		indent(file, depth + 1);
		good = good && json_dumpf(name, file, LEAF_FLAGS) == 0 && fputs(": ", file) >= 0 &&
			write_value(value, file, depth + 1);
		json_decref(name);
		if (!good)
			return false;
	}
	indent(file, depth);
	return putc('}', file) != EOF;
}

static bool write_array(const json_t *array, FILE *file, unsigned depth)
{
	const json_t *item;
	size_t i;

	json_array_foreach((json_t *)array, i, item) {
		putc(i == 0 ? '[' : ',', file);
		indent(file, depth + 1);
		if (!write_value(item, file, depth + 1))
			return false;
	}
	indent(file, depth);
	return putc(']', file) != EOF;
}

static bool write_value(const json_t *value, FILE *file, unsigned depth)
{
	if (!is_container(value) || fits_a_line(value))
		return json_dumpf(value, file, LEAF_FLAGS) == 0;
	return json_is_object(value) ? write_object(value, file, depth)
				     : write_array(value, file, depth);
}

bool json_text_write(const json_t *value, FILE *file)
{
	return write_value(value, file, 0) && putc('\n', file) != EOF && fflush(file) == 0 &&
		!ferror(file);
}
