/* SPDX-License-Identifier: MIT */
/* Many critical paths on one screen: what they spent their time in, and a row for each benchmark,
 * which has a run for each of its points. */
#include "tools/base/ticks.h"
#include "tools/topic/flow/flow.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/sort.h"
#include "tools/stats/stats.h"
#include "tools/table/number.h"

#define STATES_MAX 10
#define SHARE_MIN 0.0005 /* smaller ones are not listed */
#define BENCHES_MAX 12

/* Time in segments of one kind and object. */
struct spent {
	const char *name;
	uint64_t ticks;
};

struct spent_list {
	struct spent *items;
	size_t count;
};

/* A benchmark: the runs whose names begin with its name. */
struct flow_bench {
	const char *name;
	size_t length; /* of the name */
	double *responses;
	size_t count;
	uint64_t ticks;
	struct spent_list spent;
};

struct paths_overview {
	struct tables *tables;
	const struct flow_log *log;
	struct flow_bench *benches;
	size_t count;
	struct spent_list spent; /* of all */
	uint64_t ticks;
};

static const char *spent_name(const struct flow_segment *segment)
{
	if (strcmp(segment->object, "-") != 0)
		return segment->object;
	switch (segment->kind) {
	case FLOW_SEGMENT_WORK:
		return "computing";
	case FLOW_SEGMENT_READY:
	case FLOW_SEGMENT_SCHEDULER:
		return "waiting for a CPU";
	default:
		return flow_segment_names[segment->kind];
	}
}

static void spent_add(struct spent_list *list, const char *name, uint64_t ticks)
{
	size_t i = 0;

	while (i < list->count && strcmp(list->items[i].name, name) != 0)
		i++;
	if (i == list->count)
		list->items[list->count++] = (struct spent){name, 0};
	list->items[i].ticks += ticks;
}

static int spent_compare(const void *a, const void *b)
{
	const struct spent *first = a, *second = b;

	return (first->ticks < second->ticks) - (first->ticks > second->ticks);
}

static struct flow_bench *overview_bench(struct paths_overview *overview, const char *run)
{
	size_t length = strcspn(run, " "), i = 0;

	while (i < overview->count && (overview->benches[i].length != length ||
				       strncmp(overview->benches[i].name, run, length) != 0))
		i++;
	if (i == overview->count)
		overview->benches[overview->count++] = (struct flow_bench){
			.name = run, .length = length,
		};
	return &overview->benches[i];
}

/* Gather, by benchmark and in all, first the numbers of responses, then the responses, then the
 * segments. */
static void overview_gather(struct paths_overview *overview, const struct table *paths,
			    const struct flow_segments *segments)
{
	size_t run = table_column(paths, "run"), response = table_column(paths, "response");

	overview->benches = tables_allocate(overview->tables, overview->log->runs.count + 1,
					    sizeof(*overview->benches));
	for (size_t i = 0; i < paths->row_count; i++)
		overview_bench(overview, table_text(paths, i, run))->count++;
	for (size_t i = 0; i < overview->count; i++) {
		struct flow_bench *bench = &overview->benches[i];

		bench->responses = tables_allocate(overview->tables, bench->count,
						   sizeof(*bench->responses));
		bench->spent.items = tables_allocate(overview->tables, segments->count + 1,
						     sizeof(*bench->spent.items));
		bench->count = 0;
	}
	for (size_t i = 0; i < paths->row_count; i++) {
		struct flow_bench *bench = overview_bench(overview, table_text(paths, i, run));
		uint64_t ticks = table_cell(paths, i, response)->count;

		bench->responses[bench->count++] = (double)ticks;
		bench->ticks += ticks;
		overview->ticks += ticks;
	}
	overview->spent.items = tables_allocate(overview->tables, segments->count + 1,
						sizeof(*overview->spent.items));
	for (size_t i = 0; i < segments->count; i++) {
		const struct flow_segment *segment = &segments->items[i];
		const char *name = overview->log->runs.items[segment->run].info.name;

		spent_add(&overview->spent, spent_name(segment), segment->ticks);
		spent_add(&overview_bench(overview, name)->spent, spent_name(segment),
			  segment->ticks);
	}
	for (size_t i = 0; i < overview->count; i++)
		qsort(overview->benches[i].spent.items, overview->benches[i].spent.count,
		      sizeof(struct spent), spent_compare);
	qsort(overview->spent.items, overview->spent.count, sizeof(struct spent), spent_compare);
}

static double overview_share(uint64_t ticks, uint64_t all)
{
	return all > 0 ? (double)ticks / (double)all : 0;
}

static void overview_add_spent(struct paths_overview *overview)
{
	static const struct column columns[] = {
		{"state", COLUMN_TEXT, COLUMN_KEY, "in", NULL},
		{"share", COLUMN_SHARE, COLUMN_BAR, "of all time", NULL},
	};
	struct table *table = table_begin(overview->tables, "", "spent",
					  "What the critical paths spent their time in", columns,
					  COUNT(columns));
	uint64_t others = 0;

	for (size_t i = 0; i < overview->spent.count; i++) {
		const struct spent *spent = &overview->spent.items[i];
		double share = overview_share(spent->ticks, overview->ticks);

		if (i >= STATES_MAX || share < SHARE_MIN) {
			others += spent->ticks;
			continue;
		}
		table_row(table);
		cell_string(table_at(table, "state"), spent->name);
		cell_number(table_at(table, "share"), share);
	}
	if (others > 0)
		table->note = tables_text(overview->tables, "%zu other%s: %.1f %%.",
					  overview->spent.count - table->row_count,
					  overview->spent.count - table->row_count == 1 ? "" : "s",
					  100 * overview_share(others, overview->ticks));
}

/* A response time in µs, or in ticks if their rate is unknown. */
static double overview_time(const struct paths_overview *overview, double ticks)
{
	uint64_t hz = overview->log->manifest.tsc_hz;

	return hz > 0 ? ticks_time(ticks, (double)hz, US_PER_SECOND) : ticks;
}

static void overview_add_benches(struct paths_overview *overview)
{
	const char *unit = overview->log->manifest.tsc_hz > 0 ? "µs" : "ticks";
	const struct column columns[] = {
		{"benchmark", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"n", COLUMN_COUNT, 0, NULL, NULL},
		{"median", COLUMN_NUMBER, 0, NULL, unit},
		{"p99", COLUMN_NUMBER, 0, NULL, unit},
		{"max", COLUMN_NUMBER, 0, NULL, unit},
		{"most", COLUMN_TEXT, 0, "most of it", NULL},
		{"part", COLUMN_SHARE, 0, "", NULL},
		{"share", COLUMN_SHARE, 0, "of all", NULL},
	};
	struct column *kept = tables_allocate(overview->tables, COUNT(columns), sizeof(*kept));
	struct table *table = table_begin(overview->tables, "", "benchmarks",
					  "Response times by benchmark",
					  memcpy(kept, columns, sizeof(columns)), COUNT(columns));

	for (size_t i = 0; i < overview->count && i < BENCHES_MAX; i++) {
		struct flow_bench *bench = &overview->benches[i];
		const struct spent *most = bench->spent.items;

		sort_reals(bench->responses, bench->count);
		table_row(table);
		cell_text(table_at(table, "benchmark"), "%.*s", (int)bench->length, bench->name);
		cell_count(table_at(table, "n"), bench->count);
		cell_number(table_at(table, "median"),
			    overview_time(overview, stats_median_sorted(bench->responses,
									bench->count)));
		cell_number(table_at(table, "p99"),
			    overview_time(overview, stats_quantile(bench->responses, bench->count,
								   0.99)));
		cell_number(table_at(table, "max"),
			    overview_time(overview, bench->responses[bench->count - 1]));
		cell_string(table_at(table, "most"), bench->spent.count > 0 ? most->name : "");
		cell_number_if(table_at(table, "part"), bench->spent.count > 0,
			       overview_share(most->ticks, bench->ticks));
		cell_number(table_at(table, "share"), overview_share(bench->ticks,
								     overview->ticks));
	}
	if (overview->count > BENCHES_MAX)
		table->note = tables_text(overview->tables, "%zu more benchmarks: --all.",
					  overview->count - BENCHES_MAX);
}

void topic_flow_spent(struct tables *tables, struct flow_session *session, const uint8_t *picked,
		      const struct table *paths)
{
	struct paths_overview overview = {.tables = tables, .log = session->log};
	struct flow_segments segments;

	flow_segments_make(session, picked, &segments);
	overview_gather(&overview, paths, &segments);
	overview_add_spent(&overview);
	flow_segments_free(&segments);
}

void topic_flow_paths_overview(struct tables *tables, struct flow_session *session,
			       const uint8_t *picked, const struct table *paths)
{
	struct paths_overview overview = {.tables = tables, .log = session->log};
	struct flow_segments segments;
	char share[NUMBER_TEXT_MAX];

	flow_segments_make(session, picked, &segments);
	overview_gather(&overview, paths, &segments);
	topic_flow_title(tables, session, "Critical paths");
	if (overview.spent.count > 0)
		tables->title = tables_text(
			tables, "%s: %zu interactions of %zu benchmark%s; %s of all response time "
			"is %s", tables->title, paths->row_count, overview.count,
			overview.count == 1 ? "" : "s",
			number_share_text(overview_share(overview.spent.items[0].ticks,
							 overview.ticks), share),
			overview.spent.items[0].name);
	overview_add_spent(&overview);
	overview_add_benches(&overview);
	flow_segments_free(&segments);
}
