/* SPDX-License-Identifier: MIT */
/* Import of a program's procedures and of memory that its threads share, as probes record them. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

#include "tests/unit/tools/flow/import/ftrace_lines.h"
#include "tests/unit/tools/flow/import/imported.h"
#include "tools/flow/use.h"

#define MARK(time, cpu, thread, text) LINE(time, cpu, thread, "tracing_mark_write: " text)
#define BEGIN(time, cpu, thread, number) \
	LINE(time, cpu, thread, "procedure_begin: (0x401136) number=" number)
#define END(time, cpu, thread, number) \
	LINE(time, cpu, thread, "procedure_end: (0x401200 <- 0x401136) number=" number)
#define WRITE(time, cpu, thread, object, kind) \
	LINE(time, cpu, thread, "memory_write: (0x401136) number=7 " kind " object=" object)
#define READ(time, cpu, thread, object, kind) \
	LINE(time, cpu, thread, "memory_read: (0x401166) number=7 " kind " object=" object)
#define READ_END(time, cpu, thread) \
	LINE(time, cpu, thread, "memory_read_end: (0x401200 <- 0x401166) number=7")
#define LATEST "is_queue=0"
#define QUEUE "is_queue=1"

/* Time of a path in which an object was in use. */
struct used {
	const struct imported *imported;
	uint64_t ticks;
};

static bool used_is_named(void *context, const struct flow_named *object)
{
	return strcmp(object->name, context) == 0;
}

static void used_add(void *context, const struct flow_use_step *step)
{
	struct used *used = context;
	const struct flow_graph *graph = &used->imported->graph;
	const struct flow_path *path = &used->imported->path;

	for (size_t i = 1; i < path->vertices.count; i++) {
		bool is_second = flow_path_is_by_second(graph, path, i);
		flow_state state = is_second ? step->second : step->prev;

		if (path->vertices.items[i] == step->vertex && flow_state_has(state, 0))
			used->ticks += flow_arc_ticks(graph, &graph->vertices.items[step->vertex],
						      is_second);
	}
}

static unsigned used_ms(struct imported *imported, size_t number, const char *object)
{
	struct used used = {.imported = imported};
	struct flow_usage use;

	find_path(imported, number);
	flow_use_begin(&use, imported->session.log, 0, used_is_named, (char *)(uintptr_t)object);
	assert_int_equal(use.objects.count, 1);
	flow_use_walk(&use, &imported->graph, used_add, &used);
	flow_use_free(&use);
	return (unsigned)((used.ticks + MS / 2) / MS);
}

TEST(procedure_is_in_use_from_its_begin_to_its_end)
{
	/* The outer procedure calls itself once. The inner one is left by longjmp(). */
	static const char text[] =
		MARK("1.000", "000", "9", "bareline object 1 outer")
		MARK("1.000", "000", "9", "bareline object 2 inner")
		SWITCH("1.001", "000", "0", "R", "1")
		MARK("1.002", "000", "1", "begin")
		BEGIN("1.003", "000", "1", "1")
		BEGIN("1.005", "000", "1", "1")
		END("1.008", "000", "1", "1")
		BEGIN("1.010", "000", "1", "2")
		END("1.013", "000", "1", "1")
		END("1.014", "000", "1", "2")
		MARK("1.020", "000", "1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	assert_int_equal(imported.result.interactions, 1);
	assert_int_equal(used_ms(&imported, 0, "outer"), 10);
	assert_int_equal(used_ms(&imported, 0, "inner"), 3);
	assert_int_equal(count_kind(&imported, FLOW_BEGIN_USE), 2);
	assert_int_equal(count_kind(&imported, FLOW_END_USE), 2);
	imported_free(&imported);
}

TEST(procedure_in_which_a_thread_waits_for_its_work_is_in_use_by_that_work)
{
	/* Thread 5 sleeps in its procedure until thread 1 wakes it. */
	static const char text[] =
		MARK("1.000", "000", "9", "bareline object 1 serve")
		SWITCH("1.001", "000", "0", "R", "5")
		BEGIN("1.002", "000", "5", "1")
		SWITCH("1.003", "000", "5", "S", "1")
		MARK("1.004", "000", "1", "begin")
		WAKE("1.006", "000", "1", "5")
		SWITCH("1.007", "000", "1", "S", "5")
		WAKE("1.017", "000", "5", "1")
		SWITCH("1.018", "000", "5", "S", "1")
		MARK("1.020", "000", "1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	assert_int_equal(used_ms(&imported, 0, "serve"), 11);
	imported_free(&imported);
}

/* Thread 1 writes at 1.010, while thread 2 waits without sleeping since 1.003, but loses its CPU
 * before and after the write. It was created at 1.001. */
#define POLLED(kind) \
	MARK("1.000", "000", "1", "bareline object 7 put,get") \
	MARK("1.000", "000", "1", "begin") \
	LINE("1.001", "000", "1", "sched_process_fork: comm=app pid=1 child_comm=app child_pid=2") \
	LINE("1.001", "000", "1", "sched_wakeup_new: comm=app pid=2 prio=120 target_cpu=001") \
	SWITCH("1.002", "001", "0", "R", "2") \
	READ("1.003", "001", "2", "0x7f00", kind) \
	SWITCH("1.005", "001", "2", "R", "8") \
	SWITCH("1.006", "001", "8", "S", "2") \
	WRITE("1.010", "000", "1", "0x7f00", kind) \
	SWITCH("1.0104", "001", "2", "R", "8") \
	SWITCH("1.0108", "001", "8", "S", "2") \
	READ_END("1.011", "001", "2") \
	SWITCH("1.012", "000", "1", "S", "0") \
	LINE("1.016", "001", "2", "sched_waking: comm=app pid=1 prio=120 target_cpu=000") \
	SWITCH("1.017", "001", "2", "X", "0") \
	SWITCH("1.018", "000", "0", "R", "1") \
	MARK("1.020", "000", "1", "end")

TEST(reader_that_polls_gets_a_message_from_the_writer)
{
	static const char latest[] = POLLED(LATEST), queue[] = POLLED(QUEUE);
	const char *const texts[] = {latest, queue};

	for (size_t i = 0; i < COUNT(texts); i++) {
		struct imported imported;

		import_text(&imported, TRACE_FTRACE, texts[i]);
		find_path(&imported, 0);
		/* The path: thread 1 to its write, then thread 2, whose read ends 1 ms later, then
		 * thread 1. */
		assert_int_equal(path_ms(&imported, "app-2"), 6);
		assert_int_equal(count_kind(&imported, FLOW_SEND), 2);
		assert_int_equal(count_kind(&imported, FLOW_RECEIVE_JOIN), 2);
		assert_string_equal(object_of(&imported, FLOW_SEND), "put,get");
		imported_free(&imported);
	}
}

TEST(all_readers_get_the_latest_value_once_and_each_value_of_a_queue_has_one_reader)
{
	/* Thread 1 writes twice. Threads 2 and 3 then read, thread 2 twice. */
#define TWICE(kind) \
	MARK("1.000", "000", "1", "bareline object 7 put,get") \
	MARK("1.000", "000", "1", "begin") \
	LINE("1.001", "000", "1", "sched_process_fork: comm=app pid=1 child_comm=app child_pid=2") \
	LINE("1.001", "000", "1", "sched_process_fork: comm=app pid=1 child_comm=app child_pid=3") \
	WRITE("1.002", "000", "1", "0x7f00", kind) \
	WRITE("1.003", "000", "1", "0x7f00", kind) \
	WRITE("1.003", "000", "1", "0x9900", kind) \
	SWITCH("1.004", "000", "1", "S", "2") \
	READ("1.005", "000", "2", "0x7f00", kind) READ_END("1.006", "000", "2") \
	READ("1.007", "000", "2", "0x7f00", kind) READ_END("1.008", "000", "2") \
	SWITCH("1.009", "000", "2", "X", "3") \
	READ("1.010", "000", "3", "0x7f00", kind) READ_END("1.011", "000", "3") \
	WAKE("1.012", "000", "3", "1") \
	SWITCH("1.013", "000", "3", "X", "1") \
	MARK("1.014", "000", "1", "end")
	static const char latest[] = TWICE(LATEST), queue[] = TWICE(QUEUE);
	struct imported imported;

	/* One message more is the wake-up. */
	import_text(&imported, TRACE_FTRACE, latest);
	assert_int_equal(count_kind(&imported, FLOW_SEND), 3);
	assert_int_equal(count_kind(&imported, FLOW_RECEIVE_JOIN), 3);
	find_path(&imported, 0);
	imported_free(&imported);
	import_text(&imported, TRACE_FTRACE, queue);
	assert_int_equal(count_kind(&imported, FLOW_SEND), 3);
	assert_int_equal(count_kind(&imported, FLOW_RECEIVE_JOIN), 3);
	find_path(&imported, 0);
	imported_free(&imported);
}

TEST(thread_without_a_task_works_for_what_it_reads)
{
	static const char text[] =
		MARK("1.000", "000", "9", "bareline object 7 put,get")
		SWITCH("1.001", "001", "0", "R", "2")
		READ("1.002", "001", "2", "0x7f00", QUEUE)
		SWITCH("1.003", "000", "0", "R", "1")
		MARK("1.004", "000", "1", "begin")
		WRITE("1.006", "000", "1", "0x7f00", QUEUE)
		READ_END("1.007", "001", "2")
		SWITCH("1.008", "000", "1", "S", "0")
		WAKE("1.016", "001", "2", "1")
		SWITCH("1.017", "000", "0", "R", "1")
		SWITCH("1.018", "001", "2", "S", "0")
		MARK("1.020", "000", "1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(path_ms(&imported, "app-2"), 10);
	assert_int_equal(count_kind(&imported, FLOW_RECEIVE), 1);
	imported_free(&imported);
}

TEST(thread_that_moves_to_another_cpu_is_shown_to_move)
{
	static const char text[] =
		SWITCH("1.001", "000", "0", "R", "1")
		MARK("1.002", "000", "1", "begin")
		SWITCH("1.004", "000", "1", "R", "8")
		LINE("1.006", "001", "9",
		     "sched_migrate_task: comm=app pid=1 prio=120 orig_cpu=0 dest_cpu=1")
		SWITCH("1.008", "001", "9", "S", "1")
		MARK("1.010", "001", "1", "end");
	struct imported imported;

	import_text(&imported, TRACE_FTRACE, text);
	find_path(&imported, 0);
	assert_int_equal(count_kind(&imported, FLOW_MIGRATE), 1);
	assert_string_equal(object_of(&imported, FLOW_MIGRATE), "cpu1");
	imported_free(&imported);
}
