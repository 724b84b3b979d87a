/* SPDX-License-Identifier: MIT */
/* Stacks allocated for one thread: page frames are allocated, cleared and mapped, and released
 * after the thread. There is one stack at a time, at a fixed address whose page tables stay. */
#ifndef KERNEL_TASK_STACK_H
#define KERNEL_TASK_STACK_H

/* Reserve the address. Boot CPU, once, after paging_init. */
void stack_init(void);

/* Allocate the memory for frames, until memory_release(). Unmaps earlier frames. Returns 0 or
 * -ENOMEM. */
int stack_use_frames(void);

/* Top of a new stack, of the same size as those of thread_init; NULL if no frame is free. */
void *stack_map(void);

/* Unmap the stack, flush its translations on this CPU, and free the frames. */
void stack_unmap(void);

#endif
