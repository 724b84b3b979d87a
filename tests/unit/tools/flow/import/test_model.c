/* SPDX-License-Identifier: MIT */
/* The model of the scheduler's events: states by the kernel's release, names and numbers of
 * threads, and what a trace lacks. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/flow/import/ftrace_lines.h"
#include "tests/unit/tools/flow/import/imported.h"
#include "tools/flow/import/missing.h"

/* ---- States ---- */

/* Case: the letter of a number in a kernel of this release. */
static const struct letter {
	const char *name;               /* the release */
	unsigned bits;
	char letter;
} letters[] = {
	{"3.13.0", 0x10, 'Z'}, {"3.14.0", 0x10, 'X'}, {"4.4.3-1-ARCH", 0x40, 'X'},
	{"4.13.0", 0x80, 'K'}, {"4.13.0", 0x82, 'D'}, {"4.13.0", 0x200, 'P'},
	{"4.13.0", 0x800, 'R'},
	{"4.14.0", 0x40, 'P'}, {"4.14.0", 0x80, 'I'}, {"6.1.0", 0x80, 'I'},
	{"6.1.0", 0x100, 'R'}, {"6.18", 0x01, 'S'},
	{"unknown", 0x40, 'P'}, {"unknown", 0x402, 'D'},
};

static void check_letter(void **state)
{
	const struct letter *letter = *state;
	const struct trace_text release = {letter->name, letter->name + strlen(letter->name)};
	const struct trace_states of = trace_states_of(trace_version(release));

	assert_int_equal(trace_state_letter(&of, letter->bits), letter->letter);
}

TEST_CASES(check_letter, letters);

/* State 64 ends a thread of an old kernel, and parks one of a new kernel. */
TEST(state_is_decoded_by_the_release_in_the_trace)
{
	static const char text[] =
		"a 500 [000] 1.0: sched_switch: prev_comm=a prev_pid=0 prev_state=0 ==> "
		"next_comm=a next_pid=500\n"
		"a 500 [000] 1.1: sched_switch: prev_comm=a prev_pid=500 prev_state=64 ==> "
		"next_comm=a next_pid=0\n"
		"a 500 [000] 1.2: sched_switch: prev_comm=a prev_pid=0 prev_state=0 ==> "
		"next_comm=a next_pid=500\n";
	static const struct {
		const char *head;
		unsigned interactions;
	} cases[] = {{"# os release : 4.4.0\n", 2}, {"# os release : 6.1.0\n", 1}};

	for (size_t i = 0; i < 2; i++) {
		struct imported imported;
		char both[1000];

		snprintf(both, sizeof(both), "%s%s", cases[i].head, text);
		import_500(&imported, TRACE_PERF, both);
		assert_int_equal(imported.result.interactions, cases[i].interactions);
		imported_free(&imported);
	}
}

/* ---- Names and numbers of threads ---- */

/* A second thread executes a program, and takes the number of the first, which has ended. */
TEST(thread_that_executes_a_program_takes_its_name_and_its_process_number)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "501")
		LINE("1.010000", "000", "501",
		     "sched_process_exec: filename=/usr/bin/make pid=500 old_pid=501")
		SWITCH("1.020000", "000", "500", "S", "0")
		WAKE("1.030000", "000", "0", "500")
		SWITCH("1.030000", "000", "0", "R", "500")
		SWITCH("1.040000", "000", "500", "Z", "0");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(flow_graph_response(&imported.graph) / MS, 30);
	assert_int_equal(imported.result.interactions, 1);
	imported_free(&imported);
}

TEST(interaction_begins_when_its_program_is_executed)
{
	static const struct import_rule by_comm = {.begin = IMPORT_COMM, .text = "make"};
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.010000", "000", "500",
		     "sched_process_exec: filename=/usr/bin/make pid=500 old_pid=500")
		" make-500 [000] d..2. 1.030000: sched_switch: prev_comm=make prev_pid=500 "
		"prev_prio=120 prev_state=Z ==> next_comm=a next_pid=0 next_prio=120\n";
	struct imported imported;

	import_size(&imported, TRACE_FTRACE, text, strlen(text), &by_comm);
	find_path(&imported, 0);
	assert_int_equal(flow_graph_response(&imported.graph) / MS, 20);
	imported_free(&imported);
}

TEST(renamed_thread_has_its_new_name)
{
	static const struct import_rule by_comm = {.begin = IMPORT_COMM, .text = "worker 1"};
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.010000", "000", "500", "task_rename: pid=500 oldcomm=app newcomm=worker 1 "
		     "oom_score_adj=0")
		" worker 1-500 [000] d..2. 1.030000: sched_switch: prev_comm=worker 1 prev_pid=500 "
		"prev_prio=120 prev_state=Z ==> next_comm=a next_pid=0 next_prio=120\n";
	struct imported imported;

	import_size(&imported, TRACE_FTRACE, text, strlen(text), &by_comm);
	assert_int_equal(imported.result.interactions, 1);
	imported_free(&imported);
}

static const struct futex {
	const char *name, *enter, *exit;
} futexes[] = {
	{"trace_cmd", "sys_enter_futex: op=FUTEX_WAIT uaddr=0x7f00 val=2", "sys_exit_futex: 0x0"},
	{"perf", "sys_enter_futex: uaddr: 0x7f00, op: 0x00000080", "sys_exit_futex: 0x0"},
	{"tracefs", "sys_futex(uaddr: 0x7f00, op: 0x80, val: 2)", "sys_futex -> 0x0"},
	{"tracefs_of_older_linux", "sys_futex(uaddr: 7f00, op: 80, val: 2)", "sys_futex -> 0x0"},
};

/* The second sleep is outside of the call. */
static void wait_in_a_futex_call_names_the_futex(void **state)
{
	const struct futex *futex = *state;
	struct imported imported;
	char text[2000];
	size_t waits = 0;

	snprintf(text, sizeof(text),
		 SWITCH("1.000000", "000", "0", "R", "500")
		 LINE("1.010000", "000", "500", "%s")
		 SWITCH("1.020000", "000", "500", "S", "0")
		 WAKE("1.030000", "000", "0", "500")
		 SWITCH("1.030000", "000", "0", "R", "500")
		 LINE("1.040000", "000", "500", "%s")
		 SWITCH("1.050000", "000", "500", "S", "0")
		 WAKE("1.060000", "000", "0", "500")
		 SWITCH("1.060000", "000", "0", "R", "500")
		 SWITCH("1.070000", "000", "500", "Z", "0"), futex->enter, futex->exit);
	import_500(&imported, TRACE_FTRACE, text);
	assert_string_equal(object_of(&imported, FLOW_WAIT), "futex 0x7f00");
	assert_int_equal(count_kind(&imported, FLOW_WAIT), 2);
	for (size_t i = 0; i < imported.session.log->events.count; i++) {
		const struct flow_event *event = &imported.session.log->events.items[i];

		waits += event->kind == FLOW_WAIT && event->object != 0;
	}
	assert_int_equal(waits, 1);
	imported_free(&imported);
}

TEST_CASES(wait_in_a_futex_call_names_the_futex, futexes);

/* ---- What is missing ---- */

/* The gap ends with the CPU's next event of any kind. */
TEST(interaction_after_a_loss_is_analysed)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		SWITCH("1.010000", "000", "500", "Z", "0")
		"CPU:1 [LOST 31 EVENTS]\n"
		LINE("1.020000", "001", "700", "sched_stat_runtime: comm=a")
		SWITCH("1.030000", "000", "0", "R", "500")
		SWITCH("1.040000", "000", "500", "Z", "0")
		SWITCH("1.050000", "001", "0", "R", "700");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.result.interactions, 2);
	assert_int_equal(imported.session.interactions.items.items[0].fault, FLOW_FAULT_CUT);
	find_path(&imported, 1);
	imported_free(&imported);
}

static bool says(const struct missing *missing, const char *text)
{
	for (size_t i = 0; i < missing->texts.count; i++) {
		if (strcmp(missing->texts.items[i].text, text) == 0)
			return true;
	}
	return false;
}

TEST(what_a_trace_lacks_is_said)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		SWITCH("1.010000", "000", "500", "S", "0")
		"CPU:2 [LOST 31 EVENTS]\n"
		LINE("1.020000", "001", "700", "sched_stat_runtime: comm=a")
		SWITCH("1.030000", "000", "0", "R", "500")
		SWITCH("1.040000", "000", "500", "R", "0");
	struct imported imported;
	struct missing missing;

	import_500(&imported, TRACE_FTRACE, text);
	missing_make(&missing, &imported.network, &imported.result);
	assert_true(says(&missing, "the recorder lost 31 events; interactions at these times are "
			 "not analysed"));
	assert_true(says(&missing, "CPU 2: events lost: 31, between 1.000000000 s and the end"));
	assert_true(says(&missing, "no wake-ups, so the causes of waits are unknown; record "
			 "sched_waking"));
	assert_true(says(&missing, "waits that end without a wake-up in the trace: 1; `not traced` "
			 "stands for what ended them"));
	assert_true(says(&missing, "threads still at work when the trace ends: 1; their "
			 "interactions are not analysed"));
	assert_true(says(&missing, "CPUs without events: 2"));
	assert_true(says(&missing, "CPUs without sched_switch: 1"));
	assert_int_equal(missing.texts.count, 7);
	assert_string_equal(object_of(&imported, FLOW_RESUME), "not traced");
	missing_free(&missing);
	imported_free(&imported);
}

/* Each buffer of a trace has the events of a CPU from their begin. */
TEST(gap_at_the_end_of_a_stream_is_not_ended_by_the_next_stream)
{
	struct trace trace;
	struct trace_event event = {.kind = TRACE_MARKER};
	uint16_t cpu;

	trace_begin(&trace, 0, (struct trace_text){"", ""});
	assert_true(trace_cpu(&trace, 0, &cpu));
	for (int stream = 0; stream < 2; stream++) {
		trace_begin_streams(&trace);
		event.time = 10;
		trace_add(&trace, &event, true);
		event.time = 20;
		trace_add(&trace, &event, true);
		if (stream == 0)
			trace_begin_gap(&trace, cpu, TRACE_GAP_EVENTS, 0, 3);
	}
	assert_int_equal(trace.counts.back, 0);
	assert_int_equal(trace.gaps.count, 1);
	assert_int_equal(trace.gaps.items[0].from, 20);
	assert_true(trace.gaps.items[0].to == UINT64_MAX);
	trace_free(&trace);
}

/* ---- What proves damage ---- */

/* Case: a trace with a defect, the sentence about it, and whether it rejects the interaction. */
static const struct defect {
	const char *name, *text, *says;
	bool is_rejected;
} defects[] = {
	{"a thread that nothing switched to runs",
	 SWITCH("1.000000", "000", "0", "R", "500")
	 WAKE("1.005000", "000", "700", "800")
	 SWITCH("1.010000", "000", "700", "S", "500")
	 SWITCH("1.020000", "000", "500", "Z", "0"),
	 "CPU 0: a thread runs without a switch to it, between 1.000000000 s and 1.005000000 s",
	 true},
	{"a thread leaves a CPU that it did not enter",
	 SWITCH("1.000000", "000", "0", "R", "500")
	 SWITCH("1.010000", "000", "700", "S", "500")
	 SWITCH("1.020000", "000", "500", "Z", "0"),
	 "events of a thread without a switch to it: 1; interactions at these times are not "
	 "analysed", true},
	{"an event is earlier than its predecessor",
	 SWITCH("1.000000", "000", "0", "R", "500")
	 WAKE("1.006000", "000", "500", "800")
	 WAKE("1.005000", "000", "500", "900")
	 SWITCH("1.020000", "000", "500", "Z", "0"),
	 "CPU 0: an event is earlier than its predecessor, between 1.005000000 s and "
	 "1.006000000 s", true},
	{"a thread is woken twice without having run",
	 "# entries-in-buffer/entries-written: 5/5   #P:2\n"
	 SWITCH("1.000000", "000", "0", "R", "500")
	 SWITCH("1.001000", "000", "500", "S", "0")
	 WAKE("1.002000", "000", "0", "500")
	 WAKE("1.005000", "000", "0", "500")
	 SWITCH("1.010000", "000", "0", "R", "500")
	 SWITCH("1.020000", "000", "500", "Z", "0"),
	 "wake-ups of a thread that had not run since the last one: 1, first at 1.005000000 s, "
	 "last at 1.005000000 s; it ran and slept where the trace has no events, and `not traced` "
	 "stands for that time", false},
	{"fewer events than the header states",
	 "# entries-in-buffer/entries-written: 9/9   #P:1\n"
	 SWITCH("1.000000", "000", "0", "R", "500")
	 SWITCH("1.020000", "000", "500", "Z", "0"),
	 "the header states 9 events, of which 7 are missing", false},
	{"a time beyond 64 bits of nanoseconds",
	 SWITCH("1.000000", "000", "0", "R", "500")
	 WAKE("20000000000.5", "000", "500", "800")
	 SWITCH("1.020000", "000", "500", "Z", "0"),
	 "events with a time above 9223372036 s: 1", false},
};

static void check_defect(void **state)
{
	const struct defect *defect = *state;
	struct imported imported;
	struct missing missing;
	enum flow_fault fault;

	import_500(&imported, TRACE_FTRACE, defect->text);
	missing_make(&missing, &imported.network, &imported.result);
	assert_true(says(&missing, defect->says));
	fault = imported.session.interactions.items.items[0].fault;
	assert_int_equal(fault, defect->is_rejected ? FLOW_FAULT_CUT : FLOW_FAULT_SOUND);
	import_judge(&imported.result);
	assert_int_equal(imported.result.rejected, defect->is_rejected);
	missing_free(&missing);
	imported_free(&imported);
}

TEST_CASES(check_defect, defects);

/* Only a CPU on which nothing can have run is without events for a good reason. */
TEST(cpu_without_events_is_a_defect_if_a_thread_ran_unseen)
{
	for (size_t i = 0; i < 2; i++) {
		struct imported imported;
		struct missing missing;
		char text[1000];

		snprintf(text, sizeof(text), "cpus=2\n%s%s%s",
			 SWITCH("1.000000", "000", "0", "R", "500")
			 WAKE("1.002000", "000", "500", "800"),
			 i == 1 ? WAKE("1.005000", "000", "500", "800") : "",
			 SWITCH("1.020000", "000", "500", "Z", "0"));
		import_500(&imported, TRACE_FTRACE, text);
		missing_make(&missing, &imported.network, &imported.result);
		for (size_t j = 0; j < missing.texts.count; j++) {
			const struct missing_text *of = &missing.texts.items[j];

			if (strcmp(of->text, "CPUs without events: 1") == 0)
				assert_int_equal(of->is_note, i == 0);
		}
		assert_true(says(&missing, "CPUs without events: 1"));
		missing_free(&missing);
		imported_free(&imported);
	}
}

/* A program that executes another one in its second thread continues as the first. */
TEST(thread_that_takes_its_first_threads_number_is_no_defect)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.001000", "000", "500", "sched_process_exit: comm=app pid=500 prio=120")
		SWITCH("1.002000", "000", "500", "Z", "501")
		LINE("1.003000", "000", "500", "sched_stat_runtime: comm=a")
		LINE("1.004000", "000", "500",
		     "sched_process_exec: filename=/bin/b pid=500 old_pid=501")
		SWITCH("1.005000", "000", "500", "S", "0");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.trace.counts.unswitched, 0);
	imported_free(&imported);
}

TEST(wait_for_a_thread_that_ran_unseen_is_not_traced)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		WAKE("1.001000", "000", "500", "800")
		SWITCH("1.002000", "000", "500", "S", "900")
		WAKE("1.005000", "000", "900", "800")
		SWITCH("1.006000", "000", "900", "S", "800")
		WAKE("1.008000", "000", "800", "500")
		SWITCH("1.009000", "000", "800", "S", "500")
		SWITCH("1.010000", "000", "500", "Z", "0");
	struct imported imported;

	import_500(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_string_equal(object_of(&imported, FLOW_RESUME), "not traced");
	assert_int_equal(imported.result.counts.again, 1);
	imported_free(&imported);
}

/* ---- Slices ---- */

TEST(slice_ends_at_its_own_end)
{
	static const char text[] =
		SWITCH("1.000000", "000", "0", "R", "500")
		LINE("1.001000", "000", "500", "tracing_mark_write: B|1000|frame")
		LINE("1.002000", "000", "500", "tracing_mark_write: B|1000|frame|inner")
		LINE("1.003000", "000", "500", "tracing_mark_write: E")
		LINE("1.004000", "000", "500", "tracing_mark_write: B|1000|draw")
		LINE("1.008000", "000", "500", "tracing_mark_write: E|1000")
		LINE("1.009000", "000", "500", "tracing_mark_write: E")
		LINE("1.010000", "000", "500", "tracing_mark_write: E")
		SWITCH("1.020000", "000", "500", "S", "0");
	static const char *const ends[] = {NULL, "E"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(ends[0]); i++) {
		const struct import_rule rule = {
			.begin = IMPORT_MARKER, .text = "B|1000|frame", .end = ends[i],
		};
		struct imported imported;

		import_size(&imported, TRACE_FTRACE, text, strlen(text), &rule);
		assert_int_equal(imported.result.interactions, 1);
		find_path(&imported, 0);
		assert_int_equal(path_ms(&imported, "app-500"), 8);
		imported_free(&imported);
	}
}

/* ---- Lost packets, and events without a CPU ---- */

TEST(lost_packets_are_not_counted_as_events)
{
	static const char text[] =
		"[1.000000000] h sched_switch: { cpu_id = 0 }, { prev_comm = \"a\", prev_tid = 0, "
		"prev_state = 0, next_comm = \"app\", next_tid = 500 }\n"
		"WARNING: Tracer discarded 7 packets between [1.002] and [1.004] in trace \"k\" "
		"within stream \"channel0_0\"\n"
		"[1.010000000] h sched_switch: { cpu_id = 0 }, { prev_comm = \"app\", prev_tid = "
		"500, prev_state = 16, next_comm = \"a\", next_tid = 0 }\n";
	struct imported imported;
	struct missing missing;

	import_500(&imported, TRACE_CTF, text);
	assert_int_equal(imported.trace.counts.packets, 7);
	assert_int_equal(imported.trace.counts.lost, 0);
	missing_make(&missing, &imported.network, &imported.result);
	assert_true(says(&missing, "the recorder lost 7 packets of events; interactions at these "
			 "times are not analysed"));
	assert_true(says(&missing, "CPU 0: packets lost: 7, between 1.002000000 s and "
			 "1.004000000 s"));
	assert_int_equal(imported.session.interactions.items.items[0].fault, FLOW_FAULT_CUT);
	missing_free(&missing);
	imported_free(&imported);
}

TEST(events_without_a_cpu_are_counted_and_recognized)
{
	static const char *const texts[] = {
		[TRACE_PERF] = "app 500 1.000000: sched:sched_waking: comm=a pid=1 prio=120 "
			       "target_cpu=000\n",
		[TRACE_CTF] = "[1.000000000] h sched_waking: { comm = \"a\", tid = 1, prio = 120, "
			      "target_cpu = 0 }\n",
	};

	for (int format = TRACE_PERF; format <= TRACE_CTF; format++) {
		const char *text = texts[format];
		struct trace trace;

		assert_int_equal(trace_guess(text, strlen(text)), format);
		read_trace(&trace, (enum trace_format)format, 0, text, strlen(text));
		assert_int_equal(trace.counts.unplaced, 1);
		assert_int_equal(trace.counts.foreign, 0);
		trace_free(&trace);
	}
}
