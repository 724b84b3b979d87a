/* SPDX-License-Identifier: MIT */
/* Output of an explanation: tables on the terminal, and files. */
#ifndef TOOLS_CMD_EXPLAIN_OUTPUT_H
#define TOOLS_CMD_EXPLAIN_OUTPUT_H

#include "tools/topic/explain/explain.h"

/* Print the tables, and write all files to the directory unless it is NULL. On failure, prints the
 * cause and returns false. */
bool explain_output(const struct explanation *explanation, const struct explain_view *view,
		    const char *directory);

/* The same for the difference between two explanations. */
bool explain_output_change(const struct explanation *base, const struct explanation *new,
			   const char *directory);

#endif
