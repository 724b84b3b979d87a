/* SPDX-License-Identifier: MIT */
/* Writes the names in lists of at most NAMES_CHARS_MAX characters. */
#include "bench/engine/plan.h"

#include <stddef.h>

#include "lib/text/string.h"

/* Names in one record: a compromise between few records and a small stack. */
#define NAMES_CHARS_MAX 512

struct name_list {
	struct wire_writer *writer;
	size_t length;
	char text[NAMES_CHARS_MAX];
};

struct plan plan_make(const struct options *options, const struct benchmark *const *benchmarks)
{
	struct plan plan = {.options = options};
	uint64_t beneath = 0;

	for (; *benchmarks != NULL; benchmarks++) {
		bool is_selected = options_select(options, *benchmarks);

		plan.benches += is_selected;
		beneath += !is_selected && (*benchmarks)->underlies_all;
	}
	if (plan.benches > 0)
		plan.benches += beneath;
	return plan;
}

bool plan_holds(const struct plan *plan, const struct benchmark *bench)
{
	return plan->benches > 0 && (options_select(plan->options, bench) || bench->underlies_all);
}

static void plan_write_names(struct name_list *list)
{
	const struct wire_planned planned = {list->text};

	if (list->length > 0)
		wire_write(list->writer, WIRE_planned, &planned);
	list->length = 0;
}

/* A name is far shorter than the list. */
static void plan_add_name(struct name_list *list, const char *name)
{
	size_t length = strlen(name);

	if (list->length + length + 2 > NAMES_CHARS_MAX)
		plan_write_names(list);
	if (list->length > 0)
		list->text[list->length++] = ',';
	text_copy(list->text + list->length, NAMES_CHARS_MAX - list->length, name);
	list->length += length;
}

void plan_write(const struct plan *plan, struct wire_writer *writer,
		const struct benchmark *const *benchmarks)
{
	const struct wire_plan record = {plan->benches};
	struct name_list list = {.writer = writer};

	wire_write(writer, WIRE_plan, &record);
	for (; *benchmarks != NULL; benchmarks++) {
		if (plan_holds(plan, *benchmarks))
			plan_add_name(&list, (*benchmarks)->name);
	}
	plan_write_names(&list);
}
