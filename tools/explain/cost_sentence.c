/* SPDX-License-Identifier: MIT */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>

#include "tools/base/file.h"
#include "tools/explain/cost_change.h"

/* Causes in the sentence; the rest is summed up. */
#define NAMED_MAX 3

static const char *instructions(double number)
{
	return fabs(number - 1) < 1e-6 ? "instruction" : "instructions";
}

static void write_cause(FILE *out, const struct cost_change *change)
{
	static const char *const subjects[COST_KINDS] = {
		[COST_OWN] = "", [COST_WITH_INLINED] = ", with what is inlined in it,",
		[COST_WITH_CALLEES] = " with its callees",
	};
	double size = fabs(change->new - change->base);

	if (change->kind == COST_ADDED)
		fprintf(out, "the new build also calls `%s`, which costs %.6g %s", change->name,
			size, instructions(size));
	else if (change->kind == COST_REMOVED)
		fprintf(out, "the new build does not call `%s`, which cost %.6g %s", change->name,
			size, instructions(size));
	else
		fprintf(out, "`%s`%s costs %.6g %s %s", change->name, subjects[change->kind], size,
			instructions(size), change->new > change->base ? "more" : "less");
}

static void write_rest(FILE *out, const struct cost_change *changes, size_t count)
{
	double sum = 0;

	for (size_t i = 0; i < count; i++)
		sum += changes[i].new - changes[i].base;
	fprintf(out, "%zu other %s %.6g %s %s in sum", count,
		count == 1 ? "function costs" : "functions cost", fabs(sum),
		instructions(fabs(sum)), sum < 0 ? "less" : "more");
}

char *cost_changes_sentence(const struct cost_changes *changes)
{
	size_t causes = changes->count - changes->moved_count;
	size_t named = causes > NAMED_MAX + 1 ? NAMED_MAX : causes;
	size_t parts = named + (named < causes), size;
	char *text;
	FILE *out = file_in_memory(&text, &size);

	for (size_t i = 0; i < parts; i++) {
		if (i > 0)
			fputs(i + 1 < parts ? ", " : " and ", out);
		if (i < named)
			write_cause(out, &changes->items[i]);
		else
			write_rest(out, &changes->items[i], causes - named);
	}
	if (causes == 0)
		fputs("the cost is the same", out);
	if (changes->moved_count > 0)
		fprintf(out, "%s moved between functions%s",
			causes > 0 ? "; all else" : "; instructions",
			changes->by_inlining ? " by inlining" : "");
	fputc('.', out);
	file_end_memory(out, &text);
	text[0] = (char)toupper((unsigned char)text[0]);
	return text;
}
