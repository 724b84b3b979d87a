/* SPDX-License-Identifier: MIT */
/* Where what was explained goes: tables to the terminal, and files for people and other
 * programs. */
#ifndef TOOLS_CMD_EXPLAIN_OUTPUT_H
#define TOOLS_CMD_EXPLAIN_OUTPUT_H

#include "tools/topic/explain/explain.h"

/* Print the tables, and write all files into the directory if one is named. On failure says why and
 * returns false. */
bool explain_output(const struct explanation *explanation, const struct explain_view *view,
		    const char *directory);

/* The same of the difference between two. */
bool explain_output_change(const struct explanation *base, const struct explanation *new,
			   const char *directory);

#endif
