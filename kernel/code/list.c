/* SPDX-License-Identifier: MIT */
/* Finds the user's list: QEMU's fw_cfg, or the first module of the boot loader that begins like a
 * list. */
#include <stdbool.h>

#include "bench/engine/warning.h"
#include "bench/platform.h"
#include "boot/boot_info.h"
#include "boot/fw_cfg.h"
#include "kernel/code/code.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "lib/boot_files.h"
#include "lib/code_list.h"
#include "lib/text/string.h"

static struct {
	const struct boot_info *info;
	const char *list;
	bool was_read;
} code;

void code_init(const struct boot_info *info)
{
	code.info = info;
}

/* Get memory for a terminated text. The memory is permanent, because no scope is active. */
static char *text_make(size_t length)
{
	uint64_t phys;

	if (length > CODE_LIST_MAX) {
		warning("code", "list of sequences: %zu characters, limit %u; ignored", length,
			CODE_LIST_MAX);
		return NULL;
	}
	phys = memory_alloc((length + PAGE_4K) / PAGE_4K * PAGE_4K, PAGE_4K);
	return phys != MEMORY_NONE ? phys_to_virt(phys) : NULL;
}

static const char *from_fw_cfg(void)
{
	char first[1];
	size_t length;
	char *text;

	if (!fw_cfg_read_text(FW_CFG_CODE, first, sizeof(first), &length))
		return NULL;
	text = text_make(length);
	if (text != NULL)
		fw_cfg_read_text(FW_CFG_CODE, text, length + 1, &length);
	return text;
}

static const char *from_module(const struct boot_module *module)
{
	size_t magic_length = strlen(CODE_LIST_MAGIC);
	const char *bytes;
	char *text;

	if (module->size_bytes < magic_length)
		return NULL;
	bytes = paging_map_firmware(module->base_phys, module->size_bytes);
	if (memcmp(bytes, CODE_LIST_MAGIC, magic_length) != 0)
		return NULL;
	text = text_make(module->size_bytes);
	if (text != NULL) {
		memcpy(text, bytes, module->size_bytes);
		text[module->size_bytes] = '\0';
	}
	return text;
}

const char *platform_code_list(void)
{
	if (code.was_read)
		return code.list;
	code.was_read = true;
	code.list = from_fw_cfg();
	for (uint32_t i = 0; code.list == NULL && i < code.info->module_count; i++)
		code.list = from_module(&code.info->modules[i]);
	return code.list;
}
