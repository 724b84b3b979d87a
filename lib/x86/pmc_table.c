/* SPDX-License-Identifier: MIT */
/* The tables as one list, one word per event, for a small kernel. */
#include "lib/x86/pmc_table.h"

#include <stddef.h>

#define MODELS(table, family, first, last, core_type)

static const struct setting {
	uint32_t select : 12, mask : 8, event : 8, ends_table : 1;
} settings[] = {
#define TABLE(table, word)
#define EVENT(event, select, mask, name) {select, mask, PMC_##event, false},
#define END(table) {0, 0, 0, true},
#include "lib/x86/pmc_tables.def"
#undef TABLE
#undef EVENT
#undef END
};

static const char *const words[] = {
#define TABLE(table, word) [PMC_TABLE_##table] = word,
#define EVENT(event, select, mask, name)
#define END(table)
#include "lib/x86/pmc_tables.def"
#undef TABLE
#undef MODELS
};

static const struct models {
	uint8_t family, first, last, core_type, table;
} models[] = {
#define TABLE(table, word)
#define MODELS(table, family, first, last, core_type) \
	{family, first, last, core_type, PMC_TABLE_##table},
#include "lib/x86/pmc_tables.def"
#undef TABLE
#undef EVENT
#undef END
#undef MODELS
};

static bool is_for(const struct models *m, uint32_t family, uint32_t model, uint32_t core_type)
{
	return family == m->family && model >= m->first && model <= m->last &&
	       (m->core_type == 0 || m->core_type == core_type);
}

enum pmc_table pmc_table_for(bool is_amd, uint32_t family, uint32_t model, uint32_t core_type)
{
	for (size_t i = 0; i < sizeof(models) / sizeof(models[0]); i++) {
		const struct models *m = &models[i];

		if (is_for(m, family, model, core_type) && (m->table > PMC_TABLE_AMD) == is_amd)
			return (enum pmc_table)m->table;
	}
	return is_amd ? PMC_TABLE_AMD : PMC_TABLE_INTEL;
}

const char *pmc_table_word(enum pmc_table table)
{
	return words[table];
}

static const struct setting *pmc_table_find(enum pmc_table table, enum pmc_event event)
{
	const struct setting *setting = settings;

	for (unsigned skipped = 0; skipped < table; setting++)
		skipped += setting->ends_table;
	while (!setting->ends_table && setting->event != event)
		setting++;
	return setting->ends_table ? NULL : setting;
}

/* AMD APM vol. 2, "Performance Event-Select Registers": bits 11 to 8 of an event are in bits 35 to
 * 32. */
uint64_t pmc_table_select(enum pmc_table table, enum pmc_event event)
{
	const struct setting *setting = pmc_table_find(table, event);
	uint64_t select;

	if (setting == NULL)
		setting = pmc_table_find(table < PMC_TABLE_AMD ? PMC_TABLE_INTEL : PMC_TABLE_AMD,
					 event);
	if (setting == NULL)
		return 0;
	select = setting->select;
	return (select & 0xff) | (uint64_t)setting->mask << 8 | select >> 8 << 32;
}
