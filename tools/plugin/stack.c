/* SPDX-License-Identifier: MIT */
/* Stacks that are not in use are suspended, until a return address or a slot's address identifies
 * them. */
#include "tools/plugin/stack.h"

#include <stdlib.h>

#include "tools/base/alloc.h"

#define FRAMES_MIN 32
#define FRAMES_MAX 512          /* a deeper stack is an error: restart at a root */
#define NEAR_BYTES 4096
#define STACK_BYTES 16384       /* of a kernel stack of Linux */
#define STACKS_MAX 1024

static struct stack *suspended;
static size_t suspended_count;

static void stack_push(struct stack *stack, struct frame frame)
{
	if (stack->count == stack->capacity) {
		stack->capacity = 2 * stack->capacity + FRAMES_MIN;
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
		if (stack->frames[i].kind == NODE_CALL && stack->frames[i].return_virt == address)
			return i;
	}
	return 0;
}

size_t stack_find_return(const struct stack *stack, uint64_t address)
{
	size_t floor = stack_floor(stack);

	for (size_t i = stack->count; i-- > floor + 1;) {
		const struct frame *frame = &stack->frames[i];

		if (frame->kind != NODE_CALL &&
		    (frame->return_virt == address || frame->alternate_virt == address))
			return i;
	}
	return 0;
}

void stack_interrupt(struct stack *stack, struct block *block, uint64_t return_virt,
		     uint64_t alternate_virt)
{
	block->is_handler = true;
	stack_enter(stack, NODE_INTERRUPT, block, (struct frame){
		.return_virt = return_virt, .alternate_virt = alternate_virt,
	});
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

struct stack **stack_find_suspended(uint64_t return_virt, uint64_t slot_virt)
{
	struct stack **at = &suspended;

	while (*at != NULL && (return_virt == 0 || stack_find_call(*at, return_virt) == 0) &&
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

struct stack *stack_switch(struct stack *stack, struct stack **place, struct block *block)
{
	struct stack *found = *place;

	if (found != NULL) {
		*place = found->next;
		suspended_count--;
	} else {
		found = xcalloc(1, sizeof(*found));
		stack_reset(found, NODE_STACK, block);
	}
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
	return found;
}

void stack_discard_suspended(void)
{
	while (suspended != NULL) {
		struct stack *next = suspended->next;

		free(suspended->frames);
		free(suspended);
		suspended = next;
	}
	suspended_count = 0;
}
