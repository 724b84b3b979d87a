/* SPDX-License-Identifier: MIT */
/* libdw reads the file. Only executed addresses are looked up, each once. */
#include "tools/explain/inline_names.h"

#include <dwarf.h>
#include <elfutils/libdw.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/arena.h"
#include "tools/base/number_map.h"
#include "tools/base/utf8.h"

#define NAMES_MAX ((size_t)1 << 30)
#define CHAINS_CAPACITY_MIN 1024

struct inline_names {
	Elf *elf;
	Dwarf *dwarf;
	struct arena arena;
	struct inline_chain *chains;
	size_t count, capacity;
	struct number_map chain_of;     /* by address + 1 */
};

struct inline_names *inline_names_read(char *file, size_t size)
{
	struct inline_names *names;
	Elf *elf;
	Dwarf *dwarf;

	elf_version(EV_CURRENT);
	elf = elf_memory(file, size);
	dwarf = elf != NULL ? dwarf_begin_elf(elf, DWARF_C_READ, NULL) : NULL;
	if (dwarf == NULL) {
		elf_end(elf);
		return NULL;
	}
	names = xcalloc(1, sizeof(*names));
	names->elf = elf;
	names->dwarf = dwarf;
	arena_init(&names->arena, NAMES_MAX);
	return names;
}

void inline_names_free(struct inline_names *names)
{
	if (names == NULL)
		return;
	dwarf_end(names->dwarf);
	elf_end(names->elf);
	arena_free(&names->arena);
	number_map_free(&names->chain_of);
	free(names->chains);
	free(names);
}

/* The compilation unit with the address. Some compilers write no table of addresses
 * (.debug_aranges). Then all units are searched. */
static Dwarf_Die *unit_find(struct inline_names *names, uint64_t address, Dwarf_Die *unit)
{
	Dwarf_CU *at = NULL;

	if (dwarf_addrdie(names->dwarf, address, unit) != NULL)
		return unit;
	while (dwarf_get_units(names->dwarf, at, &at, NULL, NULL, unit, NULL) == 0) {
		if (dwarf_haspc(unit, address) > 0)
			return unit;
	}
	return NULL;
}

/* Returns the number of scopes, and the scopes, innermost first, which the caller frees.
 * dwarf_getscopes() continues where an inlined function was defined, and dwarf_getscopes_die()
 * where it was inlined. */
static int scopes_find(struct inline_names *names, uint64_t address, Dwarf_Die **scopes)
{
	Dwarf_Die unit, *defined = NULL;
	int count = 0;

	*scopes = NULL;
	if (unit_find(names, address, &unit) != NULL &&
	    dwarf_getscopes(&unit, address, &defined) > 0)
		count = dwarf_getscopes_die(&defined[0], scopes);
	free(defined);
	return count > 0 ? count : 0;
}

static const char *name_copy(struct inline_names *names, Dwarf_Die *scope)
{
	const char *name = dwarf_diename(scope);
	char *copy;

	if (name == NULL)
		return "[inlined]";
	copy = arena_copy(&names->arena, name, strlen(name) + 1);
	if (copy == NULL)
		return "[inlined]";
	utf8_make_printable(copy);
	return copy;
}

struct inline_chain inline_names_find(struct inline_names *names, uint64_t address)
{
	const uint32_t *found = number_map_find(&names->chain_of, address + 1);
	Dwarf_Die *scopes;
	int scope_count;
	const char **chain;
	size_t count = 0;

	if (found != NULL)
		return names->chains[*found];
	if (names->count == names->capacity) {
		names->capacity = 2 * names->capacity + CHAINS_CAPACITY_MIN;
		names->chains = xreallocarray(names->chains, names->capacity,
					      sizeof(*names->chains));
	}
	scope_count = scopes_find(names, address, &scopes);
	chain = xarena_alloc(&names->arena, ((size_t)scope_count + 1) * sizeof(*chain));
	for (int i = scope_count; i-- > 0;) {
		if (dwarf_tag(&scopes[i]) == DW_TAG_inlined_subroutine)
			chain[count++] = name_copy(names, &scopes[i]);
	}
	free(scopes);
	names->chains[names->count] = (struct inline_chain){chain, count};
	number_map_add(&names->chain_of, address + 1, (uint32_t)names->count);
	return names->chains[names->count++];
}
