/* SPDX-License-Identifier: MIT */
/* Predicted response times with shortened objects, against measured ones. The method does not model
 * three effects:
 * - Threads of one task wait for each other's CPU.
 * - Waits for other interactions shorten when those do.
 * - Scheduler and recorder take constant time.
 * Any other difference is an error.
 *
 * The time of a real device cannot be shortened. If a prediction needs that, the row has a note and
 * is not checked. */
#include "tools/topic/flow/flow.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/flow/speedup.h"

#define NAME_OF_CPUS "cpu"
#define OFF_PERCENT_MAX 1

/* Sums over all interactions of a run, for one side of a row. */
struct verify_sum {
	uint64_t response, ticks;       /* recorded; shortened */
	uint64_t parts[FLOW_PARTS];     /* of ticks */
	bool overlap;                   /* an interaction began before another ended */
};

struct verify_row {
	struct flow_verify *verify;
	struct verify_sum base, again;
	size_t interactions;
};

void topic_flow_verify_begin(struct flow_verify *verify, struct tables *tables, unsigned percent)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"object", COLUMN_TEXT, 0, NULL, NULL},
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"response", COLUMN_COUNT, 0, NULL, "ticks"},
		{"predicted", COLUMN_COUNT, 0, NULL, "ticks"},
		{"measured", COLUMN_COUNT, 0, NULL, "ticks"},
		{"off", COLUMN_SHARE, 0, NULL, NULL},
	};

	*verify = (struct flow_verify){
		.table = table_begin(tables, "", "verify",
				     tables_text(tables, "Response times with objects at "
						 "%u %% of their time", percent),
				     columns, COUNT(columns)),
		.percent = percent,
		.is_good = true,
	};
	verify->table->note = "All interactions of a run together, in ticks.";
}

bool topic_flow_verify_has(const struct flow_log *log, uint32_t run, const char *object)
{
	if (strcmp(object, NAME_OF_CPUS) == 0)
		return true;
	for (size_t i = 0; i < log->objects.count; i++) {
		if (log->objects.items[i].run == run &&
		    strcmp(log->objects.items[i].name, object) == 0)
			return true;
	}
	return false;
}

/* Add up a run's interactions. Returns their number, or 0 if one is incomplete. */
static size_t verify_add_up(struct flow_session *session, uint32_t run,
			    struct flow_speedup *speedup, struct verify_sum *sum)
{
	struct flow_interactions *interactions = &session->interactions;
	struct flow_graph graph = {0};
	uint64_t parts[FLOW_PARTS], end = 0;
	size_t count = 0;
	bool is_whole = true;

	for (size_t i = 0; is_whole && i < interactions->items.count; i++) {
		if (interactions->items.items[i].run != run)
			continue;
		is_whole = flow_graph_make(interactions, &interactions->items.items[i], &graph);
		if (!is_whole)
			continue;
		count++;
		sum->overlap |= interactions->items.items[i].begin < end;
		end = interactions->items.items[i].end;
		sum->response += flow_graph_response(&graph);
		sum->ticks += flow_speedup_response(speedup, &graph, parts);
		for (int part = 0; part < FLOW_PARTS; part++)
			sum->parts[part] += parts[part];
	}
	flow_graph_free(&graph);
	return is_whole ? count : 0;
}

static bool verify_is_near(uint64_t ticks, uint64_t predicted)
{
	return (ticks > predicted ? ticks - predicted : predicted - ticks) * 100 <=
	       predicted * OFF_PERCENT_MAX;
}

/* The prediction with measured device times. If interactions do not overlap, it also has measured
 * queue times. All other parts may differ for a known reason. */
static uint64_t verify_without_unknown(const struct verify_row *row)
{
	const uint64_t *base = row->base.parts, *again = row->again.parts;
	uint64_t ticks = row->base.ticks - base[FLOW_PART_DEVICE] + again[FLOW_PART_DEVICE];

	return row->base.overlap ? ticks : ticks - base[FLOW_PART_QUEUE] + again[FLOW_PART_QUEUE];
}

static void verify_judge(const struct verify_row *row, struct row *added)
{
	struct table *table = row->verify->table;
	const uint64_t *base = row->base.parts, *again = row->again.parts;
	bool is_near = verify_is_near(row->again.ticks, row->base.ticks);
	bool is_explained = verify_is_near(verify_without_unknown(row), row->base.ticks);

	if (is_near) {
		cell_verdict(table_at(table, "verdict"), TABLE_GOOD, "pass");
		return;
	}
	cell_verdict(table_at(table, "verdict"), is_explained ? TABLE_NEUTRAL : TABLE_BAD,
		     is_explained ? "explained" : "fail");
	added->is_bad = !is_explained;
	row->verify->is_good = row->verify->is_good && is_explained;
	added->remark = tables_text(
		table->of,
		"Waits for a CPU took %" PRIu64 ", not %" PRIu64 "; waits behind other "
		"interactions %" PRIu64 ", not %" PRIu64 "; work with the scheduler's and the "
		"recorder's %" PRIu64 ", not %" PRIu64 "; receiving from other nodes "
		"%" PRIu64 ", not %" PRIu64 ".",
		again[FLOW_PART_CPU_WAIT], base[FLOW_PART_CPU_WAIT], again[FLOW_PART_QUEUE],
		base[FLOW_PART_QUEUE], again[FLOW_PART_WORK], base[FLOW_PART_WORK],
		again[FLOW_PART_CROSSING], base[FLOW_PART_CROSSING]);
}

/* ---- Real devices ---- */

static bool verify_is_cpu(const char *object)
{
	return strcmp(object, NAME_OF_CPUS) == 0;
}

/* Whether a path uses the object while it is at the device. If so, a shorter time of the device
 * also shortens the path. */
static bool verify_is_used_at(struct flow_verify *verify, struct flow_session *base, uint32_t run,
			      const char *object, const char *device)
{
	struct flow_speedup speedup = {.percent = 100};
	struct verify_sum sum = {0};
	char *wrong = flow_expr_parse(&speedup.state,
				      tables_text(verify->table->of, "\"%s\" and \"%s\"", object,
						  device));

	if (wrong == NULL)
		verify_add_up(base, run, &speedup, &sum);
	free(wrong);
	flow_speedup_free(&speedup);
	return sum.ticks != sum.response;
}

/* The real device that is the object, or that has a time which contains the object's time. NULL if
 * there is none. */
static const struct flow_named *verify_real(struct flow_verify *verify, struct flow_session *base,
					    uint32_t run, const char *object)
{
	const struct flow_log *log = base->log;

	for (size_t i = 0; i < log->objects.count; i++) {
		const struct flow_named *device = &log->objects.items[i];

		if (device->run != run || !device->is_real || verify_is_cpu(object))
			continue;
		if (strcmp(device->name, object) == 0 ||
		    verify_is_used_at(verify, base, run, object, device->name))
			return device;
	}
	return NULL;
}

/* ---- Rows ---- */

static bool verify_find_run(const struct flow_log *log, const char *name, uint32_t *run)
{
	for (*run = 0; *run < log->runs.count; ++*run) {
		if (strcmp(log->runs.items[*run].info.name, name) == 0)
			return true;
	}
	return false;
}

/* The shortened state. */
static const char *verify_state(struct tables *tables, const char *object)
{
	if (verify_is_cpu(object))
		return NAME_OF_CPUS "*";
	return tables_text(tables, "\"%s\"", object);
}

void topic_flow_verify_add(struct flow_verify *verify, struct flow_session *base, uint32_t run,
			   struct flow_session *again, const char *object)
{
	struct flow_speedup as_it_is = {0}, speedup = {.percent = 100 - verify->percent};
	struct verify_row row = {.verify = verify};
	const char *name = base->log->runs.items[run].info.name;
	const struct flow_named *device = verify_real(verify, base, run, object);
	struct table *table = verify->table;
	struct row *added = table_row(table);
	uint32_t same;
	char *wrong;

	cell_text(table_at(table, "run"), "%s", name);
	cell_text(table_at(table, "object"), "%s", object);
	if (device != NULL) {
		cell_verdict(table_at(table, "verdict"), TABLE_NEUTRAL, "skipped");
		added->remark = tables_text(table->of,
					    "'%s' is %s, a real device: "
					    "its time cannot be scaled.",
					    device->name, device->device);
		return;
	}
	wrong = flow_expr_parse(&speedup.state, verify_state(table->of, object));
	if (wrong == NULL)
		row.interactions = verify_add_up(base, run, &speedup, &row.base);
	if (row.interactions > 0 && verify_find_run(again->log, name, &same) &&
	    verify_add_up(again, same, &as_it_is, &row.again) == row.interactions) {
		verify_judge(&row, added);
		cell_count(table_at(table, "response"), row.base.response);
		cell_count(table_at(table, "predicted"), row.base.ticks);
		cell_count(table_at(table, "measured"), row.again.ticks);
		cell_number_if(table_at(table, "off"), row.base.ticks > 0,
			       (double)row.again.ticks / (double)row.base.ticks - 1);
	} else {
		cell_verdict(table_at(table, "verdict"), TABLE_BAD, "fail");
		added->is_bad = true;
		added->remark = "Some of its interactions are incomplete in a run.";
		verify->is_good = false;
	}
	free(wrong);
	flow_speedup_free(&speedup);
	flow_speedup_free(&as_it_is);
}
