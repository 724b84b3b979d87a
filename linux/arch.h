/* SPDX-License-Identifier: MIT */
/* What the process takes from the processor's header, in linux/NAME/arch.h.
 *
 *	ARCH_SERIAL_PORT
 *		The device of the first serial port.
 *	void qemu_exit(unsigned char value)
 *		End QEMU by its device, with the status 2 * value + 1. Returns if there is none.
 *	uint64_t call_by_vector(void)
 *		getppid by the older vector of a system call: its result. Faults if the kernel has
 *		no such vector; UINT64_MAX if the processor has none.
 *	uint64_t valgrind_request(const volatile uint64_t request[6])
 *		Instructions that do nothing, but under Valgrind are a request of a client. Returns
 *		the answer; 0 without Valgrind.
 *	void fault_write(volatile void *address)
 *		One instruction, which writes the first byte of a function that only returns.
 *	void fault_write_function(void *address)
 *		Write this function, so that it can be called.
 *	void fault_skip_write(mcontext_t *registers)
 *		Let an interrupted thread continue behind fault_write's instruction.
 *	void fault_skip_call(mcontext_t *registers)
 *		Let a thread that was interrupted at the start of a function return from it. */
#ifndef LINUX_ARCH_H
#define LINUX_ARCH_H

#include "lib/cpu/arch.h"
#include ARCH_LINUX_HEADER

#endif
