/* SPDX-License-Identifier: MIT */
/* The memory of a program. The kernel writes its physical pages through the mapping of all RAM. For
 * the program they are mapped at fixed addresses of the benchmarks' user-mode window. The end of
 * the scope removes pages and mapping. */
#include "bench/platform.h"
#include "kernel/code/code.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

/* Addresses of the parts, between which nothing is mapped. */
#define CONTROL_VIRT (USER_SCRATCH_BASE_VIRT + 0x100000)
#define TEXT_VIRT (CONTROL_VIRT + PLATFORM_CODE_CONTROL_BYTES)
#define STACK_VIRT (USER_SCRATCH_BASE_VIRT + 0x800000)
#define BUFFER_VIRT (USER_SCRATCH_BASE_VIRT + 0x1000000)

_Static_assert(TEXT_VIRT + CODE_PROGRAM_MAX < STACK_VIRT &&
	       STACK_VIRT + PLATFORM_CODE_STACK_BYTES < BUFFER_VIRT &&
	       PLATFORM_CODE_CONTROL_BYTES == PAGE_4K, "the parts do not overlap");

#define BITS_DATA (PTE_PRESENT | PTE_WRITE | PTE_NO_EXECUTE)

static uint64_t ring_bits(const struct platform_code *code)
{
	return code->ring == CODE_RING_3 ? PTE_USER : 0;
}

static int code_map(uint64_t virt, uint64_t phys, uint64_t size_bytes, uint64_t page_bytes,
		    uint64_t bits)
{
	int error = 0;

	for (uint64_t offset = 0; error == 0 && offset < size_bytes; offset += page_bytes)
		error = paging_map_page(virt + offset, phys + offset, page_bytes, bits);
	return error;
}

/* Map cleared memory. Returns the kernel's address of it, or NULL. */
static void *add_data(const struct platform_code *code, uint64_t virt, uint64_t size_bytes,
		      uint64_t page_bytes)
{
	uint64_t phys = memory_alloc(size_bytes, page_bytes);

	if (phys == MEMORY_NONE || code_map(virt, phys, size_bytes, page_bytes,
					    BITS_DATA | ring_bits(code)) != 0)
		return NULL;
	return memset(phys_to_virt(phys), 0, size_bytes);
}

int code_memory_make(const struct platform_code_request *request, struct platform_code *code)
{
	uint64_t bytes = (request->text_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;
	uint64_t text_phys = memory_alloc(bytes, PAGE_4K);
	void *stack;

	*code = (struct platform_code){
		.ring = request->ring,
		.text_bytes = bytes,
		.control_virt = CONTROL_VIRT,
		.text_virt = TEXT_VIRT,
		.stack_virt = STACK_VIRT,
		.buffer_virt = BUFFER_VIRT,
	};
	if (text_phys == MEMORY_NONE)
		return -ENOMEM;
	code->text = phys_to_virt(text_phys);
	code->control = add_data(code, CONTROL_VIRT, PLATFORM_CODE_CONTROL_BYTES, PAGE_4K);
	stack = add_data(code, STACK_VIRT, PLATFORM_CODE_STACK_BYTES, PAGE_4K);
	if (code->control == NULL || stack == NULL ||
	    add_data(code, BUFFER_VIRT, PLATFORM_CODE_BUFFER_BYTES, request->page_bytes) == NULL)
		return -ENOMEM;
	return 0;
}

/* Nothing is writable and executable, because the kernel's mapping of RAM is never executable, and
 * the program's mapping is not writable. */
int platform_code_seal(struct platform_code *code)
{
	uint64_t phys = (uint64_t)((uintptr_t)code->text - RAM_BASE_VIRT);
	int error = code_map(code->text_virt, phys, code->text_bytes, PAGE_4K,
			     PTE_PRESENT | ring_bits(code));

	code->text = NULL;
	return error;
}
