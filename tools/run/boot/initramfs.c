/* SPDX-License-Identifier: MIT */
/* The program, and its extras in files with fixed names. */
#include "tools/run/boot/initramfs.h"

#include <stdio.h>
#include <string.h>

#include "lib/boot_files.h"
#include "tools/base/file.h"
#include "tools/run/boot/archive.h"

#define NAME_BYTES_MAX 64

static void initramfs_add_directories(struct archive *archive, bool has_modules)
{
	static const char *const names[] = {"dev", "proc", "sys", INITRAMFS_MODULES};
	size_t count = sizeof(names) / sizeof(names[0]) - (has_modules ? 0 : 1);

	for (size_t i = 0; i < count; i++)
		archive_add_directory(archive, names[i]);
}

/* The modules are loaded in name order. */
bool initramfs_add_modules(struct archive *archive, char *const *paths)
{
	for (unsigned number = 0; paths != NULL && paths[number] != NULL; number++) {
		const char *slash = strrchr(paths[number], '/');
		char name[NAME_BYTES_MAX];

		snprintf(name, sizeof(name), INITRAMFS_MODULES "/%02u-%s", number,
			 slash != NULL ? slash + 1 : paths[number]);
		if (!archive_add_file(archive, name, 0444, paths[number]))
			return false;
	}
	return true;
}

static bool initramfs_add_files(struct archive *archive, const char *program,
				const struct initramfs_extras *extras)
{
	return archive_add_file(archive, "init", 0755, program) &&
	       (extras->input == NULL ||
		archive_add_file(archive, INITRAMFS_INPUT, 0444, extras->input)) &&
	       initramfs_add_modules(archive, extras->modules);
}

bool initramfs_write(const char *path, const char *program, const struct initramfs_extras *extras)
{
	struct archive archive = {.file = file_create(path)};

	if (archive.file == NULL)
		return false;
	initramfs_add_directories(&archive, extras->modules != NULL);
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
