/* SPDX-License-Identifier: MIT */
/* Writing events as a log that `bareline flow` can read again. */
#ifndef TOOLS_FLOW_WRITE_H
#define TOOLS_FLOW_WRITE_H

#include "lib/wire/wire.h"
#include "tools/base/out.h"
#include "tools/flow/log.h"

struct flow_writer {
	struct out out;
	struct wire_writer wire;
	uint64_t next_run;              /* id */
};

/* Begin a log in a file that stays the caller's; manifest may be all 0. */
void flow_write_begin(struct flow_writer *writer, FILE *file, const struct wire_manifest *manifest);

/* End it; without a marker that it is complete if what it was made of is not. Returns false if
 * anything could not be written. */
bool flow_write_end(struct flow_writer *writer, bool is_complete);

/* Write events of one run of a log as a run of their own, with the names of what they refer to.
 * indices are in the order of time. LOST events keep their meaning. */
void flow_write_run(struct flow_writer *writer, const struct flow_log *log, uint32_t run,
		   const uint32_t *indices, size_t count);

#endif
