/* SPDX-License-Identifier: MIT */
#include "bench/input/script_source.h"

#include "bench/platform.h"
#include "lib/text/errno.h"

#define PAGE_BYTES 4096

static bool has_room(struct input_steps *steps, char **text)
{
	*steps = (struct input_steps){.capacity = STEPS_MAX};
	*text = platform_map(STEPS_TEXT_MAX, PAGE_BYTES);
	steps->items = platform_map(STEPS_MAX * sizeof(*steps->items), PAGE_BYTES);
	steps->labels = platform_map(STEPS_MAX * sizeof(*steps->labels), PAGE_BYTES);
	return *text != NULL && steps->items != NULL && steps->labels != NULL;
}

int script_source_read(struct bench_ctx *ctx, struct input_steps *steps)
{
	unsigned long bad_line;
	char *text;

	if (!has_room(steps, &text))
		return bench_skip(ctx, "memory", "no memory for a script");
	if (!platform_input_script(text, STEPS_TEXT_MAX))
		return 0;
	bad_line = steps_parse(text, steps);
	if (bad_line != 0 || steps->count == 0)
		return bench_error(ctx, -EINVAL, "line %lu of the script is not a valid step",
				   bad_line);
	return 0;
}
