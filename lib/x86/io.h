/* SPDX-License-Identifier: MIT */
/* Port input and output. Intel SDM vol. 2, "IN—Input From Port", "OUT—Output to Port". */
#ifndef LIB_X86_IO_H
#define LIB_X86_IO_H

#include <stdint.h>

static inline __attribute__((always_inline)) uint8_t inb(uint16_t port)
{
	uint8_t value;

	__asm__ volatile("inb %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline __attribute__((always_inline)) uint32_t inl(uint16_t port)
{
	uint32_t value;

	__asm__ volatile("inl %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline __attribute__((always_inline)) uint16_t inw(uint16_t port)
{
	uint16_t value;

	__asm__ volatile("inw %1, %0" : "=a"(value) : "Nd"(port) : "memory");
	return value;
}

static inline __attribute__((always_inline)) void outb(uint16_t port, uint8_t value)
{
	__asm__ volatile("outb %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline __attribute__((always_inline)) void outw(uint16_t port, uint16_t value)
{
	__asm__ volatile("outw %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

static inline __attribute__((always_inline)) void outl(uint16_t port, uint32_t value)
{
	__asm__ volatile("outl %0, %1" : : "a"(value), "Nd"(port) : "memory");
}

#endif
