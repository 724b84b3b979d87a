/* SPDX-License-Identifier: MIT */
/* All that a benchmark and the runner know of the machine they run on. kernel/platform.c implements
 * it on the bare machine, linux/platform.c in a Linux process, tests/unit/bench/fake_platform.c
 * with a script. Unless a comment says otherwise a function may be called from a benchmark's setup,
 * run and teardown, on the CPU that runs the benchmark. What belongs to one kind of benchmark is in
 * a header of its own, all of which this one includes. */
#ifndef BENCH_PLATFORM_H
#define BENCH_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/platform/disk.h"
#include "bench/platform/flow.h"
#include "bench/platform/idle.h"
#include "bench/platform/input.h"
#include "bench/platform/pmc.h"
#include "bench/platform/task.h"
#include "bench/platform/trial.h"
#include "lib/wire/wire.h"

/* What a machine may lack. The word is what a skip record calls missing. */
#define PLATFORM_CAPABILITIES(X) \
	X(SMP, "smp", "two or more CPUs") \
	X(LAPIC, "lapic", "a local APIC whose self-IPI arrives") \
	X(LAPIC_TIMER, "lapic_timer", "a calibrated local APIC timer") \
	X(TSC_DEADLINE, "tsc_deadline", "a working TSC-deadline timer") \
	X(PAGE_2M, "page_2m", "2 MiB pages") \
	X(PAGE_1G, "page_1g", "1 GiB pages") \
	X(WATCHDOG, "watchdog", "a watchdog that can interrupt a hung benchmark") \
	X(SSE2, "sse2", "SSE2 instructions") \
	X(AVX2, "avx2", "AVX2 instructions") \
	X(AVX512, "avx512", "AVX-512 instructions") \
	X(CMPXCHG16B, "cmpxchg16b", "the CMPXCHG16B instruction") \
	X(PREFETCH_CONTROL, "prefetch_control", "a register that disables prefetchers") \
	X(PRIVILEGED, "privileged", "privileged instructions") \
	X(ENTRY_HANDLERS, "entry_handlers", "entries from user mode with our own handlers") \
	X(THREADS, "threads", "threads besides the benchmark's") \
	X(PROCESSES, "processes", "processes that can be copied") \
	X(KEYBOARD, "i8042", "a keyboard controller with a working interrupt") \
	X(MOUSE, "i8042_mouse", \
	  "a keyboard controller with a working mouse interrupt") \
	X(IOAPIC, "ioapic", "an I/O APIC, which delivers device interrupts") \
	X(MWAIT, "mwait", "the MONITOR and MWAIT instructions") \
	X(PMC, "pmc", "performance counters") \
	X(INTERACTIONS, "interactions", "a scheduler that records the user of each thread's work") \
	X(DISK, "disk", "a readable disk")

enum platform_capability_bit {
#define X(symbol, word, summary) PLATFORM_BIT_##symbol,
	PLATFORM_CAPABILITIES(X)
#undef X
	PLATFORM_CAPABILITY_COUNT
};

enum platform_capability {
#define X(symbol, word, summary) CAN_##symbol = 1 << PLATFORM_BIT_##symbol,
	PLATFORM_CAPABILITIES(X)
#undef X
};

/* The words and summaries by bit number. In bench/engine/capability.c, alike on every platform. */
struct platform_capability_text {
	const char *word;
	const char *summary;
};

extern const struct platform_capability_text platform_capability_texts[PLATFORM_CAPABILITY_COUNT];

/* The capabilities this machine has. */
uint32_t platform_capabilities(void);

/* Why this machine lacks a capability, or what would give it, to follow what it is; NULL when
 * there is no more to say. */
const char *platform_lacking(enum platform_capability_bit bit);

/* Whether an operating system runs the benchmarks as a process. */
bool platform_is_hosted(void);

/* What a tick of the time-stamp counter is worth. */
enum platform_time_base {
	TIME_REAL,              /* a real clock on a real or virtualised CPU */
	TIME_EMULATED,          /* a real clock, but instructions are emulated */
	TIME_INSTRUCTIONS,      /* a tick is an instruction: figures are exact and caches unseen */
};

enum platform_time_base platform_time_base(void);

/* TSC ticks a second; never 0. */
uint64_t platform_tsc_hz(void);

/* Number of the CPU this runs on, as cpu fields of records have it. */
uint32_t platform_cpu(void);

/* Capacity of the largest cache in bytes; 0 when the machine does not tell. */
uint64_t platform_last_level_cache_bytes(void);

/* Write the records that say what ran where: manifest first, then cpu, cache, memory, timer,
 * warning. suite is the name of the suite that was selected. */
void platform_describe(struct wire_writer *writer, const char *suite);

/* ---- Memory ---- */

/* The largest block that platform_map could give now in pages of page_bytes, in bytes; 0 when
 * there is not one such page. The pages' tables may come out of it too. */
uint64_t platform_memory_available(uint64_t page_bytes);

/* size_bytes of memory, rounded up to whole pages and mapped with pages of page_bytes: 4 KiB, 2 MiB
 * or 1 GiB. NULL when there is not enough, or no such page. Not while a sample is being taken. Its
 * contents are unspecified (clearing a 1 GiB page for a buffer of 1 KiB would take longer than the
 * benchmark). It is given back when the current scope ends. */
void *platform_map(uint64_t size_bytes, uint64_t page_bytes);

/* Open and close the scope of one benchmark point: closing gives back all platform_map gave, also
 * after a fault. Called by the runner. */
void platform_scope_begin(void);
void platform_scope_end(void);

/* The size of the page that maps address, in bytes, as the tables have it that the CPU walks, or as
 * the operating system says; 0 when nothing does, or nobody tells. */
uint64_t platform_page_bytes(const void *address);

/* Make an emulator's own translation cache large enough for the buffer, so that a walk over it
 * shows the memory and not the emulator; does nothing where translation is the hardware's. */
void platform_settle_translations(void *buffer, uint64_t size_bytes, uint64_t page_bytes);

/* Turn this CPU's hardware prefetchers off, or back to what they were. For machines with
 * CAN_PREFETCH_CONTROL. */
void platform_prefetchers(bool on);

/* ---- Quiet section and disturbances ---- */

/* Keep everything else from running on this CPU, as far as the platform can. */
void platform_quiet_begin(void);
void platform_quiet_end(void);

/* Whether no interrupt can come, as the CPU's own flag says; where an operating system has the say,
 * true. */
bool platform_is_quiet(void);

/* What may disturb a sample. The word is what a disturbed record calls the cause. What a trial
 * brings about on purpose does not count. */
#define PLATFORM_DISTURBANCES(X) \
	X(smis, "smi") \
	X(interrupts, "interrupt") \
	X(switches, "switch")                   /* to another process, against our will */ \
	X(page_faults, "page_fault")

/* Running counts, for flagging a sample between two looks. A platform leaves at 0 what it can't
 * see or can't happen to it. */
struct platform_disturbances {
#define X(cause, word) uint64_t cause;
	PLATFORM_DISTURBANCES(X)
#undef X
};

void platform_disturbances(struct platform_disturbances *counts);

/* ---- Guarded calls ---- */

/* How a guarded call ended badly. Texts are valid until the next guarded call. */
struct platform_failure {
	const char *kind;       /* "exception" or "timeout" */
	uint64_t cpu, vector, error, rip, cr2;
	const char *registers;
	const char *backtrace;
	const char *detail;
};

/* Call function(argument) so that an exception in it, or taking longer than limit_ms, ends the call
 * and not the run. Returns 0, or -EFAULT with *failure filled in. Without CAN_WATCHDOG the limit is
 * not kept. Not nested. */
int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure);

/* Inside of a guarded call, at most a day: it may take limit_ms from now on. */
void platform_guard_extend(uint32_t limit_ms);

/* ---- Other CPUs ---- */

/* CPUs that work can be given to, this one included: 1 or more, numbered from 0. */
uint32_t platform_cpu_count(void);

/* Let another CPU call function(argument) and go on at once. function must come to an end by
 * itself. Returns 0, -EINVAL if there is no such CPU or it is this one, -EBUSY if it has not
 * finished what it was given before, or -EAGAIN if it would take a thread that may not be made. */
int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument);

/* Wait until the CPU has finished what it was given; at most a few seconds. Returns 0, at once if
 * it was given nothing, -EINVAL as above, -EFAULT if it raised an exception, or -ETIMEDOUT. */
int platform_wait_for(uint32_t cpu);

/* ---- Timers ---- */

/* Let the CPU rest until the TSC has reached deadline_tsc, by the most exact one-shot timer there
 * is: one that ends the rest too early is armed again for the same deadline. Stores when the code
 * that asked was the first to run again; at once if the deadline is past. Returns 0, or -ENOTSUP
 * without such a timer, or without a watchdog to end a rest that never ends. */
int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc);

/* How a program that asked for a timer learns that it has expired: a signal's handler interrupts
 * it, or a read of a descriptor, which it rests in, returns. */
enum timer_way {TIMER_SIGNAL, TIMER_FILE};

/* The same as platform_sleep_until by a timer of a process: stores when the handler began, while
 * the program was at work, or when the read had returned. Returns 0, or -ENOTSUP where there are no
 * processes' timers, or -ETIMEDOUT. */
int platform_process_timer(enum timer_way way, uint64_t deadline_tsc, uint64_t *expired_tsc);

/* ---- Registers of devices ---- */

/* A register whose read changes nothing. */
enum platform_register {
	REGISTER_XAPIC_ID,      /* by the address it is mapped at */
	REGISTER_X2APIC_ID,     /* by MSR number */
	REGISTER_HPET_COUNTER,  /* by address; its low 32 bits */
	REGISTER_PM_TIMER,      /* by port; 32 bits */
};

/* Where the register is. Returns 0, or -ENOTSUP on a machine that does not have it, does not have
 * it in this mode, or without CAN_PRIVILEGED. */
int platform_register(enum platform_register which, uint64_t *where);

/* ---- Coarse clocks ---- */

/* Clocks whose steps are far longer than what is to be timed by them. */
enum coarse_clock {
	COARSE_TICK,            /* of our own: a timer's interrupt counts where we have one */
	COARSE_SYSTEM,          /* the operating system's */
};

/* Nanoseconds between two steps of the system's clock; 0 when there is none. */
uint64_t platform_coarse_system_period_ns(void);

/* Start a coarse clock of that period; the system's has its own and no other. One at a time.
 * Until it is stopped interrupts are on. Returns 0, -EINVAL for a period it can't have, or
 * -ENOTSUP. */
int platform_coarse_start(enum coarse_clock clock, uint64_t period_ns);
void platform_coarse_stop(void);

/* What the running clock shows, in nanoseconds; it advances by its period. */
uint64_t platform_coarse_read_ns(void);

/* Wait for the running clock's next step, with the CPU at rest as far as that can be. */
void platform_coarse_wait(void);

/* ---- Output ---- */

/* Where records go. Not while a sample is being taken. */
struct wire_writer *platform_writer(void);

/* Warn of what is known only when all benchmarks have run. Called by the runner. */
void platform_conclude(void);

/* Say how much of the time that a long sample takes is over, in ticks: to whoever watches a machine
 * for minutes. It may be drawn, so call it where nothing is timed. */
void platform_progress(uint64_t done_ticks, uint64_t all_ticks);

/* Text for a person, on a screen if the machine has one; the format is lib/text/fmt.h's. */
void platform_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
