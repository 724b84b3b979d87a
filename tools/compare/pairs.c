/* SPDX-License-Identifier: MIT */
/* Table of the pairs; `bareline overhead --pairs` prints it. */
#include "tools/compare/pairs.h"

#include <string.h>

#include "tools/record/point.h"

const struct part_text part_texts[PART_COUNT] = {
#define X(symbol, name, meaning) {name, meaning},
	PARTS(X)
#undef X
};

#define P(symbol) PART_##symbol

/* A new page, by a fault or a call. */
#define NEW_PAGE (P(ALLOCATION) | P(CLEARING) | P(MAPPING) | P(ACCOUNTING))
/* A fault that the process handles. */
#define SIGNALLED (P(CROSSING) | P(LOOK_UP) | P(SIGNAL))
/* A copy of a process, and its first run. */
#define FORKED (P(ALLOCATION) | P(COPYING) | P(MAPPING) | P(ACCOUNTING) | P(TASK))
#define RUN_ONCE (P(SWITCH) | P(WORK) | P(WAITING))
#define RUN_ONCE_ON_LINUX (RUN_ONCE | P(STATE))
/* Additional parts under Linux: of a process, and of a thread by the C library. */
#define OF_PROCESS (P(CROSSING) | P(PROCESS) | P(LIBRARY) | P(POLICY))
#define OF_THREAD (P(CROSSING) | P(CALLS) | P(LIBRARY) | P(POLICY))
/* A newly allocated stack. */
#define NEW_STACK (P(ALLOCATION) | P(CLEARING) | P(MAPPING))
/* System calls that yield the CPU, and that send a word to another task. */
#define YIELDED (P(CROSSING) | P(DISPATCH) | P(SWITCH))
#define SENT (P(CROSSING) | P(DISPATCH) | P(SWITCH) | P(WAITING) | P(MESSAGE))
/* A blocked thread that is woken. */
#define WOKEN (P(CROSSING) | P(DISPATCH) | P(SWITCH) | P(STATE) | P(WAITING))
#define WHOLE_TABLES "Bare metal copies whole page tables; Linux copies the ranges of mappings."
#define NO_PROCESSES "Bare metal has no processes."
#define SOFT_INTERRUPT \
	"Bare metal has none. A soft interrupt in the sending call passes the datagram on."
#define FIRST_OF_QUEUE \
	"Both take the first task of a queue, on Linux if it grants SCHED_FIFO; Linux checks its " \
	"higher classes first."
#define READ_BY_LINUX \
	"Both include the device's time. Linux sorts the requests of a device with one queue, " \
	"and a kernel thread submits them."

/* What Linux's functions do beyond bare metal's in the same part. */
#define BEYOND_CALL \
	"a process ID found in its name space, RCU, checks for tracers, signals and the " \
	"scheduler"
#define BEYOND_TOUCH \
	"four levels of page tables walked with locks, the mapping found in a tree, memory " \
	"charged to its control group, statistics, reverse mapping, RCU"
#define BEYOND_LARGE_TOUCH \
	"a second clearing at the allocation (init_on_alloc), a check for the scheduler at " \
	"each 4 KiB, timer interrupts during the clearing, and what a small page has"
#define BEYOND_SIGNAL \
	"the mapping searched before the fault is refused, the signal queued, a frame with " \
	"the extended state written and read back, restartable sequences"
#define BEYOND_CALLS \
	BEYOND_SIGNAL ", mappings split or merged, the TLB flushed through its general path, " \
	"security checks"
#define BEYOND_UNMAP \
	"two mappings found in a tree, the page taken through the LRU lists and back to the " \
	"allocator, uncharged, statistics, the TLB flushed through its general path"
#define BEYOND_SWITCH \
	"scheduling classes asked in order, CPU time and pressure (PSI) accounted, run-queue " \
	"clock, RCU, restartable sequences, control-group checks at the exit"
#define BEYOND_WAKE \
	"run-queue enqueue and dequeue by class, pressure (PSI) accounted at both ends, " \
	"clocks read"
#define BEYOND_PIPE \
	BEYOND_WAKE ", wait queues, file permissions (AppArmor), time stamps of the pipe"
#define BEYOND_THREAD \
	"the kernel stack cleared (16 KiB) and the task copied (8 KiB), credentials, a " \
	"process ID, random numbers, pressure (PSI) and control groups"
#define BEYOND_PROCESS \
	"eleven pages cleared, a kernel stack cleared (16 KiB) and the task copied (8 KiB), " \
	"each mapping copied into a tree, files, signals, reverse mappings"
#define BEYOND_PROCESS_RUN \
	BEYOND_PROCESS ", the program's pages copied on write or mapped again, and all of them " \
	"unmapped at the end"
#define BEYOND_INPUT \
	"scheduling classes, wait queues, accounting, and the input or file layer"
#define BEYOND_DISK \
	"a request allocated and queued, the I/O scheduler, accounting"

/* A workload of interactions: threads that work, exchange messages and wait for devices. */
#define INTERACTION (P(WORK) | P(SWITCH) | P(WAITING) | P(MESSAGE) | P(INTERRUPT) | P(TIMER))
#define INTERACTION_ON_LINUX \
	(INTERACTION | P(CROSSING) | P(DISPATCH) | P(STATE) | P(POLICY) | P(FILES))
#define WITH_THREAD (P(TASK) | P(ALLOCATION))
#define WITH_THREAD_ON_LINUX (WITH_THREAD | P(CLEARING) | P(MAPPING) | P(ACCOUNTING) | P(LIBRARY))
#define DIVIDED "`bareline flow compare` divides the difference by segments of the critical path."

const struct pair pairs[] = {
	{"entry.null_syscall", "", P(CROSSING) | P(DISPATCH), P(CROSSING) | P(DISPATCH),
	 "Linux calls getppid, which looks up a process ID.",
	 BEYOND_CALL},

	{"fault.demand_zero", "page_bytes=2097152",
	 P(CROSSING) | P(LOOK_UP) | NEW_PAGE, P(CROSSING) | P(LOOK_UP) | NEW_PAGE,
	 "With init_on_alloc, as on Debian, Linux clears all memory that it allocates, and a large "
	 "page twice.",
	 BEYOND_LARGE_TOUCH},
	{"fault.demand_zero", "",
	 P(CROSSING) | P(LOOK_UP) | NEW_PAGE, P(CROSSING) | P(LOOK_UP) | NEW_PAGE, "",
	 BEYOND_TOUCH},
	{"fault.not_present", "action=map",
	 P(CROSSING) | P(MAPPING), P(CROSSING) | P(LOOK_UP) | NEW_PAGE,
	 "The bare-metal handler writes a prepared entry.",
	 BEYOND_TOUCH},
	{"fault.not_present", "", P(CROSSING), SIGNALLED, "",
	 BEYOND_SIGNAL},
	{"fault.write_protect", "action=map",
	 P(CROSSING) | P(MAPPING), SIGNALLED | P(CALLS) | P(MAPPING), "",
	 BEYOND_CALLS},
	{"fault.write_protect", "", P(CROSSING), SIGNALLED, "",
	 BEYOND_SIGNAL},
	{"fault.no_execute", "action=map",
	 P(CROSSING) | P(MAPPING), SIGNALLED | P(CALLS) | P(MAPPING), "",
	 BEYOND_CALLS},
	{"fault.no_execute", "", P(CROSSING), SIGNALLED, "",
	 BEYOND_SIGNAL},
	{"fault.major", "cache=warm",
	 P(CROSSING) | P(LOOK_UP) | P(MAPPING),
	 P(CROSSING) | P(LOOK_UP) | P(MAPPING) | P(ACCOUNTING) | P(FILES), "",
	 BEYOND_TOUCH},
	{"fault.major", "",
	 P(CROSSING) | P(LOOK_UP) | P(MAPPING) | P(WAITING) | P(INTERRUPT),
	 P(CROSSING) | P(LOOK_UP) | P(ALLOCATION) | P(ACCOUNTING) | P(MAPPING) | P(FILES) |
		 P(SWITCH) | P(WAITING) | P(INTERRUPT),
	 "Both include the device's time.",
	 BEYOND_DISK},
	{"fault.shootdown", "cpus=1",
	 P(MAPPING), P(CROSSING) | P(LOOK_UP) | P(MAPPING) | P(ALLOCATION) | P(ACCOUNTING),
	 "Linux frees the page.",
	 BEYOND_UNMAP},
	{"fault.shootdown", "",
	 P(MAPPING) | P(INTERRUPT),
	 P(CROSSING) | P(LOOK_UP) | P(MAPPING) | P(ALLOCATION) | P(ACCOUNTING) | P(INTERRUPT),
	 "Linux frees the page, and does not interrupt a CPU whose thread sleeps.",
	 BEYOND_UNMAP},

	{"os.process_create", "", FORKED, FORKED | OF_PROCESS, WHOLE_TABLES,
	 BEYOND_PROCESS},
	{"os.process_run", "",
	 FORKED | P(SPACE) | P(CROSSING) | RUN_ONCE,
	 FORKED | P(SPACE) | OF_PROCESS | RUN_ONCE_ON_LINUX, WHOLE_TABLES,
	 BEYOND_PROCESS_RUN},
	{"os.thread_create", "stack=fresh",
	 P(TASK) | NEW_STACK, P(TASK) | NEW_STACK | P(ACCOUNTING) | OF_THREAD, "",
	 BEYOND_THREAD},
	{"os.thread_create", "stack=pooled", P(TASK), P(TASK) | OF_THREAD, "",
	 BEYOND_THREAD},
	{"os.thread_run", "stack=fresh",
	 P(TASK) | NEW_STACK | RUN_ONCE,
	 P(TASK) | NEW_STACK | P(ACCOUNTING) | OF_THREAD | RUN_ONCE_ON_LINUX, "",
	 BEYOND_THREAD},
	{"os.thread_run", "stack=pooled",
	 P(TASK) | RUN_ONCE, P(TASK) | OF_THREAD | RUN_ONCE_ON_LINUX, "",
	 BEYOND_THREAD},
	{"os.switch_thread", "ring=3", YIELDED | P(STATE), YIELDED | P(STATE), FIRST_OF_QUEUE,
	 BEYOND_SWITCH},
	{"os.switch_space", "ring=3",
	 YIELDED | P(STATE) | P(SPACE), YIELDED | P(STATE) | P(SPACE), FIRST_OF_QUEUE,
	 BEYOND_SWITCH},
	{"os.futex", "", 0, WOKEN, NO_PROCESSES,
	 ""},
	{"os.timer", "by=signal", 0, P(TIMER) | P(INTERRUPT) | P(CROSSING) | P(SIGNAL),
	 NO_PROCESSES,
	 ""},
	{"os.timer", "", 0,
	 P(TIMER) | P(INTERRUPT) | P(CROSSING) | P(WAITING) | P(SWITCH) | P(STATE) | P(FILES),
	 NO_PROCESSES,
	 ""},
	{"os.wake", "by=futex cpu=same", 0, WOKEN, NO_PROCESSES,
	 ""},
	{"os.wake", "by=futex", 0, WOKEN | P(INTERRUPT), NO_PROCESSES,
	 ""},
	{"os.wake", "by=eventfd cpu=same", 0, WOKEN | P(FILES), NO_PROCESSES,
	 ""},
	{"os.wake", "by=eventfd", 0, WOKEN | P(FILES) | P(INTERRUPT), NO_PROCESSES,
	 ""},
	{"os.wake", "by=pipe cpu=same", 0, WOKEN | P(FILES), NO_PROCESSES,
	 ""},
	{"os.wake", "by=pipe", 0, WOKEN | P(FILES) | P(INTERRUPT), NO_PROCESSES,
	 ""},
	{"os.wake", "cpu=same", 0, WOKEN | P(FILES) | P(MESSAGE) | P(ALLOCATION), SOFT_INTERRUPT,
	 ""},
	{"os.wake", "", 0, WOKEN | P(FILES) | P(MESSAGE) | P(ALLOCATION) | P(INTERRUPT),
	 SOFT_INTERRUPT,
	 ""},
	{"os.pipe", "ring=3 between=threads", SENT, SENT | P(STATE) | P(FILES), "",
	 BEYOND_PIPE},
	{"os.pipe", "ring=3", SENT | P(SPACE), SENT | P(STATE) | P(SPACE) | P(FILES), "",
	 BEYOND_PIPE},
	{"os.switch_working_set", "ring=3",
	 SENT | P(SPACE) | P(WORK), SENT | P(STATE) | P(SPACE) | P(WORK) | P(FILES), "",
	 BEYOND_PIPE},

	{"smp.ipi", "", P(INTERRUPT), P(INTERRUPT) | P(CROSSING) | P(SIGNAL),
	 "Linux first switches to the thread that sleeps on the other CPU.",
	 BEYOND_WAKE},
	{"clock.timer_latency", "",
	 P(TIMER) | P(INTERRUPT),
	 P(TIMER) | P(INTERRUPT) | P(CROSSING) | P(WAITING) | P(SWITCH) | P(POLICY), "",
	 BEYOND_WAKE},

	{"idle.validation", "",
	 P(WORK) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) | P(DISPATCH) |
		 P(FILES) | P(POLICY),
	 "The work is the same. Stage late is the time before the work: on Linux, from the due "
	 "time until the program runs.",
	 BEYOND_INPUT},
	{"input.keystroke", "",
	 P(WORK) | P(MESSAGE) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(MESSAGE) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) | P(DISPATCH) |
		 P(FILES) | P(POLICY),
	 "ready is the driver, the input layer and the wake-up; taken adds polling and reading the "
	 "event device; the idle loop also sees the code that sends the key.",
	 BEYOND_INPUT},

	{"app.editor", "", P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) |
		 P(POLICY),
	 "Without a keyboard event device the process takes its own keys when they are due; on "
	 "bare metal they come from the keyboard controller.",
	 BEYOND_INPUT},
	{"app.editor_blink", "",
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) |
		 P(POLICY),
	 "Without a keyboard event device the process takes its own keys when they are due; on "
	 "bare metal they come from the keyboard controller.",
	 BEYOND_INPUT},
	{"app.word", "", P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) |
		 P(POLICY),
	 "Without a keyboard event device the process takes its own keys when they are due; on "
	 "bare metal they come from the keyboard controller.",
	 BEYOND_INPUT},
	{"app.word_polling", "",
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) |
		 P(POLICY),
	 "Without a keyboard event device the process takes its own keys when they are due; on "
	 "bare metal they come from the keyboard controller.",
	 BEYOND_INPUT},
	{"app.presenter", "",
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH),
	 P(WORK) | P(MESSAGE) | P(TIMER) | P(INTERRUPT) | P(WAITING) | P(SWITCH) | P(CROSSING) |
		 P(DISPATCH) | P(FILES) | P(POLICY),
	 "On bare metal keys come from the keyboard controller, and program pages by faults; the "
	 "process takes its own keys when they are due, and reads files.",
	 BEYOND_INPUT},
	{"disk.read", "",
	 P(WAITING) | P(INTERRUPT),
	 P(CROSSING) | P(DISPATCH) | P(FILES) | P(SWITCH) | P(WAITING) | P(INTERRUPT),
	 READ_BY_LINUX,
	 BEYOND_DISK},
	{"disk.write", "",
	 P(WAITING) | P(INTERRUPT),
	 P(CROSSING) | P(DISPATCH) | P(FILES) | P(SWITCH) | P(WAITING) | P(INTERRUPT),
	 "Linux writes a file or device with O_DIRECT; bare metal gives the disk the command.",
	 BEYOND_DISK},
	{"disk.flush", "",
	 P(WAITING) | P(INTERRUPT),
	 P(CROSSING) | P(DISPATCH) | P(FILES) | P(SWITCH) | P(WAITING) | P(INTERRUPT),
	 "Linux stores a file's data by fdatasync; bare metal gives the disk the command.",
	 BEYOND_DISK},
	{"disk.cached", "found=hit", P(WORK), P(WORK), "The cache lookup is the same code.",
	 ""},
	{"disk.cached", "",
	 P(WAITING) | P(INTERRUPT),
	 P(CROSSING) | P(DISPATCH) | P(FILES) | P(SWITCH) | P(WAITING) | P(INTERRUPT),
	 READ_BY_LINUX,
	 BEYOND_DISK},

	/* Equal operations under different conditions: the clock, and the interrupts. */
	{"clock.coarse", "", P(WORK), P(WORK),
	 "The coarse clock counts ticks on bare metal; Linux truncates another clock.",
	 ""},
	{"idle.profile", "", P(WORK), P(WORK), "The metrics are what interrupts the loop.",
	 ""},
	{"noise.gaps", "", P(WORK), P(WORK), "The metrics are what interrupts the loop.",
	 ""},

	{"flow.message", "", INTERACTION,
	 INTERACTION_ON_LINUX, DIVIDED, BEYOND_PIPE},
	{"flow.echo", "", INTERACTION,
	 INTERACTION_ON_LINUX, DIVIDED, BEYOND_PIPE},
	{"flow.command", "", INTERACTION | WITH_THREAD,
	 INTERACTION_ON_LINUX | WITH_THREAD_ON_LINUX, DIVIDED,
	 BEYOND_THREAD ", " BEYOND_PIPE},
	{"flow.files", "", INTERACTION | WITH_THREAD,
	 INTERACTION_ON_LINUX | WITH_THREAD_ON_LINUX, DIVIDED,
	 BEYOND_THREAD ", " BEYOND_PIPE},
	{"flow.parallel", "", INTERACTION | WITH_THREAD,
	 INTERACTION_ON_LINUX | WITH_THREAD_ON_LINUX, DIVIDED,
	 BEYOND_THREAD ", " BEYOND_PIPE},
	{"flow.random", "", INTERACTION | WITH_THREAD,
	 INTERACTION_ON_LINUX | WITH_THREAD_ON_LINUX, DIVIDED,
	 BEYOND_THREAD ", " BEYOND_PIPE},
	{"flow.server", "", INTERACTION,
	 INTERACTION_ON_LINUX, DIVIDED, BEYOND_PIPE},
	{"flow.server_bottleneck", "", INTERACTION,
	 INTERACTION_ON_LINUX, DIVIDED, BEYOND_PIPE},
};

const size_t pair_count = sizeof(pairs) / sizeof(pairs[0]);

const char *pair_beyond_x86(const struct pair *pair)
{
	return strcmp(pair->bench, "entry.null_syscall") == 0
		       ? ", the call found by comparisons, a check that SYSRET is safe" : "";
}

const struct pair *pairs_find(const char *bench, const char *point)
{
	for (size_t i = 0; i < pair_count; i++) {
		if (strcmp(pairs[i].bench, bench) == 0 && point_has_all(point, pairs[i].point))
			return &pairs[i];
	}
	return NULL;
}

bool pair_is_comparable(const struct pair *pair)
{
	return pair->metal == pair->hosted;
}
