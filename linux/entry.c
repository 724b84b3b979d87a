/* SPDX-License-Identifier: MIT */
/* A process is already in user mode, and the kernel's handlers are fixed. So only the null system
 * call is possible: by the processor's instruction for it, and on x86-64 by a vector too. */
#include "linux/entry.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "bench/platform.h"
#include "linux/arch.h"

#define TRY_LIMIT_MS 1000

static bool has_vector;

static void try_vector(void *unused)
{
	(void)unused;
	has_vector = call_by_vector() == (uint64_t)getppid();
}

void entry_init(void)
{
	struct platform_failure failure;

	if (platform_guard(try_vector, NULL, TRY_LIMIT_MS, &failure) != 0)
		has_vector = false;
}

int platform_entry_open(enum entry_path path, enum entry_handler handler)
{
	if (handler != ENTRY_NULL_CALL)
		return -ENOTSUP;
	return path == ENTRY_SYSCALL || (path == ENTRY_GATE && has_vector) ? 0 : -ENOTSUP;
}

void platform_entry_close(void)
{
}

int platform_entry_count(uint64_t (*function)(uint64_t), uint64_t argument, uint64_t *entries)
{
	(void)function;
	(void)argument;
	(void)entries;
	return -ENOTSUP;
}

uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument)
{
	return function(argument);
}
