/* SPDX-License-Identifier: MIT */
/* Adds the messages of libbabeltrace2, which are a stream's events, packets and discarded events,
 * to a trace. */
#ifndef TOOLS_FLOW_IMPORT_CTF_MESSAGES_H
#define TOOLS_FLOW_IMPORT_CTF_MESSAGES_H

#include <babeltrace2/babeltrace.h>

#include "tools/flow/import/trace.h"

/* How to read the events of a class: found once. */
struct ctf_plan {
	const bt_event_class *class;
	const struct trace_rule *rule;  /* NULL: not used */
	bool is_complete;               /* the class has all fields that the rule needs */
	bool has_clock;
	bool is_marker;                 /* of a user-space trace: its name is a marker */
	struct {
		enum trace_role role;
		uint64_t index;
		bt_field_class_type type;
	} fields[RULE_FIELDS];
	uint32_t field_count;
	int64_t tid_in_context;         /* index of the member; negative: none */
	int64_t tid_in_payload, cpu_in_payload;
	int64_t comm_in_context;
};

struct ctf_messages {
	struct trace *trace;
	FLOW_LIST(struct ctf_plan) plans;
	struct number_map plan_of;      /* by the class's address */
	char host[64], other_host[64];  /* names of the machines; empty: unknown, none */
	uint64_t cpu;                   /* of the stream's current packet, or TRACE_CPU_UNKNOWN */
};

void ctf_messages_add(struct ctf_messages *messages, const bt_message *message);
void ctf_messages_free(struct ctf_messages *messages);

#endif
