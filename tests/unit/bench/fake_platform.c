/* SPDX-License-Identifier: MIT */
/* The scripted machine. A guarded call is a setjmp, memory is the host's. */
#include "tests/unit/bench/fake_platform.h"

#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/warning.h"
#include "lib/app/font.h"
#include "lib/text/errno.h"
#include "lib/x86/tsc.h"
#include "tests/unit/bench/fake_disk.h"

#define LOG_BYTES (8u << 20)
#define RECORDS_MAX 4096
#define PAGE_4K 4096
#define FAKE_POSTS_MAX 8

struct fake_platform fake;

static struct {
	char text[LOG_BYTES];
	size_t length, parsed;
	struct wire_record records[RECORDS_MAX];
	size_t count;
} record_log;

/* What a CPU other than 0 was given; its thread is there until it is waited for. */
static struct {
	pthread_t thread;
	bool is_busy;
	void (*function)(void *);
	void *argument;
} others[FAKE_CPUS_MAX];

static _Thread_local uint32_t this_cpu;
static _Thread_local struct idle_trace *idle_trace;        /* of the run on this CPU */
static struct wire_writer writer;
static jmp_buf guard;
static struct platform_failure pending;

static void put_log(void *context, const char *text, size_t length)
{
	(void)context;
	if (length >= LOG_BYTES - record_log.length)
		abort();
	memcpy(record_log.text + record_log.length, text, length);
	record_log.length += length;
	fake.wrote_while_quiet |= fake.quiet_depth > 0;
}

void fake_reset(void)
{
	fake = (struct fake_platform){
		.time_base = TIME_REAL,
		.last_level_cache_bytes = 16 << 10,
		.memory_bytes = 64 << 20,
		.cpu_count = 1,
		.count_mask = UINT64_MAX,
	};
	fake_disk_reset();
	writer = (struct wire_writer){.put = put_log};
	record_log.length = record_log.parsed = record_log.count = 0;
}

void fake_fail(const char *kind)
{
	pending = (struct platform_failure){
		.kind = kind,
		.vector = 14,
		.registers = "rax=0",
		.backtrace = "scripted+0x0",
		.detail = "the script said so",
	};
	longjmp(guard, 1);
}

/* Parsing works in place, so each record is parsed once, when it is first asked for. */
static void parse_new_records(void)
{
	while (record_log.parsed < record_log.length) {
		struct wire_record *record = &record_log.records[record_log.count];
		size_t used;

		record_log.text[record_log.length] = '\0';
		if (record_log.count == RECORDS_MAX ||
		    wire_parse(record_log.text + record_log.parsed,
			       record_log.length - record_log.parsed, record, &used) != WIRE_OK)
			abort();
		record_log.parsed += used + 1;
		record_log.count++;
	}
}

const struct wire_record *fake_record(enum wire_kind kind, size_t nth)
{
	parse_new_records();
	for (size_t i = 0; i < record_log.count; i++) {
		if (record_log.records[i].kind == kind && nth-- == 0)
			return &record_log.records[i];
	}
	return NULL;
}

size_t fake_record_count(enum wire_kind kind)
{
	size_t count = 0;

	while (fake_record(kind, count) != NULL)
		count++;
	return count;
}

enum wire_kind fake_record_kind(size_t nth)
{
	parse_new_records();
	return nth < record_log.count ? record_log.records[nth].kind : WIRE_KINDS;
}

uint32_t platform_capabilities(void)
{
	return fake.capabilities;
}

const char *platform_lacking(enum platform_capability_bit bit)
{
	(void)bit;
	return fake.lacking;
}

bool platform_is_hosted(void)
{
	return fake.is_hosted;
}

enum platform_time_base platform_time_base(void)
{
	return fake.time_base;
}

uint64_t platform_tsc_hz(void)
{
	return 2000000000;
}

uint32_t platform_cpu(void)
{
	return this_cpu;
}

void platform_guard_extend(uint32_t limit_ms)
{
	(void)limit_ms;
}

uint32_t platform_cpu_count(void)
{
	return fake.cpu_count;
}

static void *run_thread(void *argument)
{
	this_cpu = (uint32_t)(uintptr_t)argument;
	others[this_cpu].function(others[this_cpu].argument);
	return NULL;
}

int platform_run_on(uint32_t cpu, void (*function)(void *), void *argument)
{
	if (fake.run_on_status != 0)
		return fake.run_on_status;
	if (cpu == 0 || cpu >= fake.cpu_count)
		return -EINVAL;
	if (others[cpu].is_busy)
		return -EBUSY;
	others[cpu].function = function;
	others[cpu].argument = argument;
	others[cpu].is_busy = true;
	if (pthread_create(&others[cpu].thread, NULL, run_thread, (void *)(uintptr_t)cpu) != 0)
		abort();
	return 0;
}

int platform_wait_for(uint32_t cpu)
{
	if (cpu == 0 || cpu >= fake.cpu_count)
		return -EINVAL;
	if (others[cpu].is_busy)
		pthread_join(others[cpu].thread, NULL);
	others[cpu].is_busy = false;
	return 0;
}

uint64_t platform_last_level_cache_bytes(void)
{
	return fake.last_level_cache_bytes;
}

void platform_describe(struct wire_writer *to, const char *suite)
{
	struct wire_manifest manifest = {.format = WIRE_FORMAT, .suite = suite};

	wire_write(to, WIRE_manifest, &manifest);
	warning_flush();
}

uint64_t platform_memory_available(uint64_t page_bytes)
{
	return (fake.memory_bytes - fake.mapped_bytes) / page_bytes * page_bytes;
}

/* Every map is malloc'd apart, so that the address sanitizer sees a walk past its end. */
void *platform_map(uint64_t size_bytes, uint64_t page_bytes)
{
	uint64_t rounded_bytes = (size_bytes + page_bytes - 1) / page_bytes * page_bytes;
	uint64_t end_tsc = tsc_read_fenced() + rounded_bytes / page_bytes * fake.map_ticks;
	void *memory;

	if (rounded_bytes > platform_memory_available(page_bytes) ||
	    fake.map_count == FAKE_MAPS_MAX)
		return NULL;
	memory = aligned_alloc(PAGE_4K, (size_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K);
	if (memory == NULL)
		abort();
	while (tsc_read_fenced() < end_tsc)
		;
	fake.maps[fake.map_count++] = memory;
	fake.mapped_bytes += rounded_bytes;
	fake.mapped_page_bytes = page_bytes;
	if (size_bytes > fake.largest_mapped_bytes)
		fake.largest_mapped_bytes = size_bytes;
	return memory;
}

void platform_scope_begin(void)
{
	fake.scope_depth++;
}

void platform_scope_end(void)
{
	while (fake.map_count > 0)
		free(fake.maps[--fake.map_count]);
	fake.mapped_bytes = 0;
	fake.scope_depth--;
}

void platform_settle_translations(void *buffer, uint64_t size_bytes, uint64_t page_bytes)
{
	(void)buffer;
	(void)size_bytes;
	(void)page_bytes;
	fake.settled++;
}

void platform_prefetchers(bool on)
{
	fake.prefetchers_off += on ? -1 : 1;
	fake.prefetchers_switched++;
}

void platform_quiet_begin(void)
{
	fake.quiet_depth++;
}

void platform_quiet_end(void)
{
	fake.quiet_depth--;
}

bool platform_is_quiet(void)
{
	return !fake.interrupts_on;
}

/* That of the mapping that holds it, if the script does not say otherwise. */
uint64_t platform_page_bytes(const void *address)
{
	(void)address;
	return fake.page_bytes != 0 ? fake.page_bytes : fake.mapped_page_bytes;
}

void platform_disturbances(struct platform_disturbances *counts)
{
	fake.smis += fake.smis_per_look;
	*counts = (struct platform_disturbances){.smis = fake.smis};
}

int platform_guard(void (*function)(void *), void *argument, uint32_t limit_ms,
		   struct platform_failure *failure)
{
	(void)limit_ms;
	if (setjmp(guard) != 0) {
		*failure = pending;
		return -EFAULT;
	}
	function(argument);
	return 0;
}

int platform_interrupt_open(enum interrupt_source source)
{
	if (fake.interrupt_open_status == 0)
		fake.interrupts_open++;
	fake.interrupt_source = source;
	return fake.interrupt_open_status;
}

void platform_interrupt_close(void)
{
	fake.interrupts_open--;
}

/* Only devices want a read, and only an NMI is not acknowledged. */
int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	static const char *const ways[INTERRUPT_SOURCES] = {
#define X(name, number, way, suites, needs, can_wait, summary) [number] = #way,
		IRQ_SOURCES(X)
#undef X
		[INTERRUPT_IPI] = "plain",
	};

	*stamps = (struct interrupt_stamps){1000, 1010, 1017, 1030, 1031, 1060};
	if (strcmp(ways[trial->source], "device") != 0)
		stamps->handled = 0;
	if (strcmp(ways[trial->source], "nmi") == 0)
		stamps->acknowledged = 0;
	stamps->entered -= fake.interrupt_early_ticks;
	return fake.trial_status;
}

int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes)
{
	*passes = (struct interrupt_passes){5000, 5040 + (uint64_t)source};
	return fake.trial_status;
}

int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps)
{
	fake.faults[trial->kind]++;
	*stamps = (struct fault_stamps){1000, 1020, 1050, 1090};
	return fake.trial_status;
}

int platform_demand_zero_trial(unsigned ring, uint64_t page_bytes, uint64_t *ticks)
{
	*ticks = page_bytes + ring;
	return fake.trial_status;
}

int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	(void)cpu;
	(void)wait;
	*stamps = (struct ipi_stamps){1000, 1000 + fake.ipi_ticks, 1700};
	return fake.trial_status;
}

int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps)
{
	(void)cpus;
	(void)wait;
	*stamps = (struct shootdown_stamps){1000, 1010, 1030, 1070};
	if (fake.hides_stages)
		stamps->invalidated = stamps->sent = 0;
	return fake.trial_status;
}

int platform_entry_open(enum entry_path path, enum entry_handler handler)
{
	(void)path;
	(void)handler;
	if (fake.trial_status == 0)
		fake.entries_open++;
	return fake.trial_status;
}

void platform_entry_close(void)
{
	fake.entries_open--;
}

uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument)
{
	(void)function;
	return fake.user_ticks * argument;
}

int platform_task_open(const struct platform_task *task)
{
	fake.task = *task;
	fake.task_word = 0;
	if (fake.trial_status == 0)
		fake.tasks_open++;
	return fake.trial_status;
}

int platform_task_trial(struct task_stamps *stamps)
{
	uint64_t before = fake.task_word;

	stamps->begun = tsc_read_fenced();
	stamps->result = (uint8_t)fake.task.work((uintptr_t)&fake.task_word);
	stamps->created = stamps->begun + fake.task_ticks;
	stamps->ended = stamps->created + fake.task_ticks;
	if (fake.task.kind == TASK_PROCESS && !fake.copies_leak)
		fake.task_word = before;
	return fake.task_status;
}

void platform_task_close(void)
{
	fake.tasks_open--;
}

int platform_ring_open(const struct platform_ring *ring)
{
	fake.ring = *ring;
	if (fake.trial_status == 0)
		fake.rings_open++;
	return fake.trial_status;
}

void platform_ring_turn(uint64_t turns)
{
	fake.ring_turns = turns;
}

void platform_ring_close(void)
{
	fake.rings_open--;
}

int platform_process_timer(enum timer_way way, uint64_t deadline_tsc, uint64_t *expired_tsc)
{
	*expired_tsc = deadline_tsc + fake.late_ticks + way;
	return fake.trial_status;
}

int platform_wake_open(enum wake_way way, uint32_t cpu)
{
	(void)way;
	fake.wakes_open += fake.wake_open_status == 0;
	fake.woken_cpu = cpu;
	return fake.wake_open_status;
}

int platform_wake_trial(struct wake_stamps *stamps)
{
	*stamps = (struct wake_stamps){1000, 1300, 1000 + fake.ipi_ticks, 1700};
	return fake.trial_status;
}

void platform_wake_close(void)
{
	fake.wakes_open--;
}

int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc)
{
	fake.slept_until_tsc = deadline_tsc;
	*woken_tsc = deadline_tsc + fake.late_ticks;
	return fake.trial_status;
}

const char *platform_flow_line(const char **lacking)
{
	*lacking = fake.flow_line_lacking;
	return fake.flow_line;
}

const char *platform_flow_problem(void)
{
	return fake.flow_problem;
}

int platform_flow_open(const struct flow_run *run)
{
	fake.flow_run = *run;
	fake.nets_open += fake.trial_status == 0;
	if (fake.flow_check != NULL)
		fake.flow_check(run);
	return fake.trial_status;
}

int platform_flow_act(uint64_t *response_ticks)
{
	fake.flow_runs++;
	*response_ticks = 5000;
	return fake.flow_status;
}

int platform_flow_serve(void)
{
	fake.flow_served++;
	return fake.flow_status;
}

void platform_flow_close(const char *name)
{
	fake.nets_open--;
	strncpy(fake.flow_name, name, sizeof(fake.flow_name) - 1);
}

void platform_flow_record(uint64_t events)
{
	fake.flow_events += events;
}

int platform_register(enum platform_register which, uint64_t *where)
{
	(void)which;
	*where = 0;
	return -ENOTSUP;
}

const char *platform_pmc_lacking(enum pmc_event event)
{
	return (fake.countable >> event & 1) != 0 ? NULL : "the script has none";
}

size_t platform_pmc_open(const enum pmc_event *events, size_t count, struct platform_pmc *counters)
{
	size_t opened = count < fake.counters ? count : fake.counters;

	for (size_t i = 0; i < opened; i++)
		counters[i] = (struct platform_pmc){
			.event = events[i], .select = 0x100 + events[i], .mask = fake.count_mask,
			.msr = FAKE_COUNTER_MSR + (uint32_t)i, .counter = "scripted",
		};
	fake.counter_opens++;
	fake.counters_open = opened;
	return opened;
}

void platform_pmc_read(uint64_t *values)
{
	fake.counter_reads++;
	for (size_t i = 0; i < fake.counters_open; i++)
		values[i] = fake.unread_after != 0 && fake.counter_reads > fake.unread_after
			    ? PLATFORM_PMC_UNREAD
			    : fake.counter_reads * (fake.count_step + i) & fake.count_mask;
}

void platform_pmc_close(void)
{
	fake.counters_open = 0;
}

uint64_t platform_coarse_system_period_ns(void)
{
	return fake.coarse_system_period_ns;
}

int platform_coarse_start(enum coarse_clock clock, uint64_t period_ns)
{
	(void)clock;
	fake.coarse_clocks += fake.trial_status == 0;
	fake.coarse_period_ns = period_ns;
	return fake.trial_status;
}

void platform_coarse_stop(void)
{
	fake.coarse_clocks--;
}

/* A step at every fourth look. */
uint64_t platform_coarse_read_ns(void)
{
	return fake.coarse_looks++ / 4 * fake.coarse_period_ns;
}

void platform_coarse_wait(void)
{
	fake.coarse_waits++;
}

/* The application's event comes as soon as it waits, long after it was due; the loop is the real
 * one. */
static void run_fake_application(struct idle_trace *trace)
{
	const struct idle_application *application = trace->application;

	for (uint32_t number = 0; number < application->events; number++) {
		idle_trace_note(trace, IDLE_EVENT_RAISED, number,
				tsc_read_fenced() - FAKE_EVENT_LATE_TICKS);
		platform_idle_note(IDLE_EVENT_ENTERED, number);
		platform_idle_note(IDLE_EVENT_RESUME, number);
		application->work(application->argument);
		platform_idle_note(IDLE_EVENT_DONE, number);
		platform_idle_note(IDLE_EVENT_LEAVE, number);
	}
	trace->loop.end_tsc = tsc_read_fenced() + application->rest_ticks;
}

int platform_idle_run(struct idle_trace *trace)
{
	if (fake.trial_status != 0)
		return fake.trial_status;
	idle_trace_begin(trace);
	idle_trace = trace;
	if (trace->application != NULL)
		run_fake_application(trace);
	idle_loop_poll(&trace->loop);
	idle_trace = NULL;
	idle_trace_end(trace);
	return 0;
}

void platform_idle_note(enum idle_event_kind kind, uint32_t value)
{
	if (idle_trace != NULL)
		idle_trace_note(idle_trace, kind, value, tsc_read_fenced());
}

uint32_t platform_smi_msr(void)
{
	return fake.smi_msr;
}

int platform_raise_smi(void)
{
	return -ENOTSUP;
}

/* Each look finds one more. */
uint32_t platform_activity(uint32_t cpu, struct platform_activity *activities, uint32_t capacity)
{
	if (capacity == 0)
		return 0;
	activities[0] = (struct platform_activity){"interrupt", "scripted", fake.activity_looks++};
	(void)cpu;
	return 1;
}

const char *platform_idle_vector_name(uint32_t vector)
{
	(void)vector;
	return "scripted";
}

/* Every glyph is a bar. */
const uint8_t font_glyphs[GLYPHS][GLYPH_HEIGHT] = {
	[0 ... GLYPHS - 1] = {[4 ... GLYPH_HEIGHT - 5] = 0x18},
};

/* ---- Input: a machine that does no time's work and has every message there when asked; who only looks
 * has to look a few times ---- */

#define FAKE_PEEKS 64

static struct {
	const struct input_run *run;
	uint32_t sent;                  /* steps, or messages from outside */
	uint32_t posted[FAKE_POSTS_MAX], post_count;
	uint32_t peeks;                 /* since the last message */
	uint32_t number;
} input;

static void note_input(enum message_event_kind kind, uint32_t message, uint32_t code)
{
	message_log_note(input.run->log, &(struct message_event){
		.tsc = tsc_read_fenced(), .kind = kind, .message = message, .code = code,
	});
}

int platform_input_open(void)
{
	if (fake.input_open_status == 0)
		fake.inputs_open++;
	return fake.input_open_status;
}

void platform_input_close(void)
{
	fake.inputs_open--;
}

bool platform_input_script(char *text, size_t size)
{
	if (fake.input_script == NULL || strlen(fake.input_script) >= size)
		return false;
	strcpy(text, fake.input_script);
	return true;
}

static void begin_fake_input(const struct input_run *run)
{
	memset(&input, 0, sizeof(input));
	input.run = run;
	message_log_begin(run->log);
	if (run->trace != NULL)
		idle_trace_begin(run->trace);
	note_input(MESSAGE_IDLE, 0, 0);
}

int platform_input_run(const struct input_run *run)
{
	begin_fake_input(run);
	run->application(run->argument);
	note_input(MESSAGE_WAIT, 0, 0);
	if (run->trace != NULL)
		idle_trace_end(run->trace);
	run->log->end_tsc = tsc_read_fenced();
	return fake.input_run_status;
}

static uint32_t next_code(void)
{
	const struct input_step *step;

	if (input.post_count > 0)
		return input.posted[--input.post_count];
	if (input.run->step_count == 0)
		return ++input.sent;
	step = &input.run->steps[input.sent++];
	note_input(MESSAGE_BUSY, 0, 0);
	note_input(MESSAGE_SEND, 0, input.sent - 1);
	note_input(MESSAGE_IDLE, 0, 0);
	if (step->device == INPUT_SYNC)
		return MESSAGE_CODE_SYNC;
	return step->device == INPUT_MOUSE ? MESSAGE_CODE_MOUSE | (step->bytes[0] & 7)
					   : step->bytes[0];
}

/* Of a script all messages but those lost come; from outside as many as are asked for. */
static bool has_input(void)
{
	return input.post_count > 0 || input.run->step_count == 0 ||
	       input.sent + fake.input_messages_lost < input.run->step_count;
}

bool platform_message_get(struct message *message)
{
	note_input(MESSAGE_WAIT, 0, 0);
	note_input(MESSAGE_IDLE, 0, 0);
	if (!has_input())
		return false;
	input.peeks = 0;
	*message = (struct message){++input.number, next_code()};
	note_input(MESSAGE_BUSY, 0, 0);
	note_input(MESSAGE_INTERRUPT, 0, 0);
	note_input(MESSAGE_ENQUEUE, message->number, message->code);
	note_input(MESSAGE_GET, message->number, message->code);
	return true;
}

bool platform_message_peek(struct message *message)
{
	(void)message;
	note_input(MESSAGE_PEEK, 0, 0);
	return ++input.peeks % FAKE_PEEKS == 0 && has_input();
}

uint32_t platform_message_post(uint32_t code)
{
	if (input.post_count == FAKE_POSTS_MAX)
		return 0;
	input.posted[input.post_count++] = code;
	return (uint32_t)input.post_count;
}

void platform_message_join(uint32_t number)
{
	note_input(MESSAGE_JOIN, number, 0);
}

/* Time does not pass: it never comes. */
void platform_message_timer(uint64_t period_us)
{
	fake.timer_period_us = period_us;
}

void platform_device_wait(uint64_t service_us)
{
	note_input(MESSAGE_IO_BEGIN, 0, 0);
	fake.device_waits_us += service_us;
	note_input(MESSAGE_IO_END, 0, 0);
}

void platform_progress(uint64_t done_ticks, uint64_t all_ticks)
{
	fake.progress_done = done_ticks;
	fake.progress_all = all_ticks;
	fake.progress_calls++;
}

void platform_conclude(void)
{
	fake.concluded++;
}

struct wire_writer *platform_writer(void)
{
	return &writer;
}

void platform_say(const char *format, ...)
{
	(void)format;
	fake.wrote_while_quiet |= fake.quiet_depth > 0;
}
