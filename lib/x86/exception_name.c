/* SPDX-License-Identifier: MIT */
/* Names of exceptions, by vector. Intel SDM vol. 3A, "Exception and Interrupt Vectors". */
#include "lib/cpu/exception.h"

#include <stddef.h>

#define PAGE_FAULT 14

static const char *const names[] = {
	"divide error", "debug exception", "NMI", "breakpoint", "overflow", "bound range exceeded",
	"invalid opcode", "device not available", "double fault", "coprocessor segment overrun",
	"invalid TSS", "segment not present", "stack-segment fault", "general protection",
	"page fault", NULL, "x87 error", "alignment check", "machine check", "SIMD exception",
	"virtualization exception", "control protection",
};

const char *exception_name(uint64_t vector)
{
	bool has_name = vector < sizeof(names) / sizeof(names[0]) && names[vector] != NULL;

	return has_name ? names[vector] : "exception";
}

bool exception_has_address(uint64_t vector)
{
	return vector == PAGE_FAULT;
}
