/* SPDX-License-Identifier: MIT */
/* Arm Architecture Reference Manual for A-profile, "A64 Instruction Set Encoding". */
#include "tools/plugin/branch.h"

#include "lib/count_marks.h"

#define BRANCH_IMMEDIATE 0x14000000u    /* B; with LINK, BL */
#define LINK 0x80000000u
#define CONDITIONAL 0x54000000u         /* B.cond */
#define COMPARE 0x34000000u             /* CBZ, CBNZ */
#define TEST 0x36000000u                /* TBZ, TBNZ */
#define BRANCH_REGISTER 0xd6000000u
#define EXCEPTION_MASK 0xffe0001fu
#define SVC 0xd4000001u
#define BRK 0xd4200000u
#define ERET 0xd69f03e0u
#define ESB 0xd503221fu
#define LDP_X29_X30_OF_X29 0xa9407bbdu  /* at any offset */
#define LDP_OFFSET 0x003f8000u
#define MSR_SP_EL0 0xd5184100u
/* "Exception vectors": from a lower exception level, in a table of 2 KiB. */
#define VECTORS_BYTES 0x800
#define VECTORS_LOWER_LEVEL 0x400
#define VECTOR_BYTES 0x80
/* MRS of a register into X0. */
#define MRS_PMCCNTR_EL0 0xd53b9d00u
#define MRS_CNTPCT_EL0 0xd53be020u
#define MRS_CNTVCT_EL0 0xd53be040u
#define INSTRUCTION_BYTES 4
#define ENTRY_BYTES ((size_t)(15 + 1 + 1) * INSTRUCTION_BYTES)   /* 15 pairs, X18, ERET */

static uint32_t word_of(const uint8_t *bytes)
{
	return bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

/* A branch by a signed number of instructions, which is a field of `width` bits. */
static struct branch relative(enum branch_kind kind, uint64_t address, uint32_t word, int from,
			      int width)
{
	uint64_t field = (uint64_t)(word >> from) << (64 - width);

	return (struct branch){kind, address + (uint64_t)((int64_t)field >> (64 - width)) *
						       INSTRUCTION_BYTES};
}

/* "Unconditional branch (register)": opc, without the bit of pointer authentication. */
static enum branch_kind indirect(uint32_t word)
{
	switch (word >> 21 & 7) {
	case 0:
		return BRANCH_INDIRECT;
	case 1:
		return BRANCH_INDIRECT_CALL;
	case 2:
		return BRANCH_RETURN;
	case 4:
		return BRANCH_OUT_OF_SYSTEM;
	}
	return BRANCH_NONE;
}

static struct branch decode(const uint8_t *bytes, size_t size, uint64_t address)
{
	uint32_t word = size < INSTRUCTION_BYTES ? 0 : word_of(bytes);

	if ((word & 0x7c000000) == BRANCH_IMMEDIATE)
		return relative((word & LINK) != 0 ? BRANCH_CALL : BRANCH_JUMP, address, word, 0,
				26);
	if ((word & 0xff000000) == CONDITIONAL || (word & 0x7e000000) == COMPARE)
		return relative(BRANCH_CONDITIONAL, address, word, 5, 19);
	if ((word & 0x7e000000) == TEST)
		return relative(BRANCH_CONDITIONAL, address, word, 5, 14);
	if ((word & 0xfe000000) == BRANCH_REGISTER)
		return (struct branch){.kind = indirect(word)};
	/* Firmware of QEMU serves HVC and SMC without a branch. */
	if ((word & EXCEPTION_MASK) == SVC || (word & EXCEPTION_MASK) == BRK)
		return (struct branch){.kind = BRANCH_INTO_SYSTEM};
	return (struct branch){.kind = BRANCH_NONE};
}

/* "Loads and Stores". */
static bool accesses_memory(const uint8_t *bytes, size_t size)
{
	return size == INSTRUCTION_BYTES && (word_of(bytes) & 0x0a000000) == 0x08000000;
}

static bool readies_guest(const uint8_t *bytes, size_t size)
{
	return size == INSTRUCTION_BYTES && (word_of(bytes) & ~0x1fu) == MSR_SP_EL0;
}

/* Linux, arch/arm64/kvm/hyp/entry.S, "__guest_enter": MSR of SP_EL0, loads of X0 to X30 from the
 * guest's context at X29, ERET. KVM returns to its host by the same loads, without the MSR. */
static bool enters_guest(const uint8_t *code, size_t bytes, bool is_ready)
{
	const uint8_t *end = code + bytes;

	if (bytes < ENTRY_BYTES || word_of(end - INSTRUCTION_BYTES) != ERET ||
	    (word_of(end - 2 * INSTRUCTION_BYTES) & ~LDP_OFFSET) != LDP_X29_X30_OF_X29)
		return false;
	return bytes == ENTRY_BYTES ? is_ready
				    : readies_guest(end - ENTRY_BYTES - INSTRUCTION_BYTES,
						    INSTRUCTION_BYTES);
}

/* Linux, arch/arm64/kvm/hyp/hyp-entry.S, "valid_vect": KVM's vectors begin with ESB, those of a
 * kernel for its processes do not. */
static bool is_guest_exit(const uint8_t *code, size_t bytes, uint64_t address)
{
	return bytes >= INSTRUCTION_BYTES && word_of(code) == ESB &&
	       address % VECTOR_BYTES == 0 && address % VECTORS_BYTES >= VECTORS_LOWER_LEVEL;
}

static bool reads_clock(const uint8_t *bytes, size_t size)
{
	uint32_t word = size < INSTRUCTION_BYTES ? 0 : word_of(bytes) & ~0x1fu;

	return word == MRS_PMCCNTR_EL0 || word == MRS_CNTPCT_EL0 || word == MRS_CNTVCT_EL0;
}

/* Linux, arch/arm64/kernel/entry.S, "cpu_switch_to": STR of X30 to the address in X8, and LDR. A
 * pair of registers would be two accesses. */
const struct processor processor_aarch64 = {
	.target = "aarch64", .decode = decode, .accesses_memory = accesses_memory,
	.enters_guest = enters_guest, .readies_guest = readies_guest,
	.is_guest_exit = is_guest_exit, .reads_clock = reads_clock,
	.counted = {
		[COUNTED_BEGIN] = {COUNT_MARK_AARCH64_BEGIN, COUNT_MARK_AARCH64_BYTES,
				   COUNT_MARK_AARCH64_BYTES},
		[COUNTED_END] = {COUNT_MARK_AARCH64_END, COUNT_MARK_AARCH64_BYTES,
				 COUNT_MARK_AARCH64_BYTES},
		[COUNTED_SAVE] = {"\x1e\x01\x00\xf9", INSTRUCTION_BYTES, INSTRUCTION_BYTES},
		[COUNTED_LOAD] = {"\x1e\x01\x40\xf9", INSTRUCTION_BYTES, INSTRUCTION_BYTES},
	},
	.switch_bytes = 128,
};
