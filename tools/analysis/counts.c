/* SPDX-License-Identifier: MIT */
/* Event counts per operation, and names of events. */
#include "tools/analysis/counts.h"

#include <math.h>
#include <string.h>

#include "lib/x86/pmc_table.h"
#include "tools/analysis/timing.h"

void counts_summarise(const struct wire_count *count, struct count_summary *summary)
{
	double iterations = count->iterations == 0 ? 1 : (double)count->iterations;
	uint64_t raw[COUNT_VALUES_MAX];
	double values[COUNT_VALUES_MAX], cost;
	size_t n = count_record_unpack(&count->overhead, count->n, raw);

	memset(summary, 0, sizeof(*summary));
	for (size_t i = 0; i < n; i++)
		values[i] = (double)raw[i];
	stats_describe(values, n, &summary->reading);
	summary->corrected = timing_is_narrow(&summary->reading);
	cost = summary->corrected ? summary->reading.median : 0;
	n = count_record_unpack(&count->data, count->n, raw);
	for (size_t i = 0; i < n; i++) {
		double events = timing_of_one((double)raw[i], cost, iterations);

		summary->saturated += events < 0;
		values[i] = fmax(0, events);
	}
	stats_describe(values, n, &summary->events);
}

/* ---- Names ---- */

static const struct {
	const char *table, *event, *name;
} names[] = {
#define TABLE(table, word) {word, NULL, NULL},
#define EVENT(event, select, mask, name) {NULL, #event, name},
#define END(table)
#define MODELS(table, family, first, last, core_type)
#include "lib/x86/pmc_tables.def"
};

static const struct {
	const char *symbol, *word, *meaning;
} events[] = {
#define X(symbol, word, set, summary) {#symbol, word, summary},
	PMC_EVENTS(X)
#undef X
};

#define NAMES (sizeof(names) / sizeof(names[0]))
#define EVENTS (sizeof(events) / sizeof(events[0]))

static size_t find_event(const char *word)
{
	size_t i = 0;

	while (i < EVENTS && strcmp(events[i].word, word) != 0)
		i++;
	return i;
}

/* A table's head is followed by its events. */
static const char *find_name(const char *table, const char *symbol)
{
	size_t i = 0;

	while (i < NAMES && (names[i].table == NULL || strcmp(names[i].table, table) != 0))
		i++;
	for (i++; i < NAMES && names[i].table == NULL; i++) {
		if (strcmp(names[i].event, symbol) == 0)
			return names[i].name;
	}
	return NULL;
}

/* The vendor's table, which has the events that this one lacks, as in lib/x86/pmc_table.c. */
static const char *vendor_table(const char *word)
{
	int table = 0;

	while (table < PMC_TABLE_COUNT && strcmp(pmc_table_word((enum pmc_table)table), word) != 0)
		table++;
	if (table == PMC_TABLE_COUNT)
		return "";
	return pmc_table_word(table < PMC_TABLE_AMD ? PMC_TABLE_INTEL : PMC_TABLE_AMD);
}

const char *counts_vendor_name(const char *table, const char *event)
{
	size_t i = find_event(event);
	const char *name;

	if (i == EVENTS)
		return NULL;
	name = find_name(table, events[i].symbol);
	return name != NULL ? name : find_name(vendor_table(table), events[i].symbol);
}

const char *counts_meaning(const char *event)
{
	size_t i = find_event(event);

	return i < EVENTS ? events[i].meaning : NULL;
}
