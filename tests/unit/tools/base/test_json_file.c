/* SPDX-License-Identifier: MIT */
/* Untrusted JSON: its strings are printable, and its files limited. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/json_file.h"

static const char *string_of(const json_t *object, const char *key)
{
	return json_string_value(json_object_get(object, key));
}

TEST(strings_are_printable_at_every_depth)
{
	static const char text[] = "{\"a\": \"\\u001b[2J\", \"b\": [{\"c\": \"x\\u202ey\"}],"
		" \"d\\u0007\": 1, \"e\": \"\\u20ac\"}";
	json_t *value = json_file_parse(text, strlen(text)), *inner;

	assert_non_null(value);
	assert_string_equal(string_of(value, "a"), "?[2J");
	inner = json_array_get(json_object_get(value, "b"), 0);
	assert_string_equal(string_of(inner, "c"), "x???y");
	assert_string_equal(string_of(value, "e"), "\xe2\x82\xac");
	assert_int_equal(json_object_size(value), 3);
	json_decref(value);
	assert_null(json_file_parse("{", 1));
}

static char path[] = "/tmp/bareline-json-XXXXXX";

static int make_path(void **state)
{
	(void)state;
	assert_non_null(mkdtemp(path));
	return 0;
}

static int remove_path(void **state)
{
	(void)state;
	return rmdir(path);
}

TEST(only_small_regular_files_are_read)
{
	char name[64];
	json_t *value;
	int file;

	snprintf(name, sizeof(name), "%s/file", path);
	assert_int_equal(mkfifo(name, 0600), 0);
	assert_null(json_file_load(name, 16, "test"));
	unlink(name);
	file = open(name, O_CREAT | O_WRONLY, 0600);
	assert_int_equal(write(file, "\xef\xbb\xbf[1]", 6), 6);
	value = json_file_load(name, 16, "test");
	assert_int_equal(json_array_size(value), 1);
	json_decref(value);
	assert_null(json_file_load(name, 5, "test"));
	/* Not read: it has more bytes than this host has memory. */
	assert_int_equal(ftruncate(file, (off_t)1 << 42), 0);
	close(file);
	assert_null(json_file_load(name, 1 << 20, "test"));
	assert_null(json_file_load("/dev/zero", 1 << 20, "test"));
	assert_null(json_file_load(path, 1 << 20, "test"));
	unlink(name);
}

struct unit_group unit_group = {make_path, remove_path};
