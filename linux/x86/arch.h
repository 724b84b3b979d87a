/* SPDX-License-Identifier: MIT */
/* See linux/arch.h. */
#ifndef LINUX_X86_ARCH_H
#define LINUX_X86_ARCH_H

#include <stdint.h>
#include <sys/io.h>
#include <ucontext.h>

#include "bench/entry/round_trip.h"
#include "lib/qemu_exit.h"

#define FUNCTION_RET 0xc3
#define WRITE_BYTES 2                   /* length of fault_write's instruction */

#define ARCH_SERIAL_PORT "/dev/ttyS0"

static inline void qemu_exit(unsigned char value)
{
	if (ioperm(QEMU_EXIT_PORT, 1, 1) == 0)
		outb(value, QEMU_EXIT_PORT);
}

/* All registers but those of the call are preserved, except r8 to r11 on kernels before 4.4. */
static inline uint64_t call_by_vector(void)
{
	uint64_t result;

	__asm__ volatile("int %1" : "=a"(result) : "i"(ENTRY_VECTOR), "a"(ENTRY_NUMBER_VECTOR)
			 : "r8", "r9", "r10", "r11", "memory");
	return result;
}

static inline uint64_t valgrind_request(const volatile uint64_t request[6])
{
	uint64_t answer = 0;

	__asm__ volatile("rolq $3, %%rdi; rolq $13, %%rdi; rolq $61, %%rdi; rolq $51, %%rdi\n\t"
			 "xchgq %%rbx, %%rbx"
			 : "+d"(answer)
			 : "a"(request)
			 : "cc", "memory");
	return answer;
}

/* The instruction is mov %al, (%rdi), whose length depends on its registers. */
static inline __attribute__((always_inline)) void fault_write(volatile void *address)
{
	__asm__ volatile("movb %%al, (%%rdi)" : : "a"(FUNCTION_RET), "D"(address) : "memory");
}

static inline void fault_write_function(void *address)
{
	*(volatile uint8_t *)address = FUNCTION_RET;
}

static inline void fault_skip_write(mcontext_t *registers)
{
	registers->gregs[REG_RIP] += WRITE_BYTES;
}

/* Return to the address that the call pushed. */
static inline void fault_skip_call(mcontext_t *registers)
{
	greg_t *values = registers->gregs;

	values[REG_RIP] = *(const greg_t *)values[REG_RSP];
	values[REG_RSP] += (greg_t)sizeof(greg_t);
}

#endif
