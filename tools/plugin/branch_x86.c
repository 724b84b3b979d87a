/* SPDX-License-Identifier: MIT */
/* Intel SDM vol. 2, "Opcode Map", in 64-bit mode; in 32-bit mode the other opcodes, 40h to 4Fh, are
 * whole instructions. */
#include "tools/plugin/branch.h"

#include "lib/count_marks.h"

/* The index of the opcode after the prefixes. */
static size_t branch_opcode(const uint8_t *bytes, size_t size)
{
	size_t at = 0;

	for (; at + 1 < size; at++) {
		switch (bytes[at]) {
		case 0x26:
		case 0x2e:
		case 0x36:
		case 0x3e:
		case 0x64:
		case 0x65:
		case 0x66:
		case 0x67:
		case 0xf0: case 0xf2: case 0xf3:
			continue;
		}
		if ((bytes[at] & 0xf0) != 0x40)         /* REX */
			break;
	}
	return at;
}

/* A branch whose last bytes, 1 or 4, are the distance from the next instruction. */
static struct branch branch_relative(enum branch_kind kind, const uint8_t *bytes, size_t size,
				     uint64_t address, size_t width)
{
	uint32_t value = 0;

	if (size < width + 1)
		return (struct branch){.kind = BRANCH_INDIRECT};
	for (size_t i = 0; i < width; i++)
		value |= (uint32_t)bytes[size - width + i] << 8 * i;
	return (struct branch){kind, address + size + (width == 1 ? (uint64_t)(int8_t)value
							      : (uint64_t)(int32_t)value)};
}

/* FF /2 to /5: the field reg of ModRM. */
static enum branch_kind branch_indirect(uint8_t modrm)
{
	switch (modrm >> 3 & 7) {
	case 2:
		return BRANCH_INDIRECT_CALL;
	case 3:
		return BRANCH_INTO_SYSTEM;
	case 4: case 5:
		return BRANCH_INDIRECT;
	}
	return BRANCH_NONE;
}

static struct branch branch_of_two_bytes(const uint8_t *bytes, size_t size, size_t at,
					 uint64_t address)
{
	uint8_t opcode = bytes[at + 1];

	if ((opcode & 0xf0) == 0x80)
		return branch_relative(BRANCH_CONDITIONAL, bytes, size, address, 4);
	switch (opcode) {
	case 0x05: case 0x34:
		return (struct branch){.kind = BRANCH_INTO_SYSTEM};
	case 0x07: case 0x35:
		return (struct branch){.kind = BRANCH_OUT_OF_SYSTEM};
	case 0x01:
		if (at + 2 < size && bytes[at + 2] == 0xd8)
			return (struct branch){.kind = BRANCH_INTO_GUEST};
	}
	return (struct branch){.kind = BRANCH_NONE};
}

static struct branch decode(const uint8_t *bytes, size_t size, uint64_t address)
{
	size_t at = branch_opcode(bytes, size);
	uint8_t opcode = bytes[at];

	if (opcode == 0x0f && at + 1 < size)
		return branch_of_two_bytes(bytes, size, at, address);
	if (opcode == 0xff && at + 1 < size)
		return (struct branch){.kind = branch_indirect(bytes[at + 1])};
	if ((opcode & 0xf0) == 0x70 || (opcode & 0xfc) == 0xe0)
		return branch_relative(BRANCH_CONDITIONAL, bytes, size, address, 1);
	switch (opcode) {
	case 0xe8:
		return branch_relative(BRANCH_CALL, bytes, size, address, 4);
	case 0xe9:
		return branch_relative(BRANCH_JUMP, bytes, size, address, 4);
	case 0xeb:
		return branch_relative(BRANCH_JUMP, bytes, size, address, 1);
	case 0xc2: case 0xc3:
		return (struct branch){.kind = BRANCH_RETURN};
	case 0xcc: case 0xcd: case 0xf1:
		return (struct branch){.kind = BRANCH_INTO_SYSTEM};
	case 0xca: case 0xcb: case 0xcf:
		return (struct branch){.kind = BRANCH_OUT_OF_SYSTEM};
	}
	return (struct branch){.kind = BRANCH_NONE};
}

/* One-byte opcodes that push, pop, or access a string or an absolute address. */
static bool branch_has_implied_memory(uint8_t opcode)
{
	return (opcode >= 0x50 && opcode <= 0x5f) || opcode == 0x68 || opcode == 0x6a ||
	       (opcode >= 0x6c && opcode <= 0x6f) || opcode == 0x9c || opcode == 0x9d ||
	       (opcode >= 0xa0 && opcode <= 0xaf && opcode != 0xa8 && opcode != 0xa9) ||
	       (opcode >= 0xc2 && opcode <= 0xc3) || (opcode >= 0xc8 && opcode <= 0xcb) ||
	       opcode == 0xcf || opcode == 0xe8;
}

/* One-byte opcodes with a ModRM byte. */
static bool branch_has_modrm(uint8_t opcode)
{
	if (opcode < 0x40)
		return (opcode & 7) < 4;
	return opcode == 0x63 || opcode == 0x69 || opcode == 0x6b ||
	       (opcode >= 0x80 && opcode <= 0x8f && opcode != 0x8d) ||
	       (opcode >= 0xc0 && opcode <= 0xc7 && opcode != 0xc2 && opcode != 0xc3) ||
	       (opcode >= 0xd0 && opcode <= 0xdf && (opcode & 0xfc) != 0xd4) ||
	       (opcode >= 0xf6 && opcode != 0xf8 && opcode != 0xf9 && opcode != 0xfa &&
		opcode != 0xfb && opcode != 0xfc && opcode != 0xfd);
}

/* Most two-byte opcodes have a ModRM byte. These exceptions have none, or access no memory. */
static bool branch_has_modrm_of_two_bytes(uint8_t opcode)
{
	return !(opcode >= 0x05 && opcode <= 0x0b) && !(opcode >= 0x18 && opcode <= 0x1f) &&
	       !(opcode >= 0x20 && opcode <= 0x23) && !(opcode >= 0x30 && opcode <= 0x37) &&
	       (opcode & 0xf0) != 0x80 && !(opcode >= 0xa0 && opcode <= 0xa2) &&
	       !(opcode >= 0xa8 && opcode <= 0xaa) && !(opcode >= 0xc8 && opcode <= 0xcf);
}

static bool accesses_memory(const uint8_t *bytes, size_t size)
{
	size_t at = branch_opcode(bytes, size);
	bool is_long = bytes[at] == 0x0f && at + 1 < size, has_modrm;

	if (is_long)
		has_modrm = branch_has_modrm_of_two_bytes(bytes[++at]);
	else if (branch_has_implied_memory(bytes[at]))
		return 1;
	else
		has_modrm = branch_has_modrm(bytes[at]);
	if (bytes[at] == 0xff && !is_long && at + 1 < size && branch_indirect(bytes[at + 1]) != 0 &&
	    branch_indirect(bytes[at + 1]) != BRANCH_INDIRECT)
		return 1;                               /* a call pushes */
	return has_modrm && at + 1 < size && bytes[at + 1] < 0xc0;
}

static bool branch_is_intercepted_of_two_bytes(const uint8_t *bytes, size_t size, size_t at)
{
	uint8_t modrm = at + 2 < size ? bytes[at + 2] : 0;

	switch (bytes[at + 1]) {
	case 0x01:      /* INVLPG, and without operand VMMCALL, MONITOR, MWAIT, SWAPGS, XSETBV */
		return (modrm >> 3 & 7) == 7 || modrm >= 0xc8;
	case 0x06: case 0x08: case 0x09:                        /* CLTS, INVD, WBINVD */
	case 0x20: case 0x21: case 0x22: case 0x23: /* MOV of control and debug registers */
	case 0x30: case 0x32: case 0x33: case 0xa2:             /* WRMSR, RDMSR, RDPMC, CPUID */
		return 1;
	}
	return 0;
}

static bool is_intercepted(const uint8_t *bytes, size_t size)
{
	size_t at = branch_opcode(bytes, size);
	uint8_t opcode = bytes[at];

	if (opcode == 0x0f && at + 1 < size)
		return branch_is_intercepted_of_two_bytes(bytes, size, at);
	return opcode == 0xf4 || (opcode & 0xfc) == 0x6c || (opcode & 0xfc) == 0xe4 ||
	       (opcode & 0xfc) == 0xec;
}

static bool reads_clock(const uint8_t *bytes, size_t size)
{
	size_t at = branch_opcode(bytes, size);

	if (at + 1 >= size || bytes[at] != 0x0f)
		return 0;
	return bytes[at + 1] == 0x31 ||
	       (at + 2 < size && bytes[at + 1] == 0x01 && bytes[at + 2] == 0xf9);
}

/* Legacy prefixes, REX, then MOVS, CMPS, STOS, LODS, SCAS, INS or OUTS. Intel SDM vol.
 * 2A, "REP". */
static bool is_repeated(const uint8_t *bytes, size_t size)
{
	bool has_prefix = false;

	for (; size > 1 && (*bytes == 0xf2 || *bytes == 0xf3 || *bytes == 0x66 || *bytes == 0x67 ||
			    (*bytes & 0xf0) == 0x40); bytes++, size--)
		has_prefix |= *bytes == 0xf2 || *bytes == 0xf3;
	return has_prefix && size == 1 &&
	       ((*bytes >= 0xa4 && *bytes <= 0xa7) || (*bytes >= 0xaa && *bytes <= 0xaf) ||
		(*bytes >= 0x6c && *bytes <= 0x6f));
}

/* Linux, arch/x86/entry/entry_64.S, "__switch_to_asm": MOV of RSP to a member of the structure at
 * RDI, and from one at RSI. Intel SDM vol. 2A, "ModR/M and SIB Bytes". */
const struct processor processor_x86_64 = {
	.target = "x86_64", .decode = decode, .accesses_memory = accesses_memory,
	.is_intercepted = is_intercepted, .reads_clock = reads_clock, .is_repeated = is_repeated,
	.counted = {
		[COUNTED_BEGIN] = {COUNT_MARK_X86_BEGIN, COUNT_MARK_X86_BYTES,
				   COUNT_MARK_X86_BYTES},
		[COUNTED_END] = {COUNT_MARK_X86_END, COUNT_MARK_X86_BYTES, COUNT_MARK_X86_BYTES},
		[COUNTED_SAVE] = {"\x48\x89\xa7", 3, 7},
		[COUNTED_LOAD] = {"\x48\x8b\xa6", 3, 7},
	},
	.switch_bytes = 64,
};
