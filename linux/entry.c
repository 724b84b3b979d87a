/* SPDX-License-Identifier: MIT */
/* A process is in user mode already, and the kernel's handlers are as they are: of all that can
 * be asked for there is the system call that does nothing, by the two ways that 64-bit code may
 * take. */
#include "linux/entry.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <unistd.h>

#include "bench/entry/round_trip.h"
#include "bench/platform.h"

#define TRY_LIMIT_MS 1000

static bool has_vector;

/* Faults where the vector is not there. Elsewhere all registers but those of the call are kept, on
 * kernels before 4.4 without r8 to r11. */
static void try_vector(void *unused)
{
	uint64_t result;

	(void)unused;
	__asm__ volatile("int %1" : "=a"(result) : "i"(ENTRY_VECTOR), "a"(ENTRY_NUMBER_VECTOR)
			 : "r8", "r9", "r10", "r11", "memory");
	has_vector = result == (uint64_t)getppid();
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

uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument)
{
	return function(argument);
}
