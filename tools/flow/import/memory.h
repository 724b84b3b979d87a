/* SPDX-License-Identifier: MIT */
/* Which thread reads which value of shared memory. */
#ifndef TOOLS_FLOW_IMPORT_MEMORY_H
#define TOOLS_FLOW_IMPORT_MEMORY_H

#include "tools/flow/import/trace.h"

/* Set `end` of the events of memory. For a write, it is the number of other threads that read its
 * value. For a read and its end, it is the index of the write plus 1, or 0. A read gets the latest
 * value. Each thread gets a value once, and a writer never gets its own. From a queue, a read gets
 * the oldest value that has no reader. */
void memory_match(struct trace *trace);

#endif
