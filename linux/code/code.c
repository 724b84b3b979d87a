/* SPDX-License-Identifier: MIT */
/* Programs of the user's instructions, at the same addresses as on bare metal. A process can do
 * harm only by system calls, so a filter refuses them from these addresses, except a few without
 * effects. The filter makes each call of the process longer and cannot be removed, so a program
 * whose calls are all harmless runs without it. */
#include "linux/code/code.h"

#include <asm/prctl.h>
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "lib/boot_files.h"
#include "lib/code_list.h"
#include "linux/code/system_calls.h"
#include "linux/guard.h"
#include "linux/memory.h"

#define LIST_FILE "/" INITRAMFS_CODE

/* Addresses of the parts, between which nothing is mapped. */
#define BASE_VIRT 0x0000010000000000ull
#define CONTROL_VIRT (BASE_VIRT + 0x100000)
#define TEXT_VIRT (CONTROL_VIRT + PLATFORM_CODE_CONTROL_BYTES)
#define STACK_VIRT (BASE_VIRT + 0x800000)
#define BUFFER_VIRT (BASE_VIRT + 0x1000000)
#define END_VIRT (BUFFER_VIRT + PLATFORM_CODE_BUFFER_BYTES)

_Static_assert(TEXT_VIRT + CODE_PROGRAM_MAX < STACK_VIRT &&
	       STACK_VIRT + PLATFORM_CODE_STACK_BYTES < BUFFER_VIRT &&
	       BASE_VIRT >> 32 == END_VIRT >> 32, "the filter compares the low half");

static char *list;
static bool has_filter;

/* ---- The list ---- */

static const char *read_list(FILE *file)
{
	size_t length;

	list = calloc(1, CODE_LIST_MAX + 2);
	if (list == NULL)
		return "out of memory";
	length = fread(list, 1, CODE_LIST_MAX + 1, file);
	if (ferror(file))
		return "cannot be read";
	if (length > CODE_LIST_MAX)
		return "too long";
	return code_list_first(list) != NULL ? NULL : "not a list of `bareline run "
						      "--code-output`";
}

const char *code_load(const char *path, bool is_init)
{
	const char *problem;
	FILE *file;

	if (path == NULL && !is_init)
		return NULL;
	file = fopen(path != NULL ? path : LIST_FILE, "re");
	if (file == NULL)
		return path != NULL ? strerror(errno) : NULL;
	problem = read_list(file);
	fclose(file);
	return problem;
}

const char *platform_code_list(void)
{
	return list;
}

/* ---- System calls ---- */

/* Whether the kernel has filters. If so, it looks for a filter at the address. seccomp(2),
 * "EFAULT". */
static bool can_filter(void)
{
	return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, NULL) != 0 && errno == EFAULT;
}

/* Refuses system calls after which the instruction pointer is in the programs' addresses. */
static int refuse_system_calls(void)
{
	static const struct sock_filter rules[] = {
#define LOAD(field) BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (field))
#define ALLOW_IF(number) BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (number), 0, 1), \
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
		LOAD(offsetof(struct seccomp_data, instruction_pointer) + 4),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, BASE_VIRT >> 32, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		LOAD(offsetof(struct seccomp_data, instruction_pointer)),
		BPF_JUMP(BPF_JMP | BPF_JGT | BPF_K, (uint32_t)END_VIRT, 0, 1),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
		LOAD(offsetof(struct seccomp_data, arch)),
		BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0),
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
		LOAD(offsetof(struct seccomp_data, nr)),
#define X(call) ALLOW_IF(call),
		CODE_HARMLESS_CALLS(X)
#undef X
		BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_TRAP),
#undef LOAD
#undef ALLOW_IF
	};
	const struct sock_fprog filter = {
		.len = sizeof(rules) / sizeof(rules[0]), .filter = (struct sock_filter *)rules,
	};

	if (!has_filter && (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
			    prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter) != 0))
		return -ENOTSUP;
	has_filter = true;
	return 0;
}

/* Protect the process from the sealed program. */
static int guard_system_calls(const struct platform_code *code)
{
	enum code_calls calls = code_calls_of(code->text, code->text_bytes);
	int error = calls == CODE_CALLS_HARMLESS ? 0 : refuse_system_calls();

	if (has_filter && calls != CODE_CALLS_NONE)
		warning("code", "each system call also passes a filter that refuses harmful ones, "
				"which makes it longer; without the filter run sequences alone "
				"whose SYSCALL directly follows `mov eax, NUMBER`");
	return error;
}

/* ---- Memory ---- */

/* Map memory at an address, without MAP_FIXED, because that would replace other mappings. Kernels
 * before 4.17 may map the memory elsewhere. */
static void *map_at(uint64_t virt, uint64_t size_bytes, int flags)
{
	void *wanted = (void *)(uintptr_t)virt;
	void *found = mmap(wanted, size_bytes, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE | flags, -1, 0);

	if (found == wanted)
		return found;
	if (found != MAP_FAILED)
		munmap(found, size_bytes);
	return NULL;
}

static void *map_buffer(uint64_t page_bytes)
{
	void *buffer;

	if (page_bytes == PAGE_4K) {
		buffer = map_at(BUFFER_VIRT, PLATFORM_CODE_BUFFER_BYTES, 0);
		if (buffer != NULL)
			madvise(buffer, PLATFORM_CODE_BUFFER_BYTES, MADV_NOHUGEPAGE);
		return buffer;
	}
	buffer = map_at(BUFFER_VIRT, PLATFORM_CODE_BUFFER_BYTES, MAP_HUGETLB);
	if (buffer != NULL)
		return buffer;
	buffer = map_at(BUFFER_VIRT, PLATFORM_CODE_BUFFER_BYTES, 0);
	if (buffer == NULL)
		return NULL;
	madvise(buffer, PLATFORM_CODE_BUFFER_BYTES, MADV_HUGEPAGE);
	memset(buffer, 0, PLATFORM_CODE_BUFFER_BYTES);
	return memory_is_transparent(buffer) ? buffer : NULL;
}

/* Unmap the memory of the previous program, which no scope frees. */
static void unmap_all(void)
{
	munmap((void *)(uintptr_t)BASE_VIRT, END_VIRT - BASE_VIRT);
}

int platform_code_open(const struct platform_code_request *request, struct platform_code *code)
{
	uint64_t bytes = (request->text_bytes + PAGE_4K - 1) / PAGE_4K * PAGE_4K;
	void *stack, *buffer;

	if (request->ring != CODE_RING_3 || !can_filter())
		return -ENOTSUP;
	unmap_all();
	*code = (struct platform_code){
		.ring = request->ring,
		.control = map_at(CONTROL_VIRT, PLATFORM_CODE_CONTROL_BYTES, 0),
		.text = map_at(TEXT_VIRT, bytes, 0),
		.text_bytes = bytes,
		.control_virt = CONTROL_VIRT,
		.text_virt = TEXT_VIRT,
		.stack_virt = STACK_VIRT,
		.buffer_virt = BUFFER_VIRT,
	};
	stack = map_at(STACK_VIRT, PLATFORM_CODE_STACK_BYTES, 0);
	buffer = map_buffer(request->page_bytes);
	if (code->control == NULL || code->text == NULL || stack == NULL || buffer == NULL)
		return -ENOMEM;
	memset(stack, 0, PLATFORM_CODE_STACK_BYTES);
	memset(buffer, 0, PLATFORM_CODE_BUFFER_BYTES);
	return 0;
}

int platform_code_seal(struct platform_code *code)
{
	if (guard_system_calls(code) != 0)
		return -ENOMEM;         /* the filter was available at open */
	return mprotect(code->text, code->text_bytes, PROT_READ | PROT_EXEC) == 0 ? 0 : -ENOMEM;
}

/* ---- The call ---- */

/* Call the code. It may load FS, whose base the C library needs, so no function of the library is
 * called first. */
void platform_code_call(const struct platform_code *code, uint64_t offset)
{
	guard_protect_thread_pointer(true);
	((void (*)(void))(uintptr_t)(code->text_virt + offset))();
	guard_protect_thread_pointer(false);
}
