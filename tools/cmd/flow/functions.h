/* SPDX-License-Identifier: MIT */
/* The functions of programs that `bareline flow record` shall record. */
#ifndef TOOLS_CMD_FLOW_FUNCTIONS_H
#define TOOLS_CMD_FLOW_FUNCTIONS_H

#include "lib/text/patterns.h"
#include "tools/flow/record/tracer.h"

struct functions {
	struct tracer_function *items;
	size_t count, capacity;
	uint32_t objects;               /* numbers given */
};

/* What the user named: "[FILE:]GLOB" of procedures, and "[FILE:]WRITER,READER" of functions that
 * share memory, whose object has that name. Without FILE, the program is meant. */
struct function_names {
	struct patterns procedures, shared, queues;
};

/* Find the functions of these names. On failure, prints the cause and returns false. Free the
 * functions in any case. */
bool functions_find(struct functions *functions, const struct function_names *names,
		    const char *program);
void functions_free(struct functions *functions);

#endif
