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

/* The program is the first file, and each file that there is follows. */
struct file_entry {
	const char *name, *path;
	mode_t mode;
	char *data;
	size_t size;
};

#define FILES_MAX 3

static void write_archive(FILE *file, const struct file_entry *files, const char *line)
{
	const struct entry entries[] = {
		{.name = "dev", .mode = S_IFDIR | 0755},
		{.name = "dev/console", .mode = S_IFCHR | 0600, .device_major = CONSOLE_MAJOR,
		 .device_minor = CONSOLE_MINOR},
		{.name = "proc", .mode = S_IFDIR | 0755},
		{.name = "sys", .mode = S_IFDIR | 0755},
	}, last = {.name = "TRAILER!!!"};
	unsigned inode = 1;

	for (unsigned i = 0; i < sizeof(entries) / sizeof(entries[0]); i++)
		write_entry(file, &entries[i], inode++);
	for (unsigned i = 0; i < FILES_MAX; i++) {
		if (files[i].data != NULL)
			write_entry(file, &(struct entry){
				.name = files[i].name, .mode = files[i].mode,
				.data = files[i].data, .size = files[i].size}, inode++);
	}
	if (line != NULL)
		write_entry(file, &(struct entry){
			.name = INITRAMFS_LINE, .mode = S_IFREG | 0444, .data = line,
			.size = strlen(line)}, inode++);
	write_entry(file, &last, inode);
}

static bool load_files(struct file_entry *files)
{
	for (unsigned i = 0; i < FILES_MAX; i++) {
		if (files[i].path == NULL)
			continue;
		files[i].data = file_load(files[i].path, FILE_BYTES_MAX, "file for one machine",
					  &files[i].size);
		if (files[i].data == NULL)
			return false;
	}
	return true;
}

bool initramfs_write(const char *path, const char *program, const struct initramfs_extras *extras)
{
	struct file_entry files[FILES_MAX] = {
		{.name = "init", .path = program, .mode = S_IFREG | 0755},
		{.name = INITRAMFS_EVENT_MODULE, .path = extras->event_module,
		 .mode = S_IFREG | 0444},
		{.name = INITRAMFS_INPUT, .path = extras->input, .mode = S_IFREG | 0444},
	};
	bool is_whole = load_files(files);
	FILE *file = is_whole ? file_create(path) : NULL;

	if (file != NULL)
		write_archive(file, files, extras->line);
	for (unsigned i = 0; i < FILES_MAX; i++)
		free(files[i].data);
	return is_whole && file_finish(file, path);
}
