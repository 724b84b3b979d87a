/* SPDX-License-Identifier: MIT */
/* Each event belongs to the pass that contains its time. Interrupts are counted by their times, if
 * recorded. The count recorded with a pass may include an interrupt after the clock was read, which
 * lengthened the next pass. */
#include "tools/idle/gaps.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/base/round.h"
#include "tools/base/sort.h"
#include "tools/base/utf8.h"
#include "tools/stats/stats.h"

#define UNDISTURBED_PASSES_MIN 16
#define THRESHOLD_IQRS 3
#define PART_SHARE 10                   /* a smaller part of a gap is no cause */

/* A pass with its events. */
struct pass_view {
	const struct idle_pass *pass;
	const struct idle_event *events;
	size_t event_count;
	uint64_t recorded;              /* interrupts among the events */
	uint64_t interrupts;            /* these, and others that were only counted */
};

struct finder {
	struct idle_gaps *gaps;
	const struct idle_trace *trace;
	double usual_ratio;             /* median of ratio_of; 0: unknown */
	size_t next_event, next_activity;
};

static bool is_interrupt(const struct idle_event *event)
{
	return event->kind == IDLE_EVENT_INTERRUPT || event->kind == IDLE_EVENT_ENTERED;
}

/* An interrupt may be recorded twice: at its handler's first instruction, and at its dispatch. */
static uint64_t count_interrupts(const struct idle_event *events, size_t count)
{
	uint64_t dispatched = 0, entered = 0;

	for (size_t i = 0; i < count; i++) {
		dispatched += events[i].kind == IDLE_EVENT_INTERRUPT;
		entered += events[i].kind == IDLE_EVENT_ENTERED;
	}
	return dispatched > entered ? dispatched : entered;
}

/* Find a pass's events. Call it for passes in order. */
static struct pass_view view_pass(struct finder *finder, const struct idle_pass *pass)
{
	const struct idle_trace *trace = finder->trace;
	bool has_all = trace->info->events_lost == 0 && trace->events_missing == 0;
	struct pass_view view = {.pass = pass};
	size_t next = finder->next_event;

	while (next < trace->event_count && trace->events[next].at <= pass->begin)
		next++;
	view.events = trace->events + next;
	while (next < trace->event_count && trace->events[next].at <= pass->end)
		next++;
	finder->next_event = next;
	view.event_count = (size_t)(trace->events + next - view.events);
	view.recorded = count_interrupts(view.events, view.event_count);
	view.interrupts = has_all || pass->interrupts < view.recorded ? view.recorded
								      : pass->interrupts;
	return view;
}

/* ---- An undisturbed pass ---- */

/* Passes without a known disturbance: their lengths, clock ratios and instructions. */
struct undisturbed {
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

/* Ratio of the core's clock to its nominal clock, or in a polling loop to the TSC. 0: unknown. */
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

static void find_undisturbed(struct finder *finder, struct undisturbed *undisturbed)
{
	const struct idle_trace *trace = finder->trace;

	for (size_t i = 0; i < trace->pass_count; i++) {
		const struct idle_pass *pass = &trace->passes[i];
		struct pass_view view = view_pass(finder, pass);

		if (view.interrupts > 0 || pass->interrupts > 0 ||
		    idle_reading(trace, pass, READING_SMI) > 0)
			continue;
		undisturbed->instructions[undisturbed->count] =
			(double)idle_reading(trace, pass, READING_INSTRUCTIONS);
		undisturbed->lengths[undisturbed->count++] = (double)(pass->end - pass->begin);
		if (ratio_of(trace, pass) > 0)
			undisturbed->ratios[undisturbed->ratio_count++] = ratio_of(trace, pass);
	}
	finder->next_event = 0;
	sort_reals(undisturbed->lengths, undisturbed->count);
	sort_reals(undisturbed->ratios, undisturbed->ratio_count);
	sort_reals(undisturbed->instructions, undisturbed->count);
}

static void find_base(struct finder *finder, uint64_t threshold, uint64_t least_threshold)
{
	const struct wire_idle *info = finder->trace->info;
	size_t passes = finder->trace->pass_count;
	struct idle_gaps *gaps = finder->gaps;
	struct undisturbed undisturbed = {
		.lengths = xcalloc(passes + 1, sizeof(*undisturbed.lengths)),
		.ratios = xcalloc(passes + 1, sizeof(*undisturbed.ratios)),
		.instructions = xcalloc(passes + 1, sizeof(*undisturbed.instructions)),
	};
	double spread = 0;

	find_undisturbed(finder, &undisturbed);
	gaps->base = info->pass_ticks;
	if (info->threshold_ticks == 0 && undisturbed.count >= UNDISTURBED_PASSES_MIN) {
		gaps->base = round_u64(stats_median_sorted(undisturbed.lengths, undisturbed.count));
		spread = stats_quantile(undisturbed.lengths, undisturbed.count, 0.75) -
			 stats_quantile(undisturbed.lengths, undisturbed.count, 0.25);
	}
	gaps->has_instructions = finder->trace->has[READING_INSTRUCTIONS] &&
				 undisturbed.count > 0 && info->threshold_ticks == 0;
	if (gaps->has_instructions)
		gaps->instructions = stats_median_sorted(undisturbed.instructions,
							 undisturbed.count);
	if (undisturbed.ratio_count > 0)
		finder->usual_ratio = stats_median_sorted(undisturbed.ratios,
							  undisturbed.ratio_count);
	if (threshold == GAP_THRESHOLD_AUTO)
		threshold = round_u64(floor(fmax((double)least_threshold,
						   THRESHOLD_IQRS * spread)));
	gaps->threshold = threshold;
	free(undisturbed.instructions);
	free(undisturbed.ratios);
	free(undisturbed.lengths);
}

/* ---- Causes ---- */

static void gaps_add_word(char name[GAP_CAUSE_MAX], const char *word)
{
	size_t used = strlen(name);

	snprintf(name + used, GAP_CAUSE_MAX - used, "%s%s", used > 0 ? "+" : "", word);
	utf8_trim(name);
}

/* Add each vector once, in ascending order, so that equal sets have equal names. */
static void add_vectors(const struct idle_trace *trace, const struct pass_view *view,
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
		if (more) {
			const char *word = idle_vector_name(trace, next);
			char number[32];

			snprintf(number, sizeof(number), "vector %#llx", (unsigned long long)next);
			gaps_add_word(name, word != NULL ? word : number);
		}
		least = next + 1;
	}
}

/* Whether a slower clock explains at least half of the gap. */
static bool is_clock_cause(const struct finder *finder, const struct pass_view *view,
			   uint64_t length)
{
	double ratio_now = ratio_of(finder->trace, view->pass), slower;

	if (finder->usual_ratio == 0 || ratio_now == 0)
		return false;
	slower = (double)finder->gaps->base * (finder->usual_ratio / ratio_now - 1);
	return slower >= (double)length / 2;
}

/* The index of the cause of that name, which is added if new. If there are too many causes,
 * further causes are counted with the last cause. */
static size_t find_or_add_cause(struct idle_gaps *gaps, const char *name)
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

/* Name of the clock as a cause; NULL if it cannot be one. In a comparison with the TSC, a stopped
 * core looks like a slow one, and so does a core that was interrupted between the reads of its
 * clock and of the TSC. Then the clock is a cause only without another cause. */
static const char *clock_word(const struct finder *finder, const char *causes)
{
	if (has_nominal(finder->trace))
		return "frequency";
	return causes[0] == '\0' ? "clock" : NULL;
}

/* ---- Parts ---- */

static struct gap_part *part_of(struct idle_gaps *gaps, struct idle_gap *gap, const char *name)
{
	size_t at = gap->first_part;

	while (at < gaps->part_count && strcmp(gaps->parts[at].name, name) < 0)
		at++;
	if (at < gaps->part_count && strcmp(gaps->parts[at].name, name) == 0)
		return &gaps->parts[at];
	if (gaps->part_count == gaps->part_capacity) {
		gaps->part_capacity = 2 * gaps->part_capacity + 64;
		gaps->parts = xreallocarray(gaps->parts, gaps->part_capacity,
					    sizeof(*gaps->parts));
	}
	memmove(&gaps->parts[at + 1], &gaps->parts[at],
		(gaps->part_count - at) * sizeof(*gaps->parts));
	gaps->parts[at] = (struct gap_part){.name = name};
	gaps->part_count++;
	gap->part_count++;
	return &gaps->parts[at];
}

/* Find the activities during the pass. Together they are at most as long as the gap, because both
 * measurements have errors. */
static void find_parts(struct finder *finder, struct idle_gap *gap)
{
	const struct idle_trace *trace = finder->trace;
	uint64_t left = gap->length;
	size_t next = finder->next_activity;

	gap->first_part = finder->gaps->part_count;
	while (next < trace->activity_count && trace->activities[next].end <= gap->pass->begin)
		next++;
	finder->next_activity = next;
	for (; next < trace->activity_count && trace->activities[next].begin < gap->pass->end;
	     next++) {
		const struct idle_activity *activity = &trace->activities[next];
		uint64_t begin = activity->begin > gap->pass->begin ? activity->begin
								    : gap->pass->begin;
		uint64_t end = activity->end < gap->pass->end ? activity->end : gap->pass->end;
		uint64_t ticks = end - begin < left ? end - begin : left;

		if (ticks > 0)
			part_of(finder->gaps, gap, activity->name)->ticks += ticks;
		left -= ticks;
	}
}

static size_t cause_of(const struct finder *finder, const struct pass_view *view,
		       const struct idle_gap *gap)
{
	char name[GAP_CAUSE_MAX] = "";
	const char *clock;

	add_vectors(finder->trace, view, name);
	for (size_t i = gap->first_part; i < gap->first_part + gap->part_count; i++) {
		if (finder->gaps->parts[i].ticks >= gap->length / PART_SHARE)
			gaps_add_word(name, finder->gaps->parts[i].name);
	}
	if (view->interrupts > view->recorded)
		gaps_add_word(name, "interrupt");
	if (idle_reading(finder->trace, view->pass, READING_SMI) > 0)
		gaps_add_word(name, "smi");
	clock = clock_word(finder, name);
	if (clock != NULL && is_clock_cause(finder, view, gap->length))
		gaps_add_word(name, clock);
	return find_or_add_cause(finder->gaps, name[0] != '\0' ? name : GAP_UNEXPLAINED);
}

/* ---- Gaps ---- */

/* Time of the first recorded interrupt in a pass; `otherwise` if there is none. */
static uint64_t first_interrupt(const struct pass_view *view, uint64_t otherwise)
{
	for (size_t i = 0; i < view->event_count; i++) {
		if (is_interrupt(&view->events[i]))
			return view->events[i].at;
	}
	return otherwise;
}

/* A halting loop is busy from the first interrupt on. */
static uint64_t length_of(const struct finder *finder, const struct pass_view *view)
{
	uint64_t elapsed = view->pass->end - view->pass->begin;

	if (finder->trace->info->quantum_ticks == 0)
		return view->pass->end - first_interrupt(view, view->pass->end);
	return elapsed > finder->gaps->base ? elapsed - finder->gaps->base : 0;
}

static void add_gap(struct finder *finder, const struct pass_view *view)
{
	struct idle_gaps *gaps = finder->gaps;
	const struct idle_pass *pass = view->pass;
	uint64_t length = length_of(finder, view);
	struct idle_gap *gap = &gaps->items[gaps->count];

	gaps->interrupts += view->interrupts;
	if (length <= gaps->threshold)
		return;
	gaps->busy += length;
	*gap = (struct idle_gap){
		.start = first_interrupt(view, pass->begin), .length = length, .pass = pass,
		.events = view->events, .event_count = view->event_count,
		.interrupts = view->interrupts,
		.smis = idle_reading(finder->trace, pass, READING_SMI),
		.instructions = (double)idle_reading(finder->trace, pass, READING_INSTRUCTIONS) -
				gaps->instructions,
	};
	find_parts(finder, gap);
	gap->cause = cause_of(finder, view, gap);
	gaps->causes[gap->cause].count++;
	gaps->count++;
}

/* Set the session: the ticks from the loop's first pass to the end of a complete trace. For an
 * incomplete trace, the ticks covered by the passes found. */
static void set_session(const struct idle_trace *trace, struct idle_gaps *gaps)
{
	bool is_whole = trace->info->passes_lost == 0 && trace->passes_missing == 0;
	uint64_t rested = trace->info->rested_ticks;

	if (trace->pass_count > 0 && is_whole) {
		gaps->session = trace->span - idle_start(trace);
		gaps->observed = gaps->session > rested ? gaps->session - rested : 0;
		return;
	}
	for (size_t i = 0; i < trace->pass_count; i++)
		gaps->observed += trace->passes[i].end -
			(i == 0 ? trace->passes[i].begin : trace->passes[i].since);
	gaps->session = gaps->observed;
}

/* The listed gaps are all busy time. Each gap has a cause, and its parts are together at most as
 * long as the gap. */
static void gaps_prove(const struct idle_gaps *gaps)
{
	uint64_t busy = 0, causes = 0;

	for (size_t i = 0; i < gaps->count; i++) {
		const struct idle_gap *gap = &gaps->items[i];
		uint64_t parts = 0;

		for (size_t j = 0; j < gap->part_count; j++)
			parts += gaps->parts[gap->first_part + j].ticks;
		proof_require(parts <= gap->length, "gap %zu has parts of %" PRIu64 " ticks, but "
						    "is %" PRIu64 " long", i + 1, parts,
			      gap->length);
		busy += gap->length;
	}
	for (size_t i = 0; i < gaps->cause_count; i++)
		causes += gaps->causes[i].count;
	proof_require(busy == gaps->busy, "%zu gaps add up to %" PRIu64 " ticks, and not to %"
		      PRIu64, gaps->count, busy, gaps->busy);
	proof_require(causes == gaps->count, "%" PRIu64 " of %zu gaps have a cause", causes,
		      gaps->count);
}

void idle_gaps_find(const struct idle_trace *trace, uint64_t threshold, uint64_t least_threshold,
		    struct idle_gaps *gaps)
{
	struct finder finder = {.gaps = gaps, .trace = trace};

	memset(gaps, 0, sizeof(*gaps));
	gaps->trace = trace;
	set_session(trace, gaps);
	gaps->items = xcalloc(trace->pass_count + 1, sizeof(*gaps->items));
	find_base(&finder, threshold, least_threshold);
	if (trace->info->quantum_ticks == 0)
		gaps->base = 0;
	for (size_t i = 0; i < trace->pass_count; i++) {
		struct pass_view view = view_pass(&finder, &trace->passes[i]);

		add_gap(&finder, &view);
	}
	gaps_prove(gaps);
}

void idle_gaps_free(struct idle_gaps *gaps)
{
	free(gaps->items);
	free(gaps->parts);
	gaps->items = NULL;
	gaps->parts = NULL;
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
