/* SPDX-License-Identifier: MIT */
/* Calls of firmware. RISC-V Supervisor Binary Interface Specification, "Binary Encoding". Any
 * CPU. */
#ifndef LIB_RISCV64_SBI_H
#define LIB_RISCV64_SBI_H

#include <stdbool.h>
#include <stdint.h>

/* Extensions, and the functions of extension SBI_BASE. */
#define SBI_BASE 0x10
#define SBI_TIME 0x54494d45
#define SBI_IPI 0x735049
#define SBI_RFENCE 0x52464e43
#define SBI_HSM 0x48534d
#define SBI_SYSTEM_RESET 0x53525354
#define SBI_CONSOLE 0x4442434e
#define SBI_PMU 0x504d55

enum {SBI_BASE_IMPLEMENTATION = 1, SBI_BASE_VERSION, SBI_BASE_PROBE, SBI_BASE_VENDOR,
      SBI_BASE_ARCHITECTURE, SBI_BASE_MACHINE};

#define SBI_IMPLEMENTATION_OPENSBI 1
#define SBI_IMPLEMENTATION_KVM 3

struct sbi_result {
	int64_t error;                  /* 0, or a negative error of SBI */
	uint64_t value;
};

/* Call firmware. Only a0 and a1 change. */
static inline struct sbi_result sbi_call(uint64_t extension, uint64_t function, uint64_t a,
					 uint64_t b, uint64_t c)
{
	register uint64_t a0 __asm__("a0") = a;
	register uint64_t a1 __asm__("a1") = b;
	register uint64_t a2 __asm__("a2") = c;
	register uint64_t a6 __asm__("a6") = function;
	register uint64_t a7 __asm__("a7") = extension;

	__asm__ volatile("ecall" : "+r"(a0), "+r"(a1) : "r"(a2), "r"(a6), "r"(a7) : "memory");
	return (struct sbi_result){(int64_t)a0, a1};
}

/* Call firmware with five arguments. */
static inline struct sbi_result sbi_call_5(uint64_t extension, uint64_t function,
					   const uint64_t arguments[5])
{
	register uint64_t a0 __asm__("a0") = arguments[0];
	register uint64_t a1 __asm__("a1") = arguments[1];
	register uint64_t a2 __asm__("a2") = arguments[2];
	register uint64_t a3 __asm__("a3") = arguments[3];
	register uint64_t a4 __asm__("a4") = arguments[4];
	register uint64_t a6 __asm__("a6") = function;
	register uint64_t a7 __asm__("a7") = extension;

	__asm__ volatile("ecall" : "+r"(a0), "+r"(a1)
			 : "r"(a2), "r"(a3), "r"(a4), "r"(a6), "r"(a7) : "memory");
	return (struct sbi_result){(int64_t)a0, a1};
}

static inline uint64_t sbi_base(uint64_t function)
{
	return sbi_call(SBI_BASE, function, 0, 0, 0).value;
}

static inline bool sbi_has(uint64_t extension)
{
	return sbi_call(SBI_BASE, SBI_BASE_PROBE, extension, 0, 0).value != 0;
}

#endif
