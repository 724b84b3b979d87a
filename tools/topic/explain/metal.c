/* SPDX-License-Identifier: MIT */
/* An operation is matched by benchmark and point. The sum over its stages is its cost. */
#include "tools/topic/explain/metal.h"

#include <string.h>

#include "tools/analysis/timing.h"
#include "tools/compare/pairs.h"
#include "tools/explain/export.h"
#include "tools/table/number.h"
#include "tools/topic/explain/explain.h"
#include "tools/topic/overhead.h"

/* The stages of the same operation, if each stage equals the sum of its functions; otherwise
 * NULL. */
static const struct explained *operation_find(const struct explanation *in,
					      const struct explained *wanted, size_t *count)
{
	for (size_t i = 0; i < in->count; i += *count) {
		const struct explained *found = &in->items[i];
		bool is_exact = true;

		*count = explained_stages(found, in->count - i);
		if (strcmp(found->bench->info->name, wanted->bench->info->name) != 0 ||
		    strcmp(found->series->info->point, wanted->series->info->point) != 0)
			continue;
		for (size_t j = 0; j < *count; j++)
			is_exact &= found[j].status == EXPLAINED_EXACTLY;
		return is_exact ? found : NULL;
	}
	return NULL;
}

/* Whether both sides execute the same parts. A benchmark that states no difference is the same code
 * on both sides. */
static bool is_same_work(const struct explained *explained, const struct pair *pair)
{
	return explained->bench->info->differs[0] == '\0' ||
	       (pair != NULL && pair_is_comparable(pair));
}

/* "58.05 instructions; the 323.0 above are 5.57 times as many" */
static const char *metal_summary(struct tables *tables, double metal, double here, bool is_same)
{
	char of_metal[NUMBER_TEXT_MAX], of_here[NUMBER_TEXT_MAX], ratio[NUMBER_TEXT_MAX];

	number_text(metal, of_metal);
	if (!is_same || metal <= 0)
		return tables_text(tables, "%s instructions, not the same work", of_metal);
	return tables_text(tables, "%s instructions; the %s above are %s times as many", of_metal,
			   number_text(here, of_here), number_short_text(here / metal, ratio));
}

/* What differs between the two operations, as sentences; NULL if nothing is declared. */
static const char *metal_difference(struct tables *tables, const struct explained *explained,
				    const struct pair *pair, bool is_x86)
{
	const char *text;

	if (explained->bench->info->differs[0] == '\0' || pair == NULL)
		return NULL;
	text = overhead_pair_text(tables, pair, is_x86);
	return text[0] != '\0' ? text : NULL;
}

void topic_explain_metal(struct tables *tables, const struct explanation *explanation,
			 const struct explanation *metal, bool is_x86)
{
	struct explanation common = {
		.items = tables_allocate(tables, metal->count, sizeof(struct explained)),
	};
	const char **names, **remarks;
	const char *summary = NULL;
	size_t count, operations = 0;

	remarks = tables_allocate(tables, metal->count, sizeof(*remarks));
	for (size_t i = 0; i < explanation->count; i += count) {
		const struct explained *here = &explanation->items[i];
		const struct pair *pair = pairs_find(here->bench->info->name,
						     here->series->info->point);
		size_t stages;
		const struct explained *there = operation_find(metal, here, &stages);

		count = explained_stages(here, explanation->count - i);
		/* Each run has the timing overhead. */
		if (there == NULL || here->status != EXPLAINED_EXACTLY ||
		    strcmp(here->bench->info->name, TIMING_BENCH) == 0)
			continue;
		memcpy(&common.items[common.count], there, stages * sizeof(*there));
		common.count += stages;
		summary = metal_summary(tables, explain_operation_insns(there, stages),
				      explain_operation_insns(here, count),
				      is_same_work(here, pair));
		remarks[common.count - 1] = metal_difference(tables, here, pair, is_x86);
		operations++;
	}
	if (operations == 0)
		return;
	names = explain_names(tables, &common);
	explain_functions_of_metal(tables, &common, names, remarks,
				   operations == 1 ? summary : NULL);
}
