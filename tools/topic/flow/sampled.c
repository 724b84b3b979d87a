/* SPDX-License-Identifier: MIT */
/* States as a sampling monitor of statewords would estimate them, next to the recorded values. The
 * intervals assume that the sampling times are independent of the work. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "tools/flow/duration.h"
#include "tools/flow/load/sample.h"
#include "tools/flow/sums.h"
#include "tools/stats/proportion.h"
#include "tools/topic/flow/flow.h"

#define TAIL_PROBABILITY 0.025  /* of 95 % intervals */
#define CHANCE_MIN 0.001        /* below: the period is reported as locked */

struct sampled {
	struct flow_session *session;
	const struct flow_states_request *request;
	const struct flow_sampling *sampling;
	uint64_t *origins; /* by run */
	uint64_t samples; /* of all expressions */
	double chance; /* flow_sampling_chance() */
	uint64_t *found; /* by expression: samples in that state */
};

static void sampled_take_arc(void *context, const struct flow_usage *use, flow_state state,
			     const struct flow_sums_arc *arc)
{
	struct sampled *sampled = context;
	const struct flow_states_request *request = sampled->request;
	uint64_t samples = flow_samples_in(sampled->sampling, sampled->origins[use->run], arc->from,
					   arc->ticks);

	sampled->samples += samples;
	for (size_t i = 0; samples > 0 && i < request->state_count; i++) {
		if (flow_expr_holds(&request->states[i], state, use->words))
			sampled->found[i] += samples;
	}
}

static double sampled_share(uint64_t part, uint64_t all)
{
	return all > 0 ? (double)part / (double)all : 0;
}

static void sampled_add(const struct sampled *sampled, struct table *table, const char *state,
			uint64_t found, double truth)
{
	bool has_interval = sampled->samples > 0 && sampled->samples <= PROPORTION_TRIALS_MAX;
	double low = 0, high = 1;
	bool is_inside;

	if (has_interval)
		proportion_bound(found, sampled->samples, TAIL_PROBABILITY, &low, &high);
	is_inside = low <= truth && truth <= high;
	table_row(table);
	cell_string(table_at(table, "state"), state);
	cell_count(table_at(table, "samples"), found);
	cell_number_if(table_at(table, "sampled"),
		       sampled->samples > 0, sampled_share(found, sampled->samples));
	cell_number_if(table_at(table, "low"), has_interval, low);
	cell_number_if(table_at(table, "high"), has_interval, high);
	cell_number(table_at(table, "share"), truth);
	if (!isnan(sampled->chance))
		cell_verdict(table_at(table, "truth"), is_inside ? TABLE_GOOD : TABLE_BAD,
			     is_inside ? "within" : "outside");
}

/* Only a fixed period can be locked to the work. */
static const char *sampled_note(const struct sampled *sampled, struct tables *tables)
{
	if (isnan(sampled->chance))
		return "No verdict: no run lasts several periods, so locking to the period cannot "
		       "be "
		       "checked. Use a shorter period, or --sample PERIOD:random.";
	if (sampled->chance >= CHANCE_MIN)
		return "Exact 95 % intervals (Clopper and Pearson) and the true share from the "
		       "events: "
		       "about one in twenty may be outside.";
	return tables_text(tables,
			   "LOCKED: interactions begin at the same points of the period (by chance "
			   "with a probability of %.1g), so samples repeat the same moments of "
			   "them "
			   "and intervals are meaningless. Use another period, or --sample "
			   "PERIOD:random.", sampled->chance);
}

static struct table *sampled_begin(const struct sampled *sampled, struct tables *tables)
{
	static const struct column columns[] = {
		{"state", COLUMN_TEXT, 0, NULL, NULL},
		{"samples", COLUMN_COUNT, 0, NULL, NULL},
		{"sampled", COLUMN_SHARE, 0, "share, sampled", NULL},
		{"low", COLUMN_SHARE, 0, "from", NULL},
		{"high", COLUMN_SHARE, 0, "to", NULL},
		{"share", COLUMN_SHARE, 0, "true share", NULL},
		{"truth", COLUMN_VERDICT, 0, "true share is", NULL},
	};
	const struct flow_sampling *sampling = sampled->sampling;
	char period[FLOW_DURATION_MAX];
	struct table *table = table_begin(
		tables, "", "sampled",
		tables_text(tables, "%" PRIu64 " samples, one every %s%s", sampled->samples,
			    flow_duration(period, sampled->session->log, sampling->period),
			    sampling->is_random ? " at a random time in it" : ""),
		columns, COUNT(columns));

	table->note = sampled_note(sampled, tables);
	return table;
}

void topic_flow_sampled(struct tables *tables, struct flow_session *session,
			const struct flow_states_request *request,
			const struct flow_sampling *sampling)
{
	struct sampled sampled = {
		.session = session, .request = request, .sampling = sampling,
		.origins = tables_allocate(tables, session->log->runs.count, sizeof(uint64_t)),
		.found = tables_allocate(tables, request->state_count, sizeof(uint64_t)),
	};
	struct flow_sums sums = {
		.state_ticks = tables_allocate(tables, request->state_count, sizeof(uint64_t)),
	};
	const struct flow_sums_request sums_request = {
		.picked = request->picked, .run = FLOW_NONE,
		.states = request->states, .state_count = request->state_count,
		.visit = sampled_take_arc, .context = &sampled,
	};
	struct table *table;

	flow_sampling_origins(session, sampled.origins);
	sampled.chance = flow_sampling_chance(sampling, session, request->picked, sampled.origins);
	flow_sums_make(session, &sums_request, &sums);
	table = sampled_begin(&sampled, tables);
	for (size_t i = 0; i < request->state_count; i++)
		sampled_add(&sampled, table, request->texts[i], sampled.found[i],
			    sampled_share(sums.state_ticks[i], sums.response_ticks));
}
