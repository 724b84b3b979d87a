/* SPDX-License-Identifier: MIT */
/* Feeds a modelled memory system with what a guest accesses. Off, and then QEMU is asked for
 * nothing of it, unless memory_model_begin was called. */
#ifndef TOOLS_PLUGIN_MEMORY_MODEL_H
#define TOOLS_PLUGIN_MEMORY_MODEL_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/plugin/block.h"
#include "tools/plugin/qemu_plugin.h"

/* Whom an access of a CPU's belongs to; false while nothing is counted. */
typedef bool memory_owner(unsigned vcpu, uint32_t *node);

/* Model what the text says (tools/memory/geometry.h), and write what is counted to a file. On
 * failure says why and returns false. */
bool memory_model_begin(const char *geometry, const char *path, memory_owner *owner);
void memory_model_end(void);

/* Have a block's accesses modelled, while it is translated. */
void memory_model_register(const struct qemu_plugin_tb *tb, struct block *block);

/* A mark was counted. */
void memory_model_mark(void);

/* A point begins with the block's first instruction or a later one:
 * all caches and TLBs are empty. */
void memory_model_clear(void);

#endif
