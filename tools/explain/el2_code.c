/* SPDX-License-Identifier: MIT */
/* Linux, arch/arm64/kvm/hyp/nvhe: the build adds PREFIX to all names. KVM maps whole pages, so each
 * function with the page offset of a called address is a vote for a distance. */
#include "tools/explain/el2_code.h"

#include <string.h>

#include "tools/base/number_map.h"

#define PREFIX "__kvm_nvhe_"
#define VECTORS PREFIX "__bp_harden_hyp_vecs"
#define PAGE_BYTES 4096u
#define CALLED_MIN 4            /* functions that must be called, at one distance */
/* Start of Linux's addresses. */
#define HIGH_HALF 0xffff800000000000u

static bool is_of_el2(const struct symbol *symbol)
{
	return symbol != NULL && strncmp(symbol->name, PREFIX, strlen(PREFIX)) == 0;
}

static void vote(struct number_map *votes, uint64_t shift, struct el2_code *code, uint32_t *most)
{
	uint64_t key = shift / PAGE_BYTES + 1;
	uint32_t *count = number_map_find(votes, key);

	if (count == NULL) {
		number_map_add(votes, key, 0);
		count = number_map_find(votes, key);
	}
	if (++*count > *most) {
		*most = *count;
		code->shift = *count >= CALLED_MIN ? shift : 0;
	}
}

/* Each address votes once, because a small function may be called by many. */
static void find_shift(struct el2_code *code, const struct symbol_list *symbols,
		       const struct instruction_profile *trace)
{
	struct number_map votes = {0}, seen = {0};
	uint32_t most = 0;

	for (size_t i = 0; i < trace->node_list.count; i++) {
		const struct profile_node *node = &trace->nodes[i];
		uint64_t address = trace->blocks[node->block].address;

		if (!node->is_host || node->kind != 'C' || address >= HIGH_HALF ||
		    number_map_find(&seen, address) != NULL)
			continue;
		number_map_add(&seen, address, 0);
		for (size_t j = 0; j < symbols->count; j++) {
			uint64_t shift = symbols->items[j].address - address;

			if (shift % PAGE_BYTES == 0 && is_of_el2(&symbols->items[j]))
				vote(&votes, shift, code, &most);
		}
	}
	number_map_free(&seen);
	number_map_free(&votes);
}

static uint64_t symbol_address(const struct symbol_list *symbols, const char *name)
{
	for (size_t i = 0; i < symbols->count; i++) {
		if (strcmp(symbols->items[i].name, name) == 0)
			return symbols->items[i].address;
	}
	return 0;
}

struct el2_code el2_code_find(const struct symbol_list *symbols,
			      const struct instruction_profile *trace)
{
	uint64_t vectors = symbol_address(symbols, VECTORS);
	struct el2_code code = {0};

	find_shift(&code, symbols, trace);
	for (size_t i = 0; vectors != 0 && i < trace->node_list.count; i++) {
		uint64_t address = trace->blocks[trace->nodes[i].block].address;

		if (trace->nodes[i].kind != 'X' || address >= HIGH_HALF ||
		    is_of_el2(symbol_list_find(symbols, address + code.shift)))
			continue;
		code.vectors_virt = address & ~(uint64_t)(PAGE_BYTES - 1);
		code.vectors_shift = vectors - code.vectors_virt;
		break;
	}
	return code;
}

const struct symbol *el2_code_symbol(const struct el2_code *code, const struct symbol_list *symbols,
				     uint64_t address)
{
	bool is_vector = code->vectors_shift != 0 && address - code->vectors_virt < PAGE_BYTES;
	uint64_t shift = is_vector ? code->vectors_shift : code->shift;
	const struct symbol *symbol = shift != 0 ? symbol_list_find(symbols, address + shift)
						 : NULL;

	return is_of_el2(symbol) ? symbol : NULL;
}
