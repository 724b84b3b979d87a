/* SPDX-License-Identifier: MIT */
/* Follows what a CPU executes from block to block: calls and returns, interrupts and exceptions,
 * system calls, changes of the stack, and exits out of guests. */
#ifndef TOOLS_PLUGIN_FOLLOWER_H
#define TOOLS_PLUGIN_FOLLOWER_H

#include "tools/plugin/stack.h"

/* What is followed on one CPU. Zeroed at first. */
struct follower {
	struct stack *stack;
	struct block *last;             /* executed before, or NULL: follow from here */
	uint32_t executed;              /* of its instructions */
	uint64_t slot_virt;             /* where its call has put the return address */
	bool has_accessed;              /* the memory that its last instruction is about */
	bool is_told;                   /* of interrupts, by follower_interrupt */
	bool is_interrupted, has_raised;        /* since last; the latter: an exception */
	uint64_t handler_virt;          /* where the CPU goes on then */
	bool is_in_guest;
	uint64_t behind_guest;          /* where it will come out of the guest */
};

/* Whether the last instruction that was executed was broken off, by an exception or an exit out of
 * a guest, and so does not count: block is where that led. Before follower_enter. */
bool follower_was_cut(const struct follower *follower, struct block *block);

/* Go on to a block. Afterwards follower_node is whom it belongs to. */
void follower_enter(struct follower *follower, struct block *block);

/* The CPU goes on at address, by an interrupt or an exception. */
void follower_interrupt(struct follower *follower, uint64_t address, bool is_exception);

uint32_t follower_node(const struct follower *follower);

/* Forget all frames: what comes belongs to a root. */
void follower_restart(struct follower *follower);

/* Whether that block is where a guest, in which this CPU is, comes out. */
bool follower_leaves_guest(const struct follower *follower, const struct block *block);

#endif
