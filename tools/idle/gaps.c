/* SPDX-License-Identifier: MIT */
/* Passes and events are walked side by side: an event is of the pass that it falls into. The time
 * of an interrupt says more than the count beside a pass, which may take in one that came after the
 * clock was read and lengthened the next pass. */
#include "tools/idle/gaps.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/sort.h"
#include "tools/base/utf8.h"

#define QUIET_PASSES_MIN 16
#define SPREADS 3

/* One pass as it is looked at. */
struct view {
	const struct idle_pass *pass;
	const struct idle_event *events;
	size_t event_count;
	uint64_t noted;                 /* interrupts among the events */
	uint64_t interrupts;            /* those, and others that were only counted */
};

struct finder {
	struct idle_gaps *gaps;
	const struct idle_trace *trace;
	double usual_ratio;             /* of the core's clock to what it is held against;
					 * 0: not known */
	size_t next_event;
};

static bool is_interrupt(const struct idle_event *event)
{
	return event->kind == IDLE_EVENT_INTERRUPT || event->kind == IDLE_EVENT_ENTERED;
}

/* A handler that stamps its first instruction may be noted a second time when it is dispatched. */
static uint64_t count_interrupts(const struct idle_event *events, size_t count)
{
	uint64_t dispatched = 0, entered = 0;

	for (size_t i = 0; i < count; i++) {
		dispatched += events[i].kind == IDLE_EVENT_INTERRUPT;
		entered += events[i].kind == IDLE_EVENT_ENTERED;
	}
	return dispatched > entered ? dispatched : entered;
}

/* Look at a pass. Passes have to be looked at in order. */
static struct view look_at(struct finder *finder, const struct idle_pass *pass)
{
	const struct idle_trace *trace = finder->trace;
	bool has_all = trace->info->events_lost == 0 && trace->events_missing == 0;
	struct view view = {.pass = pass};
	size_t next = finder->next_event;

	while (next < trace->event_count && trace->events[next].at <= pass->begin)
		next++;
	view.events = trace->events + next;
	while (next < trace->event_count && trace->events[next].at <= pass->end)
		next++;
	finder->next_event = next;
	view.event_count = (size_t)(trace->events + next - view.events);
	view.noted = count_interrupts(view.events, view.event_count);
	view.interrupts = has_all || pass->interrupts < view.noted ? view.noted : pass->interrupts;
	return view;
}

/* ---- An undisturbed pass ---- */

static double quantile(const double *sorted, size_t count, size_t quarters)
{
	return sorted[(count - 1) * quarters / 4];
}

/* Lengths, clock ratios and instructions of the passes that nothing is known to have disturbed. */
struct quiet {
	double *lengths, *ratios, *instructions;
	size_t count, ratio_count;
};

static double ratio(const struct idle_trace *trace, const struct idle_pass *pass,
		    enum idle_reading core, enum idle_reading nominal)
{
	double by = (double)idle_reading(trace, pass, nominal);

	return by > 0 ? (double)idle_reading(trace, pass, core) / by : 0;
}

static bool has_nominal(const struct idle_trace *trace)
{
	return (trace->has[READING_APERF] && trace->has[READING_MPERF]) ||
	       (trace->has[READING_CYCLES] && trace->has[READING_REF_CYCLES]);
}

/* Of the core's clock to its nominal one; else, in a loop that never halts, to the TSC; 0 if it is
 * not known. */
static double ratio_of(const struct idle_trace *trace, const struct idle_pass *pass)
{
	if (trace->has[READING_APERF] && trace->has[READING_MPERF])
		return ratio(trace, pass, READING_APERF, READING_MPERF);
	if (trace->has[READING_CYCLES] && trace->has[READING_REF_CYCLES])
		return ratio(trace, pass, READING_CYCLES, READING_REF_CYCLES);
	if (trace->info->quantum_ticks == 0 || pass->end == pass->since)
		return 0;
	return (double)idle_reading(trace, pass, READING_CYCLES) /
	       (double)(pass->end - pass->since);
}

static void find_quiet(struct finder *finder, struct quiet *quiet)
{
	const struct idle_trace *trace = finder->trace;

	for (size_t i = 0; i < trace->pass_count; i++) {
		const struct idle_pass *pass = &trace->passes[i];
		struct view view = look_at(finder, pass);

		if (view.interrupts > 0 || pass->interrupts > 0 ||
		    idle_reading(trace, pass, READING_SMI) > 0)
			continue;
		quiet->instructions[quiet->count] =
			(double)idle_reading(trace, pass, READING_INSTRUCTIONS);
		quiet->lengths[quiet->count++] = (double)(pass->end - pass->begin);
		if (ratio_of(trace, pass) > 0)
			quiet->ratios[quiet->ratio_count++] = ratio_of(trace, pass);
	}
	finder->next_event = 0;
	sort_reals(quiet->lengths, quiet->count);
	sort_reals(quiet->ratios, quiet->ratio_count);
	sort_reals(quiet->instructions, quiet->count);
}

static void find_base(struct finder *finder, uint64_t threshold, uint64_t least_threshold)
{
	const struct wire_idle *info = finder->trace->info;
	size_t passes = finder->trace->pass_count;
	struct idle_gaps *gaps = finder->gaps;
	struct quiet quiet = {
		.lengths = xcalloc(passes + 1, sizeof(*quiet.lengths)),
		.ratios = xcalloc(passes + 1, sizeof(*quiet.ratios)),
		.instructions = xcalloc(passes + 1, sizeof(*quiet.instructions)),
	};
	double spread = 0;

	find_quiet(finder, &quiet);
	gaps->base = info->pass_ticks;
	if (info->threshold_ticks == 0 && quiet.count >= QUIET_PASSES_MIN) {
		gaps->base = (uint64_t)quantile(quiet.lengths, quiet.count, 2);
		spread = quantile(quiet.lengths, quiet.count, 3) -
			quantile(quiet.lengths, quiet.count, 1);
	}
	gaps->has_instructions = finder->trace->has[READING_INSTRUCTIONS] && quiet.count > 0 &&
				 info->threshold_ticks == 0;
	if (gaps->has_instructions)
		gaps->instructions = quantile(quiet.instructions, quiet.count, 2);
	if (quiet.ratio_count > 0)
		finder->usual_ratio = quantile(quiet.ratios, quiet.ratio_count, 2);
	if (threshold == GAP_THRESHOLD_AUTO)
		threshold = (uint64_t)fmax((double)least_threshold, SPREADS * spread);
	gaps->threshold = threshold;
	free(quiet.instructions);
	free(quiet.ratios);
	free(quiet.lengths);
}

/* ---- Causes ---- */

static void gaps_add_word(char name[GAP_CAUSE_MAX], const char *word)
{
	size_t used = strlen(name);

	snprintf(name + used, GAP_CAUSE_MAX - used, "%s%s", used > 0 ? "+" : "", word);
	utf8_trim(name);
}

static void add_vector(const struct idle_trace *trace, uint64_t vector, char name[GAP_CAUSE_MAX])
{
	const char *word = idle_vector_name(trace, vector);
	char number[32];

	snprintf(number, sizeof(number), "vector %#llx", (unsigned long long)vector);
	gaps_add_word(name, word != NULL ? word : number);
}

/* Each vector once, the lowest first, so that the same set has the same name. */
static void add_vectors(const struct idle_trace *trace, const struct view *view,
			char name[GAP_CAUSE_MAX])
{
	uint64_t least = 0;
	bool more = true;

	while (more && strlen(name) < GAP_CAUSE_MAX - 1) {
		uint64_t next = UINT64_MAX;

		more = false;
		for (size_t i = 0; i < view->event_count; i++) {
			const struct idle_event *event = &view->events[i];

			if (is_interrupt(event) && event->value >= least && event->value < next) {
				next = event->value;
				more = true;
			}
		}
		if (more)
			add_vector(trace, next, name);
		least = next + 1;
	}
}

/* Whether a slower clock would by itself have made at least half of the gap. */
static bool is_of_clock(const struct finder *finder, const struct view *view, uint64_t length)
{
	double ratio_now = ratio_of(finder->trace, view->pass), slower;

	if (finder->usual_ratio == 0 || ratio_now == 0)
		return false;
	slower = (double)finder->gaps->base * (finder->usual_ratio / ratio_now - 1);
	return slower >= (double)length / 2;
}

/* The number of the cause, which is new if there was none of that name. When there are too many,
 * what is new goes with the last. */
static size_t gaps_number_of(struct idle_gaps *gaps, const char *name)
{
	for (size_t i = 0; i < gaps->cause_count; i++) {
		if (strcmp(gaps->causes[i].name, name) == 0)
			return i;
	}
	if (gaps->cause_count == GAP_CAUSES_MAX) {
		strcpy(gaps->causes[GAP_CAUSES_MAX - 1].name, "others");
		return GAP_CAUSES_MAX - 1;
	}
	strcpy(gaps->causes[gaps->cause_count].name, name);
	return gaps->cause_count++;
}

/* Against the TSC a core that stands still looks like a slow one, and so does one whose
 * clock was read before an interrupt that came after the TSC was: another cause leaves no
 * room for this one. */
static const char *clock_word(const struct finder *finder, const char *causes)
{
	if (has_nominal(finder->trace))
		return "frequency";
	return causes[0] == '\0' ? "clock" : NULL;
}

static size_t cause_of(const struct finder *finder, const struct view *view, uint64_t length)
{
	char name[GAP_CAUSE_MAX] = "";
	const char *clock;

	add_vectors(finder->trace, view, name);
	if (view->interrupts > view->noted)
		gaps_add_word(name, "interrupt");
	if (idle_reading(finder->trace, view->pass, READING_SMI) > 0)
		gaps_add_word(name, "smi");
	clock = clock_word(finder, name);
	if (clock != NULL && is_of_clock(finder, view, length))
		gaps_add_word(name, clock);
	return gaps_number_of(finder->gaps, name[0] != '\0' ? name : GAP_UNEXPLAINED);
}

/* ---- Gaps ---- */

/* When the first interrupt of a pass was noted; without one, what is given. */
static uint64_t first_interrupt(const struct view *view, uint64_t otherwise)
{
	for (size_t i = 0; i < view->event_count; i++) {
		if (is_interrupt(&view->events[i]))
			return view->events[i].at;
	}
	return otherwise;
}

/* A loop that rests is not idle from the first interrupt on. */
static uint64_t length_of(const struct finder *finder, const struct view *view)
{
	uint64_t elapsed = view->pass->end - view->pass->begin;

	if (finder->trace->info->quantum_ticks == 0)
		return view->pass->end - first_interrupt(view, view->pass->end);
	return elapsed > finder->gaps->base ? elapsed - finder->gaps->base : 0;
}

static void find_in(struct finder *finder, const struct view *view)
{
	struct idle_gaps *gaps = finder->gaps;
	const struct idle_pass *pass = view->pass;
	uint64_t length = length_of(finder, view);

	gaps->interrupts += view->interrupts;
	if (length <= gaps->threshold)
		return;
	gaps->busy += length;
	gaps->items[gaps->count] = (struct idle_gap){
		.start = first_interrupt(view, pass->begin), .length = length, .pass = pass,
		.events = view->events, .event_count = view->event_count,
		.interrupts = view->interrupts,
		.smis = idle_reading(finder->trace, pass, READING_SMI),
		.instructions = (double)idle_reading(finder->trace, pass, READING_INSTRUCTIONS) -
				gaps->instructions,
		.cause = cause_of(finder, view, length),
	};
	gaps->causes[gaps->items[gaps->count++].cause].count++;
}

/* From where the loop first ran to the end of the trace, if all of it came; else what the passes
 * that did are of. */
static uint64_t observed_by(const struct idle_trace *trace)
{
	bool is_whole = trace->info->passes_lost == 0 && trace->passes_missing == 0;
	uint64_t ticks = 0;

	if (trace->pass_count == 0)
		return 0;
	if (is_whole)
		return trace->span - idle_start(trace);
	for (size_t i = 0; i < trace->pass_count; i++)
		ticks += trace->passes[i].end -
			(i == 0 ? trace->passes[i].begin : trace->passes[i].since);
	return ticks;
}

void idle_gaps_find(const struct idle_trace *trace, uint64_t threshold, uint64_t least_threshold,
		    struct idle_gaps *gaps)
{
	struct finder finder = {.gaps = gaps, .trace = trace};

	memset(gaps, 0, sizeof(*gaps));
	gaps->trace = trace;
	gaps->observed = observed_by(trace);
	gaps->items = xcalloc(trace->pass_count + 1, sizeof(*gaps->items));
	find_base(&finder, threshold, least_threshold);
	if (trace->info->quantum_ticks == 0)
		gaps->base = 0;
	for (size_t i = 0; i < trace->pass_count; i++) {
		struct view view = look_at(&finder, &trace->passes[i]);

		find_in(&finder, &view);
	}
}

void idle_gaps_free(struct idle_gaps *gaps)
{
	free(gaps->items);
	gaps->items = NULL;
}

uint64_t idle_start(const struct idle_trace *trace)
{
	bool is_known = trace->pass_count > 0 && trace->info->passes_lost == 0 &&
		trace->info->threshold_ticks == 0;

	return is_known && trace->passes[0].since == 0 ? trace->passes[0].begin : 0;
}

double idle_utilisation(const struct idle_gaps *gaps, const struct idle_pass *pass)
{
	double elapsed = (double)(pass->end - pass->begin), busy;

	if (elapsed <= 0 || gaps->base == 0)
		return 0;
	busy = elapsed - (double)gaps->base;
	return busy > (double)gaps->threshold ? busy / elapsed : 0;
}
