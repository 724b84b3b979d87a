/* SPDX-License-Identifier: MIT */
/* Enters user mode. */
#include "kernel/one_entry/cpu/user_mode.h"

#include "kernel/core/image.h"
#include "kernel/machine/page_size.h"
#include "kernel/machine/trap_frame.h"

struct user_mode_result user_mode_enter(uint64_t pc, uint64_t stack, uint64_t argument,
					uint64_t return_address, uint64_t state);
extern const char user_mode_return[];

/* Nothing to prepare, because the return address is in a register. */
void user_mode_make_stack(void *page)
{
	(void)page;
}

static struct user_mode_result call(uint64_t stack_virt, const void *function, uint64_t argument,
				    uint64_t state)
{
	return user_mode_enter(USER_CODE_VIRT + image_user_offset(function), stack_virt + PAGE_4K,
			       argument, USER_CODE_VIRT + image_user_offset(user_mode_return),
			       state);
}

uint64_t user_mode_call_on(uint64_t stack_virt, uint64_t (*function)(uint64_t), uint64_t argument)
{
	return call(stack_virt, (const void *)(uintptr_t)function, argument, USER_CLOSED).first;
}

uint64_t user_mode_call(uint64_t (*function)(uint64_t), uint64_t argument)
{
	return user_mode_call_on(USER_STACK_VIRT, function, argument);
}

struct user_mode_result user_mode_call_open(user_mode_function *function, uint64_t argument)
{
	return call(USER_STACK_VIRT, (const void *)(uintptr_t)function, argument, USER_OPEN);
}
