/* SPDX-License-Identifier: MIT */
/* Event sets, their events and the CPUs that have them, from the target's tables. */
#include "tools/record/pmc_list.h"

#include <stdbool.h>
#include <string.h>

#include "lib/x86/pmc_table.h"

static const struct {
	const char *set, *meaning;
} events[] = {
#define X(symbol, word, set, summary) [PMC_##symbol] = {set, summary},
	PMC_EVENTS(X)
#undef X
};

static bool is_everywhere(enum pmc_event event)
{
	for (int table = 0; table < PMC_TABLE_COUNT; table++) {
		if (pmc_table_select((enum pmc_table)table, event) == 0)
			return false;
	}
	return true;
}

static void pmc_list_write_event(FILE *file, enum pmc_event event)
{
	fprintf(file, "    %-22s%s\n", pmc_event_word(event), events[event].meaning);
	if (PMC_IS_REGISTER(event)) {
		fprintf(file, "%26sregisters APERF and MPERF, on bare metal\n", "");
	} else if (!is_everywhere(event)) {
		const char *separator = "";

		fprintf(file, "%26s", "");
		for (int table = 0; table < PMC_TABLE_COUNT; table++) {
			if (pmc_table_select((enum pmc_table)table, event) == 0)
				continue;
			fprintf(file, "%s%s", separator, pmc_table_word((enum pmc_table)table));
			separator = ", ";
		}
		putc('\n', file);
	}
}

void pmc_list_write(FILE *file)
{
	fputs("A set, an event or \"all\"; below an event the CPUs known to have it, if not all "
	      "do:\n", file);
	for (int event = 0; event < PMC_EVENT_COUNT; event++) {
		if (event == 0 || strcmp(events[event].set, events[event - 1].set) != 0)
			fprintf(file, "  %s\n", events[event].set);
		pmc_list_write_event(file, (enum pmc_event)event);
	}
}
