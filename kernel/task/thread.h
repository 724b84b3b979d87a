/* SPDX-License-Identifier: MIT */
/* Kernel threads on the boot CPU: cooperative, round robin, without a timer, interrupts off. The
 * caller of thread_init is the boot thread. */
#ifndef KERNEL_TASK_THREAD_H
#define KERNEL_TASK_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/task/thread_queue.h"

#define THREADS_MAX 24
#define THREAD_STACK_BYTES 0x4000

struct thread;

/* Allocate the stacks of THREADS_MAX threads permanently. Boot CPU, once, after paging_init. */
void thread_init(void);

/* Top of the stack of a thread index below THREADS_MAX. While no thread exists, the stack may be
 * used otherwise. */
void *thread_stack_top(unsigned index);

/* Create a ready thread that calls function(argument) in the address space cr3, a value for
 * paging_switch(). Returns NULL if there are THREADS_MAX threads. */
struct thread *thread_create(void (*function)(void *argument), void *argument, uint64_t cr3);

/* Like thread_create(), on a stack that the caller provides. After thread_join the stack is free
 * again. */
struct thread *thread_create_on(void *stack_top, void (*function)(void *argument), void *argument,
				uint64_t cr3);

/* Wait until a thread's function has returned, and free the thread. */
void thread_join(struct thread *thread);

/* Yield: run all other ready threads before this one. */
void thread_yield(void);

/* Whether this is the boot thread, and whether other threads are ready. */
bool thread_is_boot(void);
bool thread_is_another_ready(void);

/* thread_sleep() waits in a queue. thread_wake() makes the first thread of a queue, if any,
 * ready. */
void thread_sleep(struct thread_queue *queue);
void thread_wake(struct thread_queue *queue);

/* Set the area of a thread's extended state; NULL stands for the current thread. A thread has no
 * area until one is set. */
void thread_set_state_area(struct thread *thread, void *area);
void *thread_state_area(void);

/* Move this thread to the address space of cr3 and continue. */
void thread_move(uint64_t cr3);

/* End all threads except the boot thread, in any state, and return to the kernel's address space.
 * Runs on the boot thread's stack, to which guard_leave may have returned from another thread. */
void thread_end_all(void);

#endif
