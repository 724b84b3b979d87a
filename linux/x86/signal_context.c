/* SPDX-License-Identifier: MIT */
#include "linux/signal_context.h"

#include <stdbool.h>

#include "lib/cpu/exception.h"
#include "lib/text/fmt.h"

#define VECTOR_PAGE_FAULT 14
#define STACK_NEAR_BYTES (64 << 10)     /* a fault this close to rsp is on the stack */

static const struct {
	const char *name;
	int index;
} registers[] = {
	{"rax", REG_RAX}, {"rbx", REG_RBX}, {"rcx", REG_RCX}, {"rdx", REG_RDX}, {"rsi", REG_RSI},
	{"rdi", REG_RDI}, {"rbp", REG_RBP}, {"rsp", REG_RSP}, {"r8", REG_R8}, {"r9", REG_R9},
	{"r10", REG_R10}, {"r11", REG_R11}, {"r12", REG_R12}, {"r13", REG_R13}, {"r14", REG_R14},
	{"r15", REG_R15}, {"rflags", REG_EFL}, {"cr2", REG_CR2},
};

static uint64_t value_of(const ucontext_t *context, int index)
{
	return (uint64_t)context->uc_mcontext.gregs[index];
}

void signal_context_exception(const siginfo_t *info, const ucontext_t *context,
			      struct signal_exception *exception)
{
	(void)info;
	*exception = (struct signal_exception){
		.vector = value_of(context, REG_TRAPNO),
		.error = value_of(context, REG_ERR),
		.address = value_of(context, REG_CR2),
	};
}

uint64_t signal_context_pc(const ucontext_t *context)
{
	return value_of(context, REG_RIP);
}

uint64_t signal_context_frame_pointer(const ucontext_t *context)
{
	return value_of(context, REG_RBP);
}

uint64_t signal_context_call(const ucontext_t *context)
{
	return value_of(context, REG_RAX);
}

void signal_context_describe(char *text, size_t size, const ucontext_t *context,
			     const struct signal_exception *exception)
{
	uint64_t above_rsp = exception->address - value_of(context, REG_RSP);
	bool is_on_stack = above_rsp + STACK_NEAR_BYTES < 2 * STACK_NEAR_BYTES;

	if (exception->vector != VECTOR_PAGE_FAULT)
		fmt_buffer(text, size, "%s", exception_name(exception->vector));
	else
		fmt_buffer(text, size, is_on_stack ? "stack overflow (page fault at %#lx)"
						   : "page fault at %#lx", exception->address);
}

void signal_context_format(char *text, size_t size, const ucontext_t *context)
{
	size_t used = 0;

	for (size_t i = 0; i < sizeof(registers) / sizeof(registers[0]); i++)
		used += fmt_buffer(text + used, size - used, "%s%s=%#lx", i > 0 ? " " : "",
				   registers[i].name, value_of(context, registers[i].index));
}
