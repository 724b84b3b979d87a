/* SPDX-License-Identifier: MIT */
/* UEFI's services, and times of those that the loader measures before the kernel starts.
 * GetNextHighMonotonicCount() is left out, because it may write to flash. UEFI Specification 2.10,
 * chapters 7 and 8. */
#ifndef LIB_SERVICE_TIMES_H
#define LIB_SERVICE_TIMES_H

#include <stdbool.h>
#include <stdint.h>

#define SERVICE_SAMPLES 31

/* The entry "nothing" is the loader's own part of each other time. */
#define UEFI_SERVICES(X) \
	X(nothing) \
	X(get_time) \
	X(get_variable) \
	X(get_next_variable_name) \
	X(query_variable_info) \
	X(stall_0) \
	X(get_memory_map) \
	X(raise_and_restore_tpl) \
	X(allocate_and_free_pool) \
	X(allocate_and_free_pages) \
	X(handle_protocol) \
	X(calculate_crc32_of_4k)

enum uefi_service {
#define X(name) SERVICE_##name,
	UEFI_SERVICES(X)
#undef X
	SERVICE_COUNT
};

/* The services that the kernel calls after ExitBootServices. */
#define UEFI_RUNTIME_SERVICES(X) \
	X(nothing) \
	X(get_time) \
	X(get_variable) \
	X(get_next_variable_name) \
	X(query_variable_info)

enum uefi_runtime_service {
#define X(name) RUNTIME_##name,
	UEFI_RUNTIME_SERVICES(X)
#undef X
	RUNTIME_COUNT
};

struct service_times {
	bool are_measured;
	uint64_t all_ticks;             /* duration of the whole measurement */
	uint64_t errors[SERVICE_COUNT]; /* 0, or the status that ended the samples */
	uint64_t calls[SERVICE_COUNT];  /* one before the samples, and one for each */
	bool has_summed_4k;             /* CalculateCrc32() read the 4 KiB, and no more */
	uint64_t ticks[SERVICE_COUNT][SERVICE_SAMPLES];
};

#endif
