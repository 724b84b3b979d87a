/* SPDX-License-Identifier: MIT */
/* What tracers write besides the common case: processes and containers, states of other kernels,
 * late ends of threads, lost events, clocks without seconds, and CPUs of high numbers. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/flow/import/ftrace_lines.h"
#include "tests/unit/tools/flow/import/imported.h"

/* ---- LTTng ---- */

#define CTF(time, event, context, fields) \
	"[" time "] (+0.000000001) h " event ": { cpu_id = " context " }, { " fields " }\n"
#define CTF_SWITCH(time, context, from, state, to) \
	CTF(time, "sched_switch", context, "prev_comm = \"app\", prev_tid = " from \
	    ", prev_prio = 20, prev_state = " state ", next_comm = \"app\", next_tid = " to)
#define CTF_WAKE(time, context, whom) \
	CTF(time, "sched_waking", context, "comm = \"app\", tid = " whom ", prio = 20")

/* Of a fork, child_pid is the process, and child_tid the thread. The second thread works for 40 ms,
 * for which the first one waits. */
TEST(thread_of_lttng_is_not_taken_for_its_process)
{
	static const char text[] =
		CTF_SWITCH("1.000000000", "0", "0", "0", "500")
		CTF("1.010000000", "sched_process_fork", "0",
		    "parent_comm = \"app\", parent_tid = 500, parent_pid = 500, "
		    "child_comm = \"app\", child_tid = 501, child_pid = 500")
		CTF("1.010000000", "sched_wakeup_new", "0", "comm = \"app\", tid = 501")
		CTF_SWITCH("1.010000000", "1", "0", "0", "501")
		CTF_SWITCH("1.011000000", "0", "500", "1", "0")
		CTF_WAKE("1.050000000", "1", "500")
		CTF_SWITCH("1.050000000", "0", "0", "0", "500")
		CTF_SWITCH("1.051000000", "1", "501", "32", "0")
		CTF_SWITCH("1.060000000", "0", "500", "32", "0");
	struct imported imported;

	import_500(&imported, TRACE_CTF, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "app-501"), 40);
	assert_int_equal(path_ms(&imported, "app-500"), 20);
	assert_int_equal(imported.result.counts.unended, 0);
	imported_free(&imported);
}

/* A container's own number, vtid, is that of another thread outside. */
TEST(thread_number_of_a_container_is_ignored)
{
	static const char text[] =
		CTF_SWITCH("1.000000000", "0 }, { vtid = 7, tid = 500", "0", "0", "500")
		CTF_WAKE("1.010000000", "0 }, { vtid = 600, tid = 500", "700")
		CTF_SWITCH("1.010000000", "1", "0", "0", "700")
		CTF_SWITCH("1.011000000", "0 }, { vtid = 7, tid = 500", "500", "1", "0")
		CTF_WAKE("1.050000000", "1 }, { vtid = 500, tid = 700", "500")
		CTF_SWITCH("1.050000000", "0 }, { vtid = 0", "0", "0", "500")
		CTF_SWITCH("1.051000000", "1", "700", "1", "0")
		CTF_SWITCH("1.060000000", "0", "500", "32", "0");
	struct imported imported;

	import_500(&imported, TRACE_CTF, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "app-700"), 40);
	assert_int_equal(path_ms(&imported, "app-500"), 20);
	imported_free(&imported);
}

/* ---- States ---- */

/* Case: whether a switch in this state is a sleep, the thread's end, or neither. */
static const struct state {
	const char *name;               /* the number */
	enum {SLEEPS, ENDS, IS_READY} is;
} states[] = {
	{"0", IS_READY}, {"1", SLEEPS}, {"2", SLEEPS}, {"4", SLEEPS}, {"8", SLEEPS}, {"16", ENDS},
	{"32", ENDS}, {"64", SLEEPS}, {"128", SLEEPS}, {"130", SLEEPS}, {"256", IS_READY},
	{"258", SLEEPS}, {"1024", IS_READY}, {"1026", SLEEPS}, {"2048", IS_READY},
	{"4096", IS_READY},
};

static void check_state(void **unit_state)
{
	const struct state *state = *unit_state;
	char text[1000];
	struct imported imported;

	snprintf(text, sizeof(text),
		 CTF_SWITCH("1.000000000", "0", "0", "0", "500")
		 CTF_SWITCH("1.010000000", "0", "500", "%s", "0")
		 CTF_WAKE("1.050000000", "0", "500")
		 CTF_SWITCH("1.050000000", "0", "0", "0", "500")
		 CTF_SWITCH("1.060000000", "0", "500", "32", "0"), state->name);
	import_500(&imported, TRACE_CTF, text);
	assert_int_equal(imported.result.interactions, state->is == ENDS ? 2 : 1);
	assert_int_equal(count_kind(&imported, FLOW_RESUME), state->is == SLEEPS);
	imported_free(&imported);
}

TEST_CASES(check_state, states);

/* ---- The end of a thread ---- */

/* After sched_process_exit the thread loses its CPU, waits for a disk, and wakes its parent. */
TEST(thread_ends_at_its_last_switch_not_at_its_first_after_exit)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.010000", "000", "500",
		     "sched_process_fork: comm=app pid=500 child_comm=app child_pid=501")
		LINE("1.010000", "000", "500", "sched_wakeup_new: comm=app pid=501 target_cpu=001")
		SWITCH("1.010000", "001", "0", "R", "501")
		SWITCH("1.011000", "000", "500", "S", "0")
		LINE("1.020000", "001", "501", "sched_process_exit: comm=app pid=501 prio=120")
		SWITCH("1.020000", "001", "501", "R", "0")
		SWITCH("1.025000", "001", "0", "R", "501")
		SWITCH("1.030000", "001", "501", "D", "0")
		WAKE("1.040000", "001", "0", "501")
		SWITCH("1.040000", "001", "0", "R", "501")
		WAKE("1.050000", "001", "501", "500")
		SWITCH("1.050000", "000", "0", "R", "500")
		SWITCH("1.051000", "001", "501", "Z", "0")
		SWITCH("1.060000", "000", "500", "Z", "0");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "app-501"), 40);
	assert_int_equal(count_kind(&imported, FLOW_FINISH), 2);
	assert_int_equal(imported.result.counts.unended, 0);
	imported_free(&imported);
}

TEST(reaped_thread_has_ended)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.010000", "000", "500",
		     "sched_process_fork: comm=app pid=500 child_comm=app child_pid=501")
		LINE("1.010000", "000", "500", "sched_wakeup_new: comm=app pid=501 target_cpu=001")
		SWITCH("1.010000", "001", "0", "R", "501")
		SWITCH("1.020000", "001", "501", "R", "0")
		LINE("1.040000", "000", "500", "sched_process_free: comm=app pid=501 prio=120")
		SWITCH("1.060000", "000", "500", "Z", "0");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	assert_int_equal(count_kind(&imported, FLOW_FINISH), 2);
	assert_int_equal(imported.result.counts.unended, 0);
	imported_free(&imported);
}

/* A recorder that ends with its program misses the last switch. */
TEST(thread_that_exits_has_ended_with_the_trace)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.010000", "000", "500", "sched_process_exit: comm=app pid=500 prio=120");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.result.counts.unended, 0);
	find_path(&imported, 0);
	imported_free(&imported);
}

/* ---- Lost events ---- */

/* Case: a tracer's words for lost events, between two events of an interaction. */
static const struct lost {
	const char *name;
	enum trace_format format;
	unsigned number;
	const char *before, *text, *after;
} losses[] = {
	{"perf", TRACE_PERF, 3,
	 "app 500 [000] 1.0: sched_switch: app:0 [120] R ==> app:500 [120]\n",
	 "app 600 [001] 1.1: PERF_RECORD_LOST lost 3\n",
	 "app 500 [000] 1.2: sched_switch: app:500 [120] Z ==> app:0 [120]\n"},
	{"perf, samples", TRACE_PERF, 3,
	 "app 500 [000] 1.0: sched_switch: app:0 [120] R ==> app:500 [120]\n",
	 "app 600 [001] 1.1: PERF_RECORD_LOST_SAMPLES lost 3\n",
	 "app 500 [000] 1.2: sched_switch: app:500 [120] Z ==> app:0 [120]\n"},
	{"babeltrace2", TRACE_CTF, 2, CTF_SWITCH("1.000000000", "0", "0", "0", "500"),
	 "WARNING: Tracer discarded 2 events between [1.001000000] and [1.009000000] in trace "
	 "\"h/kernel\" (UUID: 0) within stream \"channel0_1\" (stream class ID: 0).\n",
	 CTF_SWITCH("1.010000000", "0", "500", "32", "0")},
	{"babeltrace", TRACE_CTF, 2, CTF_SWITCH("1.000000000", "0", "0", "0", "500"),
	 "[warning] Tracer discarded 2 events between [1.001000000] and [1.009000000] in trace\n",
	 CTF_SWITCH("1.010000000", "0", "500", "32", "0")},
	{"ftrace", TRACE_FTRACE, 31, SWITCH("1.000000", "000", "0", "R", "500"),
	 "CPU:1 [LOST 31 EVENTS]\n", SWITCH("1.010000", "000", "500", "Z", "0")},
	{"ftrace, overwritten", TRACE_FTRACE, 4900,
	 "# entries-in-buffer/entries-written: 100/5000   #P:2\n"
	 SWITCH("1.000000", "000", "0", "R", "500"),
	 "##### CPU 1 buffer started ####\n", SWITCH("1.010000", "000", "500", "Z", "0")},
};

static void check_lost(void **state)
{
	const struct lost *lost = *state;
	char text[2000];
	struct imported imported;

	snprintf(text, sizeof(text), "%s%s%s", lost->before, lost->text, lost->after);
	import_500(&imported, lost->format, text);
	assert_int_equal(imported.result.interactions, 1);
	assert_int_equal(imported.trace.counts.lost, lost->number);
	assert_true(count_kind(&imported, FLOW_LOST) > 0);
	assert_int_equal(imported.session.interactions.items.items[0].fault, FLOW_FAULT_CUT);
	imported_free(&imported);
}

TEST_CASES(check_lost, losses);

/* ---- Clocks, CPUs ---- */

static const char counted[] =
	SWITCH("7", "000", "0", "R", "500")
	SWITCH("57", "000", "500", "Z", "0");

TEST(counts_of_a_clock_are_no_seconds)
{
	struct trace trace;

	read_trace(&trace, TRACE_FTRACE, 0, counted, strlen(counted));
	assert_int_equal(trace.counts.unscaled, 2);
	assert_int_equal(trace.events.count, 0);
	trace_free(&trace);
	read_trace(&trace, TRACE_FTRACE, 1000, counted, strlen(counted));
	assert_int_equal(trace.counts.unscaled, 0);
	assert_int_equal(trace.events.items[trace.order[0]].time, 7 * MS);
	assert_int_equal(trace.events.items[trace.order[1]].time, 57 * MS);
	trace_free(&trace);
}

TEST(cpu_of_a_high_number_is_like_any_other)
{
	static const char text[] =
		SWITCH("1.000000", "256", "0", "R", "500")
		SWITCH("1.010000", "256", "500", "S", "0")
		WAKE("1.020000", "5119", "0", "500")
		SWITCH("1.020000", "5119", "0", "R", "500")
		SWITCH("1.050000", "5119", "500", "Z", "0");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.trace.counts.foreign, 0);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "app-500"), 50);
	assert_string_equal(object_of(&imported, FLOW_START), "cpu256");
	imported_free(&imported);
}

TEST(cpus_beyond_the_limit_are_counted)
{
	char text[60000] = "";
	size_t used = 0;
	struct trace trace;

	for (unsigned cpu = 0; cpu < TRACE_CPUS_MAX + 2; cpu++)
		used += (size_t)snprintf(text + used, sizeof(text) - used,
					 SWITCH("1.000000", "%u", "0", "R", "500"), 1000 + cpu);
	read_trace(&trace, TRACE_FTRACE, 0, text, used);
	assert_int_equal(trace.counts.beyond, 2);
	assert_int_equal(trace.events.count, TRACE_CPUS_MAX);
	trace_free(&trace);
}
