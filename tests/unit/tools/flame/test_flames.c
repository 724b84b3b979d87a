/* SPDX-License-Identifier: MIT */
/* A small tree as a flame graph and as folded stacks. */
#include "tests/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/flame/flames.h"

/* The root has no value of its own. The last box is too narrow to be drawn. */
static const struct flame tree[] = {
	{.parent = 0, .depth = 0, .name = "all", .colour = "#e4e4e4"},
	{.parent = 0, .depth = 1, .name = "read<int>;now", .colour = "#f2b36b", .self = 600000},
	{.parent = 1, .depth = 2, .name = "copy", .colour = "#f2b36b", .self = 399999},
	{.parent = 0, .depth = 1, .name = "seldom", .colour = "#a8d8a0", .self = 1},
};

static void write_tip(const void *context, uint64_t total, FILE *file)
{
	fprintf(file, ": %" PRIu64 " %s", total, (const char *)context);
}

/* Together they are more than a number holds. */
static const struct flame huge[] = {
	{.parent = 0, .depth = 0, .name = "all", .colour = "#e4e4e4"},
	{.parent = 0, .depth = 1, .name = "first", .colour = "#f2b36b", .self = UINT64_MAX},
	{.parent = 0, .depth = 1, .name = "second", .colour = "#f2b36b", .self = 2},
};

/* The caller frees the text. */
static char *written_tree(void (*write)(const struct flames *flames, FILE *file),
			  const struct flame *items, size_t count)
{
	const struct flames flames = {
		.items = items, .count = count, .title = "a & b", .subtitle = "",
		.write_tip = write_tip, .context = "ticks",
	};
	char *text = NULL;
	size_t size = 0;
	FILE *file = open_memstream(&text, &size);

	assert_non_null(file);
	write(&flames, file);
	assert_int_equal(fclose(file), 0);
	return text;
}

static char *written(void (*write)(const struct flames *flames, FILE *file), size_t count)
{
	return written_tree(write, tree, count);
}

static size_t count_of(const char *text, const char *part)
{
	size_t count = 0;

	while ((text = strstr(text, part)) != NULL) {
		count++;
		text += strlen(part);
	}
	return count;
}

TEST(names_are_escaped_and_narrow_boxes_are_omitted)
{
	char *text = written(flames_write, 4);

	assert_non_null(strstr(text, ">a &amp; b</text>"));
	assert_non_null(strstr(text, ">read&lt;int&gt;;now 100 %</text>"));
	assert_null(strstr(text, "seldom"));
	assert_int_equal(count_of(text, "<rect fill="), 3);
	free(text);
}

TEST(folded_stacks_begin_below_the_root_and_have_every_value_once)
{
	char *text = written(flames_write_folded, 4);

	assert_string_equal(text, "read<int>:now 600000\n"
				  "read<int>:now;copy 399999\n"
				  "seldom 1\n");
	free(text);
}

TEST(empty_tree_has_no_box)
{
	char *text = written(flames_write, 1);

	assert_int_equal(count_of(text, "<rect fill="), 0);
	assert_non_null(strstr(text, "</svg>"));
	free(text);
	text = written(flames_write_folded, 1);
	assert_string_equal(text, "");
	free(text);
}

TEST(box_is_never_wider_than_its_parent)
{
	char *text = written_tree(flames_write, huge, 3);

	assert_non_null(strstr(text, "<title>all: 18446744073709551615 ticks, 100.0 %</title>"));
	assert_non_null(strstr(text, "<title>first: 18446744073709551615 ticks, 100.0 %</title>"));
	assert_int_equal(count_of(text, "width=\"1200.00\""), 2);
	free(text);
}
