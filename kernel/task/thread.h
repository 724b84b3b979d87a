/* SPDX-License-Identifier: MIT */
/* Threads of the kernel on the boot CPU. They run until they give way: round robin, without a
 * timer, interrupts off. The code that called thread_init is one of them. */
#ifndef KERNEL_TASK_THREAD_H
#define KERNEL_TASK_THREAD_H

#include <stdbool.h>
#include <stdint.h>

#include "kernel/task/thread_queue.h"

#define THREADS_MAX 24
#define THREAD_STACK_BYTES 0x4000

struct thread;

/* Take the stacks of THREADS_MAX threads, for good. Boot CPU, once, after paging_init. */
void thread_init(void);

/* Top of the stack of thread number index, below THREADS_MAX. For others to use while none of these
 * threads exists. */
void *thread_stack_top(unsigned index);

/* A thread that will call function(argument) in the address space of cr3, which is a value for that
 * register. It is ready, and runs when this one gives way. NULL if there are THREADS_MAX already.
 * */
struct thread *thread_create(void (*function)(void *argument), void *argument, uint64_t cr3);

/* The same on a stack that the caller gives, and may have back when the thread has been joined. */
struct thread *thread_create_on(void *stack_top, void (*function)(void *argument), void *argument,
				uint64_t cr3);

/* Wait until a thread's function has returned; the thread is gone then. */
void thread_join(struct thread *thread);

/* Let the others who are ready run before this one goes on. */
void thread_yield(void);

/* Whether this is the thread of thread_init, and whether there are others who are ready. */
bool thread_is_boot(void);
bool thread_is_another_ready(void);

/* Wait in a queue; and make the first who waits there, if any, ready. */
void thread_sleep(struct thread_queue *queue);
void thread_wake(struct thread_queue *queue);

/* Let this thread go on in the address space of cr3. */
void thread_move(uint64_t cr3);

/* End all threads but that of thread_init, wherever they are, and go back to the kernel's own
 * address space. To be called on that thread's stack, also after guard_leave put it back there out
 * of another thread. */
void thread_end_all(void);

#endif
