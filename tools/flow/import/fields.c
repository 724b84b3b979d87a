/* SPDX-License-Identifier: MIT */
/* A table of events, with a function for each format of fields. sched_switch and wake-ups have the
 * kernel's format, key=value, or libtraceevent's, "comm:pid [priority] state". */
#include "tools/flow/import/fields.h"

#include <ctype.h>

#define MINOR_BITS 20

typedef bool fields_parser(struct trace_text body, struct trace_event *event);

/* ---- Values ---- */

/* The value of an enumeration may be ( "NAME" : container = 1 ). */
static bool fields_number(struct trace_text body, const char *name, uint64_t *number)
{
	struct trace_text value;

	if (!trace_text_field(body, name, &value))
		return false;
	if (trace_text_begins(value, "(") && !trace_text_field(value, "container", &value))
		return false;
	return trace_text_take_number(&value, number);
}

/* The first of several names that exists. Linux names a thread pid; LTTng names it tid, and its
 * process pid. */
static bool fields_pid(struct trace_text body, const char *const *names, uint32_t *pid)
{
	uint64_t number;

	for (; *names != NULL; names++) {
		if (fields_number(body, *names, &number) && number < TRACE_PID_UNKNOWN) {
			*pid = (uint32_t)number;
			return true;
		}
	}
	return false;
}

/* A text ends at its quote, or at the next field. */
static struct trace_text fields_text(struct trace_text body, const char *name, const char *next)
{
	struct trace_text value;

	if (!trace_text_field(body, name, &value))
		return (struct trace_text){body.at, body.at};
	if (trace_text_take(&value, "\""))
		value.end = trace_text_find(value, "\"").at;
	else
		value.end = trace_text_find(value, next).at;
	return value;
}

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

/* ---- Threads ---- */

/* The letter of a number of state bits. The lowest bits are a sleep in every version; Linux before
 * 4.14 adds bits to it, such as those of TASK_KILLABLE (130) and TASK_IDLE (1026). Linux 4.14 and
 * later report one bit (include/linux/sched.h, "TASK_REPORT"; include/trace/events/sched.h,
 * __trace_sched_switch_state); there 64 is a parked thread, before it was a dead one. Other bits
 * are a preempted thread's. */
static char fields_letter(uint64_t bits)
{
	static const struct {
		unsigned bits;
		char letter;
	} states[] = {
		{0x01, 'S'}, {0x02, 'D'}, {0x04, 'T'}, {0x08, 't'}, {0x10, 'X'}, {0x20, 'Z'},
		{0x40, 'P'}, {0x80, 'I'},
	};

	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++) {
		if ((bits & states[i].bits) != 0)
			return states[i].letter;
	}
	return 'R';
}

static char fields_state(struct trace_text body)
{
	struct trace_text value;
	uint64_t bits;

	if (!trace_text_field(body, "prev_state", &value) || value.at == value.end)
		return 0;
	if (!fields_number(body, "prev_state", &bits))
		return *value.at == '(' ? 0 : *value.at;
	return fields_letter(bits);
}

static bool fields_switch_pairs(struct trace_text body, struct trace_event *event)
{
	struct trace_text arrow = trace_text_find(body, " ==> "), left = {body.at, arrow.at};
	struct trace_text right = arrow;

	if (!trace_text_take(&right, " ==> ") || left.at == left.end)
		return false;
	event->state = left.end[-1] == '+' ? 'R' : left.end[-1];
	return fields_pair(fields_before_priority(left), &event->comm, &event->pid) &&
	       fields_pair(fields_before_priority(right), &event->text, &event->other);
}

static bool fields_switch(struct trace_text body, struct trace_event *event)
{
	static const char *const before[] = {"prev_tid", "prev_pid", NULL};
	static const char *const after[] = {"next_tid", "next_pid", NULL};

	if (!fields_pid(body, before, &event->pid))
		return fields_switch_pairs(body, event);
	event->comm = fields_text(body, "prev_comm", " prev_pid=");
	event->text = fields_text(body, "next_comm", " next_pid=");
	event->state = fields_state(body);
	return event->state != 0 && fields_pid(body, after, &event->other);
}

static bool fields_woken(struct trace_text body, struct trace_event *event)
{
	static const char *const names[] = {"tid", "pid", NULL};

	event->text = fields_text(body, "comm", " pid=");
	if (fields_pid(body, names, &event->other))
		return true;
	return fields_pair(fields_before_priority(body), &event->text, &event->other);
}

static bool fields_fork(struct trace_text body, struct trace_event *event)
{
	static const char *const children[] = {"child_tid", "child_pid", NULL};

	event->text = fields_text(body, "child_comm", " child_pid=");
	return fields_pid(body, children, &event->other);
}

static bool fields_exit(struct trace_text body, struct trace_event *event)
{
	static const char *const names[] = {"tid", "pid", NULL};

	event->other = event->pid;
	return fields_pid(body, names, &event->other) || event->pid != TRACE_PID_UNKNOWN;
}

/* ---- Requests, packets and markers ---- */

/* "8,0 R 4096 () 2048 + 8 [comm]", or dev = 8388608, sector = 2048. */
static bool fields_request(struct trace_text body, struct trace_event *event)
{
	uint64_t major, minor, device;
	const char *space;

	if (fields_number(body, "sector", &event->key) && fields_number(body, "dev", &device)) {
		event->device = (uint32_t)device;
		return true;
	}
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

/* An address in hexadecimal digits. trace-cmd and perf print 0x before them, tracefs does not. */
static bool fields_packet(struct trace_text body, struct trace_event *event)
{
	static const char digits[] = "0123456789abcdef";
	struct trace_text value;
	const char *digit;

	if (!trace_text_field(body, "skbaddr", &value))
		return false;
	(void)trace_text_take(&value, "0x");
	event->key = 0;
	for (; value.at < value.end && *value.at != '\0' &&
	       (digit = strchr(digits, tolower((unsigned char)*value.at))) != NULL; value.at++)
		event->key = event->key << 4 | (uint64_t)(digit - digits);
	return event->key != 0;
}

static bool fields_none(struct trace_text body, struct trace_event *event)
{
	(void)body;
	(void)event;
	return true;
}

/* Sets `other` if a connection was accepted. A negative result is an error. */
static bool fields_accepted(struct trace_text body, struct trace_event *event)
{
	struct trace_text value = trace_text_trim(body);

	if (!trace_text_field(body, "ret", &value))
		(void)trace_text_take(&value, "-> ");
	if (trace_text_begins(value, "-"))
		return true;
	if (!trace_text_take_number(&value, &event->key))
		return false;
	event->other = event->key < INT32_MAX;
	return true;
}

/* LTTng has the text in field msg, and perf in field buf after the caller's address. */
static bool fields_marker(struct trace_text body, struct trace_event *event)
{
	event->text = fields_text(body, "msg", "\n");
	if (trace_text_size(event->text) == 0)
		event->text = fields_text(body, "buf", "\n");
	if (trace_text_size(event->text) > 0)
		return true;
	event->text = trace_text_trim(body);
	(void)trace_text_take(&event->text, "tracing_mark_write: ");
	return true;
}

/* ---- The table ---- */

static const struct {
	const char *name;
	enum trace_kind kind;
	fields_parser *parse;
} fields_events[] = {
	{"sched_switch", TRACE_SWITCH, fields_switch},
	{"sched_waking", TRACE_WAKING, fields_woken},
	{"sched_wakeup", TRACE_WAKEUP, fields_woken},
	{"sched_wakeup_new", TRACE_WAKEUP_NEW, fields_woken},
	{"sched_process_fork", TRACE_FORK, fields_fork},
	{"sched_process_exec", TRACE_EXEC, fields_none},
	{"sched_process_exit", TRACE_EXIT, fields_exit},
	{"sched_process_free", TRACE_FREE, fields_exit},
	{"block_rq_issue", TRACE_ISSUE, fields_request},
	{"block_rq_complete", TRACE_COMPLETE, fields_request},
	{"net_dev_queue", TRACE_NET_SEND, fields_packet},
	{"netif_receive_skb", TRACE_NET_RECEIVE, fields_packet},
	{"tracing_mark_write", TRACE_MARKER, fields_marker},
	{"print", TRACE_MARKER, fields_marker},
	{"lttng_logger", TRACE_MARKER, fields_marker},
	{"sys_enter_accept", TRACE_ACCEPT_ENTER, fields_none},
	{"sys_enter_accept4", TRACE_ACCEPT_ENTER, fields_none},
	{"syscall_entry_accept", TRACE_ACCEPT_ENTER, fields_none},
	{"syscall_entry_accept4", TRACE_ACCEPT_ENTER, fields_none},
	{"sys_exit_accept", TRACE_ACCEPT_EXIT, fields_accepted},
	{"sys_exit_accept4", TRACE_ACCEPT_EXIT, fields_accepted},
	{"syscall_exit_accept", TRACE_ACCEPT_EXIT, fields_accepted},
	{"syscall_exit_accept4", TRACE_ACCEPT_EXIT, fields_accepted},
	{"irq_handler_entry", TRACE_INTERRUPT_ENTER, fields_none},
	{"irq_handler_exit", TRACE_INTERRUPT_EXIT, fields_none},
	{"softirq_entry", TRACE_INTERRUPT_ENTER, fields_none},
	{"softirq_exit", TRACE_INTERRUPT_EXIT, fields_none},
	{"irq_softirq_entry", TRACE_INTERRUPT_ENTER, fields_none},
	{"irq_softirq_exit", TRACE_INTERRUPT_EXIT, fields_none},
	{"hrtimer_expire_entry", TRACE_INTERRUPT_ENTER, fields_none},
	{"hrtimer_expire_exit", TRACE_INTERRUPT_EXIT, fields_none},
	{"timer_hrtimer_expire_entry", TRACE_INTERRUPT_ENTER, fields_none},
	{"timer_hrtimer_expire_exit", TRACE_INTERRUPT_EXIT, fields_none},
};

enum fields_result fields_parse(struct trace_text name, struct trace_text body,
				struct trace_event *event)
{
	const char *colon = memrchr(name.at, ':', trace_text_size(name));

	if (colon != NULL)
		name.at = colon + 1;
	for (size_t i = 0; i < sizeof(fields_events) / sizeof(*fields_events); i++) {
		if (!trace_text_is(name, fields_events[i].name))
			continue;
		event->kind = fields_events[i].kind;
		return fields_events[i].parse(body, event) ? FIELDS_PARSED : FIELDS_INCOMPLETE;
	}
	return FIELDS_OTHER;
}
