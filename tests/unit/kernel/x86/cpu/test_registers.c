/* SPDX-License-Identifier: MIT */
/* Each register has a value of its own before an entry and after the return. */
#include "tests/unit/unit.h"

#include <asm/prctl.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/os/registers.h"
#include "kernel/machine/guard.h"
#include "kernel/x86/core/trap_frame.h"
#include "kernel/x86/cpu/system_call.h"
#include "kernel/x86/cpu/user_mode.h"
#include "kernel/x86/cpu/vector.h"
#include "lib/x86/control.h"

#define STACK_BYTES 65536
#define ERROR_CODE 0x77
#define VECTOR_WITH_CODE 14
#define SEED 0x1234500000000ull

enum {
	RAX, RCX, RDX, RSI, RDI, RBP, R8, R9, R10, R11, R12, R13, R14, R15, RBX, REGISTERS,
	RSP = REGISTERS, FLAGS, VALUES
};

extern uint64_t entry_before[REGISTERS], entry_after[VALUES], entry_rsp;
extern uint8_t entry_cpu[], entry_kernel_stack[], user_stack[];
extern const char isr_stubs[], code_stubs[];

void entry_by_interrupt(const char *stub, bool has_error_code);
void entry_by_syscall(void (*entry)(void));
void entry_spoil_scratch(void);
void entry_user_mode(uint64_t argument);
void entry_user_code(uint64_t argument);
void entry_guard(uint64_t guard);
void entry_guard_returns(uint64_t guard);
void entry_change_rbx(uint64_t argument);
void entry_change_rbp(uint64_t argument);
void entry_change_r12(uint64_t argument);
void entry_change_r13(uint64_t argument);
void entry_change_r14(uint64_t argument);
void entry_change_r15(uint64_t argument);
void entry_nested(uint64_t argument);
void interrupt_dispatch(struct trap_frame *frame);
void code_trap(struct trap_frame *frame);

static struct trap_frame dispatched;
static bool was_aligned, was_direction_up;
static unsigned dispatches;

static void *stack_top(uint8_t *stack)
{
	return stack + STACK_BYTES;
}

static int begin(void **state)
{
	uint64_t top = (uint64_t)stack_top(entry_kernel_stack);

	(void)state;
	for (unsigned i = 0; i < REGISTERS; i++)
		entry_before[i] = SEED + 0x1111 * (i + 1);
	memset(entry_after, 0, sizeof(entry_after));
	memcpy(entry_cpu + CPU_TSS_RSP0, &top, sizeof(top));
	dispatches = 0;
	return syscall(SYS_arch_prctl, ARCH_SET_GS, entry_cpu) != 0;
}

static void dispatch(const struct trap_frame *frame)
{
	_Alignas(16) volatile uint8_t local[16] = {0};

	was_aligned = (uintptr_t)local % 16 == 0 &&
		      (uintptr_t)__builtin_frame_address(0) % 16 == 0;
	was_direction_up = (read_flags() & FLAGS_DF) == 0;
	dispatched = *frame;
	dispatches++;
	entry_spoil_scratch();
}

void interrupt_dispatch(struct trap_frame *frame)
{
	dispatch(frame);
}

void code_trap(struct trap_frame *frame)
{
	dispatch(frame);
}

static void check_registers_but(uint32_t changed)
{
	for (unsigned i = 0; i < REGISTERS; i++) {
		if ((changed >> i & 1) == 0)
			assert_int_equal(entry_after[i], entry_before[i]);
	}
	assert_int_equal(entry_after[RSP], entry_rsp);
}

static void check_frame(uint64_t vector, uint64_t error)
{
	const struct trap_frame *frame = &dispatched;
	const uint64_t fields[REGISTERS] = {
		[RAX] = frame->rax, [RCX] = frame->rcx, [RDX] = frame->rdx, [RSI] = frame->rsi,
		[RDI] = frame->rdi, [RBP] = frame->rbp, [R8] = frame->r8, [R9] = frame->r9,
		[R10] = frame->r10, [R11] = frame->r11, [R12] = frame->r12, [R13] = frame->r13,
		[R14] = frame->r14, [R15] = frame->r15, [RBX] = frame->rbx,
	};

	assert_int_equal(dispatches, 1);
	for (unsigned i = 0; i < REGISTERS; i++)
		assert_int_equal(fields[i], entry_before[i]);
	assert_int_equal(frame->vector, vector);
	assert_int_equal(frame->error, error);
	assert_int_equal(frame->rsp, entry_rsp);
	assert_true((frame->rflags & FLAGS_DF) != 0);
	assert_true(was_aligned);
	assert_true(was_direction_up);
}

static void check_stubs(const char *stubs)
{
	static const struct {
		uint8_t vector;
		bool has_error_code;
	} entries[] = {
		{3, false}, {VECTOR_WITH_CODE, true}, {VECTOR_KEYBOARD, false}, {255, false},
	};

	for (size_t i = 0; i < COUNT(entries); i++) {
		begin(NULL);
		entry_by_interrupt(stubs + entries[i].vector * ISR_STUB_BYTES,
				   entries[i].has_error_code);
		check_frame(entries[i].vector, entries[i].has_error_code ? ERROR_CODE : 0);
		check_registers_but(0);
		assert_true((entry_after[FLAGS] & FLAGS_DF) != 0);
	}
}

TEST(interrupt_of_the_kernel_restores_every_register)
{
	check_stubs(isr_stubs);
}

TEST(interrupt_of_the_users_code_restores_every_register)
{
	check_stubs(code_stubs);
}

/* SYSCALL and SYSRET use RCX and R11. The result is in RAX. */
TEST_WITH(system_call_restores_every_register_but_its_result, begin, NULL)
{
	static const struct {
		void (*entry)(void);
		uint64_t number, result;
	} calls[] = {
		{system_call_null, 0, 0},
		{system_call_null, SYSTEM_CALLS - 1, 0},
		{system_call_null, SYSTEM_CALLS, (uint64_t)-22},
		{system_call_null_verw, 1, 0},
		{system_call_null_retpoline, 1, 0},
	};

	for (size_t i = 0; i < COUNT(calls); i++) {
		entry_before[RAX] = calls[i].number;
		entry_by_syscall(calls[i].entry);
		assert_int_equal(entry_after[RAX], calls[i].result);
		check_registers_but(1u << RAX | 1u << RCX | 1u << R11);
	}
}

TEST_WITH(ring_3_returns_with_the_callers_registers, begin, NULL)
{
	assert_int_equal(registers_changed(entry_user_mode, 0, SEED), 0);
	assert_int_equal(entry_after[RDI], 0x5151);
	assert_int_equal(entry_after[RBP], 0);
	assert_ptr_equal((void *)entry_after[RSP], stack_top(user_stack));
}

TEST_WITH(users_code_returns_with_the_callers_registers, begin, NULL)
{
	assert_int_equal(registers_changed(entry_user_code, 0, SEED), 0);
	assert_ptr_equal((void *)entry_after[RSP], stack_top(user_stack));
	assert_true((read_flags() & FLAGS_DF) == 0);
}

TEST(guarded_call_restores_the_callers_registers)
{
	struct guard guard;

	assert_int_equal(registers_changed(entry_guard, (uint64_t)&guard, SEED), 0);
	assert_int_equal(registers_changed(entry_guard_returns, (uint64_t)&guard, SEED), 0);
}

TEST(changed_register_is_found)
{
	static void (*const changes[])(uint64_t) = {
		entry_change_rbx, entry_change_rbp, entry_change_r12,
		entry_change_r13, entry_change_r14, entry_change_r15,
	};

	for (size_t i = 0; i < COUNT(changes); i++)
		assert_int_equal(registers_changed(changes[i], 0, SEED), 1u << i);
	assert_int_equal(registers_changed(entry_nested, 0, SEED), 0);
}
