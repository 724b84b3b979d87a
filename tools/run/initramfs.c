/* SPDX-License-Identifier: MIT */
/* A cpio archive, uncompressed. It is written here because it needs a device node, which cpio could
 * only copy from one that root has made. Linux, Documentation/driver-api/early-userspace/
 * buffer-format.rst, "initramfs buffer format". */
#include "tools/run/initramfs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/base/file.h"

#define MAGIC "070701"
#define ALIGNMENT 4
#define FILE_BYTES_MAX (256u << 20)
#define FILES_MAX 12
#define NAME_BYTES_MAX 64

/* Linux, Documentation/admin-guide/devices.txt, "Alternate TTY devices". */
#define CONSOLE_MAJOR 5
#define CONSOLE_MINOR 1

struct entry {
	const char *name;
	mode_t mode;
	unsigned device_major, device_minor;
	const char *data;
	size_t size;
};

static void pad(FILE *file, size_t length)
{
	while (length++ % ALIGNMENT != 0)
		putc('\0', file);
}

/* Fields after the magic: inode, mode, uid, gid, links, time, size, device, device of a node,
 * length of the name, checksum. */
static void write_entry(FILE *file, const struct entry *entry, unsigned inode)
{
	size_t name_bytes = strlen(entry->name) + 1;
	int header_bytes = fprintf(file, MAGIC "%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x"
				   "%08x", inode, entry->mode, 0, 0, 1, 0, (unsigned)entry->size,
				   0, 0, entry->device_major, entry->device_minor,
				   (unsigned)name_bytes, 0);

	fwrite(entry->name, 1, name_bytes, file);
	pad(file, (size_t)header_bytes + name_bytes);
	if (entry->size > 0)
		fwrite(entry->data, 1, entry->size, file);
	pad(file, entry->size);
}

struct file_entry {
	const char *path;
	char name[NAME_BYTES_MAX];
	mode_t mode;
	char *data;
	size_t size;
};

struct file_list {
	struct file_entry files[FILES_MAX];
	size_t count;
};

static void add_file(struct file_list *list, const char *path, mode_t mode, const char *name)
{
	struct file_entry *file = &list->files[list->count];

	if (path == NULL || list->count == FILES_MAX)
		return;
	*file = (struct file_entry){.path = path, .mode = S_IFREG | mode};
	snprintf(file->name, sizeof(file->name), "%s", name);
	list->count++;
}

/* They are loaded in the order of their names. */
static void add_modules(struct file_list *list, char *const *paths)
{
	for (unsigned number = 0; paths != NULL && paths[number] != NULL; number++) {
		const char *slash = strrchr(paths[number], '/');
		char name[NAME_BYTES_MAX];

		snprintf(name, sizeof(name), INITRAMFS_MODULES "/%02u-%s", number,
			 slash != NULL ? slash + 1 : paths[number]);
		add_file(list, paths[number], 0444, name);
	}
}

static void write_directories(FILE *file, bool has_modules, unsigned *inode)
{
	static const char *const names[] = {"dev", "proc", "sys", INITRAMFS_MODULES};
	size_t count = sizeof(names) / sizeof(names[0]) - (has_modules ? 0 : 1);

	for (size_t i = 0; i < count; i++)
		write_entry(file, &(struct entry){.name = names[i], .mode = S_IFDIR | 0755},
			    (*inode)++);
}

static void write_archive(FILE *file, const struct file_list *list, bool has_modules,
			  const char *line)
{
	const struct entry console = {
		.name = "dev/console", .mode = S_IFCHR | 0600, .device_major = CONSOLE_MAJOR,
		.device_minor = CONSOLE_MINOR,
	}, last = {.name = "TRAILER!!!"};
	unsigned inode = 1;

	write_directories(file, has_modules, &inode);
	write_entry(file, &console, inode++);
	for (size_t i = 0; i < list->count; i++) {
		write_entry(file, &(struct entry){
			.name = list->files[i].name, .mode = list->files[i].mode,
			.data = list->files[i].data, .size = list->files[i].size}, inode++);
	}
	if (line != NULL)
		write_entry(file, &(struct entry){
			.name = INITRAMFS_LINE, .mode = S_IFREG | 0444, .data = line,
			.size = strlen(line)}, inode++);
	write_entry(file, &last, inode);
}

static bool load_files(struct file_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		list->files[i].data = file_load(list->files[i].path, FILE_BYTES_MAX,
						"file for one machine", &list->files[i].size);
		if (list->files[i].data == NULL)
			return false;
	}
	return true;
}

bool initramfs_write(const char *path, const char *program, const struct initramfs_extras *extras)
{
	struct file_list list = {.count = 0};
	FILE *file = NULL;
	bool is_whole;

	add_file(&list, program, 0755, "init");
	add_file(&list, extras->input, 0444, INITRAMFS_INPUT);
	add_modules(&list, extras->modules);
	is_whole = load_files(&list);
	if (is_whole)
		file = file_create(path);
	if (file != NULL)
		write_archive(file, &list, extras->modules != NULL, extras->line);
	for (size_t i = 0; i < list.count; i++)
		free(list.files[i].data);
	return is_whole && file_finish(file, path);
}
