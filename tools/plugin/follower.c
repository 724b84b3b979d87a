/* SPDX-License-Identifier: MIT */
/* QEMU reports neither registers nor what a return reads, and interrupts only from 10.2 on. So a
 * return is known by where it leads, and another stack by where its next call puts the return
 * address. Without reports of interrupts, a transfer that the last instruction does not explain is
 * taken for an interrupt or an exception. */
#include "tools/plugin/follower.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define KERNEL_VIRT 0x8000000000000000  /* the upper half */
#define FUNCTION_BYTES 256

/* A return to where no call was made from, with calls that have not returned: a thunk puts an
 * address in the place of its own call's, and so jumps there. What it jumps to stands in its
 * place. */
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
		follower->stack = stack_change(stack, other, block);
		follower->stack->count = stack_find_call(follower->stack, block->address);
	} else if (stack->count == 1) {
		stack_reset(stack, NODE_ROOT, block);
	}
}

/* Out of the system: to where it was entered from; or to somewhere new, as to a signal's handler.
 * Where an interrupt goes back to is not always known. */
static void follower_leave(struct follower *follower, struct block *block)
{
	struct stack *stack = follower->stack;
	size_t found = stack_find_back(stack, block->address);

	if (found == 0 && stack->frames[stack_find_entry(stack)].kind == NODE_INTERRUPT)
		found = stack_find_entry(stack);
	if (found != 0)
		stack->count = found;
	else
		stack_enter(stack, NODE_LEAVE, block, (struct frame){0});
}


bool follower_leaves_guest(const struct follower *follower, const struct block *block)
{
	return follower->is_in_guest && block->address == follower->behind_guest;
}

/* Whether a block begins where an interrupt or an exception leads: as QEMU reports it of this very
 * one, or as one was seen to lead there. */
static bool is_at_handler(const struct follower *follower, const struct block *block)
{
	if (!follower->is_told)
		return block->is_handler;
	return follower->is_interrupted && follower->handler_virt == block->address;
}

/* What the guest went on to is where it was, unless it is interrupted. */
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
	if (exit.back != block->address && exit.back_or != block->address &&
	    is_at_handler(follower, block))
		stack_interrupt(stack, block, exit.back, exit.back_or);
}


/* Whether the block's last instruction may lead to that address; of one that may lead anywhere, to
 * any but where exceptions lead. */
static bool may_lead_to(const struct block *last, const struct block *block)
{
	const struct branch *branch = &last->branch;

	switch (branch->kind) {
	case BRANCH_NONE:
		return block->address == last->next || block_has(last, block->address);
	case BRANCH_JUMP: case BRANCH_CALL:
		return block->address == branch->target;
	case BRANCH_MAYBE:
		return block->address == branch->target || block->address == last->next;
	default:
		return !block->is_handler;
	}
}

/* In the middle of a block, so it can't be an interrupt: these come between blocks. */
static bool is_broken_off(const struct follower *follower, const struct block *block)
{
	return follower->executed < follower->last->insns &&
	       !block_has(follower->last, block->address);
}

static bool is_same_function(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) < FUNCTION_BYTES;
}

/* Whether an interrupt was left for another one, whose handler has not been seen yet: for a place
 * in the kernel that is not where the first one came, nor near by, where its handler may have sent
 * the CPU. */
static bool is_handler_behind(const struct follower *follower, const struct block *block)
{
	const struct stack *stack = follower->stack;
	const struct frame *entry;

	if (follower->last->branch.kind != BRANCH_OUT_OF_SYSTEM || stack == NULL ||
	    stack->count == 0)
		return false;
	entry = &stack->frames[stack_find_entry(stack)];
	return entry->kind == NODE_INTERRUPT && entry->back != 0 && block->address >= KERNEL_VIRT &&
	       stack_find_back(stack, block->address) == 0 &&
	       !is_same_function(block->address, entry->back);
}

/* Whether an interrupt or an exception led to the block. */
static bool is_interrupt(const struct follower *follower, const struct block *block)
{
	enum branch_kind kind = follower->last->branch.kind;

	if (follower->executed < follower->last->insns)
		return follower->is_told ? is_at_handler(follower, block)
					 : is_broken_off(follower, block);
	if (kind == BRANCH_INTO_SYSTEM || kind == BRANCH_INTO_GUEST)
		return false;
	return follower->is_told ? is_at_handler(follower, block)
				 : !may_lead_to(follower->last, block) ||
				   is_handler_behind(follower, block);
}

/* An instruction that was to access memory and did not; what a return reads QEMU (7.2) does not
 * tell. One that has no operand there can't be broken off at the end of a block: then it is the
 * next one that can't be fetched. */
static bool is_without_access(const struct follower *follower)
{
	const struct block *last = follower->last;
	enum branch_kind kind = last->branch.kind;

	return !follower->has_accessed && last->ends_in_memory && kind != BRANCH_ANYWHERE &&
	       kind != BRANCH_RETURN && kind != BRANCH_OUT_OF_SYSTEM;
}

/* An instruction on a device's register QEMU does once more, in a block of its own that counts
 * nothing: it is done then, though the block that counted it was left. */
bool follower_was_cut(const struct follower *follower, struct block *block)
{
	const struct block *last = follower->last;
	uint32_t executed = follower->executed;
	uint32_t size = last->sizes[last->insns - 1];

	if (executed == 0)
		return false;
	if (executed < last->insns && follower->has_accessed)
		return false;
	if (!follower->is_told && is_broken_off(follower, block) &&
	    !follower_leaves_guest(follower, block))
		block->is_handler = block->is_of_exceptions = true;
	if (executed < last->insns)
		return block->address != block_address(last, executed);
	if (follower_leaves_guest(follower, block))
		return branch_is_intercepted(last->code + last->bytes - size, size) ||
		       is_without_access(follower);
	return (follower->is_told ? follower->has_raised : block->is_of_exceptions) &&
	       is_interrupt(follower, block) && is_without_access(follower);
}

/* A call on another stack shows that another thread has the CPU. What was called on it further in
 * has returned. */
static void follower_call(struct follower *follower, struct block *block)
{
	uint64_t slot_virt = follower->slot_virt, before = stack_slot(follower->stack);
	struct stack *stack;

	if (before != 0 && !stack_is_near(before, slot_virt) && stack_floor(follower->stack) == 0) {
		stack = stack_change(follower->stack, stack_find_suspended(0, slot_virt),
				     follower->last);
		follower->stack = stack;
		while (stack->count > 1 && stack_top(stack)->kind == NODE_CALL &&
		       stack_top(stack)->slot_virt <= slot_virt)
			stack->count--;
	}
	stack_enter(follower->stack, NODE_CALL, block, (struct frame){
		.slot_virt = slot_virt, .back = follower->last->next,
	});
}

static void follower_step(struct follower *follower, struct block *block)
{
	const struct block *last = follower->last;

	switch (last->branch.kind) {
	case BRANCH_CALL: case BRANCH_CALL_ANYWHERE:
		follower_call(follower, block);
		break;
	case BRANCH_RETURN:
		follower_return(follower, block);
		break;
	case BRANCH_INTO_SYSTEM:
		stack_enter(follower->stack, NODE_SYSTEM, block,
			    (struct frame){.back = last->next});
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

/* Where an interrupt or an exit goes back to: behind what was executed, unless that may lead
 * anywhere, or to it once more. The frame that a return leaves, out of a function or the system, is
 * left. */
static struct frame follower_back(const struct follower *follower)
{
	const struct block *last = follower->last;
	struct stack *stack = follower->stack;
	size_t entry = stack_find_entry(stack);
	enum branch_kind kind = follower->executed == last->insns ? last->branch.kind : BRANCH_NONE;
	struct frame frame = {
		.back = block_address(last, follower->executed),
		.back_or = block_address(last, follower->executed - (follower->executed > 0)),
	};

	if (kind == BRANCH_JUMP || kind == BRANCH_CALL || kind == BRANCH_MAYBE) {
		frame.back_or = last->branch.target;
	} else if (kind == BRANCH_RETURN && stack_top(stack)->kind == NODE_CALL) {
		frame.back_or = stack_top(stack)->back;
		stack->count--;
	} else if (kind == BRANCH_OUT_OF_SYSTEM && entry > stack_floor(stack)) {
		frame = stack->frames[entry];
		stack->count = entry;
	} else if (kind != BRANCH_NONE) {
		frame.back = 0;
	}
	return frame;
}

static void follower_be_interrupted(struct follower *follower, enum node_kind kind,
				    struct block *block)
{
	struct frame back = follower_back(follower);

	block->is_handler |= kind == NODE_INTERRUPT;
	stack_enter(follower->stack, kind, block, back);
}

/* Out of the guest; at once, if it has not executed a block since it was entered: then it is where
 * it was. */
static void follower_exit_guest(struct follower *follower, struct block *block)
{
	struct stack *stack = follower->stack;
	size_t floor = stack_floor(stack);
	struct frame back;

	if (floor == 0 || follower->last->branch.kind != BRANCH_INTO_GUEST) {
		follower_be_interrupted(follower, NODE_EXIT, block);
		return;
	}
	back = stack->frames[floor];
	stack->count = floor;
	stack_enter(stack, NODE_EXIT, block, back);
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
		follower_be_interrupted(follower, NODE_INTERRUPT, block);
	else if (follower->executed == last->insns)
		follower_step(follower, block);
}

void follower_interrupt(struct follower *follower, uint64_t address, bool is_exception)
{
	follower->is_interrupted = true;
	follower->has_raised |= is_exception;
	follower->handler_virt = address;
}

uint32_t follower_node(const struct follower *follower)
{
	return stack_top(follower->stack)->node;
}

void follower_restart(struct follower *follower)
{
	stack_forget_suspended();
	if (follower->stack != NULL)
		follower->stack->count = 0;
	follower->last = NULL;
}
