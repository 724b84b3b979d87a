/* SPDX-License-Identifier: MIT */
/* The events of the process in a run are moved to where they belong. They are then merged with the
 * kernel's events in one pass in order of time. */
#include "tools/flow/import/join.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/utf8.h"
#include "tools/flow/interaction.h"
#include "tools/flow/import/trace.h"

#define THREADS_MAX 1024u
#define NAME_CHARS 16
#define TRACE_TICKS_HZ NS_PER_SECOND      /* the trace's times are ticks, and stay so */

enum {ASLEEP, READY, RUNNING};

/* An event of the process, which may move. */
struct own {
	struct flow_event event;
	uint32_t order;                 /* index before it moved */
	bool is_dropped;
};

struct thread {
	uint32_t previous;              /* its latest event before the current one; or FLOW_NONE */
	uint32_t subtask;               /* that it works for; 0: none */
	uint32_t replaced, by;          /* it records sub-task `replaced`, but continues `by` */
	uint8_t state;
	uint16_t cpu;                   /* on which it runs, or will run */
	bool in_interrupt;              /* while it is ready or runs */
};

/* An event of the kernel that concerns a thread. */
struct kernel_event {
	uint64_t time;
	uint16_t thread, cpu;
	uint8_t kind;                   /* a kind of flow event: READY, START, STOP */
};

struct join {
	struct flow_log *log;
	uint32_t run;
	struct trace trace;
	FLOW_LIST(struct own) own;
	FLOW_LIST(struct kernel_event) wakings; /* by thread and time */
	FLOW_LIST(struct flow_event) merged;
	struct number_map threads_by_tid;
	struct number_map made;         /* sub-task to the event that made it */
	struct number_map workers;      /* sub-task to the first thread that works for it */
	struct number_map queued;       /* sub-task to its ENQUEUE or EXIT */
	struct number_map interactions; /* sub-task to the first sub-task of its interaction */
	struct thread *threads;         /* by number */
	uint16_t thread_max;
	uint16_t run_queue, interrupt, next_object;
	uint16_t cpus[TRACE_CPUS_MAX];  /* objects; 0: not named yet */
	uint16_t cpu_count;
	uint32_t depth[TRACE_CPUS_MAX]; /* of interrupts */
};

static void join_lack(struct flow_log *log, const char *text)
{
	const struct flow_lack lack = {.text = arena_copy(&log->arena, text, strlen(text) + 1)};

	if (lack.text != NULL)
		FLOW_LIST_ADD(log->lacks, lack);
}

/* ---- The process's events ---- */

static int join_by_time(const void *a, const void *b)
{
	const struct own *left = a, *right = b;

	if (left->event.time != right->event.time)
		return left->event.time < right->event.time ? -1 : 1;
	return (left->order > right->order) - (left->order < right->order);
}

static void join_sort(struct join *join)
{
	if (join->own.count > 0)
		qsort(join->own.items, join->own.count, sizeof(*join->own.items), join_by_time);
	for (size_t i = 0; i < join->own.count; i++)
		join->own.items[i].order = (uint32_t)i;
}

static void join_take_events(struct join *join)
{
	const struct flow_log *log = join->log;

	for (size_t i = 0; i < log->blocks.count; i++) {
		const struct flow_block *block = &log->blocks.items[i];

		if (log->streams.items[block->stream].run != join->run)
			continue;
		for (uint32_t k = 0; k < block->count; k++) {
			const struct own own = {.event = log->events.items[block->start + k],
						.order = (uint32_t)join->own.count};

			FLOW_LIST_ADD(join->own, own);
		}
	}
	join_sort(join);
}

static bool join_makes(const struct flow_event *event)
{
	return event->kind < FLOW_KIND_COUNT &&
	       flow_kinds[event->kind].construct == FLOW_FORK && event->other != 0;
}

static void join_note(struct number_map *map, uint32_t subtask, uint32_t value)
{
	if (number_map_find(map, (uint64_t)subtask + 1) == NULL)
		number_map_add(map, (uint64_t)subtask + 1, value);
}

/* Note who made each sub-task, and for which interaction. */
static void join_note_makers(struct join *join)
{
	for (size_t i = 0; i < join->own.count; i++) {
		const struct flow_event *event = &join->own.items[i].event;
		const uint32_t *of = number_map_find(&join->interactions,
						     (uint64_t)event->subtask + 1);
		uint32_t made = event->kind == FLOW_ACTION ? event->subtask : event->other;
		uint32_t interaction = event->kind == FLOW_ACTION || of == NULL ? event->subtask
										: *of;

		if (event->thread != 0)
			join_note(&join->workers, event->subtask, event->thread);
		if (event->kind == FLOW_ENQUEUE || event->kind == FLOW_EXIT)
			join_note(&join->queued, event->subtask, (uint32_t)i);
		if (event->kind != FLOW_ACTION && !join_makes(event))
			continue;
		join_note(&join->made, made, (uint32_t)i);
		join_note(&join->interactions, made, interaction);
	}
}

static const struct flow_event *join_maker(const struct join *join, uint32_t subtask)
{
	const uint32_t *made = number_map_find(&join->made, (uint64_t)subtask + 1);

	return made != NULL ? &join->own.items[*made].event : NULL;
}

static uint32_t join_interaction(const struct join *join, uint32_t subtask)
{
	const uint32_t *of = number_map_find(&join->interactions, (uint64_t)subtask + 1);

	return of != NULL ? *of : 0;
}

/* ---- Wake-ups ---- */

static uint16_t join_thread_of(const struct join *join, uint32_t tid)
{
	const uint32_t *thread = number_map_find(&join->threads_by_tid, (uint64_t)tid + 1);

	return thread != NULL ? (uint16_t)*thread : 0;
}

static void join_take_tids(struct join *join)
{
	const struct flow_log *log = join->log;

	for (size_t i = 0; i < log->tids.count; i++) {
		const struct flow_tid *tid = &log->tids.items[i];

		if (tid->run != join->run ||
		    number_map_find(&join->threads_by_tid, (uint64_t)tid->tid + 1) != NULL)
			continue;
		number_map_add(&join->threads_by_tid, (uint64_t)tid->tid + 1, tid->thread);
		if (tid->thread > join->thread_max)
			join->thread_max = tid->thread;
	}
	for (size_t i = 0; i < join->own.count; i++) {
		if (join->own.items[i].event.thread > join->thread_max)
			join->thread_max = join->own.items[i].event.thread;
	}
	join->threads = xcalloc(join->thread_max + 1u, sizeof(*join->threads));
}

static int join_by_thread(const void *a, const void *b)
{
	const struct kernel_event *left = a, *right = b;

	if (left->thread != right->thread)
		return left->thread < right->thread ? -1 : 1;
	return (left->time > right->time) - (left->time < right->time);
}

static void join_take_wakings(struct join *join)
{
	for (size_t i = 0; i < join->trace.events.count; i++) {
		const struct trace_event *event = &join->trace.events.items[join->trace.order[i]];
		const struct kernel_event waking = {
			.time = event->time, .cpu = event->cpu,
			.thread = join_thread_of(join, event->other),
		};

		if (event->kind == TRACE_WAKING && waking.thread != 0)
			FLOW_LIST_ADD(join->wakings, waking);
	}
	if (join->wakings.count > 0)
		qsort(join->wakings.items, join->wakings.count, sizeof(*join->wakings.items),
		      join_by_thread);
}

/* The latest time between two others at which a thread was woken; 0: none. */
static uint64_t join_waking(const struct join *join, uint16_t thread, uint64_t after,
			    uint64_t before)
{
	size_t low = 0, high = join->wakings.count;
	const struct kernel_event *found;

	while (low < high) {
		size_t middle = (low + high) / 2;
		const struct kernel_event *waking = &join->wakings.items[middle];

		if (waking->thread < thread || (waking->thread == thread && waking->time < before))
			low = middle + 1;
		else
			high = middle;
	}
	if (low == 0)
		return 0;
	found = &join->wakings.items[low - 1];
	return found->thread == thread && found->time > after ? found->time : 0;
}

/* ---- Where events belong ---- */

/* The sub-task of a message, notice or thread that an event receives. */
static uint32_t join_received(const struct join *join, const struct flow_event *event)
{
	switch (event->kind) {
	case FLOW_RECEIVE:
		return event->subtask;
	case FLOW_RECEIVE_JOIN:
	case FLOW_THREAD_JOIN:
		return event->other;
	case FLOW_UNBLOCKED:            /* of a blocking send, if the notice was in a queue */
		return number_map_find(&join->queued, (uint64_t)event->other + 1) != NULL
		       ? event->other : 0;
	default:
		return 0;
	}
}

/* The thread had finished work of the same task when the message was already waiting for it. */
static bool join_takes_over(const struct join *join, const struct own *finish,
			    const struct flow_event *receive)
{
	const struct flow_event *maker = join_maker(join, receive->subtask);

	return finish != NULL && finish->event.kind == FLOW_FINISH && maker != NULL &&
	       maker->time < finish->event.time &&
	       join_interaction(join, finish->event.subtask) ==
	       join_interaction(join, receive->subtask);
}

static void join_queued(struct join *join, struct own *own, struct own *previous,
			struct thread *thread)
{
	if (own->event.kind != FLOW_RECEIVE) {
		if (previous != NULL && previous->event.kind == FLOW_WAIT)
			previous->is_dropped = true;
		else if (previous != NULL && previous->event.kind == FLOW_SEND)
			previous->event.flags = 0;      /* its thread did not wait */
	} else if (join_takes_over(join, previous, &own->event)) {
		thread->replaced = own->event.subtask;
		thread->by = previous->event.subtask;
		previous->is_dropped = true;
		own->event.kind = FLOW_RECEIVE_JOIN;
		own->event.flags = FLOW_TAKES_OVER;
		own->event.other = own->event.subtask;
		own->event.subtask = thread->by;
	}
}

/* The message was in its queue from when it had been sent until it was received. */
static void join_set_enqueued(struct own *enqueue, const struct flow_event *maker,
			      uint64_t received)
{
	if (enqueue->event.time >= received)
		enqueue->event.time = received > 0 ? received - 1 : 0;
	enqueue->is_dropped = enqueue->event.time <= maker->time;
}

static void join_place(struct join *join, uint32_t index)
{
	struct own *own = &join->own.items[index];
	struct thread *thread = &join->threads[own->event.thread];
	struct own *previous = thread->previous != FLOW_NONE ? &join->own.items[thread->previous]
							     : NULL;
	uint64_t after = previous != NULL ? previous->event.time : 0, waking;
	const struct flow_event *maker;
	const uint32_t *queued;
	uint32_t received;
	struct flow_event *event = &own->event;

	/* A sub-task that the thread continues instead of the one that it recorded. */
	if (thread->replaced != 0 && event->subtask == thread->replaced)
		event->subtask = thread->by;
	else if (event->kind == FLOW_RECEIVE)
		thread->replaced = 0;
	thread->previous = index;
	received = join_received(join, &own->event);
	maker = received != 0 ? join_maker(join, received) : NULL;
	if (maker == NULL)
		return;
	queued = number_map_find(&join->queued, (uint64_t)received + 1);
	waking = join_waking(join, own->event.thread, after > maker->time ? after : maker->time,
			     own->event.time);
	if (waking == 0) {
		if (queued != NULL && own->event.kind != FLOW_THREAD_JOIN)
			join_set_enqueued(&join->own.items[*queued], maker, own->event.time);
		join_queued(join, own, previous, thread);
		return;
	}
	own->event.time = waking;
	if (queued != NULL && own->event.kind == FLOW_THREAD_JOIN)
		join->own.items[*queued].event.flags = 0;       /* did not wait */
	else if (queued != NULL)
		join->own.items[*queued].is_dropped = true;
}

/* ---- Both, in order of time ---- */

__attribute__((format(printf, 3, 4)))
static uint16_t join_object(struct join *join, enum flow_class class, const char *format, ...)
{
	struct flow_named named = {.run = join->run, .class = class, .number = join->next_object};
	char text[NAME_CHARS];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(text, sizeof(text), format, arguments);
	va_end(arguments);
	named.name = arena_copy(&join->log->arena, text, strlen(text) + 1);
	if (named.name == NULL || join->next_object == UINT16_MAX)
		return 0;
	flow_names_add(&join->log->objects, &named);
	return join->next_object++;
}

/* CPUs are numbered in the order in which the run's threads used them, as on bare metal. */
static uint16_t join_cpu(struct join *join, uint16_t cpu)
{
	if (join->cpus[cpu] == 0)
		join->cpus[cpu] = join_object(join, FLOW_CPU, "cpu%u", join->cpu_count++);
	return join->cpus[cpu];
}

static void join_emit(struct join *join, uint64_t time, enum flow_kind kind, uint16_t thread,
		      uint32_t other, uint16_t object)
{
	const struct flow_event event = {
		.time = time, .kind = (uint8_t)kind, .thread = thread, .object = object,
		.subtask = join->threads[thread].subtask, .other = other,
	};

	if (event.subtask != 0)
		FLOW_LIST_ADD(join->merged, event);
}

static void join_set_interrupt(struct join *join, uint64_t time, uint16_t number, bool is_in)
{
	struct thread *thread = &join->threads[number];

	if (thread->in_interrupt == is_in)
		return;
	thread->in_interrupt = is_in;
	join_emit(join, time, is_in ? FLOW_BEGIN_USE : FLOW_END_USE, number, 0, join->interrupt);
}

static void join_ready(struct join *join, uint64_t time, uint16_t number, uint16_t cpu)
{
	struct thread *thread = &join->threads[number];

	thread->state = READY;
	thread->cpu = cpu;
	join_emit(join, time, FLOW_READY, number, 0, join->run_queue);
	if (cpu < TRACE_CPUS_MAX && join->depth[cpu] > 0 && thread->subtask != 0)
		join_set_interrupt(join, time, number, true);
}

static void join_switch_out(struct join *join, const struct trace_event *event, uint16_t number,
			    uint16_t next_cpu)
{
	struct thread *thread = &join->threads[number];
	bool is_ready = event->state == 'R' || thread->state == READY;

	join_set_interrupt(join, event->time, number, false);
	join_emit(join, event->time, FLOW_STOP, number, 0, join_cpu(join, event->cpu));
	thread->state = ASLEEP;
	if (is_ready)
		join_ready(join, event->time, number, next_cpu);
}

static void join_switch_in(struct join *join, const struct trace_event *event, uint16_t number)
{
	struct thread *thread = &join->threads[number];

	join_set_interrupt(join, event->time, number, false);
	join_emit(join, event->time, FLOW_START, number,
		  thread->state == READY ? join->run_queue : 0, join_cpu(join, event->cpu));
	thread->state = RUNNING;
	thread->cpu = event->cpu;
}

static void join_interrupt(struct join *join, const struct trace_event *event)
{
	uint32_t *depth = &join->depth[event->cpu];
	bool was_in = *depth > 0;

	if (event->kind == TRACE_INTERRUPT_ENTER)
		++*depth;
	else if (*depth > 0)
		--*depth;
	if (was_in == (*depth > 0))
		return;
	for (uint32_t i = 1; i <= join->thread_max; i++) {
		struct thread *thread = &join->threads[i];

		if (thread->subtask != 0 && thread->state != ASLEEP && thread->cpu == event->cpu)
			join_set_interrupt(join, event->time, (uint16_t)i, *depth > 0);
	}
}

static void join_kernel(struct join *join, const struct trace_event *event, uint16_t next_cpu)
{
	uint16_t other = join_thread_of(join, event->other), self;

	switch (event->kind) {
	case TRACE_WAKING:
	case TRACE_WAKEUP_NEW:
		if (other != 0) {
			struct thread *thread = &join->threads[other];

			/* A wake-up before the switch that begins the sleep leaves the thread
			 * ready. */
			if (thread->state == ASLEEP)
				join_ready(join, event->time, other, next_cpu);
		}
		break;
	case TRACE_SWITCH:
		self = join_thread_of(join, event->pid);
		if (self != 0)
			join_switch_out(join, event, self, next_cpu);
		if (other != 0)
			join_switch_in(join, event, other);
		break;
	case TRACE_INTERRUPT_ENTER:
	case TRACE_INTERRUPT_EXIT:
		join_interrupt(join, event);
		break;
	}
}

/* Add an event of the process, and follow for whom its threads work. A thread that begins to work
 * while it runs starts. */
static void join_own(struct join *join, const struct flow_event *event)
{
	struct thread *thread = &join->threads[event->thread];
	const uint32_t *worker;

	FLOW_LIST_ADD(join->merged, *event);
	switch (event->kind) {
	case FLOW_RECEIVE:
		thread->subtask = event->subtask;
		if (thread->state == RUNNING)
			join_emit(join, event->time, FLOW_START, event->thread, 0,
				  join_cpu(join, thread->cpu));
		break;
	case FLOW_FINISH:
		thread->subtask = 0;
		thread->in_interrupt = false;
		break;
	case FLOW_THREAD_JOIN:
		for (uint32_t i = 1; i <= join->thread_max; i++) {
			if (join->threads[i].subtask == event->other)
				join->threads[i].subtask = 0;
		}
		break;
	case FLOW_CREATE:
		worker = number_map_find(&join->workers, (uint64_t)event->other + 1);
		if (worker != NULL)
			join->threads[*worker].subtask = event->other;
		break;
	}
}

/* The CPU on which the thread of each event runs next, from the trace's end to its begin. */
static uint16_t *join_next_cpus(const struct join *join)
{
	uint16_t *cpus = xcalloc(join->trace.events.count + 1, sizeof(*cpus));
	uint16_t *next = xcalloc(join->thread_max + 1u, sizeof(*next));

	for (uint32_t i = 0; i <= join->thread_max; i++)
		next[i] = TRACE_CPUS_MAX;
	for (size_t i = join->trace.events.count; i > 0; i--) {
		const struct trace_event *event =
			&join->trace.events.items[join->trace.order[i - 1]];
		bool is_switch = event->kind == TRACE_SWITCH;
		uint16_t thread = join_thread_of(join, is_switch ? event->pid : event->other);

		cpus[i - 1] = next[thread];
		if (is_switch)
			next[join_thread_of(join, event->other)] = event->cpu;
	}
	free(next);
	return cpus;
}

/* After a loss nothing is known. */
static void join_merge(struct join *join, bool is_whole)
{
	uint16_t *next_cpus = join_next_cpus(join);
	size_t at = 0, own = 0;

	for (; at < join->trace.events.count || own < join->own.count;) {
		const struct trace_event *event = at < join->trace.events.count
			? &join->trace.events.items[join->trace.order[at]] : NULL;

		if (event == NULL && !is_whole)
			break;
		if (own < join->own.count &&
		    (event == NULL || join->own.items[own].event.time <= event->time)) {
			if (!join->own.items[own].is_dropped)
				join_own(join, &join->own.items[own].event);
			own++;
		} else {
			join_kernel(join, event, next_cpus[at]);
			at++;
		}
	}
	free(next_cpus);
}

/* ---- The log ---- */

/* The run's events become one stream. Those before stay in memory, unused. */
static void join_replace(struct join *join, bool is_whole)
{
	struct flow_log *log = join->log;
	size_t kept = 0, count = join->merged.count;
	struct flow_block block = {.start = (uint32_t)log->events.count, .count = (uint32_t)count};
	struct flow_stream *stream = NULL;

	for (size_t i = 0; i < log->streams.count; i++) {
		if (log->streams.items[i].run == join->run && stream == NULL) {
			stream = &log->streams.items[i];
			block.stream = (uint32_t)i;
		}
	}
	if (stream == NULL || log->events.count + count > FLOW_EVENTS_MAX)
		return;
	for (size_t i = 0; i < log->blocks.count; i++) {
		if (log->streams.items[log->blocks.items[i].stream].run != join->run)
			log->blocks.items[kept++] = log->blocks.items[i];
	}
	log->blocks.count = kept;
	for (size_t i = 0; i < count; i++)
		FLOW_LIST_ADD(log->events, join->merged.items[i]);
	if (count > 0)
		FLOW_LIST_ADD(log->blocks, block);
	stream->sent = count;
	log->runs.items[join->run].info.cpus = 1;       /* streams to expect */
	stream->is_closed = stream->is_closed && is_whole;
}

static void join_begin(struct join *join, const struct flow_os_trace *os)
{
	static const char none[] = "";

	trace_begin(&join->trace, TRACE_TICKS_HZ, (struct trace_text){none, none});
	trace_parse(&join->trace, TRACE_FTRACE, os->text != NULL ? os->text : none, os->size);
	trace_end(&join->trace);
	join_take_events(join);
	join_note_makers(join);
	join_take_tids(join);
	for (size_t i = 0; i < join->log->objects.count; i++) {
		const struct flow_named *object = &join->log->objects.items[i];

		if (object->run == join->run && object->number >= join->next_object)
			join->next_object = object->number + 1u;
	}
	join->run_queue = join_object(join, FLOW_QUEUE, "run_queue");
	join->interrupt = join_object(join, FLOW_SOFTWARE, "interrupt");
}

static bool join_explain(struct flow_log *log, const struct flow_os_trace *os,
			 const struct trace *trace)
{
	const char *name = log->runs.items[os->run].info.name;
	uint64_t lost = os->lost > trace->counts.lost ? os->lost : trace->counts.lost;
	char text[256];

	if (os->is_whole && lost == 0)
		return true;
	if (lost > 0)
		snprintf(text, sizeof(text), "%s: the kernel's trace lost %" PRIu64 " events; "
			 "later interactions are not analysed", name, lost);
	else
		snprintf(text, sizeof(text), "%s: a part of the kernel's trace is missing; later "
			 "interactions are not analysed", name);
	utf8_make_printable(text);
	join_lack(log, text);
	return false;
}

static void join_run(struct flow_log *log, const struct flow_os_trace *os)
{
	struct join *join = xcalloc(1, sizeof(*join));
	bool is_whole;

	join->log = log;
	join->run = os->run;
	join->next_object = 1;
	join_begin(join, os);
	is_whole = join_explain(log, os, &join->trace);
	if (join->thread_max <= THREADS_MAX) {
		join_take_wakings(join);
		for (uint32_t i = 0; i <= join->thread_max; i++)
			join->threads[i].previous = FLOW_NONE;
		for (uint32_t i = 0; i < join->own.count; i++)
			join_place(join, i);
		join_sort(join);
		join_merge(join, is_whole);
		join_replace(join, is_whole);
	}
	trace_free(&join->trace);
	free(join->own.items);
	free(join->wakings.items);
	free(join->merged.items);
	number_map_free(&join->threads_by_tid);
	number_map_free(&join->made);
	number_map_free(&join->queued);
	number_map_free(&join->workers);
	number_map_free(&join->interactions);
	free(join->threads);
	free(join);
}

void flow_join(struct flow_log *log)
{
	for (size_t i = 0; i < log->os_traces.count; i++)
		join_run(log, &log->os_traces.items[i]);
	flow_log_drop_os_traces(log);
	flow_log_sort(log);
}
