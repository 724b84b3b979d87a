/* SPDX-License-Identifier: MIT */
/* The width reserved for row names. Longer names are shortened in their middle. If two shortened
 * names are equal, the width grows as far as possible. */
#include <string.h>

#include "tools/base/utf8.h"
#include "tools/view/terminal/terminal.h"

#define MARGIN_MIN 9
/* Usual width of the canvas in characters, at most half of the chart. The second number is its
 * minimum if names would otherwise be equal. */
#define CANVAS_USUAL 38
#define CANVAS_MIN 14

struct terminal_cut terminal_cut(const char *label, size_t width)
{
	size_t length = utf8_length(label), head = (width - 1) / 2, tail = width - 1 - head;

	if (length <= width)
		return (struct terminal_cut){strlen(label), ""};
	return (struct terminal_cut){utf8_prefix_of(label, head),
				     label + utf8_prefix_of(label, length - tail)};
}

static bool margin_is_same(const char *one, const char *other, size_t width)
{
	struct terminal_cut left = terminal_cut(one, width), right = terminal_cut(other, width);

	return left.head_bytes == right.head_bytes && strcmp(left.tail, right.tail) == 0 &&
	       strncmp(one, other, left.head_bytes) == 0;
}

static bool margin_is_distinct(const struct chart_axis *axis, size_t width)
{
	for (size_t i = 0; i < axis->name_count; i++) {
		for (size_t j = 0; j < i; j++) {
			if (margin_is_same(axis->names[i], axis->names[j], width))
				return false;
		}
	}
	return true;
}

size_t terminal_margin(const struct chart_axis *axis, size_t width)
{
	size_t longest = MARGIN_MIN, margin = width / 2;

	for (size_t i = 0; i < axis->name_count; i++) {
		size_t length = utf8_length(axis->names[i]) + 1;

		longest = length > longest ? length : longest;
	}
	if (width > margin + CANVAS_USUAL)
		margin = width - CANVAS_USUAL;
	if (longest <= margin)
		return longest;
	while (margin < longest && margin + CANVAS_MIN + 2 < width &&
	       !margin_is_distinct(axis, margin))
		margin++;
	return margin;
}
