/* SPDX-License-Identifier: MIT */
/* See linux/arch.h. */
#ifndef LINUX_AARCH64_ARCH_H
#define LINUX_AARCH64_ARCH_H

#include <stdint.h>
#include <ucontext.h>

#define FUNCTION_RET 0xd65f03c0u        /* RET */
#define LINK_REGISTER 30

#define ARCH_SERIAL_PORT "/dev/ttyAMA0"

static inline void qemu_exit(unsigned char value)
{
	(void)value;
}

static inline uint64_t call_by_vector(void)
{
	return UINT64_MAX;
}

static inline uint64_t valgrind_request(const volatile uint64_t request[6])
{
	register uint64_t answer __asm__("x3") = 0;
	register const volatile uint64_t *address __asm__("x4") = request;

	__asm__ volatile("ror x12, x12, #3; ror x12, x12, #13; ror x12, x12, #51; "
			 "ror x12, x12, #61\n\t"
			 "orr x10, x10, x10"
			 : "+r"(answer)
			 : "r"(address)
			 : "cc", "memory");
	return answer;
}

static inline __attribute__((always_inline)) void fault_write(volatile void *address)
{
	__asm__ volatile("strb %w0, [%1]" : : "r"(FUNCTION_RET), "r"(address) : "memory");
}

/* The CPU fetches instructions through other caches than it writes data. */
static inline void fault_write_function(void *address)
{
	*(volatile uint32_t *)address = FUNCTION_RET;
	__builtin___clear_cache((char *)address, (char *)address + sizeof(uint32_t));
}

static inline void fault_skip_write(mcontext_t *registers)
{
	registers->pc += sizeof(uint32_t);
}

static inline void fault_skip_call(mcontext_t *registers)
{
	registers->pc = registers->regs[LINK_REGISTER];
}

#endif
