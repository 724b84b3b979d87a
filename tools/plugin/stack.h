/* SPDX-License-Identifier: MIT */
/* Call stacks: a stack of frames for each stack of the machine. Each frame is a node of one tree of
 * all calls, whose root is the code that ran when counting began. */
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
	uint64_t slot_virt;             /* of a call: address of its return address */
	uint64_t return_virt, alternate_virt;   /* addresses it may return to */
};

/* Zeroed at first; stack_reset must be called before other functions. */
struct stack {
	struct frame *frames;           /* the first is the root */
	size_t count, capacity;
	struct stack *next;
};

static inline struct frame *stack_top(const struct stack *stack)
{
	return &stack->frames[stack->count - 1];
}

/* Discard all frames and push one of that kind. */
void stack_reset(struct stack *stack, enum node_kind kind, struct block *block);

/* Push a frame for a block, with the given return_virt, alternate_virt and slot_virt. */
void stack_enter(struct stack *stack, enum node_kind kind, struct block *block, struct frame frame);

/* The frame of the latest guest exit: the host does not return past it. 0: the root. */
size_t stack_floor(const struct stack *stack);

/* The innermost call that returns to an address; 0 if there is none. */
size_t stack_find_call(const struct stack *stack, uint64_t address);

/* The innermost frame, other than a call, that returns to an address; 0 if there is none. */
size_t stack_find_return(const struct stack *stack, uint64_t address);

/* Push a frame for an interrupt or exception that returns to one of these addresses. */
void stack_interrupt(struct stack *stack, struct block *block, uint64_t return_virt,
		     uint64_t alternate_virt);

/* Whether two addresses are probably in one stack: near each other, or in one aligned kernel
 * stack. */
bool stack_is_near(uint64_t a, uint64_t b);

/* The address of the innermost call's return address. 0 if the innermost frame is not a call,
 * because an interrupt or system call may switch the stack. */
uint64_t stack_slot(const struct stack *stack);

/* Suspend a stack and resume the stack at *place. If *place is NULL, begin a new stack with a
 * block. Returns the resumed stack. */
struct stack *stack_switch(struct stack *stack, struct stack **place, struct block *block);

/* Find the suspended stack with a call that returns to `return_virt`, or with a slot near
 * slot_virt. 0 is an unknown address. Returns the pointer to it, for stack_switch; that is NULL if
 * there is none. */
struct stack **stack_find_suspended(uint64_t return_virt, uint64_t slot_virt);

/* Discard all suspended stacks. */
void stack_discard_suspended(void);

/* The innermost frame that is not a call; 0: the root. */
size_t stack_find_entry(const struct stack *stack);

#endif
