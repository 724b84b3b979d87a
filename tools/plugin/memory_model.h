/* SPDX-License-Identifier: MIT */
/* Simulates the accesses of the machine on a modelled memory system. Without memory_model_begin,
 * all functions do nothing and no callbacks are registered. */
#ifndef TOOLS_PLUGIN_MEMORY_MODEL_H
#define TOOLS_PLUGIN_MEMORY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/plugin/block.h"
#include "tools/plugin/qemu_plugin.h"

/* Set the node that an access of a CPU belongs to. Returns false while nothing is counted. */
typedef bool memory_owner(unsigned cpu, uint32_t *node);

/* Model the geometry of the text (tools/memory/geometry.h), and write the counts to a file. On
 * failure, prints the cause and returns false. */
bool memory_model_begin(const char *geometry, const char *path, memory_owner *owner);
void memory_model_end(void);

/* Register callbacks for the accesses of a block that is being translated. */
void memory_model_register(const struct qemu_plugin_tb *tb, struct block *block);

/* Add a mark. */
void memory_model_mark(void);

/* Empty all caches and TLBs, at the start of a point. */
void memory_model_clear(void);

#endif
