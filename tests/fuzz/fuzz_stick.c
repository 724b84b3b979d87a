/* SPDX-License-Identifier: MIT */
/* Fuzz target for the directory of a stick that `bareline collect` reads. The input makes its
 * entries, each of a type, a name and contents, separated by zero bytes. Nothing outside of the
 * stick may be read: a file there has a word that must not appear in the output. */
#include <dirent.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/fuzz/command.h"

#define SECRET "@secret-of-the-user"
#define SECRET_FILE "outside"
#define STICK "stick"
#define OUTPUT "output"
#define ENTRIES_MAX 8
#define NAME_MAX_BYTES 120

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static char directory[] = "/tmp/bareline-fuzz-XXXXXX";

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *place)
{
	(void)status;
	(void)type;
	(void)place;
	return remove(path);
}

static void remove_tree(const char *path)
{
	nftw(path, remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static void remove_directory(void)
{
	if (chdir("/") == 0)
		remove_tree(directory);
}

static void write_file(const char *path, const void *data, size_t size)
{
	int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_NONBLOCK, 0600);

	if (file >= 0 && write(file, data, size) < 0)
		abort();
	if (file >= 0)
		close(file);
}

static void make_directory(void)
{
	if (mkdtemp(directory) == NULL || chdir(directory) != 0 || atexit(remove_directory) != 0)
		abort();
	write_file(SECRET_FILE, SECRET, strlen(SECRET));
}

static int find_secret(const char *path, const struct stat *status, int type, struct FTW *place)
{
	char *bytes = malloc((size_t)status->st_size + 1);
	FILE *file = type == FTW_F ? fopen(path, "rb") : NULL;
	size_t size = file != NULL && bytes != NULL
			      ? fread(bytes, 1, (size_t)status->st_size, file) : 0;

	(void)place;
	if (bytes != NULL && memmem(bytes, size, SECRET, strlen(SECRET)) != NULL)
		abort();
	if (file != NULL)
		fclose(file);
	free(bytes);
	return 0;
}

/* Names have no directories but those that the types make. */
static void make_entry(uint8_t type, const char *name, const uint8_t *content, size_t size)
{
	static const char *const places[] = {"bareline", "bareline/1", "bareline-2/1", "1"};
	static const char *const names[] = {"log.txt", "linux.txt", "serial.log", "manifest.json"};
	char path[2 * NAME_MAX_BYTES];

	if (strchr(name, '/') != NULL || name[0] == '.')
		return;
	snprintf(path, sizeof(path), STICK "/%s/%.*s", places[type >> 2 & 3], NAME_MAX_BYTES,
		 name[0] != '\0' ? name : names[type >> 4 & 3]);
	switch (type & 3) {
	case 0:
		write_file(path, content, size);
		break;
	case 1:
		if (symlink("../../../" SECRET_FILE, path) != 0)
			return;
		break;
	case 2:
		mkdir(path, 0700);
		break;
	default:
		mkfifo(path, 0600);
	}
}

static void make_stick(const uint8_t *data, size_t size)
{
	static const char *const places[] = {
		STICK, STICK "/bareline", STICK "/bareline/1", STICK "/bareline-2",
		STICK "/bareline-2/1", STICK "/1",
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++)
		mkdir(places[i], 0700);
	for (unsigned entry = 0; entry < ENTRIES_MAX && size > 1; entry++) {
		const uint8_t *name = data + 1, *end = memchr(name, 0, size - 1), *after;
		size_t left;

		if (end == NULL)
			return;
		left = size - (size_t)(end + 1 - data);
		after = memchr(end + 1, 0, left);
		make_entry(data[0], (const char *)name, end + 1,
			   after != NULL ? (size_t)(after - end - 1) : left);
		if (after == NULL)
			return;
		size -= (size_t)(after + 1 - data);
		data = after + 1;
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static bool is_made;
	char *collect[] = {(char *)"bareline", (char *)"collect", (char *)"-o", (char *)OUTPUT,
			   (char *)STICK, NULL};
	char *report[] = {(char *)"bareline", (char *)"collect", (char *)"--report", (char *)"-o",
			  (char *)OUTPUT "/report.tar.gz", (char *)STICK, NULL};

	if (!is_made)
		make_directory();
	is_made = true;
	make_stick(data, size);
	command_run(collect);
	mkdir(OUTPUT, 0700);
	command_run(report);
	nftw(OUTPUT, find_secret, 16, FTW_PHYS);
	remove_tree(OUTPUT);
	remove_tree(STICK);
	return 0;
}
