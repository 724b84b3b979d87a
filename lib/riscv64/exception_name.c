/* SPDX-License-Identifier: MIT */
#include "lib/riscv64/exception_name.h"

#include <stddef.h>

#include "lib/cpu/exception.h"

static const char *const names[] = {
	"misaligned instruction address", "instruction access fault", "illegal instruction",
	"breakpoint", "misaligned load", "load access fault", "misaligned store",
	"store access fault", "system call", "system call of the kernel", NULL, NULL,
	"instruction page fault", "load page fault", NULL, "store page fault",
};

const char *exception_name(uint64_t cause)
{
	if ((cause & CAUSE_INTERRUPT) != 0)
		return "unexpected interrupt";
	if (cause >= sizeof(names) / sizeof(names[0]) || names[cause] == NULL)
		return "exception";
	return names[cause];
}

bool exception_is_page_fault(uint64_t cause)
{
	return cause == CAUSE_FETCH_PAGE || cause == CAUSE_LOAD_PAGE || cause == CAUSE_STORE_PAGE;
}

bool exception_has_address(uint64_t cause)
{
	return exception_is_page_fault(cause) ||
	       (cause < CAUSE_USER_CALL && cause != CAUSE_ILLEGAL);
}
