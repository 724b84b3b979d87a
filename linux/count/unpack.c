/* SPDX-License-Identifier: MIT */
/* Linux, Documentation/driver-api/early-userspace/buffer-format.rst, "initramfs buffer format". */
#include "linux/count/unpack.h"

#include <err.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linux/count/config_device.h"
#include "linux/count/run_clock.h"

#define MAGIC "070701"
#define FIELDS 13
#define FIELD_CHARS 8
#define HEADER_BYTES (sizeof(MAGIC) - 1 + FIELDS * FIELD_CHARS)
#define ALIGNMENT 4u
#define END "TRAILER!!!"
#define OPEN_MAX_DIRECTORIES 16

enum field {FIELD_MODE = 1, FIELD_SIZE = 6, FIELD_NAME_SIZE = 11};

static void skip_padding(size_t size)
{
	char padding[ALIGNMENT];

	config_read(padding, (ALIGNMENT - size % ALIGNMENT) % ALIGNMENT);
}

static bool is_mounted(const char *name)
{
	return strncmp(name, "dev/", 4) == 0 || strncmp(name, "proc/", 5) == 0 ||
	       strncmp(name, "sys/", 4) == 0;
}

/* Copy bytes to file. If file is -1, only read the bytes. */
static void copy(int file, size_t size)
{
	static char bytes[1 << 16];

	while (size > 0) {
		size_t part = size < sizeof(bytes) ? size : sizeof(bytes);

		config_read(bytes, part);
		if (file >= 0 && write(file, bytes, part) != (ssize_t)part)
			err(EXIT_FAILURE, "cannot write a file of the program");
		size -= part;
	}
}

static void unpack_link(const char *name, size_t size)
{
	char target[PATH_MAX] = "";

	if (size >= sizeof(target))
		errx(EXIT_FAILURE, "%s: damaged archive", name);
	config_read(target, size);
	if (symlink(target, name) != 0)
		err(EXIT_FAILURE, "%s", name);
}

static void unpack_file(const char *name, mode_t mode, size_t size)
{
	int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);

	if (file < 0)
		err(EXIT_FAILURE, "%s", name);
	copy(file, size);
	fchmod(file, mode & 07777);
	close(file);
}

static void unpack_entry(const char *name, mode_t mode, size_t size)
{
	if (is_mounted(name)) {
		copy(-1, size);
		return;
	}
	if (S_ISDIR(mode)) {
		mkdir(name, mode & 07777);
	} else {
		unlink(name);
		if (S_ISLNK(mode))
			unpack_link(name, size);
		else
			unpack_file(name, mode, size);
	}
}

/* Called by nftw. */
static int clear_time(const char *path, const struct stat *about, int type, struct FTW *at)
{
	const struct timespec times[2] = {{0}};

	(void)about;
	(void)type;
	(void)at;
	run_clock_keep();
	utimensat(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
	return 0;
}

void clear_times(const char *directory)
{
	nftw(directory, clear_time, OPEN_MAX_DIRECTORIES, FTW_PHYS | FTW_MOUNT | FTW_DEPTH);
}

void unpack(void)
{
	char header[HEADER_BYTES], name[PATH_MAX];
	uint32_t fields[FIELDS];
	mode_t mask = umask(0);

	if (chdir("/") != 0)
		err(EXIT_FAILURE, "/");
	for (;;) {
		config_read(header, sizeof(header));
		for (size_t i = 0; i < FIELDS; i++) {
			char digits[FIELD_CHARS + 1] = "";

			memcpy(digits, header + strlen(MAGIC) + i * FIELD_CHARS, FIELD_CHARS);
			fields[i] = (uint32_t)strtoul(digits, NULL, 16);
		}
		if (memcmp(header, MAGIC, strlen(MAGIC)) != 0 || fields[FIELD_NAME_SIZE] == 0 ||
		    fields[FIELD_NAME_SIZE] > sizeof(name))
			errx(EXIT_FAILURE, "damaged archive");
		config_read(name, fields[FIELD_NAME_SIZE]);
		name[fields[FIELD_NAME_SIZE] - 1] = '\0';
		skip_padding(sizeof(header) + fields[FIELD_NAME_SIZE]);
		if (strcmp(name, END) == 0)
			break;
		unpack_entry(name, fields[FIELD_MODE], fields[FIELD_SIZE]);
		skip_padding(fields[FIELD_SIZE]);
	}
	umask(mask);
	clear_times("/");
}
