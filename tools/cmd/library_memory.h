/* SPDX-License-Identifier: MIT */
/* Memory allocation of the libraries. */
#ifndef TOOLS_CMD_LIBRARY_MEMORY_H
#define TOOLS_CMD_LIBRARY_MEMORY_H

/* Make a lack of memory in libraries end the program, as in xmalloc(). Otherwise JSON values would
 * be lost silently. Call it before any other use of the libraries. */
void library_memory_init(void);

#endif
