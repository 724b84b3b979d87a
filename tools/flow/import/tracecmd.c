/* SPDX-License-Identifier: MIT */
/* libtracecmd reads the records of each CPU, and libtraceevent reads their fields. The fields are
 * looked up once for each kind of event, by the rules' names. */
#include "tools/flow/import/binary.h"

#include "tools/base/alloc.h"

#if !defined(HAVE_LIBTRACECMD) || !defined(HAVE_LIBTRACEEVENT)
char *tracecmd_read(struct trace *trace, const char *path)
{
	(void)trace;
	return xasprintf("a file of trace-cmd, and this program was built without libtracecmd; "
			 "use: trace-cmd report %s | bareline flow import … -", path);
}
#else
#include <stdlib.h>
#include <trace-cmd.h>

/* Linux, kernel/trace/trace.h, enum trace_flag_type: hardware interrupt, softirq, NMI. */
#define FLAGS_INTERRUPT (0x08 | 0x10 | 0x40)
#define PRINT_DEPTH_MAX 16

/* Functions of libtracecmd 3.1 to 3.4 that no public header of 3.1 declares. NULL in a library
 * without them. */
extern const char *tracecmd_get_uname(struct tracecmd_input *handle) __attribute__((weak));
extern char *tracecmd_get_trace_clock(struct tracecmd_input *handle) __attribute__((weak));
extern int tracecmd_get_tsc2nsec(struct tracecmd_input *handle, int *multiplier, int *shift,
				 unsigned long long *offset) __attribute__((weak));

/* How to read the events of one kind. */
struct tep_plan {
	const struct trace_rule *rule;  /* NULL: not used */
	bool is_complete;               /* the kind has all fields that the rule needs */
	const struct tep_format_field *fields[RULE_FIELDS];
	enum trace_role roles[RULE_FIELDS];
	uint32_t field_count;
	uint32_t buffer;                /* the first with such events; 0: none yet */
	uint32_t refused_buffer;        /* the latest other one; 0: none */
};

struct tracecmd {
	struct trace *trace;
	struct tracecmd_input *input;
	struct tep_handle *tep;
	FLOW_LIST(struct tep_plan) plans;
	struct number_map plan_of;      /* by id of the event + 1 */
	bool is_count;                  /* the buffer's times are counts of a clock */
	uint32_t buffer;                /* number of the current one, from 1 */
	const char *buffer_name;
};

/* ---- Plans ---- */

/* The letters of sched_switch's prev_state, from the trace's own format of that event. */
static void tracecmd_set_states(struct tracecmd *tracecmd, const struct tep_print_arg *argument,
				unsigned depth)
{
	struct trace_states *states = &tracecmd->trace->states;

	for (; argument != NULL && depth < PRINT_DEPTH_MAX; argument = argument->next) {
		if (argument->type == TEP_PRINT_OP) {
			tracecmd_set_states(tracecmd, argument->op.left, depth + 1);
			tracecmd_set_states(tracecmd, argument->op.right, depth + 1);
		}
		if (argument->type != TEP_PRINT_FLAGS)
			continue;
		*states = (struct trace_states){0};
		for (const struct tep_print_flag_sym *flag = argument->flags.flags; flag != NULL;
		     flag = flag->next) {
			unsigned long long value = strtoull(flag->value, NULL, 0);

			for (unsigned bit = 0; bit < TRACE_STATE_BITS; bit++) {
				if (value == 1ull << bit)
					states->letters[bit] = flag->str[0] == 'x' ? 'X'
										   : flag->str[0];
			}
		}
	}
}

static struct tep_plan *tracecmd_plan(struct tracecmd *tracecmd, int id)
{
	const uint32_t *known = number_map_find(&tracecmd->plan_of, (uint64_t)id + 1);
	struct tep_event *event;
	struct tep_plan plan = {0};

	if (known != NULL)
		return &tracecmd->plans.items[*known];
	event = tep_find_event(tracecmd->tep, id);
	if (event != NULL)
		plan.rule = trace_rule_find(
			(struct trace_text){event->name, event->name + strlen(event->name)});
	if (plan.rule != NULL) {
		plan.is_complete = true;
		for (size_t i = 0; i < RULE_FIELDS && plan.rule->fields[i].role != ROLE_NONE; i++) {
			const struct trace_field *field = &plan.rule->fields[i];
			const struct tep_format_field *found = NULL;

			for (size_t j = 0;
			     j < RULE_NAMES && field->names[j] != NULL && found == NULL; j++)
				found = tep_find_field(event, field->names[j]);
			if (found == NULL) {
				plan.is_complete = plan.is_complete && field->is_optional;
				continue;
			}
			plan.fields[plan.field_count] = found;
			plan.roles[plan.field_count++] = field->role;
		}
	}
	if (plan.rule != NULL && plan.rule->kind == TRACE_SWITCH)
		tracecmd_set_states(tracecmd, event->print_fmt.args, 0);
	number_map_add(&tracecmd->plan_of, (uint64_t)id + 1, (uint32_t)tracecmd->plans.count);
	FLOW_LIST_ADD(tracecmd->plans, plan);
	return &tracecmd->plans.items[tracecmd->plans.count - 1];
}

/* ---- Fields ---- */

/* The bytes of a text field, to its NUL. A dynamic field has its offset and size in the low and
 * high 16 bits; one of size 0 extends to the end of the record. */
static bool record_text(struct tracecmd *tracecmd, const struct tep_record *record,
			const struct tep_format_field *field, struct trace_text *text)
{
	uint64_t offset = (uint64_t)field->offset, size = (uint64_t)field->size;
	unsigned long long place;
	const char *at = record->data;

	if ((field->flags & TEP_FIELD_IS_DYNAMIC) != 0) {
		if (record->size < 0 || offset + size > (uint64_t)record->size || size != 4)
			return false;
		place = tep_read_number(tracecmd->tep, at + offset, 4);
		offset = place & 0xffff;
		size = place >> 16;
	}
	if (record->size < 0 || offset > (uint64_t)record->size)
		return false;
	if (size == 0 || size > (uint64_t)record->size - offset)
		size = (uint64_t)record->size - offset;
	at += offset;
	*text = trace_text_trim((struct trace_text){at, at + strnlen(at, size)});
	return true;
}

static bool record_set_fields(struct tracecmd *tracecmd, const struct tep_plan *plan,
			      const struct tep_record *record, struct trace_event *event)
{
	for (uint32_t i = 0; i < plan->field_count; i++) {
		struct tep_format_field *field = (struct tep_format_field *)plan->fields[i];
		struct trace_text text;
		unsigned long long number;

		if (plan->roles[i] >= ROLE_COMM) {
			if (!record_text(tracecmd, record, field, &text))
				return false;
			trace_set_text(event, plan->roles[i], text);
		} else if (field->offset + field->size > record->size ||
			   tep_read_number_field(field, record->data, &number) != 0 ||
			   !trace_set_number(event, plan->roles[i], &tracecmd->trace->states,
					     number)) {
			return false;
		}
	}
	return plan->is_complete && trace_event_complete(event);
}

/* ---- Records ---- */

/* Whether events of this kind are read from the current buffer. A tracepoint that is enabled in
 * several buffers has the same events in each; markers are written to one. */
static bool record_is_of_buffer(struct tracecmd *tracecmd, struct tep_plan *plan)
{
	char *text;

	if (plan->rule->kind == TRACE_MARKER || plan->buffer == tracecmd->buffer)
		return true;
	if (plan->buffer == 0) {
		plan->buffer = tracecmd->buffer;
		return true;
	}
	if (plan->refused_buffer != tracecmd->buffer) {
		plan->refused_buffer = tracecmd->buffer;
		text = xasprintf("%s of %s", plan->rule->name, tracecmd->buffer_name);
		trace_ignore(tracecmd->trace, text);
		free(text);
	}
	return false;
}

static void record_add(struct tracecmd *tracecmd, struct tep_record *record, uint16_t cpu)
{
	struct trace *trace = tracecmd->trace;
	struct tep_plan *plan =
		tracecmd_plan(tracecmd, tep_data_type(tracecmd->tep, record));
	struct trace_event event = {
		.time = record->ts, .cpu = cpu, .comm = {"", ""}, .text = {"", ""},
		.context = TRACE_CONTEXT_TASK,
	};
	const char *comm;

	if (tracecmd->is_count && !trace_scale(trace, &event.time))
		return;
	if (record->missed_events != 0) {
		uint64_t missed = record->missed_events > 0 ? (uint64_t)record->missed_events : 0;

		trace->counts.lost += missed > 0 ? missed : 1;
		trace_begin_gap(trace, cpu, TRACE_GAP_EVENTS, event.time, missed);
	}
	if (plan->rule == NULL || !record_is_of_buffer(tracecmd, plan)) {
		trace_add_other(trace, cpu, event.time);
		return;
	}
	event.kind = (uint8_t)plan->rule->kind;
	event.pid = (uint32_t)tep_data_pid(tracecmd->tep, record);
	comm = tep_data_comm_from_pid(tracecmd->tep, (int)event.pid);
	if (comm != NULL)
		event.comm = (struct trace_text){comm, comm + strlen(comm)};
	if ((tep_data_flags(tracecmd->tep, record) & FLAGS_INTERRUPT) != 0)
		event.context = TRACE_CONTEXT_INTERRUPT;
	trace_add(trace, &event, record_set_fields(tracecmd, plan, record, &event));
}

static void tracecmd_read_cpu(struct tracecmd *tracecmd, int number)
{
	struct tep_record *record = tracecmd_read_cpu_first(tracecmd->input, number);
	uint16_t cpu;

	if (!trace_cpu(tracecmd->trace, (uint64_t)number, &cpu)) {
		tracecmd_free_record(record);
		return;
	}
	for (; record != NULL; record = tracecmd_read_data(tracecmd->input, number)) {
		record_add(tracecmd, record, cpu);
		tracecmd_free_record(record);
	}
}

/* The library converts the TSC's values if the file has its frequency. */
static bool tracecmd_has_tsc_frequency(struct tracecmd *tracecmd)
{
	int multiplier, shift;
	unsigned long long offset;

	return tracecmd_get_tsc2nsec != NULL &&
	       tracecmd_get_tsc2nsec(tracecmd->input, &multiplier, &shift, &offset) == 0;
}

/* Clocks whose values are not nanoseconds: Linux, "ftrace - Function Tracer", trace_clock. Returns
 * the buffer's clock; NULL: unknown. */
static const char *tracecmd_set_clock(struct tracecmd *tracecmd)
{
	static const char *const counters[] = {"counter", "uptime", "x86-tsc"};
	const char *clock = tracecmd_get_trace_clock != NULL
		? tracecmd_get_trace_clock(tracecmd->input) : NULL;

	tracecmd->is_count = false;
	if (clock == NULL)
		return NULL;
	for (size_t i = 0; i < sizeof(counters) / sizeof(counters[0]); i++)
		tracecmd->is_count |= strcmp(clock, counters[i]) == 0;
	if (strcmp(clock, "x86-tsc") == 0 && tracecmd_has_tsc_frequency(tracecmd))
		tracecmd->is_count = false;
	return clock;
}

/* "Linux HOST RELEASE …" */
static void tracecmd_set_release(struct tracecmd *tracecmd)
{
	const char *uname = tracecmd_get_uname != NULL ? tracecmd_get_uname(tracecmd->input) : NULL;

	for (int words = 0; uname != NULL && words < 2; words++) {
		uname = strchr(uname, ' ');
		uname += uname != NULL;
	}
	if (uname == NULL)
		return;
	trace_set_release(tracecmd->trace, (struct trace_text){uname, uname + strcspn(uname, " ")});
}

/* ---- Buffers ---- */

/* Add the events of a buffer: the file's own, or one of an instance of tracefs. */
static void tracecmd_add_buffer(struct tracecmd *tracecmd, const char *name)
{
	struct trace *trace = tracecmd->trace;
	uint64_t used = trace->counts.used;
	const char *clock = tracecmd_set_clock(tracecmd);
	int cpus = tep_get_cpus(tracecmd->tep);

	tracecmd->buffer++;
	tracecmd->buffer_name = name;
	trace_begin_streams(trace);
	for (int cpu = 0; cpu < cpus; cpu++)
		tracecmd_read_cpu(tracecmd, cpu);
	if (clock != NULL && (trace->counts.used > used || trace->clock_count == 0))
		trace_add_clock(trace, clock);
}

static bool tracecmd_add_instances(struct tracecmd *tracecmd)
{
	struct tracecmd_input *main = tracecmd->input;
	int count = tracecmd_buffer_instances(main);
	bool is_read = true;

	for (int i = 0; i < count && is_read; i++) {
		const char *name = tracecmd_buffer_instance_name(main, i);

		tracecmd->input = tracecmd_buffer_instance_handle(main, i);
		is_read = tracecmd->input != NULL;
		if (is_read) {
			tracecmd_add_buffer(tracecmd, name != NULL ? name : "unnamed");
			tracecmd_close(tracecmd->input);
		}
	}
	tracecmd->input = main;
	return is_read;
}

static bool tracecmd_add_all(struct trace *trace, const char *path)
{
	struct tracecmd tracecmd = {.trace = trace};
	bool is_read;

	tracecmd_set_loglevel(TEP_LOG_NONE);
	tracecmd.input = tracecmd_open(path, TRACECMD_FL_LOAD_NO_PLUGINS);
	if (tracecmd.input == NULL)
		return false;
	tracecmd.tep = tracecmd_get_tep(tracecmd.input);
	tracecmd_set_release(&tracecmd);
	tracecmd_add_buffer(&tracecmd, "the main one");
	is_read = tracecmd_add_instances(&tracecmd);
	tracecmd_close(tracecmd.input);
	free(tracecmd.plans.items);
	number_map_free(&tracecmd.plan_of);
	return is_read;
}

char *tracecmd_read(struct trace *trace, const char *path)
{
	if (tracecmd_add_all(trace, path))
		return NULL;
	return xasprintf("libtracecmd cannot read this file of trace-cmd: damaged, or of a later "
			 "version; try: trace-cmd report %s | bareline flow import … -", path);
}
#endif
