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

/* Top of the stack of a thread index below THREADS_MAX, for other uses while no thread exists. */
void *thread_stack_top(unsigned index);

/* Create a ready thread that calls function(argument) in the address space of the CR3 value cr3.
 * Returns NULL if there are THREADS_MAX threads. */
struct thread *thread_create(void (*function)(void *argument), void *argument, uint64_t cr3);

/* Like thread_create(), on the caller's stack, which is free again after thread_join. */
struct thread *thread_create_on(void *stack_top, void (*function)(void *argument), void *argument,
				uint64_t cr3);

/* Wait until a thread's function has returned, and free the thread. */
void thread_join(struct thread *thread);

/* Yield: run all other ready threads before this one. */
void thread_yield(void);

/* Whether this is the boot thread; whether other threads are ready. */
bool thread_is_boot(void);
bool thread_is_another_ready(void);

/* Wait in a queue; make its first thread, if any, ready. */
void thread_sleep(struct thread_queue *queue);
void thread_wake(struct thread_queue *queue);

/* The area of this thread's extended state. A thread has none until one is set; NULL stands for the
 * current thread. */
void thread_set_state_area(struct thread *thread, void *area);
void *thread_state_area(void);

/* Continue this thread in the address space of cr3. */
void thread_move(uint64_t cr3);

/* End all threads but the boot thread, in any state, and return to the kernel's address space. Runs
 * on the boot thread's stack, also after guard_leave returned to it from another thread. */
void thread_end_all(void);

#endif
