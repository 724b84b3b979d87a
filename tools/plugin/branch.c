/* SPDX-License-Identifier: MIT */
#include "tools/plugin/branch.h"

#include <string.h>

static const struct processor *processor = &processor_x86_64;

bool branch_select(const char *target)
{
	static const struct processor *const all[] = {
		&processor_x86_64, &processor_riscv64, &processor_riscv32, &processor_aarch64,
	};

	for (size_t i = 0; i < sizeof(all) / sizeof(all[0]); i++) {
		if (strcmp(target, all[i]->target) == 0) {
			processor = all[i];
			return true;
		}
	}
	return false;
}

struct branch branch_of(const uint8_t *bytes, size_t size, uint64_t address)
{
	return processor->decode(bytes, size, address);
}

bool branch_accesses_memory(const uint8_t *bytes, size_t size)
{
	return processor->accesses_memory(bytes, size);
}

bool branch_is_intercepted(const uint8_t *bytes, size_t size)
{
	return processor->is_intercepted != NULL && processor->is_intercepted(bytes, size);
}

bool branch_enters_guest(const uint8_t *code, size_t bytes, bool is_ready)
{
	return processor->enters_guest != NULL && processor->enters_guest(code, bytes, is_ready);
}

bool branch_readies_guest(const uint8_t *bytes, size_t size)
{
	return processor->readies_guest != NULL && processor->readies_guest(bytes, size);
}

bool branch_is_guest_exit(const uint8_t *code, size_t bytes, uint64_t address)
{
	return processor->is_guest_exit != NULL &&
	       processor->is_guest_exit(code, bytes, address);
}

bool branch_reads_clock(const uint8_t *bytes, size_t size)
{
	return processor->reads_clock(bytes, size);
}

bool branch_is_repeated(const uint8_t *bytes, size_t size)
{
	return processor->is_repeated != NULL && processor->is_repeated(bytes, size);
}

bool branch_is_counted_insn(enum counted_insn which, const uint8_t *bytes, size_t size)
{
	const struct insn_pattern *pattern = &processor->counted[which];

	return size == pattern->size && size > 0 &&
	       memcmp(bytes, pattern->bytes, pattern->compared) == 0;
}

size_t branch_switch_bytes(void)
{
	return processor->switch_bytes;
}
