/* SPDX-License-Identifier: MIT */
/* Names of exceptions, by vector. */
#include "lib/x86/exception_name.h"

#include <stddef.h>

static const char *const names[EXCEPTION_VECTORS] = {
	"divide error", "debug exception", "NMI", "breakpoint", "overflow", "bound range exceeded",
	"invalid opcode", "device not available", "double fault", "coprocessor segment overrun",
	"invalid TSS", "segment not present", "stack-segment fault", "general protection",
	"page fault", NULL, "x87 error", "alignment check", "machine check", "SIMD exception",
	"virtualization exception", "control protection",
};

const char *exception_name(uint64_t vector)
{
	return vector < EXCEPTION_VECTORS && names[vector] != NULL ? names[vector] : "exception";
}
