/* SPDX-License-Identifier: MIT */
/* Sample number k is in period number k, so the samples in an interval are found without computing
 * the samples before it. */
#include "tools/flow/load/sample.h"

#include <math.h>
#include <stdlib.h>

#include "lib/rng.h"
#include "tools/base/alloc.h"
#include "tools/stats/circular.h"

/* The position in its period; a function of the number. */
static uint64_t sample_place(const struct flow_sampling *sampling, uint64_t number)
{
	struct rng rng;

	if (!sampling->is_random)
		return sampling->phase;
	rng_seed(&rng, number);
	return rng_next(&rng) % sampling->period;
}

/* Number of samples before a time, from the origin on. */
static uint64_t samples_before(const struct flow_sampling *sampling, uint64_t time)
{
	uint64_t periods = time / sampling->period;

	return periods + (sample_place(sampling, periods) < time % sampling->period);
}

uint64_t flow_samples_in(const struct flow_sampling *sampling, uint64_t origin, uint64_t from,
			 uint64_t ticks)
{
	return samples_before(sampling, from - origin + ticks) -
	       samples_before(sampling, from - origin);
}

void flow_sampling_origins(const struct flow_session *session, uint64_t *origins)
{
	const struct flow_interactions *interactions = &session->interactions;

	for (size_t run = 0; run < session->log->runs.count; run++)
		origins[run] = UINT64_MAX;
	for (size_t i = 0; i < interactions->items.count; i++) {
		const struct flow_interaction *item = &interactions->items.items[i];

		if (item->begin < origins[item->run])
			origins[item->run] = item->begin;
	}
}

/* Begin times of a run's interactions. */
struct sampling_span {
	uint64_t first, last;           /* without interactions: last is 0, and first is larger */
};

static bool sampling_counts(const struct flow_interaction *item, const uint8_t *picked,
			    size_t number)
{
	return item->fault == FLOW_FAULT_SOUND && (picked == NULL || picked[number]);
}

static struct sampling_span *sampling_spans(const struct flow_session *session,
					    const uint8_t *picked)
{
	const struct flow_interactions *interactions = &session->interactions;
	struct sampling_span *spans = xcalloc(session->log->runs.count + 1, sizeof(*spans));

	for (size_t run = 0; run < session->log->runs.count; run++)
		spans[run].first = UINT64_MAX;
	for (size_t i = 0; i < interactions->items.count; i++) {
		const struct flow_interaction *item = &interactions->items.items[i];
		struct sampling_span *span = &spans[item->run];

		if (!sampling_counts(item, picked, i))
			continue;
		span->first = item->begin < span->first ? item->begin : span->first;
		span->last = item->begin > span->last ? item->begin : span->last;
	}
	return spans;
}

/* Whether the time is in complete periods of its run, and the run has enough of them. Only in
 * complete periods are all places equally likely. */
static bool sampling_has_place(const struct flow_sampling *sampling,
			       const struct sampling_span *span, uint64_t begin)
{
	uint64_t periods = (span->last - span->first) / sampling->period;

	return periods >= FLOW_SAMPLING_PERIODS_LEAST &&
	       begin - span->first <= periods * sampling->period;
}

/* The first interaction of a run is the origin of its periods, so its place is not counted. */
double flow_sampling_chance(const struct flow_sampling *sampling,
			    const struct flow_session *session, const uint8_t *picked,
			    const uint64_t *origins)
{
	const struct flow_interactions *interactions = &session->interactions;
	double *places = xcalloc(interactions->items.count + 1, sizeof(*places)), chance;
	struct sampling_span *spans = sampling_spans(session, picked);
	size_t count = 0;

	for (size_t i = 0; i < interactions->items.count; i++) {
		const struct flow_interaction *item = &interactions->items.items[i];
		uint64_t since = item->begin - origins[item->run];

		if (sampling_counts(item, picked, i) && since > 0 &&
		    sampling_has_place(sampling, &spans[item->run], item->begin))
			places[count++] = (double)(since % sampling->period) /
					  (double)sampling->period;
	}
	chance = count > 0 ? circular_uniform_p(places, count) : NAN;
	free(places);
	free(spans);
	return sampling->is_random ? 1 : chance;
}
