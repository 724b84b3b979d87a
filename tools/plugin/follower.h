/* SPDX-License-Identifier: MIT */
/* Follows a CPU from block to block: calls and returns, interrupts and exceptions, system calls,
 * stack switches, and guest exits. */
#ifndef TOOLS_PLUGIN_FOLLOWER_H
#define TOOLS_PLUGIN_FOLLOWER_H

#include "tools/plugin/stack.h"

/* The state of one CPU; zeroed at first. */
struct follower {
	struct stack *stack;
	struct block *last;             /* previous block; NULL: begin here */
	uint32_t executed;              /* number of its instructions executed */
	uint64_t slot_virt;             /* where its call stored the return address */
	bool has_accessed;              /* its last instruction accessed memory */
	bool has_reports;               /* of interrupts, by follower_interrupt */
	bool is_interrupted, has_raised;        /* since last: an interrupt, an exception */
	uint64_t handler_virt;          /* where the interrupt or exception leads */
	bool is_in_guest;
	uint64_t guest_exit_virt;       /* where a guest exit leads */
};

/* Whether the last block was executed whole and its branch leads to block, in one function. Then
 * there is nothing to follow. This function is inline, because most blocks are of this kind; the
 * result is that of follower_was_cut (false) and of follower_enter (no change). */
static inline bool follower_goes_on(const struct follower *follower, const struct block *block)
{
	const struct block *last = follower->last;

	if (follower->executed != last->insns || follower->is_in_guest || follower->is_interrupted)
		return false;
	switch (last->branch.kind) {
	case BRANCH_NONE:
		return block->address == last->next;
	case BRANCH_JUMP:
		return block->address == last->branch.target;
	case BRANCH_CONDITIONAL:
		return block->address == last->branch.target || block->address == last->next;
	default:
		return false;
	}
}

/* Whether an exception or a guest exit, which led to block, interrupted the last instruction, so
 * that it does not count. Call before follower_enter. */
bool follower_was_cut(const struct follower *follower, struct block *block);

/* Continue at a block. follower_node then returns its node. */
void follower_enter(struct follower *follower, struct block *block);

/* An interrupt or exception leads to address. */
void follower_interrupt(struct follower *follower, uint64_t address, bool is_exception);

static inline uint32_t follower_node(const struct follower *follower)
{
	return stack_top(follower->stack)->node;
}

/* Discard all frames. The next block begins a root. */
void follower_restart(struct follower *follower);

/* Whether the CPU is in a guest and the block is where a guest exit leads. */
bool follower_leaves_guest(const struct follower *follower, const struct block *block);

#endif
