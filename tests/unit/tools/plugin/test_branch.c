/* SPDX-License-Identifier: MIT */
/* Targets of branch instructions. Comments show the assembler text of the bytes. */
#include "tests/unit/unit.h"

#include "tools/plugin/branch.h"

#define ADDRESS 0x1000

static void assert_branch(const char *bytes, size_t size, enum branch_kind kind, uint64_t target)
{
	struct branch branch = branch_of((const uint8_t *)bytes, size, ADDRESS);

	assert_int_equal(branch.kind, kind);
	assert_int_equal(branch.target, target);
}

#define ASSERT_BRANCH(bytes, kind, target) assert_branch(bytes, sizeof(bytes) - 1, kind, target)
#define IS(function, bytes) function((const uint8_t *)(bytes), sizeof(bytes) - 1)

TEST(jumps_and_calls_have_their_target_address)
{
	ASSERT_BRANCH("\xeb\x10", BRANCH_JUMP, ADDRESS + 2 + 0x10);             /* jmp .+18 */
	ASSERT_BRANCH("\xeb\xfe", BRANCH_JUMP, ADDRESS);                        /* jmp . */
	ASSERT_BRANCH("\xe9\x00\x01\x00\x00", BRANCH_JUMP, ADDRESS + 5 + 0x100);
	ASSERT_BRANCH("\x74\xf0", BRANCH_CONDITIONAL, ADDRESS + 2 - 0x10);      /* je */
	ASSERT_BRANCH("\x0f\x85\x00\xff\xff\xff", BRANCH_CONDITIONAL, ADDRESS + 6 - 0x100);
	ASSERT_BRANCH("\xe8\xfb\xff\xff\xff", BRANCH_CALL, ADDRESS);            /* call . */
	ASSERT_BRANCH("\x2e\xe8\x00\x00\x00\x00", BRANCH_CALL, ADDRESS + 6);    /* with a prefix */
}

TEST(indirect_branches_have_no_known_target)
{
	ASSERT_BRANCH("\xff\xd0", BRANCH_INDIRECT_CALL, 0);             /* call *%rax */
	ASSERT_BRANCH("\x41\xff\xe3", BRANCH_INDIRECT, 0);              /* jmp *%r11 */
	ASSERT_BRANCH("\xff\x25\x00\x00\x00\x00", BRANCH_INDIRECT, 0);  /* jmp *(%rip) */
	ASSERT_BRANCH("\xff\xc0", BRANCH_NONE, 0);                      /* inc %eax */
}

TEST(instructions_that_enter_or_leave_the_system_are_recognised)
{
	ASSERT_BRANCH("\x0f\x05", BRANCH_INTO_SYSTEM, 0);       /* syscall */
	ASSERT_BRANCH("\xcd\x80", BRANCH_INTO_SYSTEM, 0);       /* int $0x80 */
	ASSERT_BRANCH("\x48\x0f\x07", BRANCH_OUT_OF_SYSTEM, 0); /* sysretq */
	ASSERT_BRANCH("\x48\xcf", BRANCH_OUT_OF_SYSTEM, 0);     /* iretq */
	ASSERT_BRANCH("\x0f\x01\xd8", BRANCH_INTO_GUEST, 0);    /* vmrun */
	ASSERT_BRANCH("\xf3\xc3", BRANCH_RETURN, 0);            /* rep ret */
	ASSERT_BRANCH("\x90", BRANCH_NONE, 0);
	ASSERT_BRANCH("\x0f\x01\xf9", BRANCH_NONE, 0);          /* rdtscp */
}

TEST(clock_reads_are_recognised)
{
	assert_true(IS(branch_reads_clock, "\x0f\x31"));
	assert_true(IS(branch_reads_clock, "\x0f\x01\xf9"));
	assert_false(IS(branch_reads_clock, "\x0f\x01\xd8"));
	assert_false(IS(branch_reads_clock, "\x0f\xa2"));
	assert_false(IS(branch_reads_clock, "\x0f"));
}

TEST(memory_operands_are_recognised)
{
	assert_true(IS(branch_accesses_memory, "\x48\x89\x07"));        /* mov %rax,(%rdi) */
	assert_true(IS(branch_accesses_memory, "\xf3\xaa"));            /* rep stosb */
	assert_true(IS(branch_accesses_memory, "\x55"));                /* push %rbp */
	assert_true(IS(branch_accesses_memory, "\xe8\x00\x00\x00\x00"));
	assert_true(IS(branch_accesses_memory, "\xff\xd0"));            /* call *%rax pushes */
	assert_true(IS(branch_accesses_memory, "\x0f\xb6\x06"));        /* movzbl (%rsi),%eax */
	assert_false(IS(branch_accesses_memory, "\x48\x89\xc7"));       /* mov %rax,%rdi */
	assert_false(IS(branch_accesses_memory, "\x48\x8d\x07"));       /* lea */
	assert_false(IS(branch_accesses_memory, "\xff\xe0"));           /* jmp *%rax */
	assert_false(IS(branch_accesses_memory, "\x0f\x1f\x00"));       /* nop (%rax) */
	assert_false(IS(branch_accesses_memory, "\x0f\x31"));
	assert_false(IS(branch_accesses_memory, "\x74\x05"));
}

TEST(intercepted_instructions_are_recognised)
{
	assert_true(IS(branch_is_intercepted, "\x0f\xa2"));     /* cpuid */
	assert_true(IS(branch_is_intercepted, "\xee"));         /* out %al,(%dx) */
	assert_true(IS(branch_is_intercepted, "\xf4"));         /* hlt */
	assert_true(IS(branch_is_intercepted, "\x0f\x22\xd8")); /* mov %rax,%cr3 */
	assert_true(IS(branch_is_intercepted, "\x0f\x30"));     /* wrmsr */
	assert_false(IS(branch_is_intercepted, "\x90"));
	assert_false(IS(branch_is_intercepted, "\xe8\x00\x00\x00\x00"));
	assert_false(IS(branch_is_intercepted, "\x0f\x31"));
}

/* ---- Other processors ---- */

/* An instruction at an offset from ADDRESS. */
struct coded {
	const char *name;               /* assembler text */
	uint32_t word;
	size_t size;
	enum branch_kind kind;
	uint64_t offset, target;
};

static const struct coded riscv64[] = {
	{"j start+0x100", 0x1000006f, 4, BRANCH_JUMP, 0, ADDRESS + 0x100},
	{"j start", 0xffdff06f, 4, BRANCH_JUMP, 4, ADDRESS},
	{"jal ra, start-0xfc000", 0xff9030ef, 4, BRANCH_CALL, 8, ADDRESS - 0xfc000},
	{"jal t0, .+4", 0x004002ef, 4, BRANCH_CALL, 0xc, ADDRESS + 0x10},
	{"beq a0, a1, start+0x20", 0x00b50863, 4, BRANCH_CONDITIONAL, 0x10, ADDRESS + 0x20},
	{"bltu a0, a1, start", 0xfeb566e3, 4, BRANCH_CONDITIONAL, 0x14, ADDRESS},
	{"ret", 0x00008067, 4, BRANCH_RETURN, 0, 0},
	{"jr a5", 0x00078067, 4, BRANCH_INDIRECT, 0, 0},
	{"jalr a5", 0x000780e7, 4, BRANCH_INDIRECT_CALL, 0, 0},
	{"jalr t0, ra", 0x000082e7, 4, BRANCH_INDIRECT_CALL, 0, 0},
	{"ecall", 0x00000073, 4, BRANCH_INTO_SYSTEM, 0, 0},
	{"ebreak", 0x00100073, 4, BRANCH_INTO_SYSTEM, 0, 0},
	{"sret", 0x10200073, 4, BRANCH_OUT_OF_SYSTEM, 0, 0},
	{"mret", 0x30200073, 4, BRANCH_OUT_OF_SYSTEM, 0, 0},
	{"wfi", 0x10500073, 4, BRANCH_NONE, 0, 0},
	{"c.j .+0x20", 0xa005, 2, BRANCH_JUMP, 0x64, ADDRESS + 0x84},
	{"c.j start", 0xbf69, 2, BRANCH_JUMP, 0x66, ADDRESS},
	{"c.beqz a0, .-4", 0xdd75, 2, BRANCH_CONDITIONAL, 0x68, ADDRESS + 0x64},
	{"c.bnez a5, .+0x36", 0xeb9d, 2, BRANCH_CONDITIONAL, 0x6a, ADDRESS + 0xa0},
	{"c.jr ra", 0x8082, 2, BRANCH_RETURN, 0, 0},
	{"c.jr a5", 0x8782, 2, BRANCH_INDIRECT, 0, 0},
	{"c.jalr a5", 0x9782, 2, BRANCH_INDIRECT_CALL, 0, 0},
	{"c.ebreak", 0x9002, 2, BRANCH_INTO_SYSTEM, 0, 0},
	{"c.add a0, a1", 0x952e, 2, BRANCH_NONE, 0, 0},
	{"c.addiw a0, 1", 0x2505, 2, BRANCH_NONE, 0, 0},
};

static const struct coded aarch64[] = {
	{"b start+0x100", 0x14000040, 4, BRANCH_JUMP, 0, ADDRESS + 0x100},
	{"b start", 0x17ffffff, 4, BRANCH_JUMP, 4, ADDRESS},
	{"bl start-0x100", 0x97ffffbe, 4, BRANCH_CALL, 8, ADDRESS - 0x100},
	{"b.eq start+0x20", 0x540000a0, 4, BRANCH_CONDITIONAL, 0xc, ADDRESS + 0x20},
	{"cbz x0, start", 0xb4ffff80, 4, BRANCH_CONDITIONAL, 0x10, ADDRESS},
	{"cbnz w1, start+0x40", 0x35000161, 4, BRANCH_CONDITIONAL, 0x14, ADDRESS + 0x40},
	{"tbz w0, 3, start+0x40", 0x36180140, 4, BRANCH_CONDITIONAL, 0x18, ADDRESS + 0x40},
	{"tbnz x0, 40, start", 0xb747ff20, 4, BRANCH_CONDITIONAL, 0x1c, ADDRESS},
	{"br x5", 0xd61f00a0, 4, BRANCH_INDIRECT, 0, 0},
	{"blr x5", 0xd63f00a0, 4, BRANCH_INDIRECT_CALL, 0, 0},
	{"ret", 0xd65f03c0, 4, BRANCH_RETURN, 0, 0},
	{"braaz x5", 0xd61f08bf, 4, BRANCH_INDIRECT, 0, 0},
	{"retaa", 0xd65f0bff, 4, BRANCH_RETURN, 0, 0},
	{"eret", 0xd69f03e0, 4, BRANCH_OUT_OF_SYSTEM, 0, 0},
	{"svc 0", 0xd4000001, 4, BRANCH_INTO_SYSTEM, 0, 0},
	{"brk 1", 0xd4200020, 4, BRANCH_INTO_SYSTEM, 0, 0},
	{"hvc 0", 0xd4000002, 4, BRANCH_NONE, 0, 0},
	{"smc 0", 0xd4000003, 4, BRANCH_NONE, 0, 0},
	{"isb", 0xd5033fdf, 4, BRANCH_NONE, 0, 0},
};

static int select_x86_64(void **state)
{
	(void)state;
	return branch_select("x86_64") ? 0 : -1;
}

static void assert_coded(const char *target, const struct coded *coded, size_t count)
{
	assert_true(branch_select(target));
	for (size_t i = 0; i < count; i++) {
		const uint8_t bytes[] = {
			(uint8_t)coded[i].word, (uint8_t)(coded[i].word >> 8),
			(uint8_t)(coded[i].word >> 16), (uint8_t)(coded[i].word >> 24),
		};
		struct branch branch = branch_of(bytes, coded[i].size, ADDRESS + coded[i].offset);

		if (branch.kind != coded[i].kind || branch.target != coded[i].target)
			fail_msg("%s: kind %d, target %#lx", coded[i].name, branch.kind,
				 branch.target);
	}
}

TEST_WITH(branches_of_riscv64_are_decoded, NULL, select_x86_64)
{
	assert_coded("riscv64", riscv64, COUNT(riscv64));
}

TEST_WITH(branches_of_aarch64_are_decoded, NULL, select_x86_64)
{
	assert_coded("aarch64", aarch64, COUNT(aarch64));
}

/* __guest_enter of Linux 6.1, from the MSR of SP_EL0: 15 pairs and X18 are loaded. */
#define INSN(word) (word) & 0xff, (word) >> 8 & 0xff, (word) >> 16 & 0xff, (word) >> 24
static const uint8_t guest_enter[] = {
	INSN(0xd5184100), INSN(0xa94007a0), INSN(0xa9410fa2), INSN(0xa94217a4), INSN(0xa9431fa6),
	INSN(0xa94427a8), INSN(0xa9452faa), INSN(0xa94637ac), INSN(0xa9473fae), INSN(0xa94847b0),
	INSN(0xf9404bb2), INSN(0xa949d3b3), INSN(0xa94adbb5), INSN(0xa94be3b7), INSN(0xa94cebb9),
	INSN(0xa94df3bb), INSN(0xa94efbbd), INSN(0xd69f03e0),
};

TEST_WITH(entry_of_a_guest_of_aarch64_is_not_the_return_to_its_host, NULL, select_x86_64)
{
	static const uint8_t kernel_exit[] = {
		INSN(0xf9407bfe), INSN(0x910543ff), INSN(0xd503201f), INSN(0xd69f03e0),
	};
	size_t size = sizeof(guest_enter);

	assert_false(branch_enters_guest(guest_enter, size, true));     /* of x86_64 */
	assert_true(branch_select("aarch64"));
	assert_true(branch_readies_guest(guest_enter, 4));
	assert_false(branch_readies_guest(guest_enter + 4, 4));
	assert_true(branch_enters_guest(guest_enter, size, false));
	assert_true(branch_enters_guest(guest_enter + 4, size - 4, true));
	assert_false(branch_enters_guest(guest_enter + 4, size - 4, false));
	assert_false(branch_enters_guest(guest_enter, size - 4, true));
	assert_false(branch_enters_guest(kernel_exit, sizeof(kernel_exit), true));
}

TEST_WITH(exits_of_a_guest_of_aarch64_lead_to_vectors_of_kvm, NULL, select_x86_64)
{
	static const uint8_t of_kvm[] = {INSN(0xd503221f), INSN(0xa9bf07e0)};
	static const uint8_t of_host[] = {INSN(0xa9bf07e0), INSN(0xd53c5200)};

	assert_false(branch_is_guest_exit(of_kvm, sizeof(of_kvm), 0x8400));
	assert_true(branch_select("aarch64"));
	assert_true(branch_is_guest_exit(of_kvm, sizeof(of_kvm), 0x8400));
	assert_true(branch_is_guest_exit(of_kvm, 4, 0x8c80));
	assert_false(branch_is_guest_exit(of_kvm, sizeof(of_kvm), 0x8200));     /* from EL2 */
	assert_false(branch_is_guest_exit(of_kvm, sizeof(of_kvm), 0x8404));
	assert_false(branch_is_guest_exit(of_host, sizeof(of_host), 0x8400));
}

TEST_WITH(clock_reads_of_riscv64_are_recognised, NULL, select_x86_64)
{
	assert_true(branch_select("riscv64"));
	assert_true(IS(branch_reads_clock, "\x73\x25\x20\xc0"));       /* rdinstret a0 */
	assert_true(IS(branch_reads_clock, "\xf3\x25\x00\xc0"));       /* rdcycle a1 */
	assert_true(IS(branch_reads_clock, "\x73\x26\x10\xc0"));       /* rdtime a2 */
	assert_false(IS(branch_reads_clock, "\x73\x25\x10\x34"));      /* csrr a0, mepc */
	assert_false(IS(branch_reads_clock, "\x73\x00\x00\x00"));      /* ecall */
	assert_false(IS(branch_reads_clock, "\x82\x80"));              /* c.jr ra */
	assert_false(IS(branch_is_intercepted, "\x73\x00\x50\x10"));   /* wfi */
}

TEST_WITH(clock_reads_of_aarch64_are_recognised, NULL, select_x86_64)
{
	assert_true(branch_select("aarch64"));
	assert_true(IS(branch_reads_clock, "\x03\x9d\x3b\xd5"));       /* mrs x3, pmccntr_el0 */
	assert_true(IS(branch_reads_clock, "\x40\xe0\x3b\xd5"));       /* mrs x0, cntvct_el0 */
	assert_true(IS(branch_reads_clock, "\x20\xe0\x3b\xd5"));       /* mrs x0, cntpct_el0 */
	assert_false(IS(branch_reads_clock, "\x00\x52\x38\xd5"));      /* mrs x0, esr_el1 */
}

#define IS_COUNTED(which, bytes) \
	branch_is_counted_insn(which, (const uint8_t *)(bytes), sizeof(bytes) - 1)

TEST_WITH(instructions_that_counting_needs_are_recognised, NULL, select_x86_64)
{
	assert_true(IS_COUNTED(COUNTED_BEGIN, "\x0f\x1f\x80" "bARe"));
	assert_true(IS_COUNTED(COUNTED_LOAD, "\x48\x8b\xa6\x18\x14\0\0"));
	assert_false(IS_COUNTED(COUNTED_SAVE, "\x48\x8b\xa6\x18\x14\0\0"));
	assert_true(IS(branch_is_repeated, "\xf3\x48\xab"));          /* rep stosq */
	assert_false(IS(branch_is_repeated, "\xab"));
	assert_true(branch_select("aarch64"));
	assert_true(IS_COUNTED(COUNTED_BEGIN, "\x3f\x48\xec\xf2"));
	assert_true(IS_COUNTED(COUNTED_END, "\x3f\x89\xed\xf2"));
	assert_true(IS_COUNTED(COUNTED_SAVE, "\x1e\x01\x00\xf9"));   /* str x30, [x8] */
	assert_true(IS_COUNTED(COUNTED_LOAD, "\x1e\x01\x40\xf9"));   /* ldr x30, [x8] */
	assert_false(IS(branch_is_repeated, "\xf3\x66\x66\xa4"));
	assert_true(branch_select("riscv64"));
	assert_true(IS_COUNTED(COUNTED_BEGIN, "\x13\xa0\x1b\x42"));  /* slti zero, s7, 0x421 */
	assert_true(IS_COUNTED(COUNTED_END, "\x13\xa0\xeb\x4c"));    /* slti zero, s7, 0x4ce */
	assert_true(IS_COUNTED(COUNTED_SAVE, "\x23\xb0\x16\x00"));   /* sd ra, 0(a3) */
	assert_true(IS_COUNTED(COUNTED_LOAD, "\x83\x30\x07\x00"));   /* ld ra, 0(a4) */
	assert_true(branch_select("riscv32"));
	assert_false(IS_COUNTED(COUNTED_BEGIN, ""));
}

TEST_WITH(memory_operands_of_riscv64_are_recognised, NULL, select_x86_64)
{
	assert_true(branch_select("riscv64"));
	assert_true(IS(branch_accesses_memory, "\x03\x35\x81\x00"));   /* ld a0, 8(sp) */
	assert_true(IS(branch_accesses_memory, "\x23\x34\xa1\x00"));   /* sd a0, 8(sp) */
	assert_true(IS(branch_accesses_memory, "\x07\x30\x81\x00"));   /* fld ft0, 8(sp) */
	assert_true(IS(branch_accesses_memory, "\x2f\x25\xb6\x08"));   /* amoswap.w */
	assert_true(IS(branch_accesses_memory, "\x88\x65"));           /* c.ld a0, 8(a1) */
	assert_true(IS(branch_accesses_memory, "\x88\xe5"));           /* c.sd a0, 8(a1) */
	assert_true(IS(branch_accesses_memory, "\x22\x65"));           /* c.ldsp a0, 8(sp) */
	assert_true(IS(branch_accesses_memory, "\x2a\xe4"));           /* c.sdsp a0, 8(sp) */
	assert_false(IS(branch_accesses_memory, "\x33\x85\xc5\x00"));  /* add */
	assert_false(IS(branch_accesses_memory, "\x08\x08"));          /* c.addi4spn */
	assert_false(IS(branch_accesses_memory, "\x0e\x05"));          /* c.slli */
	assert_false(IS(branch_accesses_memory, "\x2e\x95"));          /* c.add */
	assert_false(IS(branch_accesses_memory, "\x05\x45"));          /* c.li */
}

TEST_WITH(memory_operands_of_aarch64_are_recognised, NULL, select_x86_64)
{
	assert_true(branch_select("aarch64"));
	assert_true(IS(branch_accesses_memory, "\xe0\x07\x40\xf9"));   /* ldr x0, [sp, 8] */
	assert_true(IS(branch_accesses_memory, "\xfd\x7b\xbf\xa9"));   /* stp x29, x30, … */
	assert_true(IS(branch_accesses_memory, "\x00\xfd\xff\x58"));   /* ldr x0, label */
	assert_true(IS(branch_accesses_memory, "\x20\x7c\x5f\xc8"));   /* ldxr x0, [x1] */
	assert_true(IS(branch_accesses_memory, "\x41\x80\x20\xf8"));   /* swp x0, x1, [x2] */
	assert_true(IS(branch_accesses_memory, "\x00\x70\x40\x4c"));   /* ld1 {v0.16b}, [x0] */
	assert_false(IS(branch_accesses_memory, "\x20\x00\x02\x8b"));  /* add */
	assert_false(IS(branch_accesses_memory, "\x20\x28\x62\x1e"));  /* fadd */
}

TEST(unknown_processor_is_refused)
{
	assert_false(branch_select("mips"));
	ASSERT_BRANCH("\xff\xd0", BRANCH_INDIRECT_CALL, 0);             /* still x86_64 */
}
