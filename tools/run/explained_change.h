/* SPDX-License-Identifier: MIT */
/* The functions that cause the changes of a comparison of instruction counts, from boots of both
 * sides under `bareline explain`. */
#ifndef TOOLS_RUN_EXPLAINED_CHANGE_H
#define TOOLS_RUN_EXPLAINED_CHANGE_H

#include <jansson.h>

#include "tools/compare/layers.h"
#include "tools/topic/change.h"
#include "tools/topic/changed_operations.h"

/* What is booted: the options of reproduce_options() for each side, and the layer of both. */
struct explained_sides {
	const json_t *options[SIDES];
	enum layer layer;
};

/* Explain one operation of each of the first changes, with two boots each, and write the results to
 * directories within directory. Sets functions, whose items are allocated with the tables. Prints
 * progress to standard error. If a boot fails, or if the functions do not add up to their change,
 * causes are unknown, and the call prints a message and returns false. */
bool explained_change_find(struct tables *tables, const struct comparison *comparison,
			   const struct changed_operations *operations,
			   const struct explained_sides *sides, const char *directory,
			   struct changed_functions *functions);

#endif
