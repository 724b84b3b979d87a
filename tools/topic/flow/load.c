/* SPDX-License-Identifier: MIT */
/* Overlapping interactions: the number in progress, the resources they wait for, and the bottleneck
 * that determines their response time. */
#include "tools/flow/load/resource.h"
#include "tools/flow/load/system.h"
#include "tools/topic/flow/flow.h"

struct load {
	struct flow_session *session;
	const struct flow_load_request *request;
	struct table *load, *bottlenecks, *resources, *locks;
	double hz;                      /* 0: unknown */
	size_t whole;                   /* complete interactions */
	bool has_empty_run;               /* a run has no complete interaction */
	bool is_good;
};

static void load_begin_load(struct load *load, struct tables *tables)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"kind", COLUMN_TEXT, 0, NULL, NULL},
		{"interactions", COLUMN_COUNT, 0, NULL, NULL},
		{"throughput", COLUMN_NUMBER, 0, NULL, "1/s"},
		{"response", COLUMN_NUMBER, 0, "mean response", "ticks"},
		{"in_system", COLUMN_NUMBER, 0, NULL, NULL},
		{"most", COLUMN_COUNT, 0, NULL, NULL},
		{"window", COLUMN_COUNT, COLUMN_DATA, NULL, "ticks"},
		{"responses", COLUMN_COUNT, COLUMN_IMPLIED, "sum of responses", "ticks"},
		{"area", COLUMN_COUNT, COLUMN_IMPLIED, "number × time", "ticks"},
		{"law", COLUMN_VERDICT, 0, "Little's law", NULL},
	};

	load->load = table_begin(tables, "", "load", "Number in system", columns,
				 COUNT(columns));
	load->load->note =
		"From a run's first action to its last end. Throughput times mean response equals "
		"the mean number in system exactly: the responses add up to the integral of the "
		"number in system.";
}

static void load_begin_bottlenecks(struct load *load, struct tables *tables)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"bottleneck", COLUMN_TEXT, 0, NULL, NULL},
		{"share", COLUMN_SHARE, 0, "of response", NULL},
		{"waiting", COLUMN_SHARE, 0, "waiting", NULL},
		{"next", COLUMN_TEXT, 0, NULL, NULL},
		{"next_share", COLUMN_SHARE, 0, "of response", NULL},
	};

	load->bottlenecks = table_begin(tables, "", "bottlenecks",
					"Bottlenecks of critical paths", columns,
					COUNT(columns));
}

static void load_begin_resources(struct load *load, struct tables *tables)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"resource", COLUMN_TEXT, 0, NULL, NULL},
		{"share", COLUMN_SHARE, COLUMN_BAR, "of response", NULL},
		{"wait", COLUMN_COUNT, 0, "waiting", "ticks"},
		{"service", COLUMN_COUNT, 0, "served", "ticks"},
		{"held", COLUMN_COUNT, COLUMN_DETAIL, NULL, "ticks"},
		{"busy", COLUMN_NUMBER, 0, NULL, NULL},
		{"queue", COLUMN_NUMBER, 0, "in the queue", NULL},
		{"visits", COLUMN_COUNT, COLUMN_DETAIL, NULL, NULL},
		{"law", COLUMN_VERDICT, COLUMN_DATA, NULL, NULL},
	};

	load->resources = table_begin(tables, "", "resources",
				      "Waiting and service on critical paths, by resource, in "
				      "ticks",
				      columns, COUNT(columns));
	load->resources->note =
		"Waiting and service add up to the response times, except time that uses none of "
		"these. busy: mean number of sub-tasks served at a time. A lock is busy while it "
		"is "
		"held; the work done meanwhile counts for the resource that does it.";
}

static void load_begin_locks(struct load *load, struct tables *tables)
{
	static const struct column columns[] = {
		{"run", COLUMN_TEXT, COLUMN_GROUP, NULL, NULL},
		{"lock", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"on", COLUMN_TEXT, 0, "held while on", NULL},
		{"time", COLUMN_COUNT, 0, NULL, "ticks"},
		{"share", COLUMN_SHARE, 0, "of holding", NULL},
	};

	load->locks = table_begin(tables, "", "locks", "Lock holding time, by resource used",
				  columns, COUNT(columns));
}

/* No verdict without interactions. */
static void load_verdict_cell(struct load *load, struct table *table, bool is_of_some, bool holds)
{
	if (!is_of_some)
		return;
	load->is_good = load->is_good && holds;
	cell_verdict(table_at(table, "law"),
		     holds ? TABLE_GOOD : TABLE_BAD, holds ? "exact" : "fail");
}

static double load_mean(uint64_t sum, uint64_t count)
{
	return count > 0 ? (double)sum / (double)count : 0;
}

/* ---- Number in system ---- */

static void load_add_kind(struct load *load, const char *run, const char *kind, uint64_t window,
			  const struct littles_law *law)
{
	struct table *table = load->load;

	table_row(table);
	cell_string(table_at(table, "run"), run);
	cell_string(table_at(table, "kind"), kind);
	cell_count(table_at(table, "interactions"), law->residences);
	cell_number_if(table_at(table, "throughput"), load->hz > 0 && window > 0,
		       load_mean(law->residences, window) * load->hz);
	cell_number_if(table_at(table, "response"),
		       law->residences > 0, load_mean(law->residence_ticks, law->residences));
	cell_number_if(table_at(table, "in_system"),
		       window > 0, load_mean(law->area_ticks, window));
	cell_count(table_at(table, "most"), law->most);
	cell_count(table_at(table, "window"), window);
	cell_count(table_at(table, "responses"), law->residence_ticks);
	cell_count(table_at(table, "area"), law->area_ticks);
	load_verdict_cell(load, table, law->residences > 0, littles_law_holds(law));
}

static void load_add_system(struct load *load, uint32_t run, const char *name)
{
	const struct flow_load_request *request = load->request;
	struct littles_law all, law;
	uint64_t window;

	flow_system_make(load->session, request->picked, run, NULL, &all);
	window = all.end - all.begin;
	load_add_kind(load, name, "all", window, &all);
	load->whole += all.residences;
	load->has_empty_run |= all.residences == 0;
	for (size_t i = 0; i < request->kind_count; i++) {
		flow_system_make(load->session, request->picked, run, &request->kinds[i], &law);
		load_add_kind(load, name, request->texts[i], window, &law);
	}
}

/* ---- Resources ---- */

static const char *load_name(const struct load *load, const struct flow_resource *resource)
{
	char scratch[FLOW_NAME_MAX];

	return tables_text(load->resources->of, "%s",
			   flow_resource_name(scratch, load->session->log, resource));
}

static void load_add_resource(struct load *load, const char *name,
			      const struct flow_resources *resources,
			      const struct flow_resource *resource)
{
	uint64_t window = resources->end - resources->begin;
	struct table *table = load->resources;

	table_row(table);
	cell_string(table_at(table, "run"), name);
	cell_string(table_at(table, "resource"), load_name(load, resource));
	cell_number(table_at(table, "share"),
		    load_mean(flow_resource_ticks(resource), resources->response_ticks));
	cell_count(table_at(table, "wait"), resource->wait_ticks);
	cell_count(table_at(table, "service"), resource->service_ticks);
	cell_count_if(table_at(table, "held"), resource->class == FLOW_LOCK, resource->held_ticks);
	cell_number_if(table_at(table, "busy"), resource->class != FLOW_QUEUE,
		       load_mean(resource->served.area_ticks, window));
	cell_number(table_at(table, "queue"), load_mean(resource->waiting.area_ticks, window));
	cell_count(table_at(table, "visits"), resource->visits);
	load_verdict_cell(load, table,
			  resource->waiting.residences + resource->served.residences > 0,
			  littles_law_holds(&resource->waiting) &&
				  littles_law_holds(&resource->served));
}

static const struct flow_resource *load_find(const struct flow_resources *resources,
					     uint32_t object)
{
	for (size_t i = 0; i < resources->count; i++) {
		if (resources->items[i].object == object)
			return &resources->items[i];
	}
	return NULL;
}

static void load_add_locks(struct load *load, const char *name,
			   const struct flow_resources *resources)
{
	struct table *table = load->locks;

	for (size_t i = 0; i < resources->under.count; i++) {
		const struct flow_under *under = &resources->under.items[i];
		const struct flow_resource *lock = load_find(resources, under->lock);
		const struct flow_resource *on = load_find(resources, under->object);

		if (lock == NULL)
			continue;
		table_row(table);
		cell_string(table_at(table, "run"), name);
		cell_string(table_at(table, "lock"), load_name(load, lock));
		cell_string(table_at(table, "on"),
			    on != NULL ? load_name(load, on) : "none of these");
		cell_count(table_at(table, "time"), under->ticks);
		cell_number(table_at(table, "share"), load_mean(under->ticks, lock->held_ticks));
	}
}

static void load_add_resources(struct load *load, uint32_t run, const char *name)
{
	struct flow_resources resources;

	flow_resources_make(load->session, load->request->picked, run, &resources);
	if (resources.interactions > 0) {
		struct table *table = load->bottlenecks;

		table_row(table);
		cell_string(table_at(table, "run"), name);
		for (size_t j = 0; j < 2 && j < resources.count; j++) {
			const struct flow_resource *resource = &resources.items[j];

			cell_string(table, load_name(load, resource));
			cell_number(table, load_mean(flow_resource_ticks(resource),
						     resources.response_ticks));
			if (j == 0)
				cell_number(table_at(table, "waiting"),
					    load_mean(resource->wait_ticks,
						      resources.response_ticks));
		}
	}
	for (size_t i = 0; i < resources.count; i++) {
		if (resources.items[i].visits > 0)
			load_add_resource(load, name, &resources, &resources.items[i]);
	}
	load_add_locks(load, name, &resources);
	flow_resources_free(&resources);
}

static bool load_has_run(const struct load *load, uint32_t run)
{
	const struct flow_interactions *interactions = &load->session->interactions;
	const uint8_t *picked = load->request->picked;

	for (size_t i = 0; i < interactions->items.count; i++) {
		if (interactions->items.items[i].run == run && (picked == NULL || picked[i]))
			return true;
	}
	return false;
}

enum flow_load_verdict
topic_flow_load(struct tables *tables, struct flow_session *session,
		const struct flow_load_request *request)
{
	const struct flow_log *log = session->log;
	struct load load = {
		.session = session, .request = request, .hz = (double)log->manifest.tsc_hz,
		.is_good = true,
	};

	load_begin_load(&load, tables);
	load_begin_bottlenecks(&load, tables);
	load_begin_resources(&load, tables);
	load_begin_locks(&load, tables);
	for (uint32_t run = 0; run < log->runs.count; run++) {
		const char *name = log->runs.items[run].info.name;

		if (!load_has_run(&load, run))
			continue;
		load_add_system(&load, run, name);
		load_add_resources(&load, run, name);
	}
	if (!load.is_good)
		return FLOW_LOAD_DIFFERS;
	if (!load.has_empty_run && load.whole > 0)
		return FLOW_LOAD_HOLDS;
	load.load->note = "Little's law is checked on whole interactions; a run without any is a "
			  "failure.";
	return FLOW_LOAD_NO_INTERACTION;
}
