/* SPDX-License-Identifier: MIT */
/* Which page sizes a machine has. 4 KiB is in every x86-64 CPU. */
#include "bench/mem/page_size.h"

#include "bench/platform.h"

size_t page_sizes_all(struct bench_ctx *ctx, uint64_t values[BENCH_AXIS_VALUES_MAX])
{
	(void)ctx;
	values[0] = PAGE_SIZE_4K;
	values[1] = PAGE_SIZE_2M;
	values[2] = PAGE_SIZE_1G;
	return 3;
}

uint64_t page_size_room(uint64_t page_bytes)
{
	uint64_t available_bytes = platform_memory_available(page_bytes);

	if (page_bytes == PAGE_SIZE_4K)
		available_bytes -= available_bytes / 64;
	return available_bytes;
}

int page_size_check(struct bench_ctx *ctx, uint64_t page_bytes)
{
	uint32_t capabilities = platform_capabilities();

	if (page_bytes == PAGE_SIZE_2M && !(capabilities & CAN_PAGE_2M))
		return bench_skip(ctx, "page_2m", "needs pages of 2 MiB");
	if (page_bytes == PAGE_SIZE_1G && !(capabilities & CAN_PAGE_1G))
		return bench_skip(ctx, "page_1g", "needs pages of 1 GiB");
	return 0;
}
