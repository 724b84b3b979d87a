/* SPDX-License-Identifier: MIT */
/* The fw_cfg device: select an item, then read it byte by byte. QEMU documentation,
 * docs/specs/fw_cfg, "QEMU Firmware Configuration (fw_cfg) Device". */
#include "boot/fw_cfg.h"

#include <stdint.h>

#include "boot/fw_cfg_access.h"
#include "lib/text/string.h"

#define ITEM_SIGNATURE 0x0000
#define ITEM_DIRECTORY 0x0019
#define FILE_NAME_BYTES 56
#define FILES_MAX 1024

/* A directory entry, without its name. Numbers are big-endian. */
struct file {
	uint32_t size_bytes;
	uint16_t item;
};

static void read_bytes(char *to, size_t size)
{
	for (size_t i = 0; i < size; i++)
		to[i] = (char)fw_cfg_byte();
}

static uint32_t read_number(size_t size)
{
	uint32_t value = 0;

	while (size-- > 0)
		value = value << 8 | fw_cfg_byte();
	return value;
}

static bool is_present(void)
{
	char signature[4];

	if (!fw_cfg_is_likely())
		return false;
	fw_cfg_select(ITEM_SIGNATURE);
	read_bytes(signature, sizeof(signature));
	return memcmp(signature, "QEMU", sizeof(signature)) == 0;
}

static bool find_file(const char *wanted, struct file *file)
{
	uint32_t count;

	fw_cfg_select(ITEM_DIRECTORY);
	count = read_number(4);
	for (uint32_t i = 0; i < count && i < FILES_MAX; i++) {
		char name[FILE_NAME_BYTES + 1];

		file->size_bytes = read_number(4);
		file->item = (uint16_t)read_number(2);
		read_number(2);
		read_bytes(name, FILE_NAME_BYTES);
		name[FILE_NAME_BYTES] = '\0';
		if (strcmp(name, wanted) == 0)
			return true;
	}
	return false;
}

bool fw_cfg_read_text(const char *name, char *text, size_t size, size_t *whole)
{
	struct file file;
	size_t length;

	if (!is_present() || !find_file(name, &file))
		return false;
	length = file.size_bytes < size ? file.size_bytes : size - 1;
	fw_cfg_select(file.item);
	read_bytes(text, length);
	text[length] = '\0';
	*whole = file.size_bytes;
	return true;
}
