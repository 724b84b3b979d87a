/* SPDX-License-Identifier: MIT */
#include "lib/aarch64/exception_name.h"

#include "lib/cpu/exception.h"

const char *exception_name(uint64_t class)
{
	switch (class) {
	case CLASS_UNKNOWN:
		return "undefined instruction";
	case 0x01:
		return "trapped WFI or WFE";
	case 0x07:
		return "access to vector registers";
	case 0x0e:
		return "illegal execution state";
	case CLASS_SVC:
		return "system call";
	case 0x16:
		return "hypervisor call";
	case 0x17:
		return "secure monitor call";
	case 0x18:
		return "trapped system register";
	case CLASS_INSTRUCTION_ABORT_LOWER:
	case CLASS_INSTRUCTION_ABORT:
		return "instruction abort";
	case 0x22:
		return "misaligned program counter";
	case CLASS_DATA_ABORT_LOWER:
	case CLASS_DATA_ABORT:
		return "data abort";
	case 0x26:
		return "misaligned stack pointer";
	case CLASS_SERROR:
		return "system error";
	case 0x3c:
		return "breakpoint instruction";
	default:
		return "exception";
	}
}

bool exception_has_address(uint64_t class)
{
	return class == CLASS_INSTRUCTION_ABORT_LOWER || class == CLASS_INSTRUCTION_ABORT ||
	       class == CLASS_DATA_ABORT_LOWER || class == CLASS_DATA_ABORT;
}
