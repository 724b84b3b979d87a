/* SPDX-License-Identifier: MIT */
/* See linux/arch.h. */
#ifndef LINUX_RISCV64_ARCH_H
#define LINUX_RISCV64_ARCH_H

#include <stdint.h>
#include <ucontext.h>

#define FUNCTION_RET 0x00008067u        /* JALR zero, 0(ra) */

#define ARCH_SERIAL_PORT "/dev/ttyS0"

static inline void qemu_exit(unsigned char value)
{
	(void)value;
}

static inline uint64_t call_by_vector(void)
{
	return UINT64_MAX;
}

/* The first Valgrind for this processor is of 2025. Its request is not written yet. */
static inline uint64_t valgrind_request(const volatile uint64_t request[6])
{
	(void)request;
	return 0;
}

static inline __attribute__((always_inline)) void fault_write(volatile void *address)
{
	__asm__ volatile("sb %0, (%1)" : : "r"(FUNCTION_RET), "r"(address) : "memory");
}

/* The CPU fetches instructions through other caches than it writes data. */
static inline void fault_write_function(void *address)
{
	*(volatile uint32_t *)address = FUNCTION_RET;
	__builtin___clear_cache((char *)address, (char *)address + sizeof(uint32_t));
}

static inline void fault_skip_write(mcontext_t *registers)
{
	registers->__gregs[REG_PC] += sizeof(uint32_t);
}

static inline void fault_skip_call(mcontext_t *registers)
{
	registers->__gregs[REG_PC] = registers->__gregs[REG_RA];
}

#endif
