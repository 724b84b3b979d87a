/* SPDX-License-Identifier: MIT */
/* Linux passes no cause of an exception: it follows from the signal and the instruction. */
#include "linux/signal_context.h"

#include <stdbool.h>

#include "lib/cpu/exception.h"
#include "lib/riscv64/exception_name.h"
#include "lib/text/fmt.h"

#define STACK_NEAR_BYTES (64 << 10)     /* a fault this close to sp is on the stack */
#define GENERAL_REGISTERS 32
#define CALL_NUMBER 17                  /* a7 */

static uint64_t value_of(const ucontext_t *context, int index)
{
	return context->uc_mcontext.__gregs[index];
}

/* RISC-V Unprivileged ISA, "Base Instruction-Length Encoding", "RV32/64G Instruction Set Listings"
 * and "RVC Instruction Set Listings": the opcodes of loads, and of compressed stores. */
static bool is_load(const uint16_t *instruction)
{
	unsigned opcode = *instruction & 0x7f;

	if ((opcode & 3) != 3)
		return *instruction >> 13 < 5;
	return opcode == 0x03 || opcode == 0x07;
}

static uint64_t cause_of(const siginfo_t *info, const ucontext_t *context)
{
	uint64_t pc = signal_context_pc(context);

	if (info->si_signo != SIGSEGV && info->si_signo != SIGBUS)
		return CAUSE_ILLEGAL;
	if ((uintptr_t)info->si_addr == pc)
		return CAUSE_FETCH_PAGE;
	return is_load((const uint16_t *)(uintptr_t)pc) ? CAUSE_LOAD_PAGE : CAUSE_STORE_PAGE;
}

void signal_context_exception(const siginfo_t *info, const ucontext_t *context,
			      struct signal_exception *exception)
{
	*exception = (struct signal_exception){
		.vector = cause_of(info, context),
		.address = (uintptr_t)info->si_addr,
	};
}

uint64_t signal_context_pc(const ucontext_t *context)
{
	return value_of(context, REG_PC);
}

uint64_t signal_context_frame_pointer(const ucontext_t *context)
{
	return value_of(context, REG_S0);
}

uint64_t signal_context_call(const ucontext_t *context)
{
	return value_of(context, CALL_NUMBER);
}

void signal_context_describe(char *text, size_t size, const ucontext_t *context,
			     const struct signal_exception *exception)
{
	uint64_t above_sp = exception->address - value_of(context, REG_SP);
	bool is_on_stack = above_sp + STACK_NEAR_BYTES < 2 * STACK_NEAR_BYTES;

	if (!exception_has_address(exception->vector))
		fmt_buffer(text, size, "%s", exception_name(exception->vector));
	else
		fmt_buffer(text, size, is_on_stack ? "stack overflow (%s at %#lx)" : "%s at %#lx",
			   exception_name(exception->vector), exception->address);
}

/* The first one is the program counter. */
void signal_context_format(char *text, size_t size, const ucontext_t *context)
{
	size_t used = fmt_buffer(text, size, "pc=%#lx", value_of(context, REG_PC));

	for (int i = 1; i < GENERAL_REGISTERS; i++)
		used += fmt_buffer(text + used, size - used, " x%d=%#lx", i, value_of(context, i));
}
