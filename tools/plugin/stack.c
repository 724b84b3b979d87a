/* SPDX-License-Identifier: MIT */
/* A stack on which nothing runs at the moment is suspended, until it is known again by a return
 * address or by where it lies. */
#include "tools/plugin/stack.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define FRAMES_LEAST 32
#define FRAMES_MAX 512          /* deeper: something is followed wrong, so begin anew */
#define NEAR_BYTES 4096
#define STACK_BYTES 16384       /* of Linux's in the kernel */
#define STACKS_MAX 1024

static struct stack *suspended;
static size_t suspended_count;

struct frame *stack_top(const struct stack *stack)
{
	return &stack->frames[stack->count - 1];
}

static void stack_push(struct stack *stack, struct frame frame)
{
	if (stack->count == stack->capacity) {
		stack->capacity = 2 * stack->capacity + FRAMES_LEAST;
		stack->frames = xreallocarray(stack->frames, stack->capacity,
					      sizeof(*stack->frames));
	}
	stack->frames[stack->count++] = frame;
}

void stack_reset(struct stack *stack, enum node_kind kind, struct block *block)
{
	stack->count = 0;
	stack_push(stack, (struct frame){.node = tally_node(0, kind, block), .kind = kind});
}

void stack_enter(struct stack *stack, enum node_kind kind, struct block *block, struct frame frame)
{
	if (stack->count >= FRAMES_MAX)
		stack_reset(stack, NODE_ROOT, block);
	frame.kind = kind;
	frame.node = tally_node(stack_top(stack)->node, kind, block);
	stack_push(stack, frame);
}

size_t stack_floor(const struct stack *stack)
{
	for (size_t i = stack->count; i-- > 1;) {
		if (stack->frames[i].kind == NODE_EXIT)
			return i;
	}
	return 0;
}

size_t stack_find_call(const struct stack *stack, uint64_t address)
{
	size_t floor = stack_floor(stack);

	for (size_t i = stack->count; i-- > floor + 1;) {
		if (stack->frames[i].kind == NODE_CALL && stack->frames[i].back == address)
			return i;
	}
	return 0;
}

size_t stack_find_back(const struct stack *stack, uint64_t address)
{
	size_t floor = stack_floor(stack);

	for (size_t i = stack->count; i-- > floor + 1;) {
		const struct frame *frame = &stack->frames[i];

		if (frame->kind != NODE_CALL &&
		    (frame->back == address || frame->back_or == address))
			return i;
	}
	return 0;
}

void stack_interrupt(struct stack *stack, struct block *block, uint64_t back, uint64_t back_or)
{
	block->is_handler = true;
	stack_enter(stack, NODE_INTERRUPT, block, (struct frame){.back = back, .back_or = back_or});
}

bool stack_is_near(uint64_t a, uint64_t b)
{
	return (a > b ? a - b : b - a) <= NEAR_BYTES || a / STACK_BYTES == b / STACK_BYTES;
}

uint64_t stack_slot(const struct stack *stack)
{
	const struct frame *top = stack_top(stack);

	return top->kind == NODE_CALL ? top->slot_virt : 0;
}

static void stack_suspend(struct stack *stack)
{
	stack->next = suspended;
	suspended = stack;
	if (++suspended_count > STACKS_MAX) {
		struct stack **last = &suspended;

		while ((*last)->next != NULL)
			last = &(*last)->next;
		free((*last)->frames);
		free(*last);
		*last = NULL;
		suspended_count--;
	}
}

struct stack **stack_find_suspended(uint64_t back, uint64_t slot_virt)
{
	struct stack **at = &suspended;

	while (*at != NULL && (back == 0 || stack_find_call(*at, back) == 0) &&
	       (slot_virt == 0 || stack_slot(*at) == 0 ||
		!stack_is_near(stack_slot(*at), slot_virt)))
		at = &(*at)->next;
	return at;
}

size_t stack_find_entry(const struct stack *stack)
{
	size_t at = stack->count - 1;

	while (at > 0 && stack->frames[at].kind == NODE_CALL)
		at--;
	return at;
}

struct stack *stack_change(struct stack *stack, struct stack **place, struct block *block)
{
	struct stack *found = *place;

	if (found != NULL) {
		*place = found->next;
		suspended_count--;
	} else {
		found = xcalloc(1, sizeof(*found));
		stack_reset(found, NODE_STACK, block);
	}
	stack_suspend(stack);
	return found;
}

void stack_forget_suspended(void)
{
	while (suspended != NULL) {
		struct stack *next = suspended->next;

		free(suspended->frames);
		free(suspended);
		suspended = next;
	}
	suspended_count = 0;
}
