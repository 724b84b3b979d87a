/* SPDX-License-Identifier: MIT */
/* Places of CPUs in the processor: whether two CPUs are SMT siblings, or in other packages, and the
 * kinds of their cores. */
#include <inttypes.h>
#include <string.h>

#include "tools/base/sort.h"
#include "tools/stats/stats.h"
#include "tools/topic/topic.h"

#define EFFICIENCY "efficiency"

static const struct wire_cpu_place *place_of(const struct topic *topic, uint64_t cpu)
{
	const struct record_list *places = &topic->analysis->result->records[WIRE_cpu_place];

	for (size_t i = 0; i < places->count; i++) {
		if (places->items[i].cpu_place.cpu == cpu)
			return &places->items[i].cpu_place;
	}
	return NULL;
}

const char *places_relation(const struct topic *topic, uint64_t first, uint64_t second)
{
	const struct wire_cpu_place *a = place_of(topic, first), *b = place_of(topic, second);
	const char *text;
	int efficient;

	if (a == NULL || b == NULL)
		return NULL;
	text = a->package != b->package ? "other package"
	       : a->core == b->core	? "SMT siblings"
					: "same package";
	efficient = (strcmp(a->kind, EFFICIENCY) == 0) + (strcmp(b->kind, EFFICIENCY) == 0);
	if (efficient == 0)
		return text;
	return tables_text(topic->tables, "%s, %s", text,
			   efficient == 2 ? "E-cores" : "P-core and E-core");
}

/* Greatest number of a field, plus 1. */
static uint64_t count_of(const struct record_list *places, size_t offset)
{
	uint64_t count = 0;

	for (size_t i = 0; i < places->count; i++) {
		const char *place = (const char *)&places->items[i].cpu_place;
		uint64_t number = *(const uint64_t *)(place + offset);

		count = number >= count ? number + 1 : count;
	}
	return count;
}

/* "2 packages, 4 cores, 8 CPUs; CPUs 4 to 7 are E-cores". */
void places_add_fact(const struct topic *topic, struct table *table)
{
	const struct record_list *places = &topic->analysis->result->records[WIRE_cpu_place];
	uint64_t packages = count_of(places, offsetof(struct wire_cpu_place, package));
	uint64_t cores = count_of(places, offsetof(struct wire_cpu_place, core));
	const char *efficient = "";

	if (places->count == 0)
		return;
	for (size_t i = 0; i < places->count; i++) {
		const struct wire_cpu_place *place = &places->items[i].cpu_place;

		if (strcmp(place->kind, EFFICIENCY) == 0)
			efficient = tables_join(topic->tables, efficient, ", ",
						tables_text(topic->tables, "%" PRIu64, place->cpu));
	}
	table_fact(table, "topology", "%" PRIu64 " package%s, %" PRIu64 " core%s, %zu CPUs%s%s",
		   packages, packages == 1 ? "" : "s", cores, cores == 1 ? "" : "s",
		   places->count, efficient[0] != '\0' ? "; E-cores: CPUs " : "", efficient);
}

/* ---- Cache line transfer by relation ---- */

struct kind_of_pair {
	const char *relation;
	size_t pairs;
	double least, greatest;
	double *medians;
};

static struct kind_of_pair *kind_for(struct topic *topic, struct kind_of_pair *kinds, size_t *count,
				     const char *relation, size_t pairs_max)
{
	for (size_t i = 0; i < *count; i++) {
		if (strcmp(kinds[i].relation, relation) == 0)
			return &kinds[i];
	}
	kinds[*count] = (struct kind_of_pair){
		.relation = relation,
		.medians = tables_allocate(topic->tables, pairs_max, sizeof(double)),
	};
	return &kinds[(*count)++];
}

/* Relations: three, each with three mixtures of cores. */
#define KINDS_MAX 9

void places_add_pairs(struct topic *topic, const char *bench, const struct metric *metrics,
		      size_t metric_count)
{
	static const struct column columns[] = {
		{"relation", COLUMN_TEXT, COLUMN_KEY, "CPUs of the pair", NULL},
		{"pairs", COLUMN_COUNT, 0, NULL, NULL},
		{"least", COLUMN_NUMBER, 0, "min", NULL},
		{"median", COLUMN_NUMBER, 0, NULL, NULL},
		{"greatest", COLUMN_NUMBER, 0, "max", NULL},
	};
	struct kind_of_pair kinds[KINDS_MAX];
	struct table *table;
	size_t count = 0;

	for (size_t i = 0; i < metric_count; i++) {
		uint64_t first, second;
		const char *relation;
		struct kind_of_pair *kind;

		if (!metric_has_samples(&metrics[i]) ||
		    !metric_parameter_number(&metrics[i], "first_cpu", &first) ||
		    !metric_parameter_number(&metrics[i], "second_cpu", &second))
			continue;
		relation = places_relation(topic, first, second);
		if (relation == NULL)
			return;
		kind = kind_for(topic, kinds, &count, relation, metric_count);
		kind->medians[kind->pairs++] = metric_stats(&metrics[i]).median;
	}
	if (count == 0)
		return;
	table = topic_table(topic, "Memory", tables_text(topic->tables, "%s.places", bench),
			    tables_text(topic->tables, "Cache line transfer by the places of the "
					"CPUs, in %s", metrics[0].unit),
			    columns, COUNT(columns));
	table->note = "Minimum, median and maximum of the medians of these pairs.";
	for (size_t i = 0; i < count; i++) {
		struct kind_of_pair *kind = &kinds[i];

		sort_reals(kind->medians, kind->pairs);
		table_row(table);
		cell_string(table_at(table, "relation"), kind->relation);
		cell_count(table_at(table, "pairs"), kind->pairs);
		cell_number(table_at(table, "least"), kind->medians[0]);
		cell_number(table_at(table, "median"),
			    stats_quantile(kind->medians, kind->pairs, 0.5));
		cell_number(table_at(table, "greatest"), kind->medians[kind->pairs - 1]);
	}
}
