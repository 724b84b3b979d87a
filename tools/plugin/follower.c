/* SPDX-License-Identifier: MIT */
/* QEMU reports no registers and no data read by a return, and interrupts only since 10.2. So a
 * return is identified by its target, and a stack switch by the address where the next call stores
 * its return address. Without reports, a transfer that does not follow from the last instruction
 * counts as an interrupt or exception. */
#include "tools/plugin/follower.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define KERNEL_VIRT 0x8000000000000000  /* the upper half */
#define FUNCTION_BYTES 256

/* Handle a return to an address that no active call returns to. Such a return is the jump of a
 * thunk, which has replaced its return address, so the target replaces the thunk. */
static void stack_jump(struct stack *stack, struct block *block)
{
	struct frame *top;

	stack->count--;
	top = stack_top(stack);
	if (top->kind == NODE_CALL)
		top->node = tally_node(stack->frames[stack->count - 2].node, NODE_CALL, block);
}

static void follower_return(struct follower *follower, struct block *block)
{
	struct stack *stack = follower->stack;
	size_t floor = stack_floor(stack), found = stack_find_call(stack, block->address);
	struct stack **other;

	if (found != 0) {
		stack->count = found;
		return;
	}
	if (stack_top(stack)->kind == NODE_CALL) {
		stack_jump(stack, block);
		return;
	}
	if (floor != 0) {
		stack->count = floor + 1;
		stack_enter(stack, NODE_LEAVE, block, (struct frame){0});
		return;
	}
	other = stack_find_suspended(block->address, 0);
	if (*other != NULL) {
		follower->stack = stack_switch(stack, other, block);
		follower->stack->count = stack_find_call(follower->stack, block->address);
	} else if (stack->count == 1) {
		stack_reset(stack, NODE_ROOT, block);
	}
}

/* Leave the system, to the address from which it was entered, or to a new address, such as that of
 * a signal handler. The return address of an interrupt may be unknown. */
static void follower_leave(struct follower *follower, struct block *block)
{
	struct stack *stack = follower->stack;
	size_t found = stack_find_return(stack, block->address);

	if (found == 0 && stack->frames[stack_find_entry(stack)].kind == NODE_INTERRUPT)
		found = stack_find_entry(stack);
	if (found != 0)
		stack->count = found;
	else
		stack_enter(stack, NODE_LEAVE, block, (struct frame){0});
}


bool follower_leaves_guest(const struct follower *follower, const struct block *block)
{
	return follower->is_in_guest &&
	       (block->address == follower->guest_exit_virt || block->is_guest_exit);
}

/* Whether an interrupt or exception leads to the block, as QEMU reports. Without reports, whether
 * an interrupt or exception has led there before. */
static bool is_at_handler(const struct follower *follower, const struct block *block)
{
	if (!follower->has_reports)
		return block->is_handler;
	return follower->is_interrupted && follower->handler_virt == block->address;
}

/* The guest continues where it exited, unless an interrupt was injected. */
static void follower_resume_guest(struct follower *follower, struct block *block)
{
	struct stack *stack = follower->stack;
	size_t floor = stack_floor(stack);
	struct frame exit = stack->frames[floor];

	if (floor == 0) {
		stack_enter(stack, NODE_GUEST, block, (struct frame){0});
		return;
	}
	stack->count = floor;
	if (exit.return_virt != block->address && exit.alternate_virt != block->address &&
	    is_at_handler(follower, block))
		stack_interrupt(stack, block, exit.return_virt, exit.alternate_virt);
}


/* Whether the last instruction may lead to the block. An indirect branch may lead to any block
 * except handlers. */
static bool may_lead_to(const struct block *last, const struct block *block)
{
	const struct branch *branch = &last->branch;

	switch (branch->kind) {
	case BRANCH_NONE:
		return block->address == last->next || block_has(last, block->address);
	case BRANCH_JUMP: case BRANCH_CALL:
		return block->address == branch->target;
	case BRANCH_CONDITIONAL:
		return block->address == branch->target || block->address == last->next;
	default:
		return !block->is_handler;
	}
}

/* Whether a block was left before its end. Only an exception ends a block early, because interrupts
 * come between blocks. */
static bool is_broken_off(const struct follower *follower, const struct block *block)
{
	return follower->executed < follower->last->insns &&
	       !block_has(follower->last, block->address);
}

static bool is_same_function(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) < FUNCTION_BYTES;
}

/* Whether a return from an interrupt leads to the handler of another interrupt that was not seen
 * yet. Such a handler is at a kernel address that no frame returns to. The function that was
 * interrupted is excluded, because a handler may change the return address within it. */
static bool is_handler_behind(const struct follower *follower, const struct block *block)
{
	const struct stack *stack = follower->stack;
	const struct frame *entry;

	if (follower->last->branch.kind != BRANCH_OUT_OF_SYSTEM || stack == NULL ||
	    stack->count == 0)
		return false;
	entry = &stack->frames[stack_find_entry(stack)];
	return entry->kind == NODE_INTERRUPT && entry->return_virt != 0 &&
	       block->address >= KERNEL_VIRT && stack_find_return(stack, block->address) == 0 &&
	       !is_same_function(block->address, entry->return_virt);
}

/* Whether an interrupt or an exception led to the block. */
static bool is_interrupt(const struct follower *follower, const struct block *block)
{
	enum branch_kind kind = follower->last->branch.kind;

	if (follower->executed < follower->last->insns)
		return follower->has_reports ? is_at_handler(follower, block)
					     : is_broken_off(follower, block);
	if (kind == BRANCH_INTO_SYSTEM || kind == BRANCH_INTO_GUEST)
		return false;
	return follower->has_reports ? is_at_handler(follower, block)
				 : !may_lead_to(follower->last, block) ||
				   is_handler_behind(follower, block);
}

/* Whether the last instruction should have accessed memory and did not, so it caused an
 * exception. QEMU (7.2) does not report the reads of returns. If the instruction has no memory
 * operand, the fetch of the next instruction failed. */
static bool is_without_access(const struct follower *follower)
{
	const struct block *last = follower->last;
	enum branch_kind kind = last->branch.kind;

	return !follower->has_accessed && last->ends_in_memory && kind != BRANCH_INDIRECT &&
	       kind != BRANCH_RETURN && kind != BRANCH_OUT_OF_SYSTEM;
}

/* QEMU repeats an access to a device register in a separate block, which is not counted. The
 * instruction then counts, although its first block was left early. */
bool follower_was_cut(const struct follower *follower, struct block *block)
{
	const struct block *last = follower->last;
	uint32_t executed = follower->executed;
	uint32_t size = last->sizes[last->insns - 1];

	if (executed == 0)
		return false;
	if (executed < last->insns && follower->has_accessed)
		return false;
	if (!follower->has_reports && is_broken_off(follower, block) &&
	    !follower_leaves_guest(follower, block))
		block->is_handler = block->is_exception_handler = true;
	if (executed < last->insns)
		return block->address != block_address(last, executed);
	/* An interrupt that was pending when the guest was entered leaves it after VMRUN. */
	if (follower_leaves_guest(follower, block))
		return last->branch.kind != BRANCH_INTO_GUEST &&
		       (branch_is_intercepted(last->code + last->bytes - size, size) ||
			is_without_access(follower));
	return (follower->has_reports ? follower->has_raised : block->is_exception_handler) &&
	       is_interrupt(follower, block) && is_without_access(follower);
}

/* A call on another stack shows a switch to another thread. Calls on that stack with lower slots
 * have returned. */
static void follower_call(struct follower *follower, struct block *block)
{
	uint64_t slot_virt = follower->slot_virt, before = stack_slot(follower->stack);
	struct stack *stack;

	if (before != 0 && !stack_is_near(before, slot_virt) && stack_floor(follower->stack) == 0) {
		stack = stack_switch(follower->stack, stack_find_suspended(0, slot_virt),
				     follower->last);
		follower->stack = stack;
		while (stack->count > 1 && stack_top(stack)->kind == NODE_CALL &&
		       stack_top(stack)->slot_virt <= slot_virt)
			stack->count--;
	}
	stack_enter(follower->stack, NODE_CALL, block, (struct frame){
		.slot_virt = slot_virt, .return_virt = follower->last->next,
	});
}

static void follower_step(struct follower *follower, struct block *block)
{
	const struct block *last = follower->last;

	switch (last->branch.kind) {
	case BRANCH_CALL: case BRANCH_INDIRECT_CALL:
		follower_call(follower, block);
		break;
	case BRANCH_RETURN:
		follower_return(follower, block);
		break;
	case BRANCH_INTO_SYSTEM:
		stack_enter(follower->stack, NODE_SYSTEM, block,
			    (struct frame){.return_virt = last->next});
		break;
	case BRANCH_OUT_OF_SYSTEM:
		follower_leave(follower, block);
		break;
	case BRANCH_INTO_GUEST:
		follower_resume_guest(follower, block);
		break;
	default:
		break;
	}
}

/* The return addresses of an interrupt or guest exit. They are the next instruction, which is
 * unknown after an indirect branch, and the last instruction, which may be executed again. If the
 * last instruction is a return, pops the frame that it leaves. */
static struct frame follower_return_frame(const struct follower *follower)
{
	const struct block *last = follower->last;
	struct stack *stack = follower->stack;
	size_t entry = stack_find_entry(stack);
	enum branch_kind kind = follower->executed == last->insns ? last->branch.kind : BRANCH_NONE;
	struct frame frame = {
		.return_virt = block_address(last, follower->executed),
		.alternate_virt =
			block_address(last, follower->executed - (follower->executed > 0)),
	};

	if (kind == BRANCH_JUMP || kind == BRANCH_CALL || kind == BRANCH_CONDITIONAL) {
		frame.alternate_virt = last->branch.target;
	} else if (kind == BRANCH_RETURN && stack_top(stack)->kind == NODE_CALL) {
		frame.alternate_virt = stack_top(stack)->return_virt;
		stack->count--;
	} else if (kind == BRANCH_OUT_OF_SYSTEM && entry > stack_floor(stack)) {
		frame = stack->frames[entry];
		stack->count = entry;
	} else if (kind != BRANCH_NONE) {
		frame.return_virt = 0;
	}
	return frame;
}

static void follower_enter_handler(struct follower *follower, enum node_kind kind,
				   struct block *block)
{
	struct frame frame = follower_return_frame(follower);

	block->is_handler |= kind == NODE_INTERRUPT;
	stack_enter(follower->stack, kind, block, frame);
}

/* Leave the guest. If it has executed no block since it was entered, its return addresses are
 * unchanged. */
static void follower_exit_guest(struct follower *follower, struct block *block)
{
	struct stack *stack = follower->stack;
	size_t floor = stack_floor(stack);
	struct frame frame;

	if (floor == 0 || follower->last->branch.kind != BRANCH_INTO_GUEST) {
		follower_enter_handler(follower, NODE_EXIT, block);
		return;
	}
	frame = stack->frames[floor];
	stack->count = floor;
	stack_enter(stack, NODE_EXIT, block, frame);
}

void follower_enter(struct follower *follower, struct block *block)
{
	const struct block *last = follower->last;

	if (follower->stack == NULL)
		follower->stack = xcalloc(1, sizeof(*follower->stack));
	if (last == NULL || follower->stack->count == 0)
		stack_reset(follower->stack, NODE_ROOT, block);
	else if (follower_leaves_guest(follower, block))
		follower_exit_guest(follower, block);
	else if (is_interrupt(follower, block))
		follower_enter_handler(follower, NODE_INTERRUPT, block);
	else if (follower->executed == last->insns)
		follower_step(follower, block);
}

void follower_interrupt(struct follower *follower, uint64_t address, bool is_exception)
{
	follower->is_interrupted = true;
	follower->has_raised |= is_exception;
	follower->handler_virt = address;
}

void follower_restart(struct follower *follower)
{
	stack_discard_suspended();
	if (follower->stack != NULL)
		follower->stack->count = 0;
	follower->last = NULL;
}
