/* SPDX-License-Identifier: MIT */
/* RISC-V Instruction Set Manual, volume I: "RV32I Base Integer Instruction Set", "'C' Extension for
 * Compressed Instructions", "RV32/64G Instruction Set Listings". The bits of immediate values are
 * scattered. */
#include "tools/plugin/branch.h"

#include "lib/count_marks.h"

enum {
	OPCODE_LOAD = 0x03, OPCODE_LOAD_FP = 0x07, OPCODE_STORE = 0x23, OPCODE_STORE_FP = 0x27,
	OPCODE_AMO = 0x2f, OPCODE_BRANCH = 0x63, OPCODE_JALR = 0x67, OPCODE_JAL = 0x6f,
	OPCODE_SYSTEM = 0x73,
};

#define ECALL 0x00000073u
#define EBREAK 0x00100073u
#define SRET 0x10200073u
#define MRET 0x30200073u
#define C_EBREAK 0x9002u
/* The counters for unprivileged code: cycle, time, instret. */
#define CSR_CYCLE 0xc00u
#define CSR_INSTRET 0xc02u

static uint32_t word_of(const uint8_t *bytes, size_t size)
{
	uint32_t word = 0;

	for (size_t i = 0; i < size && i < sizeof(word); i++)
		word |= (uint32_t)bytes[i] << 8 * i;
	return word;
}

/* Bits of the word from `from` on, moved to `to`. */
static uint32_t bits(uint32_t word, int from, int count, int to)
{
	return (word >> from & ((1u << count) - 1)) << to;
}

/* An address at a signed distance of that many bits. */
static uint64_t target_of(uint64_t address, uint32_t distance, int width)
{
	return address + (uint64_t)((int64_t)((uint64_t)distance << (64 - width)) >> (64 - width));
}

/* The calling convention's return addresses: ra, t0. */
static bool is_link(uint32_t reg)
{
	return reg == 1 || reg == 5;
}

static struct branch indirect(uint32_t to, uint32_t link)
{
	if (is_link(link))
		return (struct branch){.kind = BRANCH_INDIRECT_CALL};
	return (struct branch){.kind = is_link(to) ? BRANCH_RETURN : BRANCH_INDIRECT};
}

/* The target of C.J, and of C.JAL of 32-bit processors. */
static uint64_t compressed_target(uint32_t word, uint64_t address)
{
	return target_of(address, bits(word, 12, 1, 11) | bits(word, 8, 1, 10) |
			 bits(word, 9, 2, 8) | bits(word, 6, 1, 7) | bits(word, 7, 1, 6) |
			 bits(word, 2, 1, 5) | bits(word, 11, 1, 4) | bits(word, 3, 3, 1), 12);
}

static struct branch decode_compressed(uint32_t word, uint64_t address)
{
	uint32_t quadrant = bits(word, 0, 2, 0), function = bits(word, 13, 3, 0);
	uint32_t rs1 = bits(word, 7, 5, 0);

	if (quadrant == 1 && function == 5)
		return (struct branch){BRANCH_JUMP, compressed_target(word, address)};
	if (quadrant == 1 && function >= 6)
		return (struct branch){BRANCH_CONDITIONAL, target_of(address,
			bits(word, 12, 1, 8) | bits(word, 5, 2, 6) | bits(word, 2, 1, 5) |
			bits(word, 10, 2, 3) | bits(word, 3, 2, 1), 9)};
	if (word == C_EBREAK)
		return (struct branch){.kind = BRANCH_INTO_SYSTEM};
	/* C.JR, C.JALR */
	if (quadrant == 2 && function == 4 && bits(word, 2, 5, 0) == 0 && rs1 != 0)
		return indirect(rs1, bits(word, 12, 1, 0));
	return (struct branch){.kind = BRANCH_NONE};
}

static struct branch decode(const uint8_t *bytes, size_t size, uint64_t address)
{
	uint32_t word = word_of(bytes, size);

	if (size < sizeof(word))
		return decode_compressed(word, address);
	switch (bits(word, 0, 7, 0)) {
	case OPCODE_JAL:
		return (struct branch){is_link(bits(word, 7, 5, 0)) ? BRANCH_CALL : BRANCH_JUMP,
			target_of(address, bits(word, 31, 1, 20) | bits(word, 12, 8, 12) |
				  bits(word, 20, 1, 11) | bits(word, 21, 10, 1), 21)};
	case OPCODE_JALR:
		return indirect(bits(word, 15, 5, 0), bits(word, 7, 5, 0));
	case OPCODE_BRANCH:
		return (struct branch){BRANCH_CONDITIONAL, target_of(address,
			bits(word, 31, 1, 12) | bits(word, 7, 1, 11) | bits(word, 25, 6, 5) |
			bits(word, 8, 4, 1), 13)};
	}
	if (word == ECALL || word == EBREAK)
		return (struct branch){.kind = BRANCH_INTO_SYSTEM};
	if (word == SRET || word == MRET)
		return (struct branch){.kind = BRANCH_OUT_OF_SYSTEM};
	return (struct branch){.kind = BRANCH_NONE};
}

/* Addresses wrap at 4 GiB, and C.JAL has the code of C.ADDIW. */
static struct branch decode_32(const uint8_t *bytes, size_t size, uint64_t address)
{
	uint32_t word = word_of(bytes, size);
	struct branch branch = decode(bytes, size, address);

	if (size < sizeof(word) && bits(word, 0, 2, 0) == 1 && bits(word, 13, 3, 0) == 1)
		branch = (struct branch){BRANCH_CALL, compressed_target(word, address)};
	branch.target &= UINT32_MAX;
	return branch;
}

static bool accesses_memory(const uint8_t *bytes, size_t size)
{
	uint32_t word = word_of(bytes, size), quadrant = bits(word, 0, 2, 0);

	if (size < sizeof(word))
		return quadrant == 0 ? bits(word, 13, 3, 0) != 0
				     : quadrant == 2 && bits(word, 13, 2, 0) != 0;
	switch (bits(word, 0, 7, 0)) {
	case OPCODE_LOAD: case OPCODE_LOAD_FP: case OPCODE_STORE: case OPCODE_STORE_FP:
	case OPCODE_AMO:
		return true;
	}
	return false;
}

static bool reads_clock(const uint8_t *bytes, size_t size)
{
	uint32_t word = word_of(bytes, size), csr = bits(word, 20, 12, 0);

	return size == sizeof(word) && bits(word, 0, 7, 0) == OPCODE_SYSTEM &&
	       bits(word, 12, 2, 0) != 0 && csr >= CSR_CYCLE && csr <= CSR_INSTRET;
}

/* Linux, arch/riscv/kernel/entry.S, "__switch_to": SD of ra to the address in a3, and LD from that
 * in a4. */
const struct processor processor_riscv64 = {
	.target = "riscv64", .decode = decode, .accesses_memory = accesses_memory,
	.reads_clock = reads_clock,
	.counted = {
		[COUNTED_BEGIN] = {COUNT_MARK_RISCV64_BEGIN, COUNT_MARK_RISCV64_BYTES,
				   COUNT_MARK_RISCV64_BYTES},
		[COUNTED_END] = {COUNT_MARK_RISCV64_END, COUNT_MARK_RISCV64_BYTES,
				 COUNT_MARK_RISCV64_BYTES},
		[COUNTED_SAVE] = {"\x23\xb0\x16\x00", 4, 4},
		[COUNTED_LOAD] = {"\x83\x30\x07\x00", 4, 4},
	},
	.switch_bytes = 128,
};

const struct processor processor_riscv32 = {
	.target = "riscv32", .decode = decode_32, .accesses_memory = accesses_memory,
	.reads_clock = reads_clock,
};
