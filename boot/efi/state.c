/* SPDX-License-Identifier: MIT */
/* Saves, restores and compares the entries of a list: see state.h. */
#include "boot/efi/state.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"

static unsigned entry_count(const struct state_entry *list)
{
	unsigned count = 0;

	while (list[count].name != NULL && count < STATE_ENTRIES_MAX)
		count++;
	return count;
}

void state_save(const struct state_entry *list, struct state *state)
{
	uint32_t at = 0;
	unsigned i;

	for (i = 0; i < entry_count(list); i++) {
		state->begins[i] = at;
		if (STATE_VALUES_MAX - at >= STATE_ENTRY_VALUES_MAX)
			at += list[i].save(state->values + at);
	}
	state->begins[i] = at;
}

void state_restore(const struct state_entry *list, const struct state *state)
{
	for (unsigned i = entry_count(list); i-- > 0;) {
		unsigned count = state->begins[i + 1] - state->begins[i];

		if (count > 0)
			list[i].restore(state->values + state->begins[i], count);
	}
}

static size_t append_value(char *text, size_t size, const char *name, uint32_t number,
			   uint64_t before, uint64_t after)
{
	size_t used = strlen(text);

	return fmt_buffer(text + used, size - used, "%s%s[%u] %#lx, now %#lx",
			  used > 0 ? "; " : "", name, number, before, after);
}

unsigned state_compare(const struct state_entry *list, const struct state *before,
		       const struct state *after, char *text, size_t size)
{
	unsigned differences = 0;

	text[0] = '\0';
	for (unsigned i = 0; i < entry_count(list); i++) {
		uint32_t count = before->begins[i + 1] - before->begins[i];

		if (after->begins[i + 1] - after->begins[i] != count) {
			append_value(text, size, list[i].name, 0, count,
				     after->begins[i + 1] - after->begins[i]);
			differences++;
			continue;
		}
		for (uint32_t j = 0; j < count; j++) {
			uint64_t was = before->values[before->begins[i] + j];
			uint64_t is = after->values[after->begins[i] + j];

			if (was == is)
				continue;
			append_value(text, size, list[i].name, j, was, is);
			differences++;
		}
	}
	return differences;
}
