/* SPDX-License-Identifier: MIT */
/* The interface of benchmarks and runner to the machine. kernel/platform.c implements it on bare
 * metal, linux/platform.c in a Linux process, and tests/unit/bench/fake_platform.c for unit tests.
 * Unless stated otherwise, a function may be called in a benchmark's setup, run and teardown, on
 * the benchmark's CPU. Functions for one kind of benchmark are in separate headers, which this one
 * includes. */
#ifndef BENCH_PLATFORM_H
#define BENCH_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/platform/code.h"
#include "bench/platform/disk.h"
#include "bench/platform/firmware.h"
#include "bench/platform/flow.h"
#include "bench/platform/idle.h"
#include "bench/platform/input.h"
#include "bench/platform/node.h"
#include "bench/platform/pmc.h"
#include "bench/platform/task.h"
#include "bench/platform/trial.h"
#include "lib/counter.h"
#include "lib/cpu/words.h"
#include "lib/time_base.h"
#include "lib/wire/wire.h"

/* Optional capabilities of a machine. The word is the `missing` field of a skip record. */
#define PLATFORM_CAPABILITIES(X) \
	X(CLOCK, "clock", "a clock that measures the " WORD_CLOCK "'s frequency") \
	X(SMP, "smp", "two or more CPUs") \
	X(LAPIC, "lapic", "a " WORD_CONTROLLER " whose self-IPI arrives") \
	X(LAPIC_TIMER, "lapic_timer", "a calibrated " WORD_TIMER) \
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

/* Words and summaries by bit number. Defined in bench/engine/capability.c for all platforms. */
struct platform_capability_text {
	const char *word;
	const char *summary;
};

extern const struct platform_capability_text platform_capability_texts[PLATFORM_CAPABILITY_COUNT];

/* Capabilities of this machine. */
uint32_t platform_capabilities(void);

/* Why this machine lacks a capability, or how to provide it, as a continuation of its summary.
 * Returns NULL if there is nothing to add. */
const char *platform_missing_reason(enum platform_capability_bit bit);

/* Whether the benchmarks run as a process of an operating system. */
bool platform_is_hosted(void);

/* Meaning of a tick of the measuring clock; never TIME_UNKNOWN. */
enum time_base platform_time_base(void);

/* Ticks per second of the measuring clock; 0 if unknown. With CAN_CLOCK it is known. */
uint64_t platform_clock_hz(void);

/* Like platform_clock_hz(), or an upper bound if the frequency is unknown. For time limits and
 * minimum waits only. With the upper bound, these are too long rather than too short. Never 0. */
uint64_t platform_limit_hz(void);

/* Number of the current CPU, as in the cpu fields of records. */
uint32_t platform_cpu(void);

/* Capacity of the largest cache in bytes; 0 if unknown. */
uint64_t platform_last_level_cache_bytes(void);

/* Write the records of the target and its environment: manifest first, then cpu, cache, memory,
 * timer, warning. suite is the name of the selected suite. */
void platform_describe(struct wire_writer *writer, const char *suite);

/* ---- Memory ---- */

/* Size in bytes of the largest block that platform_map could return now, in pages of page_bytes; 0
 * if there is no such page. Page tables may reduce it. */
uint64_t platform_memory_available(uint64_t page_bytes);

/* Allocate size_bytes, rounded up to whole pages of page_bytes: 4 KiB, 2 MiB or 1 GiB. Returns NULL
 * if memory is insufficient or has no such pages. The contents are undefined, because clearing a 1
 * GiB page for a 1 KiB buffer would take longer than the benchmark. The end of the current scope
 * frees the memory. Must not be called during a sample. */
void *platform_map(uint64_t size_bytes, uint64_t page_bytes);

/* Map memory for a measurement of its first access. The memory is in the middle of the largest free
 * block, which the target has not written to since its start. */
void *platform_map_untouched(uint64_t size_bytes, uint64_t page_bytes);

/* Start and end the scope of one benchmark point. The end frees all memory of platform_map, also
 * after a fault. Called by the runner. */
void platform_scope_begin(void);
void platform_scope_end(void);

/* Size in bytes of the page at address, from the page tables or the operating system; 0 if unmapped
 * or unknown. */
uint64_t platform_page_bytes(const void *address);

/* Grow an emulator's own translation cache to cover the buffer, so that a walk over the buffer
 * measures the memory instead of the emulator. Does nothing on hardware. */
void platform_settle_translations(void *buffer, uint64_t size_bytes, uint64_t page_bytes);

/* Disable this CPU's hardware prefetchers, or restore their initial state. Needs
 * CAN_PREFETCH_CONTROL. */
void platform_prefetchers(bool on);

/* ---- Quiet section and disturbances ---- */

/* Keep everything else from running on this CPU, as far as the platform can. */
void platform_isolation_begin(void);
void platform_isolation_end(void);

/* Whether interrupts are off, by the CPU's own flag. Under an operating system, true. */
bool platform_is_isolated(void);

/* Possible disturbances of a sample. The word is the cause in a disturbed record. Intended events
 * of a trial do not count. */
#define PLATFORM_DISTURBANCES(X) \
	X(smis, "smi") \
	X(interrupts, "interrupt") \
	X(switches, "switch")                   /* involuntary, to another process */ \
	X(page_faults, "page_fault")

/* Running counts, to detect a disturbance between two readings. A count is always 0 if the platform
 * cannot observe the disturbance or if the disturbance cannot happen. */
struct platform_disturbances {
#define X(cause, word) uint64_t cause;
	PLATFORM_DISTURBANCES(X)
#undef X
};

void platform_disturbances(struct platform_disturbances *counts);

/* ---- Guarded calls ---- */

/* Why a guarded call failed. Texts are valid until the next guarded call. */
struct platform_failure {
	const char *kind;       /* "exception" or "timeout" */
	uint64_t cpu, vector, error, rip, cr2;
	const char *registers;
	const char *backtrace;
	const char *detail;
};

/* Call function(argument). An exception or a duration above limit_ms aborts the call, not the run.
 * Returns 0, or -EFAULT with *failure filled in. The limit needs CAN_WATCHDOG. Not nested. */
int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure);

/* In a guarded call: set the limit to limit_ms from now, at most a day. */
void platform_guard_extend(uint32_t limit_ms);

/* ---- Other CPUs ---- */

/* Number of CPUs that accept work, including this one, numbered from 0. */
uint32_t platform_cpu_count(void);

/* Start function(argument) on another CPU and return at once. function must finish by itself.
 * Returns 0; -EINVAL if the CPU does not exist or is this one; -EBUSY if its previous work is
 * unfinished; or -EAGAIN if no thread can be created for it. */
int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument);

/* Wait until the CPU has finished its work, at most a few seconds. Returns 0, also if the CPU had
 * no work; -EINVAL if the CPU does not exist or is this one; -EFAULT if the work raised an
 * exception; or -ETIMEDOUT. */
int platform_wait_for(uint32_t cpu);

/* ---- Timers ---- */

/* Rest until the measuring clock reaches deadline_tsc, with the most precise one-shot timer. A
 * timer that fires early is armed again for the same deadline. Stores the time when the caller was
 * first able to run. If the deadline is past, returns at once. Returns 0, or -ENOTSUP without such
 * a timer or without a watchdog. The watchdog would end a rest if the timer failed. */
int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc);

/* How an expired timer notifies a program: TIMER_SIGNAL interrupts the program by a signal handler,
 * TIMER_FILE ends the program's blocking read of a descriptor. */
enum timer_way {TIMER_SIGNAL, TIMER_FILE};

/* Like platform_sleep_until(), with a process timer. Stores the time when the handler started,
 * which interrupts a working program, or when the read returned. Returns 0, -ENOTSUP without
 * process timers, or -ETIMEDOUT. */
int platform_process_timer(enum timer_way way, uint64_t deadline_tsc, uint64_t *expired_tsc);

/* ---- Registers of devices ---- */

/* A register whose read has no side effects. TPR and EOI are written instead: a 0, outside of an
 * interrupt's handler. The local APIC's registers are located by mapped address (xAPIC) or MSR
 * number (x2APIC). */
enum platform_register {
	REGISTER_XAPIC_ID,
	REGISTER_XAPIC_TPR,
	REGISTER_XAPIC_EOI,
	REGISTER_X2APIC_ID,
	REGISTER_X2APIC_TPR,
	REGISTER_X2APIC_EOI,
	REGISTER_IOAPIC_SELECT, /* of the first I/O APIC, by address */
	REGISTER_HPET_COUNTER,  /* low 32 bits, by address */
	REGISTER_PM_TIMER,      /* by port; 32 bits */
	REGISTER_GIC_ID,        /* of the GIC's distributor, by address, like the registers below */
	REGISTER_SERIAL_FLAGS,  /* of a PL011; a 16550's scratch register */
	REGISTER_RTC_SECONDS,   /* of a PL031; a goldfish clock's low word of nanoseconds */
};

/* Location of a register. Returns 0, or -ENOTSUP if the machine lacks it or uses another mode, or
 * without CAN_PRIVILEGED. */
int platform_register(enum platform_register which, uint64_t *where);

/* On aarch64: how the kernel calls more privileged code. CONDUIT_OWN_EL2: the kernel has left EL2,
 * and its own code there answers the calls of lib/aarch64/el2_call.h. */
enum platform_conduit {CONDUIT_PSCI_HVC, CONDUIT_PSCI_SMC, CONDUIT_OWN_EL2};

bool platform_has_conduit(enum platform_conduit conduit);

/* ---- Clocks of programs ---- */

/* Clocks that a program can read: counters of the machine, then an operating system's clocks and
 * calls. */
#define PROGRAM_CLOCKS(X) \
	X(CPU, "cpu") \
	X(HPET, "hpet") \
	X(PM_TIMER, "pm_timer") \
	X(MONOTONIC, "monotonic") \
	X(MONOTONIC_RAW, "monotonic_raw") \
	X(MONOTONIC_COARSE, "monotonic_coarse") \
	X(BOOTTIME, "boottime") \
	X(REALTIME, "realtime") \
	X(REALTIME_COARSE, "realtime_coarse") \
	X(TAI, "tai") \
	X(PROCESS, "process_cpu") \
	X(THREAD, "thread_cpu") \
	X(GETTIMEOFDAY, "gettimeofday") \
	X(TIME, "time") \
	X(SYSTEM_CALL, "monotonic_system_call")

enum program_clock {
#define X(symbol, word) PROGRAM_CLOCK_##symbol,
	PROGRAM_CLOCKS(X)
#undef X
	PROGRAM_CLOCK_COUNT
};

/* A clock other than the measuring one, with its rate and a function that reads it; NULL if the
 * machine lacks the clock. */
const struct counter *platform_program_clock(enum program_clock clock);

/* ---- Coarse clocks ---- */

/* Clocks whose step is much longer than the timed operation. */
enum coarse_clock {
	COARSE_TICK,            /* our own clock; a timer interrupt counts it if we have one */
	COARSE_SYSTEM,          /* the operating system's clock */
};

/* Nanoseconds between two steps of the system's clock; 0 without one. */
uint64_t platform_coarse_system_period_ns(void);

/* Start a coarse clock with that period; the system's clock has a fixed period. One at a time.
 * Interrupts are on until it is stopped. Returns 0, -EINVAL for an unsupported period, or
 * -ENOTSUP. */
int platform_coarse_start(enum coarse_clock clock, uint64_t period_ns);
void platform_coarse_stop(void);

/* Current time of the running clock in nanoseconds; it advances by its period. */
uint64_t platform_coarse_read_ns(void);

/* Wait for the running clock's next step, with the CPU halted if possible. */
void platform_coarse_wait(void);

/* ---- Output ---- */

/* Writer of the records. Must not be used during a sample. */
struct wire_writer *platform_writer(void);

/* Write warnings that are only known after all benchmarks. Called by the runner. */
void platform_conclude(void);

/* Report the progress of a long sample, in ticks, to the user of a machine. May draw on the screen,
 * so call it only where nothing is timed. */
void platform_progress(uint64_t done_ticks, uint64_t all_ticks);

/* Print text for the user, on a screen if there is one. lib/text/fmt.h describes the format. */
void platform_print(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
