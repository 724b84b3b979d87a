/* SPDX-License-Identifier: MIT */
/* The archive has the program, and its extras in files with fixed names. */
#include "tools/run/boot/initramfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/boot_files.h"
#include "tools/base/file.h"
#include "tools/run/boot/archive.h"
#include "tools/run/boot/kernel_modules.h"

#define NAME_BYTES_MAX 64

static bool initramfs_add_module(struct archive *archive, unsigned number, const char *path)
{
	const char *slash = strrchr(path, '/'), *file = slash != NULL ? slash + 1 : path;
	char name[NAME_BYTES_MAX];
	size_t size;
	char *data = kernel_module_load(path, &size);

	if (data == NULL)
		return false;
	snprintf(name, sizeof(name), INITRAMFS_MODULES "/%02u-%.*s", number,
		 (int)kernel_module_name_length(file), file);
	archive_add_bytes(archive, name, 0444, data, size);
	free(data);
	return true;
}

/* The modules are loaded in name order. */
bool initramfs_add_modules(struct archive *archive, char *const *paths)
{
	unsigned number = 0;

	while (paths != NULL && paths[number] != NULL &&
	       initramfs_add_module(archive, number, paths[number]))
		number++;
	return paths == NULL || paths[number] == NULL;
}

static bool initramfs_add_files(struct archive *archive, const char *program,
				const struct initramfs_extras *extras)
{
	return archive_add_file(archive, "init", 0755, program) &&
	       (extras->input == NULL ||
		archive_add_file(archive, INITRAMFS_INPUT, 0444, extras->input)) &&
	       (extras->code == NULL ||
		archive_add_file(archive, INITRAMFS_CODE, 0444, extras->code)) &&
	       initramfs_add_modules(archive, extras->modules);
}

bool initramfs_write(const char *path, const char *program, const struct initramfs_extras *extras)
{
	struct archive archive = {.file = file_create(path)};
	static const char *const names[] = {"dev", "proc", "sys", INITRAMFS_MODULES};
	size_t count;

	if (archive.file == NULL)
		return false;
	count = sizeof(names) / sizeof(names[0]) - (extras->modules == NULL);
	for (size_t i = 0; i < count; i++)
		archive_add_directory(&archive, names[i]);
	archive_add_console(&archive);
	if (!initramfs_add_files(&archive, program, extras)) {
		file_abandon(archive.file);
		return false;
	}
	if (extras->line != NULL)
		archive_add_bytes(&archive, INITRAMFS_LINE, 0444, extras->line,
				  strlen(extras->line));
	archive_end(&archive);
	return file_finish(archive.file, path);
}
