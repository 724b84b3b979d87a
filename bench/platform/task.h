/* SPDX-License-Identifier: MIT */
/* The part of bench/platform.h that is about who runs: user mode and the ways out of it, threads,
 * and processes. */
#ifndef BENCH_PLATFORM_TASK_H
#define BENCH_PLATFORM_TASK_H

#include <stdbool.h>
#include <stdint.h>

/* ---- User mode ---- */

/* Ways from user mode into the kernel. */
enum entry_path {
	ENTRY_SYSCALL,
	ENTRY_SYSENTER,
	ENTRY_GATE,             /* INT through an interrupt gate */
	ENTRY_CALL_GATE,
};

/* What the kernel does there. The null system call saves all registers, switches stacks, finds a
 * function that does nothing in a table, calls it and undoes it all; the mitigations are the null
 * system call, by SYSCALL, with one more thing on its way. */
#define PLATFORM_ENTRY_HANDLERS(X) \
	X(EMPTY, "empty")                       /* returns at once */ \
	X(NULL_CALL, "none") \
	X(CR3, "cr3")                           /* CR3 written on entry and on exit */ \
	X(CR3_PCID, "cr3_pcid")                 /* the same, translations kept by PCID */ \
	X(IBRS, "ibrs")                         /* set on entry, cleared on exit */ \
	X(IBPB, "ibpb")                         /* on entry */ \
	X(VERW, "verw")                         /* on exit */ \
	X(RETPOLINE, "retpoline")               /* to call the function */

enum entry_handler {
#define X(symbol, word) ENTRY_##symbol,
	PLATFORM_ENTRY_HANDLERS(X)
#undef X
	ENTRY_HANDLER_COUNT
};

/* Let a way of entry lead to a handler, until platform_entry_close. Returns 0, -ENOTSUP if the
 * machine lacks this way or lets nobody choose this handler, or -ENOMEM. CPU features that the
 * handler needs are the caller's to check. */
int platform_entry_open(enum entry_path path, enum entry_handler handler);
void platform_entry_close(void);

/* Call a function of the section .user.text in user mode and return what it returns. */
uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument);

/* ---- Threads and processes ---- */

enum task_kind {TASK_THREAD, TASK_PROCESS};

/* Where a thread's stack comes from. */
enum task_stack {
	STACK_FRESH,            /* memory taken and mapped for each thread, then given back */
	STACK_POOLED,           /* one that is there, made at start or for a thread before */
};

/* Tasks of one kind, made one at a time. Each calls work(address), a function of the section
 * .user.text, and ends; at address is a word that only such tasks write to. A thread writes to the
 * maker's word, which is 0 at first; a process, which calls work in user mode, to its copy. */
struct platform_task {
	enum task_kind kind;
	enum task_stack stack;          /* a thread's */
	uint64_t size_bytes;            /* of memory, written to, that a process gets a copy of */
	uint64_t (*work)(uint64_t address);
};

/* TSC when a task was asked for, when it had been made and when nothing was left of it; and the low
 * 8 bits of what work returned. */
struct task_stamps {
	uint64_t begun, created, ended;
	uint8_t result;
};

/* Get ready to make such tasks. platform_task_close has to follow if it succeeds. Returns 0,
 * -ENOMEM if there is not so much memory, -ENOTSUP if nobody can choose such stacks here, or
 * -EAGAIN where no more tasks may be made. */
int platform_task_open(const struct platform_task *task);

/* Make a task, let it run and wait for its end. A copied process shares its maker's memory until
 * one of the two writes to it. Returns 0, -ENOMEM, -EAGAIN as above, or -EFAULT if the task ended
 * badly. */
int platform_task_trial(struct task_stamps *stamps);

/* Give up what open took; also after a trial was cut short. */
void platform_task_close(void);

/* Tasks that hand the CPU to one another in turn, all on this CPU. This one is the first. */
enum ring_handover {
	RING_YIELD,             /* a task gives way, and the next one goes on */
	RING_CHANNEL,           /* it sends a word to the next one, and waits for one */
	RING_FUTEX,             /* it wakes the next one, and sleeps */
};

struct platform_ring {
	enum task_kind kind;
	enum ring_handover by;
	unsigned cpu_ring;              /* that the tasks are in: 0; or 3, and system calls */
	bool with_pcid;                 /* translations of a process that does not run are kept */
	uint32_t tasks;                 /* 1 to PLATFORM_RING_MAX */
	uint64_t working_set_bytes;     /* that a process reads, at each turn, of its own memory */
};

#define PLATFORM_RING_MAX 16

/* Make the others. Returns 0, -ENOTSUP if this machine can't do so, -ENOSYS if its CPU has no
 * system calls, -EPERM if a task that gives way may not be sure that the next one goes on, or
 * -ENOMEM or -EAGAIN as platform_task_open. */
int platform_ring_open(const struct platform_ring *ring);

/* Let each task have so many turns. */
void platform_ring_turn(uint64_t turns);

/* End the others; also after something went wrong. */
void platform_ring_close(void);

/* ---- Waking up ---- */

/* What a thread of a process sleeps in. A datagram goes to it through the loopback device, which
 * hands it on in a soft interrupt. */
enum wake_way {WAKE_FUTEX, WAKE_EVENTFD, WAKE_DATAGRAM};

/* TSC of a wake-up; woken is by the clock of the CPU that the thread is on. */
struct wake_stamps {
	uint64_t begun;
	uint64_t returned;      /* the call that wakes it has returned */
	uint64_t woken;         /* the thread's first instructions behind the call it slept in */
	uint64_t answered;      /* it has woken this one, which slept from returned on, likewise */
};

/* Make a thread that sleeps, on a CPU, which may be this one. platform_wake_close has to follow if
 * it succeeds. Returns 0, -ENOTSUP where there are no processes or it can't be seen whether a
 * thread sleeps, -ENODEV without a loopback device, -ENOMEM, or -EAGAIN where no more threads may
 * be made. */
int platform_wake_open(enum wake_way way, uint32_t cpu);

/* Wake it once it sleeps. Returns 0, or -ETIMEDOUT if it does not in time. */
int platform_wake_trial(struct wake_stamps *stamps);

/* End it; also after a trial was cut short. */
void platform_wake_close(void);

#endif
