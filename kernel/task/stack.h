/* SPDX-License-Identifier: MIT */
/* A stack made for a thread: page frames taken, cleared and mapped, and given back after it. One
 * at a time, at one place in the address space whose page tables stay. */
#ifndef KERNEL_TASK_STACK_H
#define KERNEL_TASK_STACK_H

/* Keep the place. Boot CPU, once, after paging_init. */
void stack_init(void);

/* Take the memory that frames come from, until memory_release(). Returns 0 or -ENOMEM. What was
 * mapped before is unmapped. */
int stack_use_frames(void);

/* Top of a new stack, which is as large as those of thread_init; NULL if there are no frames. */
void *stack_map(void);

/* Unmap it, drop its translations on this CPU, and give back the frames. */
void stack_unmap(void);

#endif
