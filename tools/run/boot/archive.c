/* SPDX-License-Identifier: MIT */
/* The tool cpio is not used, because it could only copy the device node from a node that root has
 * created. */
#include "tools/run/boot/archive.h"

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
	const void *data;
	size_t size;
};

static void pad(FILE *file, size_t length)
{
	while (length++ % ALIGNMENT != 0)
		putc('\0', file);
}

/* Fields after the magic: inode, mode, uid, gid, links, mtime, size, device, device of a node,
 * length of the name, checksum. */
static void archive_add(struct archive *archive, const struct entry *entry)
{
	FILE *file = archive->file;
	size_t name_bytes = strlen(entry->name) + 1;
	int header_bytes = fprintf(file, MAGIC "%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x"
				   "%08x", ++archive->entries, entry->mode, 0, 0, 1, 0,
				   (unsigned)entry->size, 0, 0, entry->device_major,
				   entry->device_minor, (unsigned)name_bytes, 0);

	fwrite(entry->name, 1, name_bytes, file);
	pad(file, (size_t)header_bytes + name_bytes);
	if (entry->size > 0)
		fwrite(entry->data, 1, entry->size, file);
	pad(file, entry->size);
}

void archive_add_directory(struct archive *archive, const char *name)
{
	archive_add(archive, &(struct entry){.name = name, .mode = S_IFDIR | 0755});
}

void archive_add_console(struct archive *archive)
{
	archive_add(archive, &(struct entry){
		.name = "dev/console", .mode = S_IFCHR | 0600, .device_major = CONSOLE_MAJOR,
		.device_minor = CONSOLE_MINOR});
}

void archive_add_link(struct archive *archive, const char *name, const char *target)
{
	archive_add(archive, &(struct entry){.name = name, .mode = S_IFLNK | 0777, .data = target,
					     .size = strlen(target)});
}

void archive_add_bytes(struct archive *archive, const char *name, mode_t mode, const void *bytes,
		       size_t size)
{
	archive_add(archive, &(struct entry){.name = name, .mode = S_IFREG | mode, .data = bytes,
					     .size = size});
}

bool archive_add_file(struct archive *archive, const char *name, mode_t mode, const char *path)
{
	size_t size;
	char *data = file_load(path, FILE_BYTES_MAX, "file for one machine", &size);

	if (data == NULL)
		return false;
	archive_add_bytes(archive, name, mode, data, size);
	free(data);
	return true;
}

void archive_end(struct archive *archive)
{
	archive_add(archive, &(struct entry){.name = "TRAILER!!!"});
}
