/* SPDX-License-Identifier: MIT */
/* Events by name. */
#include "lib/pmc_event.h"

#include "lib/text/string.h"

/* Texts are arrays, because these are smaller than pointers to text. */
static const struct {
	char word[17], set[10];
} events[PMC_EVENT_COUNT] = {
#define X(symbol, word, set, summary) {word, set},
	PMC_EVENTS(X)
#undef X
};

const char *pmc_event_word(enum pmc_event event)
{
	return events[event].word;
}

uint32_t pmc_events_named(const char *name)
{
	uint32_t mask = 0;

	for (unsigned event = 0; event < PMC_EVENT_COUNT; event++) {
		if (strcmp(name, events[event].word) == 0 || strcmp(name, events[event].set) == 0 ||
		    strcmp(name, "all") == 0)
			mask |= 1u << event;
	}
	return mask;
}

size_t pmc_events_list(uint32_t mask, enum pmc_event list[PMC_EVENT_COUNT])
{
	size_t count = 0;

	for (; mask != 0; mask &= mask - 1)
		list[count++] = (enum pmc_event)__builtin_ctz(mask);
	return count;
}
