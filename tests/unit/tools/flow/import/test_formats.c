/* SPDX-License-Identifier: MIT */
/* The same trace in each program's format, truncated anywhere, and with lines that are too long. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/flow/import/imported.h"
#include "tools/base/alloc.h"

/* ---- One trace in each format: a client works 10 ms, its child 40 ms, then the client 9 ms
 * ---- */

static const char story_ftrace[] =
	"# tracer: nop\n"
	"          <idle>-0       [000] d..2.     0.999000: sched_switch: prev_comm=swapper/0 "
	"prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=client next_pid=10 next_prio=120\n"
	"          client-10      [000] .....     1.000000: tracing_mark_write: begin it\n"
	"          client-10      [000] .....     1.010000: sched_process_fork: comm=client pid=10 "
	"child_comm=client child_pid=11\n"
	"          client-10      [000] d..2.     1.010000: sched_wakeup_new: comm=client pid=11 "
	"prio=120 target_cpu=001\n"
	"          <idle>-0       [001] d..2.     1.011000: sched_switch: prev_comm=swapper/1 "
	"prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=client next_pid=11 next_prio=120\n"
	"          client-10      [000] d..2.     1.012000: sched_switch: prev_comm=client "
	"prev_pid=10 prev_prio=120 prev_state=S ==> next_comm=swapper/0 next_pid=0 next_prio=120\n"
	"          <idle>-0       [000] d.h2.     1.020000: irq_handler_entry: irq=4 name=serial\n"
	"         my [1] -11      [001] d..2.     1.051000: sched_waking: comm=client pid=10 "
	"prio=120 target_cpu=000\n"
	"          <idle>-0       [000] d..2.     1.051000: sched_switch: prev_comm=swapper/0 "
	"prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=client next_pid=10 next_prio=120\n"
	"         my [1] -11      [001] .....     1.052000: sched_process_exit: "
	"comm=my [1]  pid=11\n"
	"         my [1] -11      [001] d..2.     1.052000: sched_switch: prev_comm=my [1]  "
	"prev_pid=11 prev_prio=120 prev_state=X ==> next_comm=swapper/1 next_pid=0 next_prio=120\n"
	"          client-10      [000] .....     1.060000: tracing_mark_write: end it\n";

static const char story_trace_cmd[] =
	"cpus=2\n"
	"          <idle>-0     [000]     0.999000: sched_switch:         swapper/0:0 [120] R ==> "
	"client:10 [120]\n"
	"          client-10    [000]     1.000000: print:                tracing_mark_write: "
	"begin it\n"
	"          client-10    [000]     1.010000: sched_process_fork:   comm=client pid=10 "
	"child_comm=client child_pid=11\n"
	"          client-10    [000]     1.010000: sched_wakeup_new:     client:11 [120] CPU:001\n"
	"          <idle>-0     [001]     1.011000: sched_switch:         swapper/1:0 [120] R ==> "
	"client:11 [120]\n"
	"          client-10    [000]     1.012000: sched_switch:         client:10 [120] S ==> "
	"swapper/0:0 [120]\n"
	"         my [1] -11    [001]     1.051000: sched_waking:         comm=client pid=10 "
	"prio=120 target_cpu=000\n"
	"          <idle>-0     [000]     1.051000: sched_switch:         swapper/0:0 [120] R ==> "
	"client:10 [120]\n"
	"         my [1] -11    [001]     1.052000: sched_switch:         my [1] :11 [120] X ==> "
	"swapper/1:0 [120]\n"
	"          client-10    [000]     1.060000: print:                tracing_mark_write: "
	"end it\n";

static const char story_perf[] =
	"# os release : 6.1.0-test\n"
	"swapper     0 [000]     0.999000:       sched:sched_switch: prev_comm=swapper/0 "
	"prev_pid=0 prev_prio=120 prev_state=R ==> next_comm=client next_pid=10 next_prio=120\n"
	"client    10 [000]     1.000000:             ftrace:print: begin it\n"
	"client    10 [000]     1.010000:          1 sched:sched_process_fork: comm=client pid=10 "
	"child_comm=client child_pid=11\n"
	"client    10/10 [000]     1.010000:   sched:sched_wakeup_new: client:11 [120] CPU:001\n"
	"swapper     0 [001]     1.011000:       sched:sched_switch: swapper/1:0 [120] R ==> "
	"client:11 [120]\n"
	"client    10 [000]     1.012000:       sched:sched_switch: client:10 [120] S ==> "
	"swapper/0:0 [120]\n"
	"my [1]     11 [001]     1.051000:       sched:sched_waking: comm=client pid=10 prio=120 "
	"target_cpu=000\n"
	"swapper     0 [000]     1.051000:       sched:sched_switch: swapper/0:0 [120] R ==> "
	"client:10 [120]\n"
	"my [1]     11 [001]     1.052000:       sched:sched_switch: my [1] :11 [120] X ==> "
	"swapper/1:0 [120]\n"
	"client    10 [000]     1.060000:             ftrace:print: end it\n";

#define CTF(time, event, cpu, fields) \
	"[" time "] (+0.000000001) host " event ": { cpu_id = " cpu " }, { " fields " }\n"

static const char story_ctf[] =
	CTF("23:59:59.990000000", "sched_switch", "0",
	    "prev_comm = \"swapper/0\", prev_tid = 0, prev_prio = 20, prev_state = ( "
	    "\"TASK_RUNNING\" : container = 0 ), next_comm = \"client\", next_tid = 10, "
	    "next_prio = 20")
	CTF("23:59:59.991000000", "lttng_logger:event", "0", "_msg_length = 8, msg = \"no marker\"")
	CTF("23:59:59.991000000", "lttng_logger", "0", "_msg_length = 8, msg = \"begin it\"")
	CTF("00:00:00.001000000", "sched_process_fork", "0",
	    "parent_comm = \"client\", parent_tid = 10, child_comm = \"client\", child_tid = 11")
	CTF("00:00:00.001000000", "sched_wakeup_new", "0",
	    "comm = \"client\", tid = 11, prio = 20, target_cpu = 1")
	CTF("00:00:00.002000000", "sched_switch", "1",
	    "prev_comm = \"swapper/1\", prev_tid = 0, prev_prio = 20, prev_state = 0, "
	    "next_comm = \"client\", next_tid = 11, next_prio = 20")
	CTF("00:00:00.003000000", "sched_switch", "0",
	    "prev_comm = \"client\", prev_tid = 10, prev_prio = 20, prev_state = ( "
	    "\"TASK_INTERRUPTIBLE\" : container = 1 ), next_comm = \"swapper/0\", next_tid = 0, "
	    "next_prio = 20")
	CTF("00:00:00.042000000", "sched_waking", "1",
	    "comm = \"client\", tid = 10, prio = 20, target_cpu = 0")
	CTF("00:00:00.042000000", "sched_switch", "0",
	    "prev_comm = \"swapper/0\", prev_tid = 0, prev_prio = 20, prev_state = 0, "
	    "next_comm = \"client\", next_tid = 10, next_prio = 20")
	CTF("00:00:00.043000000", "sched_switch", "1",
	    "prev_comm = \"my [1] \", prev_tid = 11, prev_prio = 20, prev_state = 16, "
	    "next_comm = \"swapper/1\", next_tid = 0, next_prio = 20")
	CTF("00:00:00.051000000", "lttng_logger", "0", "_msg_length = 6, msg = \"end it\"");

static void assert_story(enum trace_format format, const char *text)
{
	struct imported imported;

	import_text(&imported, format, text);
	assert_int_equal(imported.result.interactions, 1);
	assert_int_equal(imported.trace.counts.foreign, 0);
	assert_int_equal(imported.trace.counts.incomplete, 0);
	find_path(&imported, 0);
	assert_int_equal((flow_graph_response(&imported.graph) + MS / 2) / MS, 60);
	assert_int_equal(path_ms(&imported, "client-10"), 19);
	assert_int_equal(path_ms(&imported, "my [1] -11"), 41);
	assert_int_equal(count_kind(&imported, FLOW_CREATE), 1);
	assert_int_equal(count_kind(&imported, FLOW_RECEIVE_JOIN), 1);
	assert_int_equal(count_kind(&imported, FLOW_FINISH), 2);
	imported_free(&imported);
}

TEST(ftrace_text_gives_the_expected_path)
{
	assert_story(TRACE_FTRACE, story_ftrace);
}

TEST(format_is_that_of_the_first_lines)
{
	static const char none[] = "a line\n\nanother one: with [001] 1.0: words\n";

	assert_int_equal(trace_guess(story_ftrace, strlen(story_ftrace)), TRACE_FTRACE);
	assert_int_equal(trace_guess(story_trace_cmd, strlen(story_trace_cmd)), TRACE_FTRACE);
	assert_int_equal(trace_guess(story_perf, strlen(story_perf)), TRACE_PERF);
	assert_int_equal(trace_guess(story_ctf, strlen(story_ctf)), TRACE_CTF);
	assert_int_equal(trace_guess(none, strlen(none)), TRACE_FORMATS);
	assert_int_equal(trace_guess("", 0), TRACE_FORMATS);
}

TEST(trace_cmd_text_gives_the_expected_path)
{
	assert_story(TRACE_FTRACE, story_trace_cmd);
}

TEST(perf_text_gives_the_expected_path)
{
	struct trace trace;

	assert_story(TRACE_PERF, story_perf);
	read_trace(&trace, TRACE_PERF, 0, story_perf, strlen(story_perf));
	assert_int_equal(strncmp(trace.release.at, "6.1.0-test", 10), 0);
	assert_int_equal(trace.release.end - trace.release.at, 10);
	trace_free(&trace);
}

TEST(babeltrace2_text_across_midnight_gives_the_expected_path)
{
	assert_story(TRACE_CTF, story_ctf);
}

TEST(truncated_trace_is_read_without_errors_at_any_length)
{
	static const char *const texts[] = {story_ftrace, story_perf, story_ctf};

	for (size_t format = 0; format < 3; format++) {
		for (size_t size = 0; size < strlen(texts[format]); size++) {
			struct imported imported;
			char *cut = xmalloc(size + 1);

			memcpy(cut, texts[format], size);
			import_size(&imported, (enum trace_format)format, cut, size, &by_marker);
			assert_true(imported.result.interactions <= 1);
			imported_free(&imported);
			free(cut);
		}
	}
}

TEST(line_of_10_mb_is_read_once)
{
	size_t size = 10 << 20;
	char *text = xmalloc(size);

	for (int format = 0; format < 3; format++) {
		static const char *const begins[] = {
			" a-1 [000] 1.0: sched_switch: ", "a 1 [000] 1.0: sched_switch: ",
			"[1.0] h sched_switch: { cpu_id = 1 }, {",
		};
		struct imported imported;

		memset(text, format == 2 ? '}' : '[', size);
		memcpy(text, begins[format], strlen(begins[format]));
		import_size(&imported, (enum trace_format)format, text, size, &by_marker);
		assert_int_equal(imported.trace.counts.lines, 1);
		assert_int_equal(imported.trace.counts.incomplete, 1);
		imported_free(&imported);
	}
	free(text);
}
