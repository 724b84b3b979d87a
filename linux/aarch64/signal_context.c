/* SPDX-License-Identifier: MIT */
/* The syndrome of a fault is in a record behind the registers: Linux,
 * arch/arm64/include/uapi/asm/sigcontext.h. Without such a record, the vector is that of an
 * undefined instruction. */
#include "linux/signal_context.h"

#include <signal.h>
#include <stdbool.h>

#include "lib/aarch64/exception_name.h"
#include "lib/cpu/exception.h"
#include "lib/text/fmt.h"

#define STACK_NEAR_BYTES (64 << 10)     /* a fault this close to sp is on the stack */
#define GENERAL_REGISTERS 31
#define FRAME_POINTER 29
#define CALL_NUMBER 8                   /* the register with a system call's number */

/* The record of this kind, or NULL. The last record has the size 0. */
static const struct _aarch64_ctx *find_record(const ucontext_t *context, uint32_t magic)
{
	const uint8_t *at = context->uc_mcontext.__reserved;
	const uint8_t *end = at + sizeof(context->uc_mcontext.__reserved);

	while ((size_t)(end - at) >= sizeof(struct _aarch64_ctx)) {
		const struct _aarch64_ctx *record = (const void *)at;

		if (record->magic == magic)
			return record;
		if (record->size == 0 || record->size > (size_t)(end - at))
			return NULL;
		at += record->size;
	}
	return NULL;
}

void signal_context_exception(const siginfo_t *info, const ucontext_t *context,
			      struct signal_exception *exception)
{
	const struct esr_context *record = (const void *)find_record(context, ESR_MAGIC);
	uint64_t syndrome = record != NULL ? record->esr : 0;

	(void)info;
	*exception = (struct signal_exception){
		.vector = syndrome >> SYNDROME_CLASS_SHIFT,
		.error = syndrome,
		.address = context->uc_mcontext.fault_address,
	};
}

uint64_t signal_context_pc(const ucontext_t *context)
{
	return context->uc_mcontext.pc;
}

uint64_t signal_context_frame_pointer(const ucontext_t *context)
{
	return context->uc_mcontext.regs[FRAME_POINTER];
}

uint64_t signal_context_call(const ucontext_t *context)
{
	return context->uc_mcontext.regs[CALL_NUMBER];
}

void signal_context_describe(char *text, size_t size, const ucontext_t *context,
			     const struct signal_exception *exception)
{
	uint64_t above_sp = exception->address - context->uc_mcontext.sp;
	bool is_on_stack = above_sp + STACK_NEAR_BYTES < 2 * STACK_NEAR_BYTES;

	if (!exception_has_address(exception->vector))
		fmt_buffer(text, size, "%s", exception_name(exception->vector));
	else
		fmt_buffer(text, size, is_on_stack ? "stack overflow (%s at %#lx)" : "%s at %#lx",
			   exception_name(exception->vector), exception->address);
}

void signal_context_format(char *text, size_t size, const ucontext_t *context)
{
	const mcontext_t *registers = &context->uc_mcontext;
	size_t used = 0;

	for (unsigned i = 0; i < GENERAL_REGISTERS; i++)
		used += fmt_buffer(text + used, size - used, "x%u=%#lx ", i,
				   (unsigned long)registers->regs[i]);
	fmt_buffer(text + used, size - used, "sp=%#lx pstate=%#lx far=%#lx",
		   (unsigned long)registers->sp, (unsigned long)registers->pstate,
		   (unsigned long)registers->fault_address);
}
