/* SPDX-License-Identifier: MIT */
/* A thread's intervals are cut to the key's, one by one. The timeline instead adds up all threads
 * from switch to switch, and subtracts sums. */
#include "linux/watch/witness.h"

#include "lib/text/fmt.h"

/* A program that is killed may leave one peek noted and not counted, or counted and not noted. */
#define PEEKS_OPEN 1

bool watch_witness_saw(const struct watch_trace *trace, uint64_t tsc, bool is_output)
{
	bool is_seen = false;

	for (size_t i = 0; i < trace->output_count && !is_seen; i++)
		is_seen = trace->outputs[i].tsc == tsc;
	if (is_output || is_seen)
		return is_seen;
	for (size_t i = 0; i < trace->call_count && !is_seen; i++)
		is_seen = trace->calls[i].begin_tsc == tsc || trace->calls[i].end_tsc == tsc;
	for (uint32_t i = 0; i < trace->key_count && !is_seen; i++)
		is_seen = trace->sent[i].tsc == tsc;
	for (size_t i = 0; i < trace->switches.count && !is_seen; i++)
		is_seen = trace->switches.items[i].tsc == tsc;
	return is_seen || tsc == trace->end_tsc;
}

static bool runs_after(const struct watch_switch *change)
{
	return change->kind == WATCH_RUNS || change->kind == WATCH_RESUMES;
}

/* The thread's next switch after the given one. Returns the count of switches if there is none. */
static size_t next_of_thread(const struct watch_switches *switches, size_t at)
{
	uint32_t thread = switches->items[at].thread;

	do
		at++;
	while (at < switches->count && switches->items[at].thread != thread);
	return at;
}

uint64_t watch_witness_cpu(const struct watch_trace *trace, uint64_t from_tsc, uint64_t to_tsc)
{
	const struct watch_switches *switches = &trace->switches;
	uint64_t ticks = 0;

	for (size_t i = 0; i < switches->count && switches->items[i].tsc < to_tsc; i++) {
		uint64_t begin_tsc = switches->items[i].tsc, end_tsc = to_tsc;
		size_t next;

		if (!runs_after(&switches->items[i]))
			continue;
		next = next_of_thread(switches, i);
		if (next < switches->count && switches->items[next].tsc < to_tsc)
			end_tsc = switches->items[next].tsc;
		if (begin_tsc < from_tsc)
			begin_tsc = from_tsc;
		ticks += end_tsc > begin_tsc ? end_tsc - begin_tsc : 0;
	}
	return ticks;
}

/* Whether output follows a time before the next key is sent and before a message of a timer. */
static bool is_followed_by_output(const struct watch_trace *trace,
				  const struct watch_timeline *timeline, uint32_t key, uint64_t tsc)
{
	uint64_t sent_tsc = trace->sent[key].tsc, limit_tsc = UINT64_MAX;

	for (uint32_t i = 0; i < trace->key_count; i++) {
		if (trace->sent[i].tsc > sent_tsc && trace->sent[i].tsc < limit_tsc)
			limit_tsc = trace->sent[i].tsc;
	}
	for (size_t i = 0; i < timeline->count; i++) {
		const struct message_event *event = &timeline->events[i];

		if (event->kind == MESSAGE_TIMER && event->tsc >= sent_tsc &&
		    event->tsc < limit_tsc)
			limit_tsc = event->tsc;
	}
	for (size_t i = 0; i < trace->output_count; i++) {
		if (trace->outputs[i].tsc > tsc && trace->outputs[i].tsc < limit_tsc)
			return true;
	}
	return false;
}

static bool key_agrees(const struct watch_trace *trace, const struct watch_timeline *timeline,
		       uint32_t key, char text[WATCH_WITNESS_MAX])
{
	const struct watch_times *times = &timeline->times[key];
	uint64_t sent_tsc = trace->sent[key].tsc, cpu_ticks;

	if (times->handled_tsc != 0 && trace->has_switches) {
		cpu_ticks = watch_witness_cpu(trace, sent_tsc, times->handled_tsc);
		if (cpu_ticks != times->cpu_ticks) {
			fmt_buffer(text, WATCH_WITNESS_MAX, "key %u: %lu ticks of CPU time, but "
				   "its threads ran for %lu", key + 1, times->cpu_ticks,
				   cpu_ticks);
			return false;
		}
	}
	if ((times->taken_tsc != 0 && !watch_witness_saw(trace, times->taken_tsc, false)) ||
	    (times->handled_tsc != 0 && !watch_witness_saw(trace, times->handled_tsc, false)) ||
	    (times->seen_tsc != 0 && !watch_witness_saw(trace, times->seen_tsc, true))) {
		fmt_buffer(text, WATCH_WITNESS_MAX, "key %u: at one of its times nothing was "
						    "observed", key + 1);
		return false;
	}
	if (times->seen_tsc != 0 && is_followed_by_output(trace, timeline, key, times->seen_tsc)) {
		fmt_buffer(text, WATCH_WITNESS_MAX, "key %u: it is seen before its last output",
			   key + 1);
		return false;
	}
	return true;
}

/* Count switches of a kind, of the first thread, until the end. */
static uint64_t count_kind(const struct watch_trace *trace, enum watch_switch_kind kind)
{
	uint64_t count = 0;

	for (size_t i = 0; i < trace->switches.count; i++) {
		const struct watch_switch *change = &trace->switches.items[i];

		count += change->thread == trace->first_thread && change->kind == (uint32_t)kind &&
			 change->tsc <= trace->end_tsc;
	}
	return count;
}

/* Whether the counts agree. The kernel also counts the switches before the recording began. */
static bool switches_agree(const struct watch_trace *trace, char text[WATCH_WITNESS_MAX])
{
	uint64_t sleeps = count_kind(trace, WATCH_SLEEPS);
	uint64_t preempted = count_kind(trace, WATCH_PREEMPTED);

	if (!trace->has_switches || !trace->has_counts ||
	    (sleeps <= trace->sleeps && preempted <= trace->preemptions))
		return true;
	fmt_buffer(text, WATCH_WITNESS_MAX, "its first thread slept %lu times and was preempted "
		   "%lu times, but the kernel counted %lu and %lu", sleeps, preempted,
		   trace->sleeps, trace->preemptions);
	return false;
}

bool watch_witness_agrees(const struct watch_trace *trace, const struct watch_timeline *timeline,
			  char text[WATCH_WITNESS_MAX])
{
	uint64_t peeks = timeline->peeks;

	for (uint32_t key = 0; key < trace->key_count; key++) {
		if (!key_agrees(trace, timeline, key, text))
			return false;
	}
	if (!switches_agree(trace, text))
		return false;
	if (trace->has_peeks && (peeks > trace->vain_peeks + PEEKS_OPEN ||
				  trace->vain_peeks > peeks + PEEKS_OPEN)) {
		fmt_buffer(text, WATCH_WITNESS_MAX, "%lu vain peeks, but the preloaded library "
						    "counted %lu", peeks, trace->vain_peeks);
		return false;
	}
	return true;
}
