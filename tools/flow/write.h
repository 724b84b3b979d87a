/* SPDX-License-Identifier: MIT */
/* Writes events as a log that `bareline flow` can read. */
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

/* Begin a log in a file that the caller closes; manifest may be zeroed. */
void flow_write_begin(struct flow_writer *writer, FILE *file, const struct wire_manifest *manifest);

/* Write a sentence about what the log's source lacks; see struct flow_lack. */
void flow_write_lack(struct flow_writer *writer, const char *text, bool is_note);

/* Write the records that state what the source of a log lacks. */
void flow_write_lacks(struct flow_writer *writer, const struct flow_log *log);

/* End the log, with an end marker only if its source was complete. Returns false on a write
 * error. */
bool flow_write_end(struct flow_writer *writer, bool is_complete);

/* Declare that each node of a run has a clock of its own, after the run. */
void flow_write_nodes(struct flow_writer *writer, const struct flow_run *run);

/* Write events of one run as a run of their own, with their names. indices are in order of time;
 * NULL: the first `count` events. LOST events keep their meaning. */
void flow_write_run(struct flow_writer *writer, const struct flow_log *log, uint32_t run,
		   const uint32_t *indices, size_t count);

#endif
