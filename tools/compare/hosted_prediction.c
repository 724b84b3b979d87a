/* SPDX-License-Identifier: MIT */
/* Each model is a simple estimate that an engineer would make before the measurement, knowing bare
 * metal's costs and Linux's simpler operations. */
#include "tools/compare/hosted_prediction.h"

#include <string.h>

#include "lib/point.h"

#define ROUND_TRIP(path) {"entry.round_trip", "path=" path, ""}
#define NULL_CALL(path) {"entry.null_syscall", "path=" path, ""}
#define SWAPGS {"cpu.instruction", "instruction=swapgs", ""}
#define INDIRECT_CALL {"cpu.instruction", "instruction=indirect_call", ""}
#define STORE_AND_LOAD {"mem.store_forward", "case=same", ""}
#define FAULT(kind, action) {"fault." kind, "ring=3 action=" action " page_bytes=4096", "total"}
#define FIRST_TOUCH(bytes) {"fault.demand_zero", "ring=3 page_bytes=" bytes, ""}
#define UNMAPPED {"fault.shootdown", "cpus=1 wait=spin", "total"}
#define THREAD_SWITCH {"os.switch_thread", "ring=3 " POINT_SAVED, ""}
#define SPACE_SWITCH {"os.switch_space", "ring=3 " POINT_SAVED " pcid=off", ""}
#define PIPE(tasks) {"os.pipe", "ring=3 between=" tasks, ""}
#define THREAD(action, stack) {"os.thread_" action, "stack=" stack, ""}
#define PROCESS(action) {"os.process_" action, "size_bytes=4096", ""}

#define BASE HOSTED_BASE
#define LEAN HOSTED_LEAN
#define ADDED HOSTED_ADDED

const struct hosted_prediction hosted_predictions[] = {
	{"a null system call", NULL_CALL("syscall"),
	 "fifteen registers through memory, and a call by a table",
	 {{1, BASE, ROUND_TRIP("syscall")}, {2, BASE, SWAPGS}, {15, LEAN, STORE_AND_LOAD},
	  {1, LEAN, INDIRECT_CALL}}},

	{"a null system call by INT 80h", NULL_CALL("int_gate"),
	 "as by SYSCALL",
	 {{1, BASE, NULL_CALL("int_gate")}, {1, ADDED, NULL_CALL("syscall")}}},

	{"a fault skipped by a signal", FAULT("not_present", "trap"),
	 "the handler's return is a system call",
	 {{1, BASE, FAULT("not_present", "trap")}, {1, ADDED, NULL_CALL("syscall")}}},

	{"a write allowed by a signal", FAULT("write_protect", "map"),
	 "a signal, and a system call to allow the access",
	 {{1, BASE, FAULT("write_protect", "map")}, {1, ADDED, FAULT("not_present", "trap")},
	  {1, ADDED, NULL_CALL("syscall")}}},

	{"a jump allowed by a signal", FAULT("no_execute", "map"),
	 "a signal, and a system call to allow the access",
	 {{1, BASE, FAULT("no_execute", "map")}, {1, ADDED, FAULT("not_present", "trap")},
	  {1, ADDED, NULL_CALL("syscall")}}},

	{"a page at its first touch", FIRST_TOUCH("4096"),
	 "as for a system call",
	 {{1, BASE, FIRST_TOUCH("4096")}, {1, ADDED, NULL_CALL("syscall")}}},

	{"a large page at its first touch", FIRST_TOUCH("2097152"),
	 "as for a page of 4 KiB",
	 {{1, BASE, FIRST_TOUCH("2097152")}, {1, ADDED, FIRST_TOUCH("4096")}}},

	{"a page unmapped", UNMAPPED,
	 "a system call, and the page freed at the cost of its allocation",
	 {{1, BASE, UNMAPPED}, {1, ADDED, NULL_CALL("syscall")},
	  {1, ADDED, FIRST_TOUCH("4096")}}},

	{"a switch between threads", THREAD_SWITCH,
	 "a system call",
	 {{1, BASE, THREAD_SWITCH}, {1, ADDED, NULL_CALL("syscall")}}},

	{"a switch between processes", SPACE_SWITCH,
	 "a switch between threads",
	 {{1, BASE, SPACE_SWITCH}, {1, ADDED, THREAD_SWITCH}}},

	{"a word and back between threads", PIPE("threads"),
	 "four system calls, and two switches, which contain two of them",
	 {{1, BASE, PIPE("threads")}, {2, ADDED, NULL_CALL("syscall")},
	  {2, ADDED, THREAD_SWITCH}}},

	{"a word and back between processes", PIPE("processes"),
	 "the same between threads, with two switches between processes",
	 {{1, BASE, PIPE("processes")}, {1, ADDED, PIPE("threads")},
	  {2, ADDED, SPACE_SWITCH}, {-2, ADDED, THREAD_SWITCH}}},

	{"a thread created, pooled stack", THREAD("create", "pooled"),
	 "three system calls, and a kernel stack cleared at the cost of four pages",
	 {{1, BASE, THREAD("create", "pooled")}, {3, ADDED, NULL_CALL("syscall")},
	  {4, ADDED, FIRST_TOUCH("4096")}, {4, LEAN, FIRST_TOUCH("4096")}}},

	{"a thread created, fresh stack", THREAD("create", "fresh"),
	 "as with a pooled stack, two system calls to map the new one, and two pages of it touched",
	 {{1, BASE, THREAD("create", "fresh")}, {1, ADDED, THREAD("create", "pooled")},
	  {2, ADDED, NULL_CALL("syscall")}, {2, ADDED, FIRST_TOUCH("4096")}}},

	{"a thread run, pooled stack", THREAD("run", "pooled"),
	 "the creation, two switches, and two system calls to end and join",
	 {{1, BASE, THREAD("run", "pooled")}, {1, ADDED, THREAD("create", "pooled")},
	  {2, ADDED, THREAD_SWITCH}, {2, ADDED, NULL_CALL("syscall")}}},

	{"a thread run, fresh stack", THREAD("run", "fresh"),
	 "the creation, two switches, and two system calls to end and join",
	 {{1, BASE, THREAD("run", "fresh")}, {1, ADDED, THREAD("create", "fresh")},
	  {2, ADDED, THREAD_SWITCH}, {2, ADDED, NULL_CALL("syscall")}}},

	{"a process created", PROCESS("create"),
	 "a thread's, and page tables and mappings at the cost of eight pages",
	 {{1, BASE, PROCESS("create")}, {1, ADDED, THREAD("create", "pooled")},
	  {8, ADDED, FIRST_TOUCH("4096")}, {8, LEAN, FIRST_TOUCH("4096")}}},

	{"a process created and run", PROCESS("run"),
	 "the creation, two switches, and eight pages copied on write",
	 {{1, BASE, PROCESS("run")}, {1, ADDED, PROCESS("create")}, {2, ADDED, SPACE_SWITCH},
	  {8, ADDED, FIRST_TOUCH("4096")}}},
};

const size_t hosted_prediction_count = sizeof(hosted_predictions) / sizeof(hosted_predictions[0]);

static bool has_value(const struct compared_metric *metric, enum hosted_term_kind kind)
{
	if (metric == NULL)
		return false;
	return kind == HOSTED_ADDED ? metric_is_common(metric) : metric->sides[METAL].runs > 0;
}

static double term_value(const struct compared_metric *metric, enum hosted_term_kind kind)
{
	return kind == HOSTED_ADDED ? metric->sides[LINUX].median - metric->sides[METAL].median
				    : metric->sides[METAL].median;
}

bool hosted_predict(const struct comparison *comparison, const struct hosted_prediction *model,
		    struct hosted_predicted *predicted)
{
	const struct compared_metric *operation = comparison_find(comparison, &model->operation);

	*predicted = (struct hosted_predicted){.model = model, .operation = operation};
	if (operation == NULL || operation->sides[LINUX].runs == 0)
		return false;
	for (size_t i = 0; i < HOSTED_TERMS_MAX && model->terms[i].primitive.bench != NULL; i++) {
		const struct hosted_term *term = &model->terms[i];
		const struct compared_metric *metric;

		metric = comparison_find(comparison, &term->primitive);
		if (!has_value(metric, term->kind))
			return false;
		if (term->kind == HOSTED_BASE)
			predicted->base += term->count * term_value(metric, term->kind);
		else
			predicted->overhead += term->count * term_value(metric, term->kind);
	}
	predicted->predicted = predicted->base + predicted->overhead;
	predicted->measured = operation->sides[LINUX].median;
	return true;
}
