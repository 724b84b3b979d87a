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

/* Memory of this process, written to, which a process that platform_task_start makes gets a copy
 * of. At the same address until platform_task_close, which has to follow. NULL if there is not so
 * much. */
void *platform_task_memory(uint64_t size_bytes);

/* Make a thread of this process, or a copy of this process whose memory is shared until one of the
 * two writes to it; it will call work(address), a function of the section .user.text, and end. A
 * copy calls it in user mode. One at a time. Returns 0, -ENOMEM, or -EAGAIN where no more tasks may
 * be made. */
int platform_task_start(enum task_kind kind, uint64_t (*work)(uint64_t address), uint64_t address);

/* Wait until it has ended and nothing is left of it, and store the low 8 bits of what work
 * returned. Returns 0, or -EFAULT if it ended badly. */
int platform_task_join(uint8_t *result);

/* Give up the memory; does nothing if there is none. */
void platform_task_close(void);

/* Tasks that hand the CPU to one another in turn, all on this CPU. This one is the first. */
struct platform_ring {
	enum task_kind kind;
	bool by_channel;                /* each sends a word and waits for one; else it gives way */
	bool with_pcid;                 /* translations of a process that does not run are kept */
	uint32_t tasks;                 /* 1 to PLATFORM_RING_MAX */
	uint64_t working_set_bytes;     /* that a process reads, at each turn, of its own memory */
};

#define PLATFORM_RING_MAX 16

/* Make the others. Returns 0, -ENOTSUP if this machine can't do so, or as platform_task_start. */
int platform_ring_open(const struct platform_ring *ring);

/* Let each task have so many turns. */
void platform_ring_turn(uint64_t turns);

/* End the others; also after something went wrong. */
void platform_ring_close(void);

#endif
