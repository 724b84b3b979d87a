/* SPDX-License-Identifier: MIT */
/* From an event's name and its fields, as any of the programs prints them, to what is known of
 * it. */
#ifndef TOOLS_FLOW_IMPORT_FIELDS_H
#define TOOLS_FLOW_IMPORT_FIELDS_H

#include "tools/flow/import/trace.h"

enum fields_result {FIELDS_TAKEN, FIELDS_OTHER, FIELDS_INCOMPLETE};

/* Fill in the event's kind and what belongs to it. name may have its system in front,
 * "sched:sched_switch". */
enum fields_result fields_parse(struct trace_text name, struct trace_text body,
				struct trace_event *event);

#endif
