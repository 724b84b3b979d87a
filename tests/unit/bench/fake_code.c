/* SPDX-License-Identifier: MIT */
/* The scripted machine runs the user's code as this process. */
#include "tests/unit/bench/fake_platform.h"

#include <sys/mman.h>

#include "lib/text/errno.h"

#define GAP_BYTES 4096u

static struct {
	uint8_t *memory;
	size_t bytes;
} code;

const char *platform_code_list(void)
{
	return fake.code_list;
}

int platform_code_open(const struct platform_code_request *request, struct platform_code *opened)
{
	size_t text_bytes = (request->text_bytes + 4095) / 4096 * 4096;

	if (fake.code_status != 0)
		return fake.code_status;
	if (code.memory != NULL)
		munmap(code.memory, code.bytes);
	code.bytes = PLATFORM_CODE_CONTROL_BYTES + text_bytes + GAP_BYTES +
		     PLATFORM_CODE_STACK_BYTES + PLATFORM_CODE_BUFFER_BYTES;
	code.memory = mmap(NULL, code.bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			   -1, 0);
	if (code.memory == MAP_FAILED)
		return -ENOMEM;
	*opened = (struct platform_code){
		.ring = request->ring,
		.control = code.memory,
		.text = code.memory + PLATFORM_CODE_CONTROL_BYTES,
		.text_bytes = text_bytes,
		.control_virt = (uintptr_t)code.memory,
		.text_virt = (uintptr_t)code.memory + PLATFORM_CODE_CONTROL_BYTES,
	};
	opened->stack_virt = opened->text_virt + text_bytes + GAP_BYTES;
	opened->buffer_virt = opened->stack_virt + PLATFORM_CODE_STACK_BYTES;
	fake.code_buffer = (uint64_t *)(uintptr_t)opened->buffer_virt;
	return 0;
}

int platform_code_seal(struct platform_code *opened)
{
	return mprotect(opened->text, opened->text_bytes, PROT_READ | PROT_EXEC) == 0 ? 0 : -ENOMEM;
}

void platform_code_call(const struct platform_code *opened, uint64_t offset)
{
	fake.code_calls++;
	if (!fake.code_does_nothing)
		((void (*)(void))(uintptr_t)(opened->text_virt + offset))();
}
