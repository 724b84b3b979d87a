/* SPDX-License-Identifier: MIT */
/* Encodes the program. Intel SDM vol. 2A, "Instruction Format". */
#include "bench/code/program.h"

#include "lib/text/errno.h"
#include "lib/text/string.h"

#define LOOP_ALIGN 64
#define REX_W 0x48
#define REX_R 0x04
#define MODRM_RIP 0x05                  /* memory operand: RIP and a 32-bit displacement */
#define NOP 0x90
#define MXCSR_RESET 0x1f80u             /* all exceptions masked */
#define VECTOR_REGISTERS 16
#define QUARTER_BYTES (PLATFORM_CODE_BUFFER_BYTES / 4)

_Static_assert(sizeof(struct program_control) <= PLATFORM_CODE_CONTROL_BYTES,
	       "the control page holds the structure");

/* Numbers of registers in instructions. */
enum {RAX, RCX, RDX, RBX, RSP, RBP, RSI, RDI, R8, R9, R10, R11, R12, R13, R14, R15};

static const uint8_t callee_saved[] = {RBX, RBP, R12, R13, R14, R15};

struct assembler {
	uint8_t *text;
	uint64_t at;                    /* offset in the text */
};

static void emit(struct assembler *to, const void *bytes, size_t size)
{
	memcpy(to->text + to->at, bytes, size);
	to->at += size;
}

#define EMIT(to, ...) \
	emit(to, (const uint8_t[]){__VA_ARGS__}, sizeof((const uint8_t[]){__VA_ARGS__}))

static void emit32(struct assembler *to, uint32_t value)
{
	emit(to, &value, sizeof(value));
}

/* The displacement of a field of the control page. after is the number of instruction bytes that
 * follow the displacement. */
static void emit_field(struct assembler *to, size_t field, unsigned after)
{
	uint64_t end = to->at + sizeof(uint32_t) + after;

	emit32(to, (uint32_t)(field - PLATFORM_CODE_CONTROL_BYTES - end));
}

#define FIELD(name) offsetof(struct program_control, name)

/* MOV between a 64-bit register and a field. */
static void emit_move(struct assembler *to, uint8_t opcode, unsigned number, size_t field)
{
	EMIT(to, (uint8_t)(REX_W | (number >= R8 ? REX_R : 0)), opcode,
	     (uint8_t)(MODRM_RIP | (number & 7) << 3));
	emit_field(to, field, 0);
}

static void emit_store(struct assembler *to, unsigned number, size_t field)
{
	emit_move(to, 0x89, number, field);
}

static void emit_load(struct assembler *to, unsigned number, size_t field)
{
	emit_move(to, 0x8b, number, field);
}

/* Read the clock by LFENCE and RDTSC, and store the result. */
static void emit_clock(struct assembler *to, size_t field, bool is_end)
{
	EMIT(to, 0x0f, 0xae, 0xe8, 0x0f, 0x31);         /* lfence; rdtsc */
	if (is_end)
		EMIT(to, 0x0f, 0xae, 0xe8);             /* lfence */
	EMIT(to, 0x89, MODRM_RIP | RAX << 3);
	emit_field(to, field, 0);
	EMIT(to, 0x89, MODRM_RIP | RDX << 3);
	emit_field(to, field + sizeof(uint32_t), 0);
}

static void emit_saving(struct assembler *to)
{
	for (size_t i = 0; i < sizeof(callee_saved); i++)
		emit_store(to, callee_saved[i], FIELD(saved[callee_saved[i]]));
	emit_store(to, RSP, FIELD(saved[RSP]));
	EMIT(to, 0x9c, 0x58);                           /* pushfq; pop rax */
	emit_store(to, RAX, FIELD(saved_flags));
	EMIT(to, 0x0f, 0xae, MODRM_RIP | 3 << 3);       /* stmxcsr */
	emit_field(to, FIELD(saved_mxcsr), 0);
	EMIT(to, 0xd9, MODRM_RIP | 7 << 3);             /* fnstcw */
	emit_field(to, FIELD(saved_x87_control), 0);
}

static void emit_vector_state(struct assembler *to)
{
	EMIT(to, 0xdb, 0xe3, 0x0f, 0xae, MODRM_RIP | 2 << 3);   /* fninit; ldmxcsr */
	emit_field(to, FIELD(mxcsr), 0);
	for (unsigned i = 0; i < VECTOR_REGISTERS; i++) {
		uint8_t low = (uint8_t)(i & 7);

		if (i < 8)
			EMIT(to, 0x66, 0x0f, 0xef, (uint8_t)(0xc0 | low << 3 | low));
		else                                            /* pxor xmm, xmm */
			EMIT(to, 0x66, 0x45, 0x0f, 0xef, (uint8_t)(0xc0 | low << 3 | low));
	}
}

/* XOR sets the flags to known values, which MOV does not change. */
static void emit_registers(struct assembler *to)
{
	EMIT(to, 0x31, 0xc0);                           /* xor eax, eax */
	for (unsigned i = 0; i < PROGRAM_REGISTERS; i++)
		emit_load(to, i, FIELD(registers[i]));
}

static void emit_hex(struct assembler *to, struct code_hex hex)
{
	code_hex_decode(hex, to->text + to->at);
	to->at += hex.bytes;
}

/* Emit the copies. The digits are decoded once, for the first copy, and further copies copy it. */
static void emit_copies(struct assembler *to, struct code_hex hex, uint64_t copies)
{
	uint8_t *first = to->text + to->at;

	emit_hex(to, hex);
	for (uint64_t i = 1; i < copies; i++)
		emit(to, first, hex.bytes);
}

/* The code before the loop. Padding at the start of this code aligns the loop. The first pass
 * measures how much padding is needed, because the rest of the code (initial code, first clock
 * read) has the same size wherever it is. */
static void emit_begin(struct assembler *to, const struct code_sequence *sequence)
{
	struct assembler trial = *to;
	uint64_t length;

	for (unsigned pass = 0; pass < 2; pass++) {
		trial = *to;
		emit_hex(&trial, sequence->init);
		emit_store(&trial, RAX, FIELD(kept_rax));
		emit_store(&trial, RDX, FIELD(kept_rdx));
		emit_clock(&trial, FIELD(begin_tsc), false);
		emit_load(&trial, RAX, FIELD(kept_rax));
		emit_load(&trial, RDX, FIELD(kept_rdx));
		EMIT(&trial, 0x0f, 0xae, 0xe8);         /* lfence */
		length = trial.at - to->at;
		while (pass == 0 && (to->at + length) % LOOP_ALIGN != 0)
			EMIT(to, NOP);
	}
	*to = trial;
}

static void emit_loop_end(struct assembler *to, uint64_t begin)
{
	EMIT(to, REX_W, 0xff, MODRM_RIP | 1 << 3);      /* dec qword ptr [loops] */
	emit_field(to, FIELD(loops), 0);
	EMIT(to, 0x0f, 0x85);                           /* jnz */
	emit32(to, (uint32_t)(begin - (to->at + sizeof(uint32_t))));
}

static void emit_restoring(struct assembler *to)
{
	emit_load(to, RSP, FIELD(saved[RSP]));
	EMIT(to, 0xff, MODRM_RIP | 6 << 3);             /* push qword ptr [saved_flags] */
	emit_field(to, FIELD(saved_flags), 0);
	EMIT(to, 0x9d);                                 /* popfq */
	for (size_t i = 0; i < sizeof(callee_saved); i++)
		emit_load(to, callee_saved[i], FIELD(saved[callee_saved[i]]));
	EMIT(to, 0xdb, 0xe3, 0xd9, MODRM_RIP | 5 << 3); /* fninit; fldcw */
	emit_field(to, FIELD(saved_x87_control), 0);
	EMIT(to, 0x0f, 0xae, MODRM_RIP | 2 << 3);       /* ldmxcsr */
	emit_field(to, FIELD(saved_mxcsr), 0);
	EMIT(to, 0xc7, MODRM_RIP);                      /* mov dword ptr [done], … */
	emit_field(to, FIELD(done), sizeof(uint32_t));
	emit32(to, PROGRAM_DONE);
	EMIT(to, 0xc3);                                 /* ret */
}

uint64_t program_bytes(const struct code_sequence *sequence, uint64_t copies)
{
	return CODE_FRAME_MAX + sequence->init.bytes + copies * sequence->code.bytes;
}

uint64_t program_write(const struct platform_code *code, uint64_t offset,
		       const struct code_sequence *sequence, uint64_t copies)
{
	struct assembler to = {.text = code->text, .at = offset};
	uint64_t begin;

	emit_saving(&to);
	emit_vector_state(&to);
	emit_registers(&to);
	emit_begin(&to, sequence);
	begin = to.at;
	emit_copies(&to, sequence->code, copies);
	emit_loop_end(&to, begin);
	emit_clock(&to, FIELD(end_tsc), true);
	emit_restoring(&to);
	return begin;
}

void program_prepare(const struct platform_code *code, uint64_t loops)
{
	volatile struct program_control *control = (void *)code->control;

	control->loops = loops;
	control->done = 0;
	control->mxcsr = MXCSR_RESET;
	for (unsigned i = 0; i < PROGRAM_REGISTERS; i++)
		control->registers[i] = 0;
	control->registers[RSP] = code->stack_virt + PLATFORM_CODE_STACK_BYTES / 2;
	control->registers[RDI] = code->buffer_virt + QUARTER_BYTES / 2;
	control->registers[RSI] = code->buffer_virt + QUARTER_BYTES + QUARTER_BYTES / 2;
	control->registers[RBP] = code->buffer_virt + 2 * QUARTER_BYTES + QUARTER_BYTES / 2;
	control->registers[R14] = code->buffer_virt + 3 * QUARTER_BYTES + QUARTER_BYTES / 2;
}

static uint64_t clock_of(const volatile uint32_t halves[2])
{
	return halves[0] | (uint64_t)halves[1] << 32;
}

int program_result(const struct platform_code *code, uint64_t *elapsed_ticks)
{
	const volatile struct program_control *control = (const void *)code->control;

	*elapsed_ticks = clock_of(control->end_tsc) - clock_of(control->begin_tsc);
	return control->done == PROGRAM_DONE ? 0 : -EIO;
}
