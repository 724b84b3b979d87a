/* SPDX-License-Identifier: MIT */
/* How the runs of an explanation were counted, and the commands that count them again. */
#ifndef TOOLS_TOPIC_EXPLAIN_HOW_H
#define TOOLS_TOPIC_EXPLAIN_HOW_H

#include "tools/record/result.h"
#include "tools/table/table.h"

struct explain_source {
	const char *name;       /* "base", "new", "bare metal"; or "" of the only run */
	const struct result *result;
	const char *emulator;   /* "QEMU emulator version 7.2.22, CPU model bareline-v1"; or "" */
	const char *command;    /* boots it again, for a shell; or NULL */
};

/* Add the commands, then `last` unless it is NULL, and facts on the runs. The page shows them in
 * its last section. `files` names the output files, or is NULL. */
void topic_explain_how(struct tables *tables, const struct explain_source *sources, size_t count,
		       const char *last, const char *files);

#endif
