/* SPDX-License-Identifier: MIT */
/* What the modelled memory system counted, by node of the call tree and instruction, between two
 * marks; and the file that it is written to. docs/design.md has its format. */
#ifndef TOOLS_PLUGIN_MISS_TALLY_H
#define TOOLS_PLUGIN_MISS_TALLY_H

#include <stdbool.h>
#include <stdint.h>

#include "tools/memory/system.h"
#include "tools/plugin/block.h"

/* An instruction that accesses memory. */
struct miss_site {
	struct block *block;
	uint32_t insn;                  /* of the block's */
	uint32_t id;                    /* from 1 on, by miss_site_make */
	uint32_t last_node, last_entry; /* where it was counted last */
};

/* The file to write. On failure says why and returns false. */
bool miss_tally_begin(const char *path, const struct memory_geometry *geometry);
void miss_tally_end(void);

struct miss_site miss_site_make(struct block *block, uint32_t insn);

/* The counts of the segment that runs, to which the node adds what the instruction does. Valid
 * until the next call. */
struct memory_counts *miss_tally_at(uint32_t node, struct miss_site *site);

/* A mark, one for each of the other trace's: what was added since the last one is what led here. */
void miss_tally_mark(void);

#endif
