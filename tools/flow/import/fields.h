/* SPDX-License-Identifier: MIT */
/* Parses the fields of an event's line, which no library does. */
#ifndef TOOLS_FLOW_IMPORT_FIELDS_H
#define TOOLS_FLOW_IMPORT_FIELDS_H

#include "tools/flow/import/rules.h"

/* Set the members of the event that its rule names. Returns false if a field is missing or
 * invalid. */
bool fields_parse(const struct trace_rule *rule, const struct trace_states *states,
		  struct trace_text body, struct trace_event *event);

#endif
