/* SPDX-License-Identifier: MIT */
/* The registers of a thread that a signal interrupted. Implemented by linux/NAME/. A signal handler
 * may call all functions of this file. */
#ifndef LINUX_SIGNAL_CONTEXT_H
#define LINUX_SIGNAL_CONTEXT_H

#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <ucontext.h>

/* A CPU's exception as the processor reports it: vector, error code, and address of a fault. */
struct signal_exception {
	uint64_t vector, error, address;
};

/* Store the exception of the signal that info belongs to. */
void signal_context_exception(const siginfo_t *info, const ucontext_t *context,
			      struct signal_exception *exception);

uint64_t signal_context_pc(const ucontext_t *context);
uint64_t signal_context_frame_pointer(const ucontext_t *context);

/* The number of the system call that a filter refused. */
uint64_t signal_context_call(const ucontext_t *context);

/* Write the exception as a phrase, and all registers as text. */
void signal_context_describe(char *text, size_t size, const ucontext_t *context,
			     const struct signal_exception *exception);
void signal_context_format(char *text, size_t size, const ucontext_t *context);

#endif
