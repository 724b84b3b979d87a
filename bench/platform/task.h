/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h for user mode and entries from it, threads and processes. */
#ifndef BENCH_PLATFORM_TASK_H
#define BENCH_PLATFORM_TASK_H

#include <stdbool.h>
#include <stdint.h>

/* ---- User mode ---- */

/* Paths from user mode into the kernel. */
enum entry_path {
	ENTRY_SYSCALL,
	ENTRY_SYSENTER,
	ENTRY_GATE,             /* INT through an interrupt gate */
	ENTRY_CALL_GATE,
};

/* Handlers of an entry. The null system call saves all registers, switches stacks, calls an empty
 * function from a table, and restores everything. The other handlers are the null system call by
 * SYSCALL with one mitigation each. */
#define PLATFORM_ENTRY_HANDLERS(X) \
	X(EMPTY, "empty")                       /* returns at once */ \
	X(NULL_CALL, "none") \
	X(CR3, "cr3")                           /* CR3 written on entry and on exit */ \
	X(CR3_PCID, "cr3_pcid")                 /* CR3 written on entry and on exit; PCID preserves
						 * translations */ \
	X(IBRS, "ibrs")                         /* set on entry, cleared on exit */ \
	X(IBPB, "ibpb")                         /* on entry */ \
	X(VERW, "verw")                         /* on exit */ \
	X(RETPOLINE, "retpoline")               /* to call the function of the table */

enum entry_handler {
#define X(symbol, word) ENTRY_##symbol,
	PLATFORM_ENTRY_HANDLERS(X)
#undef X
	ENTRY_HANDLER_COUNT
};

/* Connect an entry path to a handler, until platform_entry_close. Returns 0; -ENOTSUP if the
 * machine lacks the path or does not allow this handler; or -ENOMEM. The caller must check the CPU
 * features that the handler needs. */
int platform_entry_open(enum entry_path path, enum entry_handler handler);
void platform_entry_close(void);

/* While an entry is open: lead the path to a handler that only counts, call a function of the
 * section .user.text like platform_call_user, and store how often the path was entered. Afterwards
 * the entry must be closed. Returns 0, or -ENOTSUP if the handlers are not ours. */
int platform_entry_count(uint64_t (*function)(uint64_t), uint64_t argument, uint64_t *entries);

/* Call a function of the section .user.text in user mode and return its result. */
uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument);

/* ---- Threads and processes ---- */

enum task_kind {TASK_THREAD, TASK_PROCESS};

/* Source of a thread's stack. */
enum task_stack {
	STACK_FRESH,            /* memory allocated, mapped and freed for each thread */
	STACK_POOLED,           /* an existing stack, made at start or for an earlier thread */
};

/* Tasks of one kind, created one at a time. Each task calls work(address), a function of the
 * section .user.text, and ends. At address is a word that only these tasks write to. A thread
 * writes the word of its creator, which is 0 at first. A process calls work in user mode and writes
 * its own copy of the word. */
struct platform_task {
	enum task_kind kind;
	enum task_stack stack;          /* of a thread */
	uint64_t size_bytes;            /* size of the memory that the creator has written and a
					 * process gets a copy of */
	uint64_t (*work)(uint64_t address);
};

/* Time when a task was requested, when it was created, and when it was completely gone; and the low
 * 8 bits of the result of work. */
struct task_stamps {
	uint64_t begun, created, ended;
	uint8_t result;
};

/* Prepare for tasks like *task. After success platform_task_close must follow. Returns 0; -ENOMEM;
 * -ENOTSUP if stacks cannot be chosen here; or -EAGAIN if no more tasks are allowed. */
int platform_task_open(const struct platform_task *task);

/* Create a task, let it run and wait for its end. A copied process shares its creator's memory
 * until either writes to it. Returns 0, -ENOMEM, -EAGAIN if no more tasks are allowed, or -EFAULT
 * if the task ended abnormally. */
int platform_task_trial(struct task_stamps *stamps);

/* Release the resources of open; also after an aborted trial. */
void platform_task_close(void);

/* Tasks that pass this CPU around a ring. The caller is the first. */
enum ring_handover {
	RING_YIELD,             /* a task yields, and the next task runs */
	RING_CHANNEL,           /* a task sends a word to the next task and waits for a word */
	RING_FUTEX,             /* a task wakes the next task and sleeps */
};

/* What a switch saves and loads besides the general registers: x87, SSE and AVX registers, by the
 * best instructions that are enabled; on aarch64 the 32 vector registers, on riscv64 the
 * 32 floating-point registers. */
enum extended_state {STATE_NONE, STATE_FXSAVE, STATE_XSAVE, STATE_FPSIMD, STATE_FP};

struct platform_ring {
	enum task_kind kind;
	enum ring_handover by;
	unsigned cpu_ring;              /* of the tasks: 0; or 3, with system calls */
	enum extended_state state;      /* of tasks in ring 3 that yield; ignored under an operating
					 * system */
	bool with_pcid;                 /* keep the translations of processes that do not run */
	uint32_t tasks;                 /* 1 to PLATFORM_RING_MAX */
	uint64_t working_set_bytes;     /* own memory that a process reads at each step */
};

#define PLATFORM_RING_MAX 16

/* Create the other tasks. Returns 0; -ENOTSUP if this machine cannot; -ENOSYS if its CPU has no
 * system calls; -EPERM if a yield is not certain to run the next task; or -ENOMEM or -EAGAIN like
 * platform_task_open. */
int platform_ring_open(const struct platform_ring *ring);

/* Let each task run that number of steps. */
void platform_ring_turn(uint64_t turns);

/* Fill the callee-saved registers of two threads with different values and let them switch. Returns
 * a bit per changed register (bench/os/registers.h). 0 under an operating system, whose switch is
 * not ours. Only while a ring is open. */
uint64_t platform_ring_changed_registers(void);

/* The number of tasks that do not read a working set of their own, of the ring's size. 0 on bare
 * metal, where the address spaces are not Linux's. Only after a turn of a ring of processes. */
uint32_t platform_ring_tasks_without_memory(void);

/* End the other tasks; also after an error. */
void platform_ring_close(void);

/* ---- Waking up ---- */

/* What a thread of a process sleeps in. A datagram goes through the loopback device, which delivers
 * the datagram in a softirq. */
enum wake_way {WAKE_FUTEX, WAKE_EVENTFD, WAKE_DATAGRAM, WAKE_PIPE};

/* Times of a wake-up; woken is by the clock of the thread's CPU. */
struct wake_stamps {
	uint64_t begun;
	uint64_t returned;      /* the call that wakes the thread returned */
	uint64_t woken;         /* the thread's first instructions after its sleep */
	uint64_t answered;      /* the thread woke the caller, which had slept since returned */
};

/* Create a sleeping thread on a CPU, which may be this one. After success platform_wake_close must
 * follow. Returns 0; -ENOTSUP without processes, or if sleep is not observable; -ENODEV without a
 * loopback device; -ENOMEM; or -EAGAIN if no more threads are allowed. */
int platform_wake_open(enum wake_way way, uint32_t cpu);

/* Wake the thread after it has fallen asleep. Returns 0, or -ETIMEDOUT if the thread does not wake
 * in time. */
int platform_wake_trial(struct wake_stamps *stamps);

/* End the thread; also after an aborted trial. */
void platform_wake_close(void);

#endif
