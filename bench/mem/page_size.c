/* Which page sizes a machine has. 4 KiB is in every x86-64 CPU. */
#include "bench/mem/page_size.h"

#include "bench/platform.h"

int page_size_check(struct bench_ctx *ctx, uint64_t page_bytes)
{
	uint32_t capabilities = platform_capabilities();

	if (page_bytes == PAGE_SIZE_2M && !(capabilities & CAN_PAGE_2M))
		return bench_skip(ctx, "page_2m", "needs pages of 2 MiB");
	if (page_bytes == PAGE_SIZE_1G && !(capabilities & CAN_PAGE_1G))
		return bench_skip(ctx, "page_1g", "needs pages of 1 GiB");
	return 0;
}
