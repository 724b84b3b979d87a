/* SPDX-License-Identifier: MIT */
/* A library to preload. The allocation with number FAULT_MEMORY, counted from the program's start,
 * fails. With FAULT_COUNT, the number of allocations is written to that descriptor at the end. Also
 * marks the program's start for tests/faults/calls.c, by a system call. */
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

void *__libc_malloc(size_t size);
void *__libc_calloc(size_t count, size_t size);
void *__libc_realloc(void *memory, size_t size);

static bool is_begun;
static unsigned long made, failing;

static bool is_failing(void)
{
	if (!is_begun || ++made != failing)
		return false;
	errno = ENOMEM;
	return true;
}

void *malloc(size_t size)
{
	return is_failing() ? NULL : __libc_malloc(size);
}

void *calloc(size_t count, size_t size)
{
	return is_failing() ? NULL : __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size)
{
	return is_failing() ? NULL : __libc_realloc(memory, size);
}

void *reallocarray(void *memory, size_t count, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(count, size, &bytes)) {
		errno = ENOMEM;
		return NULL;
	}
	return realloc(memory, bytes);
}

/* Child programs are not affected. */
static void __attribute__((constructor)) begin(void)
{
	const char *number = getenv("FAULT_MEMORY");

	failing = number != NULL ? strtoul(number, NULL, 10) : 0;
	unsetenv("LD_PRELOAD");
	syscall(SYS_getppid);
	is_begun = true;
}

static void __attribute__((destructor)) finish(void)
{
	const char *number = getenv("FAULT_COUNT");

	is_begun = false;
	if (number != NULL)
		dprintf(atoi(number), "%lu\n", made);
}
