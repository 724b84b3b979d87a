/* SPDX-License-Identifier: MIT */
/* Calls become requests, requests become events, and events are sorted. Then the switches of the
 * program's threads add when the CPU works for the program. */
#include "linux/watch/timeline.h"

#include <stdlib.h>
#include <string.h>

#define THREADS_MAX 4096
#define NEVER UINT64_MAX
#define OUTLASTED_KEYS_MAX 8u           /* keys whose handling a thread's work may outlast */

/* A message event with the key that it belongs to. */
struct item {
	struct message_event event;
	size_t number;                  /* order of insertion, for equal times */
	uint32_t key;                   /* index of the key; unused in other events */
	uint32_t joined;                /* with JOIN: the key of the last event is answered with
					 * this one */
};

struct maker {
	const struct watch_trace *trace;
	struct watch_timeline *timeline;
	struct item *items;
	size_t count, capacity;
	uint32_t first_untaken;         /* key */
	uint32_t bytes_left;            /* of the first untaken key */
	uint64_t taken_tsc;             /* when the first key that is being handled was taken; 0:
					 * none */
	uint64_t busy_until_tsc;        /* the keys of the last wait are handled at this time, or
					 * earlier */
	bool has_failed;
};

static void add_item(struct maker *maker, const struct item *item)
{
	if (maker->count == maker->capacity) {
		size_t capacity = maker->capacity != 0 ? 2 * maker->capacity : 4096;
		struct item *items = reallocarray(maker->items, capacity, sizeof(*items));

		if (items == NULL) {
			maker->has_failed = true;
			return;
		}
		maker->items = items;
		maker->capacity = capacity;
	}
	maker->items[maker->count] = *item;
	maker->items[maker->count].number = maker->count;
	maker->count++;
}

static void add_event(struct maker *maker, uint64_t tsc, enum message_event_kind kind,
		      uint32_t code, uint32_t key)
{
	add_item(maker, &(struct item){.event = {.tsc = tsc, .kind = kind, .code = code},
				       .key = key});
}

static int by_time(const void *a, const void *b)
{
	const struct item *left = a, *right = b;

	if (left->event.tsc != right->event.tsc)
		return left->event.tsc < right->event.tsc ? -1 : 1;
	return left->number < right->number ? -1 : left->number > right->number;
}

static void sort_items(struct maker *maker)
{
	if (maker->count > 0)
		qsort(maker->items, maker->count, sizeof(maker->items[0]), by_time);
	for (size_t i = 0; i < maker->count; i++)
		maker->items[i].number = i;
}

/* ---- Requests ---- */

/* The first key that was sent after a time. Returns key_count if there is none. */
static uint32_t key_after(const struct watch_trace *trace, uint64_t tsc)
{
	uint32_t low = 0, high = trace->key_count;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (trace->sent[middle].tsc > tsc)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

static uint64_t sent_after(const struct watch_trace *trace, uint64_t tsc)
{
	uint32_t key = key_after(trace, tsc);

	return key < trace->key_count ? trace->sent[key].tsc : NEVER;
}

static bool is_request(const struct watch_call *call)
{
	return (call->kind == WATCH_READ || call->kind == WATCH_POLL) && call->thread != 0;
}

static bool is_vain_peek(const struct watch_call *call)
{
	return is_request(call) && !call->may_wait && call->end_tsc != 0 && !call->found;
}

/* Whether a request has waited. A request that finds input at once has not. After the trace's end
 * the terminal hangs up, which ends a wait. */
static bool has_waited(const struct watch_trace *trace, const struct watch_call *call)
{
	if (!is_request(call) || !call->may_wait || call->begin_tsc > trace->end_tsc)
		return false;
	return call->end_tsc == 0 || call->end_tsc > trace->end_tsc || !call->found ||
	       sent_after(trace, call->begin_tsc) <= call->end_tsc;
}

/* ---- Work handed to other threads ---- */

/* The first switch at or after a time. */
static size_t switch_after(const struct watch_trace *trace, uint64_t tsc)
{
	size_t low = 0, high = trace->switches.count;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (trace->switches.items[middle].tsc >= tsc)
			high = middle;
		else
			low = middle + 1;
	}
	return low;
}

struct thread_list {
	uint32_t items[THREADS_MAX];
	size_t count;
};

static size_t find_thread(const struct thread_list *list, uint32_t thread)
{
	size_t i = 0;

	while (i < list->count && list->items[i] != thread)
		i++;
	return i;
}

static bool add_thread(struct thread_list *list, uint32_t thread)
{
	if (find_thread(list, thread) < list->count || list->count == THREADS_MAX)
		return false;
	list->items[list->count++] = thread;
	return true;
}

static void remove_thread(struct thread_list *list, uint32_t thread)
{
	size_t i = find_thread(list, thread);

	if (i < list->count)
		list->items[i] = list->items[--list->count];
}

/* The call by which the thread last woke or started another one since a time. If none was found to
 * wait, the thread's last call that could have woken one; NULL: none. */
static const struct watch_call *last_hand(const struct watch_trace *trace,
					  const struct watch_call *request, uint64_t since_tsc)
{
	const struct watch_call *vain = NULL;

	for (const struct watch_call *call = request; call-- > trace->calls;) {
		if (call->begin_tsc < since_tsc)
			break;
		if (call->kind != WATCH_HAND || call->thread != request->thread)
			continue;
		if (call->found)
			return call;
		if (vain == NULL)
			vain = call;
	}
	return vain;
}

/* The first time from `from_tsc` on when all other threads that began to run since the key was
 * taken sleep. It is `from_tsc` if none runs at the last wake-up or begins to run after it; after a
 * wake-up that found no thread waiting, only what begins before the next key counts. A thread that
 * still runs many keys later works in the background: then it is the next key. */
static uint64_t end_of_handed_work(const struct watch_trace *trace, const struct watch_call *hand,
				   uint64_t since_tsc, uint64_t from_tsc)
{
	static struct thread_list running;
	uint64_t sent_tsc = sent_after(trace, from_tsc);
	uint64_t next_tsc = sent_tsc < trace->end_tsc ? sent_tsc : trace->end_tsc;
	uint32_t last = key_after(trace, from_tsc) + OUTLASTED_KEYS_MAX;
	uint64_t limit_tsc = last < trace->key_count ? trace->sent[last].tsc : trace->end_tsc;
	bool has_run = false;

	running.count = 0;
	for (size_t i = switch_after(trace, since_tsc); i < trace->switches.count; i++) {
		const struct watch_switch *change = &trace->switches.items[i];

		has_run |= running.count > 0 && change->tsc >= hand->begin_tsc;
		if (has_run && running.count == 0 && change->tsc > from_tsc)
			return from_tsc;
		if (change->tsc >= (has_run || hand->found ? limit_tsc : next_tsc))
			break;
		if (change->thread == hand->thread)
			continue;
		if (change->kind == WATCH_RUNS)
			has_run |= add_thread(&running, change->thread) &&
				   change->tsc >= hand->begin_tsc;
		else if (change->kind == WATCH_SLEEPS)
			remove_thread(&running, change->thread);
		if (has_run && running.count == 0 && change->tsc > from_tsc)
			return change->tsc;
	}
	if (!has_run || running.count == 0)
		return from_tsc;
	return next_tsc;
}

/* When the keys that are being handled are finished, if the thread asks for input or takes it at
 * `from_tsc`. */
static uint64_t end_of_work(const struct maker *maker, const struct watch_call *call,
			    uint64_t from_tsc)
{
	const struct watch_call *hand = NULL;

	if (maker->taken_tsc != 0 && maker->trace->has_switches)
		hand = last_hand(maker->trace, call, maker->taken_tsc);
	return hand == NULL ? from_tsc
			    : end_of_handed_work(maker->trace, hand, maker->taken_tsc, from_tsc);
}

/* ---- Events of keys ---- */

static uint64_t output_after(const struct watch_trace *trace, uint64_t tsc, size_t *next)
{
	while (*next < trace->output_count && trace->outputs[*next].tsc <= tsc)
		++*next;
	return *next < trace->output_count ? trace->outputs[*next].tsc : NEVER;
}

/* A terminal that collects a line answers by its echo. */
static void answer_by_terminal(struct maker *maker, uint32_t key, size_t *next_output)
{
	const struct watch_trace *trace = maker->trace;
	uint64_t sent_tsc = trace->sent[key].tsc;
	uint64_t echo_tsc = output_after(trace, sent_tsc, next_output);

	if (echo_tsc == NEVER || echo_tsc > sent_after(trace, sent_tsc))
		echo_tsc = sent_tsc;
	add_event(maker, echo_tsc, MESSAGE_GET, trace->keys[key].code, key);
	add_event(maker, echo_tsc, MESSAGE_WAIT, 0, 0);
}

static void add_keys(struct maker *maker)
{
	const struct watch_trace *trace = maker->trace;
	size_t next_output = 0;

	for (uint32_t key = 0; key < trace->key_count; key++) {
		add_event(maker, trace->sent[key].tsc, MESSAGE_SEND, key, key);
		add_event(maker, trace->sent[key].tsc, MESSAGE_ENQUEUE, trace->keys[key].code, key);
		if (trace->sent[key].is_of_line)
			answer_by_terminal(maker, key, &next_output);
	}
}

static void skip_lines(struct maker *maker)
{
	const struct watch_trace *trace = maker->trace;

	while (maker->first_untaken < trace->key_count &&
	       trace->sent[maker->first_untaken].is_of_line)
		maker->first_untaken++;
	if (maker->bytes_left == 0 && maker->first_untaken < trace->key_count)
		maker->bytes_left = trace->keys[maker->first_untaken].count;
}

/* Take the keys of which a read got the last byte, as a range. If a read returns less than it asked
 * for, nothing is left in the terminal. */
static uint32_t take_bytes(struct maker *maker, const struct watch_call *call)
{
	const struct watch_trace *trace = maker->trace;
	uint32_t bytes = (uint32_t)call->result;
	uint32_t before = key_after(trace, call->begin_tsc);

	skip_lines(maker);
	while (maker->first_untaken < trace->key_count &&
	       trace->sent[maker->first_untaken].tsc < call->end_tsc &&
	       (bytes >= maker->bytes_left ||
		(!call->is_full && maker->first_untaken < before))) {
		bytes -= bytes < maker->bytes_left ? bytes : maker->bytes_left;
		maker->bytes_left = 0;
		maker->first_untaken++;
		skip_lines(maker);
		if (bytes == 0 && call->is_full)
			return maker->first_untaken;
	}
	maker->bytes_left -= bytes < maker->bytes_left ? bytes : 0;
	return maker->first_untaken;
}

/* Add that the key taken last is answered together with a later one. */
static void add_join(struct maker *maker, uint64_t tsc, uint32_t with)
{
	add_item(maker, &(struct item){
		.event = {.tsc = tsc, .kind = MESSAGE_JOIN}, .joined = with});
}

/* Add the keys that were taken. Keys that one read gets are answered together, with the last of
 * them. If another thread still works for the key before them, that key is also answered with
 * them. */
static void add_taken(struct maker *maker, const struct watch_call *call)
{
	const struct watch_trace *trace = maker->trace;
	uint32_t key = maker->first_untaken, end = take_bytes(maker, call), last = end;
	bool is_joined = maker->taken_tsc != 0 &&
			 end_of_work(maker, call, call->end_tsc) > call->end_tsc;

	while (last > key && trace->sent[last - 1].is_of_line)
		last--;
	if (!is_joined)
		maker->taken_tsc = call->end_tsc;
	else if (last > key)
		add_join(maker, call->end_tsc, last - 1);
	for (; key < last; key++) {
		if (trace->sent[key].is_of_line)
			continue;
		add_event(maker, call->end_tsc, MESSAGE_GET, trace->keys[key].code, key);
		if (key + 1 < last)
			add_join(maker, call->end_tsc, last - 1);
	}
}

/* ---- Events of requests ---- */

/* Whether output follows the return of a wait that brought no key, before the next key or the end
 * of the next wait. */
static bool is_followed_by_output(const struct watch_trace *trace, const struct watch_call *call,
				  size_t *next_output)
{
	uint64_t limit_tsc = sent_after(trace, call->end_tsc);

	for (const struct watch_call *next = call + 1; next < trace->calls + trace->call_count;
	     next++) {
		if (next->begin_tsc < call->end_tsc || !has_waited(trace, next))
			continue;
		if (next->end_tsc != 0 && next->end_tsc < limit_tsc)
			limit_tsc = next->end_tsc;
		break;
	}
	return output_after(trace, call->end_tsc, next_output) < limit_tsc;
}

static void add_answer_of_timer(struct maker *maker, uint64_t tsc)
{
	add_event(maker, tsc, MESSAGE_TIMER, MESSAGE_CODE_TIMER, UINT32_MAX);
	add_event(maker, tsc, MESSAGE_GET, MESSAGE_CODE_TIMER, UINT32_MAX);
}

static bool takes_input(const struct watch_call *call)
{
	return call->kind == WATCH_READ && call->thread != 0 && call->end_tsc != 0 &&
	       call->result > 0;
}

/* When input is next taken, from a call on. NEVER if none is. */
static uint64_t taken_after(const struct watch_trace *trace, const struct watch_call *call)
{
	while (call < trace->calls + trace->call_count && !takes_input(call))
		call++;
	return call < trace->calls + trace->call_count ? call->end_tsc : NEVER;
}

/* Add a wait. It ends the keys that are being handled, unless other threads still work for them
 * when the next key is taken. */
static void add_wait(struct maker *maker, const struct watch_call *call, size_t *next_output)
{
	const struct watch_trace *trace = maker->trace;
	uint64_t tsc = end_of_work(maker, call, call->begin_tsc);

	maker->timeline->waits++;
	if (tsc > call->begin_tsc && tsc > taken_after(trace, call))
		return;
	maker->taken_tsc = 0;
	if (tsc < maker->busy_until_tsc)
		return;
	maker->busy_until_tsc = tsc;
	add_event(maker, tsc, MESSAGE_WAIT, 0, 0);
	if (call->end_tsc > trace->begin_tsc && call->end_tsc > tsc && !call->found &&
	    is_followed_by_output(trace, call, next_output))
		add_answer_of_timer(maker, call->end_tsc);
}

/* Add the calls in the order in which they begin, which for the calls of one thread is also that in
 * which they end. */
static void add_calls(struct maker *maker)
{
	const struct watch_trace *trace = maker->trace;
	bool polls_on = false;          /* it has peeked since it took input */
	size_t next_output = 0;

	for (size_t i = 0; i < trace->call_count; i++) {
		const struct watch_call *call = &trace->calls[i];

		maker->timeline->peeks += is_vain_peek(call) ? 1 + call->repeats : 0;
		if (has_waited(trace, call)) {
			add_wait(maker, call, &next_output);
		} else if (is_vain_peek(call) && !polls_on) {
			add_event(maker, call->begin_tsc, MESSAGE_PEEK, 0, 0);
			polls_on = true;
		}
		if (takes_input(call)) {
			add_taken(maker, call);
			polls_on = false;
		}
	}
}

/* Decide whether peeks end events, as for every log, and remove the others. */
static bool decide_peeks(struct maker *maker)
{
	struct message_event *events = calloc(maker->count + 1, sizeof(*events));
	size_t kept = 0;

	if (events == NULL)
		return false;
	for (size_t i = 0; i < maker->count; i++)
		events[i] = maker->items[i].event;
	message_events_decide(events, maker->count);
	for (size_t i = 0; i < maker->count; i++) {
		if (events[i].kind == MESSAGE_PEEK && !message_event_is_ready(&events[i]))
			continue;
		maker->items[kept] = maker->items[i];
		maker->items[kept].event = events[i];
		maker->items[kept].number = kept;
		kept++;
	}
	maker->count = kept;
	free(events);
	return true;
}

/* ---- The log ---- */

/* Number the messages in the order in which they are queued. */
static bool number_messages(struct maker *maker)
{
	uint32_t *numbers = calloc(maker->trace->key_count + 1, sizeof(*numbers));
	uint32_t last = 0, queued = 0, timer = 0;

	for (size_t i = 0; numbers != NULL && i < maker->count; i++) {
		struct item *item = &maker->items[i];

		switch (item->event.kind) {
		case MESSAGE_ENQUEUE:
			item->event.message = numbers[item->key] = ++last;
			queued++;
			break;
		case MESSAGE_TIMER:
			item->event.message = timer = ++last;
			queued++;
			break;
		case MESSAGE_GET:
			item->event.message = item->key != UINT32_MAX ? numbers[item->key] : timer;
			queued--;
			break;
		case MESSAGE_JOIN:
			item->event.message = numbers[item->joined];
			break;
		}
		item->event.queued = queued;
	}
	free(numbers);
	return numbers != NULL;
}

struct cpu_state {
	struct thread_list awake;
	bool is_handling, is_in_io, has_begun;
};

static void add_cpu_event(struct maker *maker, uint64_t tsc, enum message_event_kind kind,
			  uint32_t queued)
{
	add_item(maker, &(struct item){.event = {.tsc = tsc, .kind = kind, .queued = queued}});
}

static void take_switch(struct maker *maker, struct cpu_state *state,
			const struct watch_switch *change, uint32_t queued)
{
	bool was_awake = state->awake.count > 0;

	if (change->kind == WATCH_RUNS || change->kind == WATCH_RESUMES)
		add_thread(&state->awake, change->thread);
	else if (change->kind == WATCH_SLEEPS)
		remove_thread(&state->awake, change->thread);
	if (was_awake && state->awake.count == 0) {
		state->is_in_io = state->is_handling;
		if (state->is_in_io)
			add_cpu_event(maker, change->tsc, MESSAGE_IO_BEGIN, queued);
		add_cpu_event(maker, change->tsc, MESSAGE_IDLE, queued);
	} else if (!was_awake && state->awake.count > 0) {
		add_cpu_event(maker, change->tsc, MESSAGE_BUSY, queued);
		if (state->is_in_io)
			add_cpu_event(maker, change->tsc, MESSAGE_IO_END, queued);
		state->is_in_io = false;
	}
}

/* Add when the program's threads run, between the sorted events of keys. */
static void add_cpu(struct maker *maker)
{
	static struct cpu_state state;
	const struct watch_trace *trace = maker->trace;
	size_t of_keys = maker->count, next = 0;
	uint32_t queued = 0;

	state = (struct cpu_state){.has_begun = false};
	for (size_t i = 0; i < trace->switches.count; i++) {
		const struct watch_switch *change = &trace->switches.items[i];

		for (; next < of_keys && maker->items[next].event.tsc <= change->tsc; next++) {
			const struct message_event *event = &maker->items[next].event;

			queued = event->queued;
			if (event->kind == MESSAGE_GET)
				state.is_handling = true;
			else if (message_event_is_ready(event))
				state.is_handling = false;
		}
		if (!state.has_begun && change->tsc >= trace->begin_tsc && state.awake.count == 0)
			add_cpu_event(maker, trace->begin_tsc, MESSAGE_IDLE, 0);
		state.has_begun |= change->tsc >= trace->begin_tsc;
		take_switch(maker, &state, change, queued);
	}
	sort_items(maker);
}

/* Store the events within the trace's time. */
static void store_events(struct maker *maker)
{
	struct watch_timeline *timeline = maker->timeline;

	timeline->events = calloc(maker->count + 1, sizeof(*timeline->events));
	for (size_t i = 0; timeline->events != NULL && i < maker->count; i++) {
		const struct message_event *event = &maker->items[i].event;

		if (event->tsc >= maker->trace->begin_tsc && event->tsc <= maker->trace->end_tsc)
			timeline->events[timeline->count++] = *event;
	}
	maker->has_failed |= timeline->events == NULL;
}

/* ---- Times of keys ---- */

/* Find when keys are handled. Joined keys are handled with the last of them. */
static void find_handled(const struct maker *maker)
{
	struct watch_times *times = maker->timeline->times;
	uint32_t open = UINT32_MAX, first = 0;
	bool has_joined = false;

	for (size_t i = 0; i < maker->count; i++) {
		const struct item *item = &maker->items[i];
		bool is_get = item->event.kind == MESSAGE_GET;

		if (item->event.kind == MESSAGE_JOIN)
			has_joined = true;
		if (!is_get && !message_event_is_ready(&item->event))
			continue;
		if (open != UINT32_MAX && !has_joined) {
			for (uint32_t key = first; key <= open; key++) {
				if (times[key].handled_tsc == 0)
					times[key].handled_tsc = item->event.tsc;
			}
		}
		if (is_get && item->key != UINT32_MAX) {
			first = has_joined ? first : item->key;
			times[item->key].taken_tsc = item->event.tsc;
		}
		open = is_get ? item->key : UINT32_MAX;
		has_joined = false;
	}
}

/* Find when output is seen: the last output before the next key is sent or a wait ends without a
 * key. */
static void find_seen(const struct maker *maker)
{
	const struct watch_trace *trace = maker->trace;
	size_t output = 0, item = 0;

	for (uint32_t key = 0; key < trace->key_count; key++) {
		uint64_t limit_tsc = sent_after(trace, trace->sent[key].tsc);

		while (item < maker->count && (maker->items[item].event.kind != MESSAGE_TIMER ||
					       maker->items[item].event.tsc <
					       trace->sent[key].tsc))
			item++;
		if (item < maker->count && maker->items[item].event.tsc < limit_tsc)
			limit_tsc = maker->items[item].event.tsc;
		for (; output < trace->output_count && trace->outputs[output].tsc < limit_tsc;
		     output++) {
			if (trace->outputs[output].tsc > trace->sent[key].tsc)
				maker->timeline->times[key].seen_tsc = trace->outputs[output].tsc;
		}
	}
}

/* Sums up to a switch: CPU time of all threads since the first switch, and how many threads run
 * after this one. */
struct cpu_sum {
	uint64_t ticks;
	size_t threads;
};

static struct cpu_sum *sum_cpu(const struct watch_trace *trace)
{
	struct cpu_sum *sums = calloc(trace->switches.count + 1, sizeof(*sums));
	static struct thread_list running;

	running.count = 0;
	for (size_t i = 0; sums != NULL && i < trace->switches.count; i++) {
		const struct watch_switch *change = &trace->switches.items[i];

		if (i > 0)
			sums[i].ticks = sums[i - 1].ticks +
					sums[i - 1].threads * (change->tsc - change[-1].tsc);
		if (change->kind == WATCH_RUNS || change->kind == WATCH_RESUMES)
			add_thread(&running, change->thread);
		else
			remove_thread(&running, change->thread);
		sums[i].threads = running.count;
	}
	return sums;
}

static uint64_t cpu_at(const struct watch_trace *trace, const struct cpu_sum *sums, uint64_t tsc)
{
	size_t next = switch_after(trace, tsc);

	if (next == 0)
		return 0;
	return sums[next - 1].ticks +
	       sums[next - 1].threads * (tsc - trace->switches.items[next - 1].tsc);
}

static void find_cpu(const struct maker *maker)
{
	const struct watch_trace *trace = maker->trace;
	struct cpu_sum *sums = trace->has_switches ? sum_cpu(trace) : NULL;

	for (uint32_t key = 0; sums != NULL && key < trace->key_count; key++) {
		struct watch_times *times = &maker->timeline->times[key];

		if (times->handled_tsc != 0)
			times->cpu_ticks = cpu_at(trace, sums, times->handled_tsc) -
					   cpu_at(trace, sums, trace->sent[key].tsc);
	}
	free(sums);
}

bool watch_timeline_make(const struct watch_trace *trace, struct watch_timeline *timeline)
{
	struct maker maker = {.trace = trace, .timeline = timeline};

	*timeline = (struct watch_timeline){
		.times = calloc(trace->key_count + 1, sizeof(*timeline->times)),
	};
	add_keys(&maker);
	add_calls(&maker);
	sort_items(&maker);
	maker.has_failed |= timeline->times == NULL || !decide_peeks(&maker) ||
			    !number_messages(&maker);
	if (!maker.has_failed) {
		find_handled(&maker);
		find_seen(&maker);
		find_cpu(&maker);
	}
	if (trace->has_switches)
		add_cpu(&maker);
	store_events(&maker);
	free(maker.items);
	return !maker.has_failed;
}

void watch_timeline_free(struct watch_timeline *timeline)
{
	free(timeline->events);
	free(timeline->times);
	*timeline = (struct watch_timeline){0};
}
