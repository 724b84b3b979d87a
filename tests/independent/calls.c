/* SPDX-License-Identifier: MIT */
/* An empty system call, by both methods. */
#include <stddef.h>
#include <sys/syscall.h>

#include "metrics.h"

#define GETPPID_OF_32_BIT 64

static struct sample by_syscall(const uint64_t numbers[2])
{
	uint64_t begin = clock_read();

	(void)numbers;
	for (int i = 0; i < OPERATIONS; i++) {
		long result;

		__asm__ volatile("syscall" : "=a"(result) : "0"((long)SYS_getppid)
				 : "rcx", "r11", "memory");
	}
	return (struct sample){clock_read() - begin, OPERATIONS};
}

static struct sample by_int80(const uint64_t numbers[2])
{
	uint64_t begin = clock_read();

	(void)numbers;
	for (int i = 0; i < OPERATIONS; i++) {
		long result;

		__asm__ volatile("int $0x80" : "=a"(result) : "0"((long)GETPPID_OF_32_BIT)
				 : "memory");
	}
	return (struct sample){clock_read() - begin, OPERATIONS};
}

const struct metric call_metrics[] = {
	{"entry.null_syscall path=syscall", NULL, by_syscall, {0}, NULL},
	{"entry.null_syscall path=int_gate", NULL, by_int80, {0}, NULL},
	{0},
};
