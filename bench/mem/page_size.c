/* SPDX-License-Identifier: MIT */
/* Page sizes of a machine. Every x86-64 CPU has pages of 4 KiB. */
#include "bench/mem/page_size.h"

#include "bench/engine/validity_check.h"
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
		return bench_skip(ctx, "page_2m", "needs 2 MiB pages");
	if (page_bytes == PAGE_SIZE_1G && !(capabilities & CAN_PAGE_1G))
		return bench_skip(ctx, "page_1g", "needs 1 GiB pages");
	return 0;
}

/* Check at intervals that an address's page is of the chosen node. */
static void check_node(const struct bench_ctx *ctx, const char *buffer, uint64_t size_bytes)
{
	uint32_t chosen = platform_chosen_node();

	if (platform_node_count() < 2)
		return;
	for (uint64_t at = 0; at < size_bytes; at += PAGE_SIZE_2M) {
		uint32_t found = platform_address_node(buffer + at);

		if (found == chosen)
			continue;
		if (found == NODE_NONE)
			validity_check_failed(ctx, "node", "memory of node %u expected, but the "
					      "page at offset %lu KiB is in no node", chosen,
					      at >> 10);
		else
			validity_check_failed(ctx, "node", "memory of node %u expected, but the "
					      "page at offset %lu KiB is in node %u", chosen,
					      at >> 10, found);
		return;
	}
}

/* Distance of checked addresses. Small pages are checked at intervals. A process only learns about
 * a whole mapping, so its first page suffices. */
static uint64_t look_step(uint64_t size_bytes, uint64_t page_bytes)
{
	if (platform_is_hosted())
		return size_bytes;
	return page_bytes > PAGE_SIZE_2M ? page_bytes : PAGE_SIZE_2M;
}

void *page_size_map(const struct bench_ctx *ctx, uint64_t size_bytes, uint64_t page_bytes)
{
	const char *buffer = platform_map(size_bytes, page_bytes);

	if (buffer == NULL)
		return NULL;
	for (uint64_t at = 0; at < size_bytes; at += look_step(size_bytes, page_bytes)) {
		uint64_t found_bytes = platform_page_bytes(buffer + at);

		/* An operating system may not report the page size; bare metal's page tables do */
		if (found_bytes == page_bytes || (found_bytes == 0 && platform_is_hosted()))
			continue;
		validity_check_failed(ctx, "pages",
		      "requested %lu KiB pages, but the page at offset %lu KiB has %lu KiB",
		      page_bytes >> 10, at >> 10, found_bytes >> 10);
		break;
	}
	check_node(ctx, buffer, size_bytes);
	return (void *)buffer;
}
