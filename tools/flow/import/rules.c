/* SPDX-License-Identifier: MIT */
/* The tables. A source names the file and the versions that have been compared. */
#include "tools/flow/import/rules.h"

#include "tools/base/number_map.h"

#define RELEASE(major, minor) ((uint32_t)(major) << 16 | (minor))
#define RELEASE_ANY UINT32_MAX

/* ---- Tracepoints ---- */

/* Linux names a thread pid. LTTng names it tid, and its process pid. */
#define THREAD {ROLE_OTHER, {"tid", "pid"}, NULL, false}
#define THREAD_COMM {ROLE_TEXT, {"comm"}, " pid=", true}
#define REQUEST {{ROLE_DEVICE, {"dev"}, NULL, false}, {ROLE_KEY, {"sector"}, NULL, false}}
#define PACKET {{ROLE_KEY, {"skbaddr"}, NULL, false}}
#define CONNECTION {ROLE_KEY, {"addresses"}, NULL, false}, {ROLE_PORTS, {"ports"}, NULL, false}, \
	{ROLE_REMOTE6, {"remote6"}, NULL, true}, {ROLE_REMOTE6_LOW, {"remote6_low"}, NULL, true}, \
	{ROLE_LOCAL6, {"local6"}, NULL, true}, {ROLE_LOCAL6_LOW, {"local6_low"}, NULL, true}
#define SEGMENT {CONNECTION, {ROLE_SEQUENCE, {"sequence"}, NULL, false}, \
	{ROLE_SEQUENCE_END, {"end"}, NULL, false}}
#define FUTEX {{ROLE_KEY, {"uaddr"}, NULL, false}}
#define NUMBER {ROLE_OTHER, {"number"}, NULL, false}
#define MEMORY {NUMBER, {ROLE_DEVICE, {"is_queue"}, NULL, false}, \
	{ROLE_KEY, {"object"}, NULL, false}}
#define RESULT {{ROLE_RESULT, {"ret"}, NULL, false}}
#define MARKER(field) {{ROLE_TEXT, {field}, "\n", false}}

#define SCHED_SOURCE "include/trace/events/sched.h, Linux 2.6.31 to 7.2; " \
	"lttng-modules 2.0 to 2.14, instrumentation/events/sched.h"
#define BLOCK_SOURCE "include/trace/events/block.h, Linux 2.6.31 to 7.2"
#define NET_SOURCE "include/trace/events/net.h, Linux 2.6.37 to 7.2"
#define TCP_SOURCE "probes of `bareline flow record`, in tools/flow/record/probes.c"
#define PROBED_SOURCE TCP_SOURCE
#define IRQ_SOURCE "include/trace/events/irq.h, Linux 2.6.31 to 7.2"
#define VECTOR_SOURCE "arch/x86/include/asm/trace/irq_vectors.h, Linux 3.11 to 7.2"
#define TIMER_SOURCE "include/trace/events/timer.h, Linux 2.6.32 to 7.2"
#define CALL_SOURCE "kernel/trace/trace_syscalls.c, Linux 2.6.33 to 7.2"
#define LTTNG_SOURCE "lttng-modules 2.0 to 2.14, names of instrumentation/events"

static const struct trace_rule rules[] = {
	{"sched_switch", TRACE_SWITCH,
	 {{ROLE_COMM, {"prev_comm"}, " prev_pid=", true},
	  {ROLE_PID, {"prev_tid", "prev_pid"}, NULL, false},
	  {ROLE_STATE, {"prev_state"}, NULL, false},
	  {ROLE_TEXT, {"next_comm"}, " next_pid=", true},
	  {ROLE_OTHER, {"next_tid", "next_pid"}, NULL, false}}, SCHED_SOURCE},
	{"sched_waking", TRACE_WAKING, {THREAD, THREAD_COMM},
	 "include/trace/events/sched.h, Linux 4.3 to 7.2"},
	{"sched_wakeup", TRACE_WAKEUP, {THREAD, THREAD_COMM}, SCHED_SOURCE},
	{"sched_wakeup_new", TRACE_WAKEUP_NEW, {THREAD, THREAD_COMM}, SCHED_SOURCE},
	{"sched_migrate_task", TRACE_MIGRATE,
	 {THREAD, THREAD_COMM, {ROLE_DEVICE, {"dest_cpu"}, NULL, false}}, SCHED_SOURCE},
	{"sched_process_fork", TRACE_FORK,
	 {{ROLE_OTHER, {"child_tid", "child_pid"}, NULL, false},
	  {ROLE_TEXT, {"child_comm"}, " child_pid=", true}}, SCHED_SOURCE},
	/* A thread that is not the process's first takes the first one's number (fs/exec.c,
	 * de_thread()). The comm becomes the file's last name (fs/exec.c, begin_new_exec()). */
	{"sched_process_exec", TRACE_EXEC,
	 {THREAD, {ROLE_KEY, {"old_tid", "old_pid"}, NULL, false},
	  {ROLE_TEXT, {"filename"}, " pid=", true}},
	 "include/trace/events/sched.h, Linux 3.4 to 7.2"},
	{"task_rename", TRACE_RENAME,
	 {THREAD, {ROLE_TEXT, {"newcomm"}, " oom_score_adj=", false}},
	 "include/trace/events/task.h, Linux 3.4 to 7.2"},
	{"sched_process_exit", TRACE_EXIT, {{ROLE_OTHER, {"tid", "pid"}, NULL, true}},
	 SCHED_SOURCE},
	{"sched_process_free", TRACE_FREE, {{ROLE_OTHER, {"tid", "pid"}, NULL, true}},
	 SCHED_SOURCE},
	{"block_rq_issue", TRACE_ISSUE, REQUEST, BLOCK_SOURCE},
	{"block_rq_complete", TRACE_COMPLETE, REQUEST, BLOCK_SOURCE},
	{"net_dev_queue", TRACE_NET_SEND, PACKET, NET_SOURCE},
	{"netif_receive_skb", TRACE_NET_RECEIVE, PACKET, NET_SOURCE},
	{"net_if_receive_skb", TRACE_NET_RECEIVE, PACKET, LTTNG_SOURCE},
	{"tcp_transmit", TRACE_TCP_SEND, SEGMENT, TCP_SOURCE},
	{"tcp_receive", TRACE_TCP_RECEIVE, SEGMENT, TCP_SOURCE},
	{"tcp_received", TRACE_TCP_RECEIVED, {{0}}, TCP_SOURCE},
	{"tcp_read", TRACE_TCP_READ, {CONNECTION}, TCP_SOURCE},
	{"procedure_begin", TRACE_PROCEDURE_BEGIN, {NUMBER}, PROBED_SOURCE},
	{"procedure_end", TRACE_PROCEDURE_END, {NUMBER}, PROBED_SOURCE},
	{"memory_write", TRACE_MEMORY_WRITE, MEMORY, PROBED_SOURCE},
	{"memory_read", TRACE_MEMORY_READ, MEMORY, PROBED_SOURCE},
	{"memory_read_end", TRACE_MEMORY_READ_END, {NUMBER}, PROBED_SOURCE},
	{"sys_enter_futex", TRACE_FUTEX_ENTER, FUTEX, CALL_SOURCE},
	{"syscall_entry_futex", TRACE_FUTEX_ENTER, FUTEX, LTTNG_SOURCE},
	{"sys_exit_futex", TRACE_FUTEX_EXIT, {{0}}, CALL_SOURCE},
	{"syscall_exit_futex", TRACE_FUTEX_EXIT, {{0}}, LTTNG_SOURCE},
	{"tracing_mark_write", TRACE_MARKER, MARKER("buf"),
	 "kernel/trace/trace.c, Linux 2.6.27 to 7.2"},
	{"print", TRACE_MARKER, MARKER("buf"),
	 "kernel/trace/trace_entries.h, Linux 2.6.31 to 7.2"},
	{"lttng_logger", TRACE_MARKER, MARKER("msg"),
	 "lttng-modules 2.5 to 2.14, /proc/lttng-logger"},
	{"lttng_ust_tracef:event", TRACE_MARKER, MARKER("msg"),
	 "lttng-ust 2.5 to 2.14, tracef()"},
	{"sys_enter_accept", TRACE_ACCEPT_ENTER, {{0}}, CALL_SOURCE},
	{"sys_enter_accept4", TRACE_ACCEPT_ENTER, {{0}}, CALL_SOURCE},
	{"syscall_entry_accept", TRACE_ACCEPT_ENTER, {{0}}, LTTNG_SOURCE},
	{"syscall_entry_accept4", TRACE_ACCEPT_ENTER, {{0}}, LTTNG_SOURCE},
	{"sys_exit_accept", TRACE_ACCEPT_EXIT, RESULT, CALL_SOURCE},
	{"sys_exit_accept4", TRACE_ACCEPT_EXIT, RESULT, CALL_SOURCE},
	{"syscall_exit_accept", TRACE_ACCEPT_EXIT, RESULT, LTTNG_SOURCE},
	{"syscall_exit_accept4", TRACE_ACCEPT_EXIT, RESULT, LTTNG_SOURCE},
	{"local_timer_entry", TRACE_INTERRUPT_ENTER, {{0}}, VECTOR_SOURCE},
	{"local_timer_exit", TRACE_INTERRUPT_EXIT, {{0}}, VECTOR_SOURCE},
	{"reschedule_entry", TRACE_INTERRUPT_ENTER, {{0}}, VECTOR_SOURCE},
	{"reschedule_exit", TRACE_INTERRUPT_EXIT, {{0}}, VECTOR_SOURCE},
	{"call_function_entry", TRACE_INTERRUPT_ENTER, {{0}}, VECTOR_SOURCE},
	{"call_function_exit", TRACE_INTERRUPT_EXIT, {{0}}, VECTOR_SOURCE},
	{"call_function_single_entry", TRACE_INTERRUPT_ENTER, {{0}}, VECTOR_SOURCE},
	{"call_function_single_exit", TRACE_INTERRUPT_EXIT, {{0}}, VECTOR_SOURCE},
	{"irq_work_entry", TRACE_INTERRUPT_ENTER, {{0}}, VECTOR_SOURCE},
	{"irq_work_exit", TRACE_INTERRUPT_EXIT, {{0}}, VECTOR_SOURCE},
	{"irq_handler_entry", TRACE_INTERRUPT_ENTER, {{0}}, IRQ_SOURCE},
	{"irq_handler_exit", TRACE_INTERRUPT_EXIT, {{0}}, IRQ_SOURCE},
	{"softirq_entry", TRACE_INTERRUPT_ENTER, {{0}}, IRQ_SOURCE},
	{"softirq_exit", TRACE_INTERRUPT_EXIT, {{0}}, IRQ_SOURCE},
	{"irq_softirq_entry", TRACE_INTERRUPT_ENTER, {{0}}, LTTNG_SOURCE},
	{"irq_softirq_exit", TRACE_INTERRUPT_EXIT, {{0}}, LTTNG_SOURCE},
	{"hrtimer_expire_entry", TRACE_INTERRUPT_ENTER, {{0}}, TIMER_SOURCE},
	{"hrtimer_expire_exit", TRACE_INTERRUPT_EXIT, {{0}}, TIMER_SOURCE},
	{"timer_hrtimer_expire_entry", TRACE_INTERRUPT_ENTER, {{0}}, LTTNG_SOURCE},
	{"timer_hrtimer_expire_exit", TRACE_INTERRUPT_EXIT, {{0}}, LTTNG_SOURCE},
};

const struct trace_rule *trace_rule_find(struct trace_text name)
{
	const char *colon = memrchr(name.at, ':', trace_text_size(name));
	struct trace_text last = {colon != NULL ? colon + 1 : name.at, name.end};

	for (size_t i = 0; i < sizeof(rules) / sizeof(*rules); i++) {
		if (trace_text_is(last, rules[i].name) || trace_text_is(name, rules[i].name))
			return &rules[i];
	}
	return NULL;
}

/* ---- States ---- */

/* An unknown kernel is taken for a new one. */
static const struct {
	uint32_t from, before;
	unsigned bit;
	char letter;
	const char *source;
} states[] = {
	{0, RELEASE_ANY, 0, 'S', "include/linux/sched.h, TASK_INTERRUPTIBLE, all versions"},
	{0, RELEASE_ANY, 1, 'D', "include/linux/sched.h, TASK_UNINTERRUPTIBLE, all versions"},
	{0, RELEASE_ANY, 2, 'T', "include/linux/sched.h, __TASK_STOPPED, all versions"},
	{0, RELEASE_ANY, 3, 't', "include/linux/sched.h, __TASK_TRACED, all versions"},
	{0, RELEASE(3, 14), 4, 'Z', "include/linux/sched.h, EXIT_ZOMBIE, before Linux 3.14"},
	{RELEASE(3, 14), RELEASE_ANY, 4, 'X', "include/linux/sched.h, EXIT_DEAD, Linux 3.14"},
	{0, RELEASE(3, 14), 5, 'X', "include/linux/sched.h, EXIT_DEAD, before Linux 3.14"},
	{RELEASE(3, 14), RELEASE_ANY, 5, 'Z', "include/linux/sched.h, EXIT_ZOMBIE, Linux 3.14"},
	/* From 4.14 on, the tracepoint has one bit of TASK_REPORT, or TASK_REPORT_MAX (256) for a
	 * preempted thread (include/trace/events/sched.h, __trace_sched_switch_state()). Before
	 * 4.14, it has all bits. */
	{0, RELEASE(4, 14), 6, 'X', "include/linux/sched.h, TASK_DEAD, before Linux 4.14"},
	{RELEASE(4, 14), RELEASE_ANY, 6, 'P', "include/linux/sched.h, TASK_PARKED, Linux 4.14"},
	{0, RELEASE(4, 14), 7, 'K', "include/linux/sched.h, TASK_WAKEKILL, before Linux 4.14"},
	{RELEASE(4, 14), RELEASE_ANY, 7, 'I',
	 "include/linux/sched.h, TASK_REPORT_IDLE, Linux 4.14"},
	{RELEASE(3, 9), RELEASE(4, 14), 9, 'P', "include/linux/sched.h, TASK_PARKED, Linux 3.9"},
};

uint32_t trace_version(struct trace_text release)
{
	uint64_t major, minor;

	if (!trace_text_take_number(&release, &major) || !trace_text_take(&release, ".") ||
	    !trace_text_take_number(&release, &minor) || major > UINT16_MAX || minor > UINT16_MAX)
		return 0;
	return RELEASE(major, minor);
}

struct trace_states trace_states_of(uint32_t version)
{
	struct trace_states of = {0};

	if (version == 0)
		version = RELEASE_ANY - 1;
	for (size_t i = 0; i < sizeof(states) / sizeof(*states); i++) {
		if (states[i].from <= version && version < states[i].before)
			of.letters[states[i].bit] = states[i].letter;
	}
	return of;
}

char trace_state_letter(const struct trace_states *of, uint64_t bits)
{
	for (unsigned i = 0; i < TRACE_STATE_BITS; i++) {
		if ((bits >> i & 1) != 0 && of->letters[i] != 0)
			return of->letters[i];
	}
	return 'R';
}

/* ---- Events ---- */

/* Mix a half of an IPv6 address into the 32 bits of key that begin at `shift`. The first half of an
 * address that reaches another host is not 0; that of an IPv4 connection is 0. */
static void set_address6(struct trace_event *event, unsigned shift, bool is_low, uint64_t value)
{
	uint32_t before = is_low ? (uint32_t)(event->key >> shift) : 0;

	if (!is_low)
		event->state = value != 0 ? '6' : 0;
	if (event->state != '6')
		return;
	value = (before ^ value) * NUMBER_MAP_HASH_FACTOR >> 32;
	event->key = (event->key & ~((uint64_t)UINT32_MAX << shift)) | value << shift;
}

bool trace_set_number(struct trace_event *event, enum trace_role role,
		      const struct trace_states *of, uint64_t value)
{
	switch (role) {
	case ROLE_PID:
		event->pid = (uint32_t)value;
		return value < TRACE_PID_UNKNOWN;
	case ROLE_OTHER:
		event->other = (uint32_t)value;
		return value < TRACE_PID_UNKNOWN;
	case ROLE_KEY:
		event->key = value;
		return true;
	case ROLE_DEVICE:
		event->device = (uint32_t)value;
		return true;
	case ROLE_STATE:
		event->state = trace_state_letter(of, value);
		return true;
	case ROLE_PORTS:
		event->device = (uint32_t)value;
		return value <= UINT32_MAX;
	case ROLE_REMOTE6:
	case ROLE_REMOTE6_LOW:
		set_address6(event, 0, role == ROLE_REMOTE6_LOW, value);
		return true;
	case ROLE_LOCAL6:
	case ROLE_LOCAL6_LOW:
		set_address6(event, 32, role == ROLE_LOCAL6_LOW, value);
		return true;
	case ROLE_SEQUENCE:
		event->other = (uint32_t)value;
		return value <= UINT32_MAX;
	case ROLE_SEQUENCE_END:
		event->end = (uint32_t)value;
		return value <= UINT32_MAX;
	case ROLE_RESULT:       /* negative: an error */
		event->other = value < INT32_MAX;
		return true;
	default:
		return false;
	}
}

void trace_set_text(struct trace_event *event, enum trace_role role, struct trace_text text)
{
	if (role == ROLE_COMM)
		event->comm = text;
	else
		event->text = text;
}

bool trace_event_complete(struct trace_event *event)
{
	switch (event->kind) {
	case TRACE_EXIT:
	case TRACE_FREE:
		if (event->other == 0 && event->pid != TRACE_PID_UNKNOWN)
			event->other = event->pid;
		return event->other != 0;
	case TRACE_NET_SEND:
	case TRACE_NET_RECEIVE:
		return event->key != 0;
	default:
		return true;
	}
}
