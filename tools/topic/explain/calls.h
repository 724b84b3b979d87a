/* SPDX-License-Identifier: MIT */
/* The largest calls of an operation, as the title of its flame graph. */
#ifndef TOOLS_TOPIC_EXPLAIN_CALLS_H
#define TOOLS_TOPIC_EXPLAIN_CALLS_H

#include "tools/explain/explanation.h"
#include "tools/table/table.h"

struct large_calls {
	/* "2 calls hold 88 %"; of one call: "x64_sys_call holds 88 %"; NULL if none is large */
	const char *summary;
	const char *list;       /* "do_user_addr_fault 54 %, x64_sys_call 34 %"; "" of one call */
};

/* The largest calls that do not contain each other, in all stages of an operation. The search
 * begins at each stage. It follows a callee that has 80 % of its caller's instructions. Otherwise
 * it follows the callees that have 20 % of the operation's instructions, if together they have 60 %
 * of their caller's. If there are no such callees, it ends. */
struct large_calls explain_large_calls(struct tables *tables, const struct explained *stages,
				       size_t count);

#endif
