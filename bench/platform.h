/* All that a benchmark and the runner know of the machine they run on. kernel/platform.c implements
 * it on the bare machine, linux/platform.c in a Linux process, tests/unit/fake_platform.c with a
 * script. Unless a comment says otherwise a function may be called from a benchmark's setup, run
 * and teardown, on the CPU that runs the benchmark. */
#ifndef BENCH_PLATFORM_H
#define BENCH_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "bench/idle/trace.h"
#include "bench/input/run.h"
#include "bench/net/script.h"
#include "lib/pmc_event.h"
#include "lib/wire.h"

/* What a machine may lack. The word is what a skip record calls missing. */
#define PLATFORM_CAPABILITIES(X) \
	X(SMP, "smp", "two or more CPUs") \
	X(LAPIC, "lapic", "a local APIC whose self-IPI arrives") \
	X(LAPIC_TIMER, "lapic_timer", "a calibrated local APIC timer") \
	X(TSC_DEADLINE, "tsc_deadline", "a TSC-deadline timer that was seen to fire") \
	X(PAGE_2M, "page_2m", "2 MiB pages") \
	X(PAGE_1G, "page_1g", "1 GiB pages") \
	X(WATCHDOG, "watchdog", "a watchdog that can interrupt a hung benchmark") \
	X(SSE2, "sse2", "SSE2 instructions") \
	X(AVX2, "avx2", "AVX2 instructions") \
	X(AVX512, "avx512", "AVX-512 instructions") \
	X(CMPXCHG16B, "cmpxchg16b", "the CMPXCHG16B instruction") \
	X(PREFETCH_CONTROL, "prefetch_control", "a register that turns prefetchers off") \
	X(PRIVILEGED, "privileged", "privileged instructions") \
	X(ENTRY_HANDLERS, "entry_handlers", "entries from user mode whose handlers are our own") \
	X(THREADS, "threads", "threads beside the one that runs the benchmarks") \
	X(PROCESSES, "processes", "processes that can be copied") \
	X(KEYBOARD, "i8042", "a keyboard controller whose interrupt was seen to come") \
	X(MOUSE, "i8042_mouse", "a keyboard controller with a mouse's interrupt that was seen to come") \
	X(IOAPIC, "ioapic", "an I/O APIC, which brings the interrupts of devices") \
	X(MWAIT, "mwait", "the MONITOR and MWAIT instructions") \
	X(PMC, "pmc", "performance counters") \
	X(INTERACTIONS, "interactions", "a scheduler that records whom its threads work for")

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

/* The words and summaries by bit number. In bench/capability.c, alike on every platform. */
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

/* ---- Trials that need the machine's privileged parts ---- */

enum interrupt_source {
	INTERRUPT_SELF_IPI,
	INTERRUPT_IPI,          /* sent by CPU 1 */
	INTERRUPT_NMI,          /* sent by a CPU to itself */
	INTERRUPT_LAPIC_TIMER,
	INTERRUPT_TSC_DEADLINE,
	INTERRUPT_PIT,
	INTERRUPT_HPET,
	INTERRUPT_RTC,          /* its periodic interrupt */
	INTERRUPT_SERIAL,       /* a byte that the port sends to itself */
	INTERRUPT_KEYBOARD,     /* a byte that the controller takes for the keyboard's */
	INTERRUPT_MOUSE,
};

enum wait_kind {WAIT_SPIN, WAIT_HLT, WAIT_MWAIT};

struct interrupt_trial {
	enum interrupt_source source;
	enum wait_kind wait;
	unsigned ring;          /* that is interrupted: 0, or 3 for user mode, which can only spin */
	bool flushed;           /* caches and translations are emptied before */
};

/* TSC at each point of one interrupt's way. */
struct interrupt_stamps {
	uint64_t raised;        /* before the write that raises it, or the deadline itself */
	uint64_t entered;       /* first instruction of the handler */
	uint64_t handled;       /* after the read that the device wants; 0: it wants none */
	uint64_t acknowledged;  /* after the write to EOI; 0: an NMI has none */
	uint64_t returning;     /* last read before IRET */
	uint64_t resumed;       /* first instruction after IRET */
};

/* Get a source ready for trials, until platform_interrupt_close. One that was never seen to
 * interrupt is tried. Returns 0, -ENOTSUP if the machine lacks it, or -ENODEV if it is there and its
 * interrupt does not come. */
int platform_interrupt_open(enum interrupt_source source);

/* Undo it; may be called at any time. */
void platform_interrupt_close(void);

/* Raise one interrupt of the open source and take its stamps. Interrupts are off before and after.
 * INTERRUPT_IPI's raised is by the clock of CPU 1. Returns 0, -ENOTSUP if the source can't be had in
 * this wait and ring, -ETIMEDOUT if it never came, or -EIO if something else came in its place. */
int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps);

/* TSC ticks of two passes of a loop of fixed work, in each of which the interrupt is raised. */
struct interrupt_passes {
	uint64_t alone;         /* it is kept waiting until the pass is over */
	uint64_t interrupted;   /* it is handled in between, once, by a handler without stamps */
};

/* Make the two passes for the open source. Returns as platform_interrupt_trial. */
int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes);

enum fault_kind {
	FAULT_NOT_PRESENT,      /* a read of a page that is not there */
	FAULT_WRITE_PROTECT,    /* a write to one that may be read */
	FAULT_NO_EXECUTE,       /* a jump to one that may be read and written */
};

enum fault_action {
	FAULT_TRAP,             /* the handler returns past the access */
	FAULT_MAP,              /* the handler allows the access, invalidates and retries */
};

struct fault_trial {
	enum fault_kind kind;
	enum fault_action action;
	unsigned ring;          /* privilege level of the access: 0, or 3 for user mode */
	uint64_t page_bytes;
};

/* entered and returning are 0 where the handler is not ours to stamp in. */
struct fault_stamps {
	uint64_t touched;       /* before the access */
	uint64_t entered;       /* first instruction of the handler */
	uint64_t returning;     /* last read before IRET */
	uint64_t resumed;       /* first instruction after the access */
};

/* Make one page fault and take its stamps. Returns 0, -ENOMEM without such a page of memory,
 * -ENOTSUP if the machine can't make this fault, or -EIO if the access did not fault. */
int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps);

/* ---- Trials between CPUs ---- */

/* TSC at each point of an interrupt's way to another CPU. */
struct ipi_stamps {
	uint64_t sent;          /* before the write that sends it */
	uint64_t entered;       /* first instructions of the handler, by the other CPU's clock */
	uint64_t seen;          /* this CPU has seen that the handler ran */
};

/* Interrupt another CPU, which waits in the given way with interrupts on, and take the stamps.
 * Returns 0, -EINVAL or -EBUSY as platform_run_on, -ENOTSUP or -ETIMEDOUT. */
int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps);

/* invalidated and sent are 0 where the kernel that does it is not ours to stamp in. */
struct shootdown_stamps {
	uint64_t begun;
	uint64_t invalidated;   /* the page is unmapped and this CPU's translation gone */
	uint64_t sent;          /* all others have been sent an interrupt */
	uint64_t acknowledged;  /* all have invalidated theirs and said so */
};

/* Unmap a page that cpus CPUs have used, this one and the first others, which wait in the given
 * way. Returns as platform_ipi_trial, or -ENOMEM. */
int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps);

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
	bool by_channel;                /* each sends a word, and waits for one; else it gives way */
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

/* ---- Timers ---- */

/* Let the CPU rest until the TSC has reached deadline_tsc, by the most exact one-shot timer there
 * is: one that ends the rest too early is armed again for the same deadline. Stores when the code
 * that asked was the first to run again; at once if the deadline is past. Returns 0, or -ENOTSUP
 * without such a timer, or without a watchdog to end a rest that never ends. */
int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc);

/* ---- Interactions ---- */

/* Prepare runs of a script, until platform_net_close. Their memory is the current scope's. Returns
 * 0, -ENOMEM, or -EINVAL for a script or a number of CPUs that can't be had. */
int platform_net_open(const struct net_run *run);

/* Run the script: all its actions, one when nothing is left to be done for the one before. Stores
 * how long the last one took, from the user's action to the end of all that it brought about.
 * Returns 0, -ETIMEDOUT if an action or a CPU did not come, -EFAULT after an exception on another
 * CPU, -ENOMEM for too many actions or threads, or -EIO if an action was never done with. */
int platform_net_act(uint64_t *response_ticks);

/* Give back what is not memory, and write what the last run recorded, if it came to its end, under a
 * name. Outside the quiet section. */
void platform_net_close(const char *name);

/* Record so many events, at most ring_events, of a sub-task that there is for nothing else. Between
 * platform_net_open and the next platform_net_act. */
void platform_net_record(uint64_t events);

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

/* ---- Performance counters ---- */

#define PLATFORM_PMC_MAX 8
#define PLATFORM_PMC_NAME_CHARS 20

/* An event that is being counted on this CPU. */
struct platform_pmc {
	enum pmc_event event;
	uint64_t select;        /* event select and unit mask; 0: a register of its own */
	uint64_t mask;          /* of the bits it has: a difference is taken under it */
	char counter[PLATFORM_PMC_NAME_CHARS];  /* which it is, for a person */
};

/* Why the event can't be counted here, to follow what it is; NULL if it can. */
const char *platform_pmc_lacking(enum pmc_event event);

/* Count events, from now on, in every ring that platform_describe's pmu record names: as many of
 * the first ones as find a counter at once, PLATFORM_PMC_MAX at most. Describes each in counters
 * and returns how many there are. What was open is closed. Not while a sample is being taken. */
size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters);

/* Read all that are open, in their order: what came before is counted and what comes after is not.
 * Takes the same instructions each time. UINT64_MAX stands for one that could not be read. */
#define PLATFORM_PMC_UNREAD UINT64_MAX
void platform_pmc_read(uint64_t *values);

/* Stop them; does nothing if none is open. */
void platform_pmc_close(void);

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

/* ---- The idle loop ---- */

/* Run the idle loop of an open trace on this CPU, any CPU, for its duration or until its ring is
 * full. Interrupts are on meanwhile and off before and after. Returns 0; -ENOTSUP if the machine
 * lacks this kind of idle, the tick, or a way to run the application; -ENOMEM. */
int platform_idle_run(struct idle_trace *trace);

/* Note an event in the trace that runs on this CPU, at the time of the call; does nothing if none
 * does. */
void platform_idle_note(enum idle_event_kind kind, uint32_t value);

/* Make a system management interrupt by the port that ACPI names for it, whatever firmware does with
 * it. Returns 0, or -ENOTSUP if there is none. */
int platform_raise_smi(void);

/* The counters that can be read at the end of a pass on this machine. Returns how many. */
uint32_t platform_idle_readings(struct idle_reading readings[IDLE_READINGS_MAX]);

#define PLATFORM_ACTIVITY_CHARS 48

/* Something that an operating system does on a CPU, and how often it has done so. */
struct platform_activity {
	const char *source;             /* what kind of thing: "interrupt", "softirq", "switch" */
	char name[PLATFORM_ACTIVITY_CHARS];     /* which, as the system calls it */
	uint64_t count;
};

/* What there is to count on a CPU, at most capacity; returns how many: 0 without an operating
 * system. Not in the quiet section. */
uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity);

/* What raises an interrupt vector, in a word; "" if that is not known. */
const char *platform_idle_vector_name(uint32_t vector);

/* ---- Input ---- */

/* Prepare the keyboard controller for runs, for machines with CAN_KEYBOARD; to be undone by
 * platform_input_close. Returns 0 or a negative errno, -ENOTSUP where there is no such thing. */
int platform_input_open(void);
void platform_input_close(void);

/* The script that the machine was given, in the format of bench/input/steps.h, ended by '\0' and cut
 * if it does not fit. False if there is none. */
bool platform_input_script(char *text, size_t size);

/* Let the application run, as a thread, while this CPU's idle loop runs otherwise; keyboard and
 * mouse, or the script that plays them, fill its queue. Writes the run's trace and log. Interrupts
 * are off before and after. Returns 0 when the application has ended, to which platform_message_get
 * has said no if a script was over and messages of it were lost; -ETIMEDOUT if the trace's
 * duration was over before, -EIO if the devices sent more than any person or script would; -ENOMEM,
 * or -ENOTSUP. */
int platform_input_run(const struct input_run *run);

/* For the application of a run: take the next message out of the queue, and wait for it if there is
 * none. False when the run is over. */
bool platform_message_get(struct message *message);

/* Look at the next message and leave it there. False if there is none. */
bool platform_message_peek(struct message *message);

/* Put a message in the queue. False if that is full: the message is dropped, and counted. */
bool platform_message_post(uint32_t code);

/* Wait for a device that works so long. */
void platform_device_wait(uint64_t service_us);

/* ---- Output ---- */

/* Where records go. Not while a sample is being taken. */
struct wire_writer *platform_writer(void);

/* Warn of what is known only when all benchmarks have run. Called by the runner. */
void platform_conclude(void);

/* Text for a person, on a screen if the machine has one; the format is lib/fmt.h's. */
void platform_say(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
