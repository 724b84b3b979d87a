/* SPDX-License-Identifier: MIT */
/* Functions of KVM on aarch64 that run at EL2 while Linux runs at EL1. KVM maps them a second time,
 * at addresses that /proc/kallsyms does not have. */
#ifndef TOOLS_EXPLAIN_EL2_CODE_H
#define TOOLS_EXPLAIN_EL2_CODE_H

#include "tools/explain/instruction_profile.h"
#include "tools/explain/symbol_list.h"

struct el2_code {
	/* Address of the symbol minus address at EL2; 0: unknown. */
	uint64_t shift, vectors_shift;
	uint64_t vectors_virt;          /* page of the vectors for the guest, mapped separately */
};

/* Find the code by the host's symbols and the calls and guest exits of the run. */
struct el2_code el2_code_find(const struct symbol_list *symbols,
			      const struct instruction_profile *trace);

/* The function at an address that the host has executed; NULL if the address is none of EL2. */
const struct symbol *el2_code_symbol(const struct el2_code *code, const struct symbol_list *symbols,
				     uint64_t address);

#endif
