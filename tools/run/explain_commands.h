/* SPDX-License-Identifier: MIT */
/* Prints, after a comparison of instruction counts, the commands that explain a change by
 * function. */
#ifndef TOOLS_RUN_EXPLAIN_COMMANDS_H
#define TOOLS_RUN_EXPLAIN_COMMANDS_H

#include <jansson.h>
#include <stdio.h>

#include "tools/compare/compare.h"
#include "tools/table/table.h"

struct explain_commands {
	const struct comparison *comparison;
	json_t *manifests[SIDES]; /* NULL: the side cannot be explained */
	size_t count;             /* of commands so far */
};

/* Prepare the commands of a judged comparison. If explain cannot count the runs of the comparison,
 * there are none. The reason is a changed file, or manifests that name no files. */
void explain_commands_begin(struct explain_commands *commands, const struct comparison *comparison);
void explain_commands_end(struct explain_commands *commands);

/* The commands for a change, with output directories of their own; NULL if there are none. context
 * is the struct explain_commands. */
const char *explain_commands_of(void *context, struct tables *tables,
				const struct compared_metric *metric);

/* Add a folded table with the commands of the first changes of topic_review's table. */
void explain_commands_add(struct tables *tables);

/* Write the commands of that table, one per line. */
void explain_commands_print(const struct tables *tables, FILE *out);

#endif
