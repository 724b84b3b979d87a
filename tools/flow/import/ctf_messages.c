/* SPDX-License-Identifier: MIT */
/* The fields of each class of events are looked up once, by the rules' names. */
#ifdef HAVE_BABELTRACE2
#include "tools/flow/import/ctf_messages.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static struct trace_text text_of(const char *text)
{
	return (struct trace_text){text, text + strlen(text)};
}

/* ---- Plans ---- */

/* The index of a structure's member; negative if there is none. The structure may be NULL. */
static int64_t plan_member(const bt_field_class *structure, const char *name)
{
	uint64_t count = structure != NULL ? bt_field_class_structure_get_member_count(structure)
					   : 0;

	for (uint64_t i = 0; i < count; i++) {
		const bt_field_class_structure_member *member =
			bt_field_class_structure_borrow_member_by_index_const(structure, i);

		if (strcmp(bt_field_class_structure_member_get_name(member), name) == 0)
			return (int64_t)i;
	}
	return -1;
}

static bt_field_class_type plan_type(const bt_field_class *structure, int64_t index)
{
	return bt_field_class_get_type(bt_field_class_structure_member_borrow_field_class_const(
		bt_field_class_structure_borrow_member_by_index_const(structure, (uint64_t)index)));
}

static bool plan_type_fits(bt_field_class_type type, enum trace_role role)
{
	if (role >= ROLE_COMM)
		return type == BT_FIELD_CLASS_TYPE_STRING;
	return bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_INTEGER) ||
	       type == BT_FIELD_CLASS_TYPE_STRING;
}

/* A container's vtid is a number that no other event has. */
static int64_t plan_integer(const bt_field_class *structure, const char *name)
{
	int64_t index = plan_member(structure, name);

	return index >= 0 && bt_field_class_type_is(plan_type(structure, index),
						    BT_FIELD_CLASS_TYPE_INTEGER) ? index : -1;
}

static int64_t plan_text(const bt_field_class *structure, const char *name)
{
	int64_t index = plan_member(structure, name);

	return index >= 0 && plan_type(structure, index) == BT_FIELD_CLASS_TYPE_STRING ? index : -1;
}

static bool plan_is_user_space(const bt_event *event)
{
	const bt_trace *trace = bt_stream_borrow_trace_const(bt_event_borrow_stream_const(event));
	const bt_value *domain =
		bt_trace_borrow_environment_entry_value_by_name_const(trace, "domain");

	return domain != NULL && bt_value_is_string(domain) &&
	       strcmp(bt_value_string_get(domain), "ust") == 0;
}

static struct ctf_plan plan_make(const bt_event *event, const bt_event_class *class)
{
	const bt_field_class *payload = bt_event_class_borrow_payload_field_class_const(class);
	const bt_field_class *context =
		bt_stream_class_borrow_event_common_context_field_class_const(
			bt_event_class_borrow_stream_class_const(class));
	const char *name = bt_event_class_get_name(class);
	struct ctf_plan plan = {
		.class = class,
		.has_clock = bt_stream_class_borrow_default_clock_class_const(
			bt_event_class_borrow_stream_class_const(class)) != NULL,
	};

	plan.rule = name != NULL ? trace_rule_find(text_of(name)) : NULL;
	plan.is_marker = plan.rule == NULL && name != NULL && plan_is_user_space(event);
	if (plan.rule != NULL) {
		plan.is_complete = true;
		for (size_t i = 0; i < RULE_FIELDS && plan.rule->fields[i].role != ROLE_NONE; i++) {
			const struct trace_field *field = &plan.rule->fields[i];
			int64_t index = -1;

			for (size_t j = 0; j < RULE_NAMES && field->names[j] != NULL && index < 0;
			     j++)
				index = plan_member(payload, field->names[j]);
			if (index < 0 || !plan_type_fits(plan_type(payload, index), field->role)) {
				plan.is_complete = plan.is_complete && field->is_optional;
				continue;
			}
			plan.fields[plan.field_count].role = field->role;
			plan.fields[plan.field_count].index = (uint64_t)index;
			plan.fields[plan.field_count++].type = plan_type(payload, index);
		}
	}
	plan.tid_in_context = plan_integer(context, "tid");
	plan.comm_in_context = plan_text(context, "procname");
	plan.tid_in_payload = plan_integer(payload, "perf_tid");
	plan.cpu_in_payload = plan_integer(payload, "perf_cpu");
	return plan;
}

static const struct ctf_plan *plan_find(struct ctf_messages *messages, const bt_event *event)
{
	const bt_event_class *class = bt_event_borrow_class_const(event);
	const uint32_t *known = number_map_find(&messages->plan_of, (uintptr_t)class);

	if (known != NULL)
		return &messages->plans.items[*known];
	number_map_add(&messages->plan_of, (uintptr_t)class, (uint32_t)messages->plans.count);
	FLOW_LIST_ADD(messages->plans, plan_make(event, class));
	return &messages->plans.items[messages->plans.count - 1];
}

/* ---- Events ---- */

static uint64_t field_number_of(const bt_field *field, bt_field_class_type type)
{
	return bt_field_class_type_is(type, BT_FIELD_CLASS_TYPE_UNSIGNED_INTEGER)
		? bt_field_integer_unsigned_get_value(field)
		: (uint64_t)bt_field_integer_signed_get_value(field);
}

static uint64_t field_number(const bt_field *field)
{
	return field_number_of(field, bt_field_get_class_type(field));
}

static const bt_field *field_member(const bt_field *structure, int64_t index)
{
	return bt_field_structure_borrow_member_field_by_index_const(structure, (uint64_t)index);
}

static struct trace_text field_text(const bt_field *field)
{
	const char *text = bt_field_string_get_value(field);

	return (struct trace_text){text, text + bt_field_string_get_length(field)};
}

/* The kernel's own letter, of a trace that was converted. */
static bool event_set_letter(struct trace_event *event, enum trace_role role, const char *letters)
{
	event->state = letters[0] == 'x' ? 'X' : letters[0];
	return role == ROLE_STATE && letters[0] != '\0';
}

static bool event_set_fields(struct ctf_messages *messages, const struct ctf_plan *plan,
			     const bt_field *payload, struct trace_event *event)
{
	bool is_valid = plan->is_complete;

	for (uint32_t i = 0; i < plan->field_count && is_valid; i++) {
		const bt_field *field = field_member(payload, (int64_t)plan->fields[i].index);
		enum trace_role role = plan->fields[i].role;

		if (role >= ROLE_COMM)
			trace_set_text(event, role, field_text(field));
		else if (plan->fields[i].type == BT_FIELD_CLASS_TYPE_STRING)
			is_valid = event_set_letter(event, role, bt_field_string_get_value(field));
		else
			is_valid = trace_set_number(event, role, &messages->trace->states,
						    field_number_of(field, plan->fields[i].type));
	}
	return is_valid && trace_event_complete(event);
}

static void event_set_context(const struct ctf_plan *plan, const bt_event *from,
			      const bt_field *payload, struct trace_event *event)
{
	const bt_field *context = bt_event_borrow_common_context_field_const(from);
	uint64_t tid = TRACE_PID_UNKNOWN;

	if (plan->tid_in_context >= 0)
		tid = field_number(field_member(context, plan->tid_in_context));
	else if (plan->tid_in_payload >= 0)
		tid = field_number(field_member(payload, plan->tid_in_payload));
	if (tid < TRACE_PID_UNKNOWN)
		event->pid = (uint32_t)tid;
	if (plan->comm_in_context >= 0 && event->pid != TRACE_PID_UNKNOWN)
		event->comm = field_text(field_member(context, plan->comm_in_context));
}

static bool snapshot_ns(const bt_clock_snapshot *snapshot, uint64_t *ns)
{
	int64_t time;

	if (bt_clock_snapshot_get_ns_from_origin(snapshot, &time) !=
	    BT_CLOCK_SNAPSHOT_GET_NS_FROM_ORIGIN_STATUS_OK || time < 0)
		return false;
	*ns = (uint64_t)time;
	return true;
}

static void event_add(struct ctf_messages *messages, const bt_message *message)
{
	const bt_event *from = bt_message_event_borrow_event_const(message);
	const bt_field *payload = bt_event_borrow_payload_field_const(from);
	const struct ctf_plan *plan = plan_find(messages, from);
	struct trace_event event = {.pid = TRACE_PID_UNKNOWN, .text = {"", ""}, .comm = {"", ""}};
	uint64_t cpu = messages->cpu;

	if (!plan->has_clock ||
	    !snapshot_ns(bt_message_event_borrow_default_clock_snapshot_const(message),
			 &event.time)) {
		messages->trace->counts.unscaled++;
		return;
	}
	if (plan->cpu_in_payload >= 0)
		cpu = field_number(field_member(payload, plan->cpu_in_payload));
	if (cpu == TRACE_CPU_UNKNOWN || !trace_cpu(messages->trace, cpu, &event.cpu))
		return;
	if (plan->is_marker) {
		event.kind = TRACE_MARKER;
		event.text = text_of(bt_event_class_get_name(plan->class));
		trace_add(messages->trace, &event, true);
	} else if (plan->rule == NULL) {
		trace_add_other(messages->trace, event.cpu, event.time);
	} else {
		event.kind = (uint8_t)plan->rule->kind;
		event_set_context(plan, from, payload, &event);
		trace_add(messages->trace, &event,
			  event_set_fields(messages, plan, payload, &event));
	}
}

/* ---- Other messages ---- */

static void packet_begin(struct ctf_messages *messages, const bt_message *message)
{
	const bt_packet *packet = bt_message_packet_beginning_borrow_packet_const(message);
	const bt_field *context = bt_packet_borrow_context_field_const(packet), *cpu = NULL;
	uint16_t index;

	if (context != NULL)
		cpu = bt_field_structure_borrow_member_field_by_name_const(context, "cpu_id");
	if (cpu == NULL || !bt_field_class_type_is(bt_field_get_class_type(cpu),
						   BT_FIELD_CLASS_TYPE_INTEGER))
		return;
	messages->cpu = field_number(cpu);
	(void)trace_cpu(messages->trace, messages->cpu, &index);
}

/* Clocks of one name and another UUID are those of another boot or machine. */
static void clock_add(struct ctf_messages *messages, const bt_clock_class *clock)
{
	const char *name = bt_clock_class_get_name(clock);
	bt_uuid uuid = bt_clock_class_get_uuid(clock);
	char text[TRACE_CLOCK_MAX];
	int used = snprintf(text, sizeof(text), "%.60s, %" PRIu64 " Hz",
			    name != NULL ? name : "unnamed", bt_clock_class_get_frequency(clock));

	if (uuid != NULL)
		snprintf(text + used, sizeof(text) - (size_t)used, ", UUID %02x%02x%02x%02x…",
			 uuid[0], uuid[1], uuid[2], uuid[3]);
	trace_add_clock(messages->trace, text);
}

static const char *stream_text(const bt_stream *stream, const char *name)
{
	const bt_value *value = bt_trace_borrow_environment_entry_value_by_name_const(
		bt_stream_borrow_trace_const(stream), name);

	return value != NULL && bt_value_is_string(value) ? bt_value_string_get(value) : "";
}

static void stream_begin(struct ctf_messages *messages, const bt_message *message)
{
	static const char *const names[] = {"kernel_release", "release"};
	const bt_stream *stream = bt_message_stream_beginning_borrow_stream_const(message);
	const bt_clock_class *clock = bt_stream_class_borrow_default_clock_class_const(
		bt_stream_borrow_class_const(stream));
	const char *host = stream_text(stream, "hostname");

	messages->cpu = TRACE_CPU_UNKNOWN;
	trace_begin_streams(messages->trace);
	if (clock != NULL)
		clock_add(messages, clock);
	for (size_t i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		trace_set_release(messages->trace, text_of(stream_text(stream, names[i])));
	if (messages->host[0] == '\0')
		snprintf(messages->host, sizeof(messages->host), "%s", host);
	else if (host[0] != '\0' && strncmp(messages->host, host, sizeof(messages->host) - 1) != 0)
		snprintf(messages->other_host, sizeof(messages->other_host), "%s", host);
}

/* The end of a gap may be unknown. The number of lost events or packets may also be unknown. */
static void discarded_add(struct ctf_messages *messages, enum trace_gap_kind kind, bool has_clock,
			  const bt_clock_snapshot *begin, const bt_clock_snapshot *end,
			  uint64_t number)
{
	struct trace_gap gap = {.to = UINT64_MAX, .number = number, .kind = (uint8_t)kind};
	uint64_t counted = number > 0 ? number : 1;

	if (kind == TRACE_GAP_PACKETS)
		messages->trace->counts.packets += counted;
	else
		messages->trace->counts.lost += counted;
	if (messages->cpu == TRACE_CPU_UNKNOWN ||
	    !trace_cpu(messages->trace, messages->cpu, &gap.cpu))
		return;
	if (!has_clock || !snapshot_ns(begin, &gap.from) || !snapshot_ns(end, &gap.to))
		trace_begin_gap(messages->trace, gap.cpu, kind, 0, number);
	else
		trace_add_gap(messages->trace, &gap);
}

static void discarded_events(struct ctf_messages *messages, const bt_message *message)
{
	const bt_stream_class *class = bt_stream_borrow_class_const(
		bt_message_discarded_events_borrow_stream_const(message));
	bool has_clock = bt_stream_class_discarded_events_have_default_clock_snapshots(class);
	uint64_t number = 0;

	if (bt_message_discarded_events_get_count(message, &number) !=
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		number = 0;
	discarded_add(messages, TRACE_GAP_EVENTS, has_clock, has_clock ?
		      bt_message_discarded_events_borrow_beginning_default_clock_snapshot_const(
			      message) : NULL, has_clock ?
		      bt_message_discarded_events_borrow_end_default_clock_snapshot_const(message)
		      : NULL, number);
}

static void discarded_packets(struct ctf_messages *messages, const bt_message *message)
{
	const bt_stream_class *class = bt_stream_borrow_class_const(
		bt_message_discarded_packets_borrow_stream_const(message));
	bool has_clock = bt_stream_class_discarded_packets_have_default_clock_snapshots(class);
	uint64_t number = 0;

	if (bt_message_discarded_packets_get_count(message, &number) !=
	    BT_PROPERTY_AVAILABILITY_AVAILABLE)
		number = 0;
	discarded_add(messages, TRACE_GAP_PACKETS, has_clock, has_clock ?
		      bt_message_discarded_packets_borrow_beginning_default_clock_snapshot_const(
			      message) : NULL, has_clock ?
		      bt_message_discarded_packets_borrow_end_default_clock_snapshot_const(message)
		      : NULL, number);
}

void ctf_messages_add(struct ctf_messages *messages, const bt_message *message)
{
	switch (bt_message_get_type(message)) {
	case BT_MESSAGE_TYPE_EVENT:
		event_add(messages, message);
		break;
	case BT_MESSAGE_TYPE_STREAM_BEGINNING:
		stream_begin(messages, message);
		break;
	case BT_MESSAGE_TYPE_PACKET_BEGINNING:
		packet_begin(messages, message);
		break;
	case BT_MESSAGE_TYPE_DISCARDED_EVENTS:
		discarded_events(messages, message);
		break;
	case BT_MESSAGE_TYPE_DISCARDED_PACKETS:
		discarded_packets(messages, message);
		break;
	default:
		break;
	}
}

void ctf_messages_free(struct ctf_messages *messages)
{
	free(messages->plans.items);
	number_map_free(&messages->plan_of);
}
#endif
