/* SPDX-License-Identifier: MIT */
/* Frames of who has called whom, a stack of them for every stack of the machine's. A frame is a
 * node of one tree of all calls, whose root is what ran when counting began. */
#ifndef TOOLS_PLUGIN_STACK_H
#define TOOLS_PLUGIN_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tools/plugin/block.h"
#include "tools/plugin/tally.h"

struct frame {
	uint32_t node;
	enum node_kind kind;
	uint64_t slot_virt;             /* of a call: where its return address lies */
	uint64_t back, back_or;         /* where it returns to */
};

/* Zeroed at first, and then reset before anything else. */
struct stack {
	struct frame *frames;           /* the first is the root */
	size_t count, capacity;
	struct stack *next;
};

struct frame *stack_top(const struct stack *stack);

/* With one frame of that kind and nothing else. */
void stack_reset(struct stack *stack, enum node_kind kind, struct block *block);

/* Push a frame, of which back, back_or and slot_virt are given, for a block that is entered. */
void stack_enter(struct stack *stack, enum node_kind kind, struct block *block, struct frame frame);

/* The frame below which a host does not return while it works for a guest; 0: the root. */
size_t stack_floor(const struct stack *stack);

/* The innermost call that returns to an address; 0 if there is none. */
size_t stack_find_call(const struct stack *stack, uint64_t address);

/* The innermost frame that is no call and returns to an address; 0 if there is none. */
size_t stack_find_back(const struct stack *stack, uint64_t address);

/* The same for an interrupt or an exception that will go back to one of these addresses. */
void stack_interrupt(struct stack *stack, struct block *block, uint64_t back, uint64_t back_or);

/* Whether two addresses are of one stack. A kernel's stacks are as large as they are aligned. */
bool stack_is_near(uint64_t a, uint64_t b);

/* Where the innermost call has put its return address; 0 if an interrupt or a system call is
 * further in, since that may have changed the stack. */
uint64_t stack_slot(const struct stack *stack);

/* Leave a stack for one that was left before and is taken from *place, or, where that is NULL, for
 * a new one that begins with a block. Returns it. */
struct stack *stack_change(struct stack *stack, struct stack **place, struct block *block);

/* The place of the suspended stack on which a call returns to an address, or has its own return
 * address near by; of NULL where there is none. Each may be 0: not known. */
struct stack **stack_find_suspended(uint64_t back, uint64_t slot_virt);

/* Forget all suspended stacks. */
void stack_forget_suspended(void);

/* The innermost frame that is no call; 0: the root. */
size_t stack_find_entry(const struct stack *stack);

#endif
