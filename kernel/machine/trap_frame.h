/* SPDX-License-Identifier: MIT */
/* The registers at an exception or interrupt. Each kernel/NAME/ defines struct trap_frame, with at
 * least the member vector: the exception or interrupt, as records and traces name it.
 *
 *	uint64_t trap_frame_pc(const struct trap_frame *frame)
 *	uint64_t trap_frame_pointer(const struct trap_frame *frame)
 *		The interrupted code's program counter, and its frame pointer for a backtrace. */
#ifndef KERNEL_MACHINE_TRAP_FRAME_H
#define KERNEL_MACHINE_TRAP_FRAME_H

#include <stddef.h>

#include "kernel/machine/arch.h"

/* Write the registers of the frame and those that explain an exception as "name=value" pairs,
 * truncated to size. */
void trap_frame_format(char *text, size_t size, const struct trap_frame *frame);

/* The address that an exception reports, if it reports one, and what else the processor says of the
 * cause. */
uint64_t trap_frame_address(const struct trap_frame *frame);
uint64_t trap_frame_error(const struct trap_frame *frame);

#endif
