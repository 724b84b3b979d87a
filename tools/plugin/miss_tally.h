/* SPDX-License-Identifier: MIT */
/* Count the events of the modelled memory system between two marks, by node of the call tree and
 * instruction, and write them to their file (docs/reference/plugin-files.md). */
#ifndef TOOLS_PLUGIN_MISS_TALLY_H
#define TOOLS_PLUGIN_MISS_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/memory/system.h"
#include "tools/plugin/block.h"

/* An instruction that accesses memory. */
struct miss_site {
	struct block *block;
	uint32_t insn;                  /* index in the block */
	uint32_t id;                    /* from 1, by miss_site_make */
	uint32_t last_node, last_entry; /* where it was counted last */
};

/* Create the file. On failure, prints the cause and returns false. */
bool miss_tally_begin(const char *path, const struct memory_geometry *geometry);
void miss_tally_end(void);

struct miss_site miss_site_make(struct block *block, uint32_t insn);

/* The counts of a node and instruction in the current segment, for the caller to add to. Valid
 * until the next call. */
struct memory_counts *miss_tally_at(uint32_t node, struct miss_site *site);

/* End the segment with a mark, as tally_mark does in the other trace. */
void miss_tally_mark(void);

#endif
