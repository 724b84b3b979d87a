/* SPDX-License-Identifier: MIT */
/* Whether entries may forbid execution. */
#include "kernel/x86/mm/page_entry.h"

uint64_t page_entry_allowed_bits = ~PTE_NO_EXECUTE;

void page_entry_allow_no_execute(bool allowed)
{
	page_entry_allowed_bits = allowed ? ~0ull : ~PTE_NO_EXECUTE;
}

bool page_entry_has_no_execute(void)
{
	return (page_entry_allowed_bits & PTE_NO_EXECUTE) != 0;
}
