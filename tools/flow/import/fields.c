/* SPDX-License-Identifier: MIT */
/* Most programs write name=value (the kernel, perf) or name = value (babeltrace2). libtraceevent
 * and the kernel have other forms for some events, which are tried if a field is missing. */
#include "tools/flow/import/fields.h"

#define MINOR_BITS 20

/* ---- Values by name ---- */

/* The value of an enumeration may be ( "NAME" : container = 1 ). */
static bool fields_number(struct trace_text value, uint64_t *number)
{
	if (trace_text_begins(value, "(") && !trace_text_field(value, "container", &value))
		return false;
	return trace_text_take_number(&value, number);
}

/* tracefs prints an address as 16 hexadecimal digits without 0x. Linux hashes it to the lower half
 * (lib/vsprintf.c, ptr_to_id()). */
static bool fields_address(struct trace_text value, uint64_t *number)
{
	return trace_text_begins(value, "00000000") && trace_text_take_hex(&value, number);
}

/* A text ends at its quote, or at the next field. */
static struct trace_text fields_text(struct trace_text value, const char *end)
{
	if (trace_text_take(&value, "\""))
		value.end = trace_text_find(value, "\"").at;
	else
		value.end = trace_text_find(value, end).at;
	return value;
}

static bool fields_value(const struct trace_field *field, const struct trace_states *states,
			 struct trace_text value, struct trace_event *event)
{
	uint64_t number;

	if (field->role >= ROLE_COMM) {
		trace_set_text(event, field->role, fields_text(value, field->end));
		return trace_text_size(value) > 0;
	}
	if (field->role == ROLE_RESULT && trace_text_begins(value, "-"))
		return true;    /* an error */
	if ((field->role == ROLE_KEY && fields_address(value, &number)) ||
	    fields_number(value, &number))
		return trace_set_number(event, field->role, states, number);
	/* The kernel's letters; x is a dead thread before Linux 4.14. */
	if (field->role != ROLE_STATE || value.at == value.end || *value.at == '(')
		return false;
	event->state = *value.at == 'x' ? 'X' : *value.at;
	return true;
}

static bool fields_named(const struct trace_rule *rule, const struct trace_states *states,
			 struct trace_text body, struct trace_event *event)
{
	for (size_t i = 0; i < RULE_FIELDS && rule->fields[i].role != ROLE_NONE; i++) {
		const struct trace_field *field = &rule->fields[i];
		bool is_set = false;

		for (size_t j = 0; j < RULE_NAMES && field->names[j] != NULL && !is_set; j++) {
			struct trace_text value;

			is_set = trace_text_field(body, field->names[j], &value) &&
				 fields_value(field, states, value, event);
		}
		if (!is_set && !field->is_optional)
			return false;
	}
	return true;
}

/* ---- Other forms ---- */

/* Parse "comm:pid". */
static bool fields_pair(struct trace_text text, struct trace_text *comm, uint32_t *pid)
{
	struct trace_text rest = trace_text_trim(text);
	const char *colon = memrchr(rest.at, ':', trace_text_size(rest));
	uint64_t number;

	if (colon == NULL)
		return false;
	*comm = (struct trace_text){rest.at, colon};
	rest.at = colon + 1;
	if (!trace_text_take_number(&rest, &number) || number >= TRACE_PID_UNKNOWN)
		return false;
	*pid = (uint32_t)number;
	return true;
}

/* The text before " [priority]", at the last bracket: a comm may contain others. */
static struct trace_text fields_before_priority(struct trace_text text)
{
	const char *bracket = memrchr(text.at, '[', trace_text_size(text));

	text.end = bracket != NULL ? bracket : text.at;
	return trace_text_trim(text);
}

/* "comm:pid [priority] state ==> comm:pid [priority]" */
static bool fields_switch(struct trace_text body, struct trace_event *event)
{
	struct trace_text arrow = trace_text_find(body, " ==> "), left = {body.at, arrow.at};
	struct trace_text right = arrow;

	if (!trace_text_take(&right, " ==> ") || left.at == left.end)
		return false;
	event->state = left.end[-1] == '+' ? 'R' : left.end[-1];
	return fields_pair(fields_before_priority(left), &event->comm, &event->pid) &&
	       fields_pair(fields_before_priority(right), &event->text, &event->other);
}

/* "comm:pid [priority] CPU:001" */
static bool fields_woken(struct trace_text body, struct trace_event *event)
{
	return fields_pair(fields_before_priority(body), &event->text, &event->other);
}

/* "8,0 R 4096 () 2048 + 8 [comm]" */
static bool fields_request(struct trace_text body, struct trace_event *event)
{
	uint64_t major, minor;
	const char *space;

	if (!trace_text_take_number(&body, &major) || !trace_text_take(&body, ",") ||
	    !trace_text_take_number(&body, &minor))
		return false;
	event->device = (uint32_t)(major << MINOR_BITS | minor);
	body.end = trace_text_find(body, " + ").at;
	space = memrchr(body.at, ' ', trace_text_size(body));
	if (space == NULL)
		return false;
	body.at = space + 1;
	return trace_text_take_number(&body, &event->key);
}

/* "-> 0x5", or "0x5". A negative result is an error. */
static bool fields_result(struct trace_text body, struct trace_event *event)
{
	struct trace_text value = trace_text_trim(body);
	uint64_t number;

	(void)trace_text_take(&value, "-> ");
	if (trace_text_begins(value, "-"))
		return true;
	return trace_text_take_number(&value, &number) &&
	       trace_set_number(event, ROLE_RESULT, NULL, number);
}

/* "(uaddr: 0x7f00, op: 0x80, ...)"; older versions of Linux and trace-cmd print no 0x. */
static bool fields_futex(struct trace_text body, struct trace_event *event)
{
	struct trace_text value = trace_text_find(body, "uaddr: ");

	return trace_text_take(&value, "uaddr: ") && trace_text_take_hex(&value, &event->key);
}

/* The text itself, perhaps after the name of its file. */
static bool fields_marker(struct trace_text body, struct trace_event *event)
{
	event->text = trace_text_trim(body);
	(void)trace_text_take(&event->text, "tracing_mark_write: ");
	return true;
}

static bool (*const fields_other[TRACE_KIND_COUNT])(struct trace_text, struct trace_event *) = {
	[TRACE_SWITCH] = fields_switch,
	[TRACE_WAKING] = fields_woken,
	[TRACE_WAKEUP] = fields_woken,
	[TRACE_WAKEUP_NEW] = fields_woken,
	[TRACE_ISSUE] = fields_request,
	[TRACE_COMPLETE] = fields_request,
	[TRACE_FUTEX_ENTER] = fields_futex,
	[TRACE_ACCEPT_EXIT] = fields_result,
	[TRACE_MARKER] = fields_marker,
};

bool fields_parse(const struct trace_rule *rule, const struct trace_states *states,
		  struct trace_text body, struct trace_event *event)
{
	bool is_set;

	event->kind = (uint8_t)rule->kind;
	is_set = fields_named(rule, states, body, event);
	if (!is_set && fields_other[rule->kind] != NULL)
		is_set = fields_other[rule->kind](body, event);
	return is_set && trace_event_complete(event);
}
