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
#define PATH_BYTES 256
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

static char stick[PATH_BYTES], output[PATH_BYTES];

static void remove_directory(void)
{
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
	char path[PATH_BYTES];

	if (mkdtemp(directory) == NULL || atexit(remove_directory) != 0)
		abort();
	snprintf(stick, sizeof(stick), "%s/stick", directory);
	snprintf(output, sizeof(output), "%s/output", directory);
	snprintf(path, sizeof(path), "%s/" SECRET_FILE, directory);
	write_file(path, SECRET, strlen(SECRET));
}

/* The fuzzer would learn the word from a library function that compares it. */
static bool has_secret(const char *bytes, size_t size)
{
	static const char word[] = SECRET;
	size_t length = strlen(word);

	for (size_t i = 0; i + length <= size; i++) {
		unsigned different = 0;

		for (size_t j = 0; j < length; j++)
			different |= (unsigned)(bytes[i + j] ^ word[j]);
		if (different == 0)
			return true;
	}
	return false;
}

static int find_secret(const char *path, const struct stat *status, int type, struct FTW *place)
{
	char *bytes = malloc((size_t)status->st_size + 1);
	FILE *file = type == FTW_F ? fopen(path, "rb") : NULL;
	size_t size = file != NULL && bytes != NULL
			      ? fread(bytes, 1, (size_t)status->st_size, file) : 0;

	(void)place;
	if (bytes != NULL && has_secret(bytes, size))
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
	char path[2 * PATH_BYTES];

	if (strchr(name, '/') != NULL || name[0] == '.')
		return;
	snprintf(path, sizeof(path), "%s/%s/%.*s", stick, places[type >> 2 & 3], NAME_MAX_BYTES,
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
		"", "/bareline", "/bareline/1", "/bareline-2", "/bareline-2/1", "/1",
	};
	char path[2 * PATH_BYTES];

	for (size_t i = 0; i < sizeof(places) / sizeof(places[0]); i++) {
		snprintf(path, sizeof(path), "%s%s", stick, places[i]);
		mkdir(path, 0700);
	}
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
	char archive[2 * PATH_BYTES];
	char *collect[] = {(char *)"bareline", (char *)"collect", (char *)"-o", output,
			   stick, NULL};
	char *report[] = {(char *)"bareline", (char *)"collect", (char *)"--report", (char *)"-o",
			  archive, stick, NULL};

	if (!is_made)
		make_directory();
	is_made = true;
	snprintf(archive, sizeof(archive), "%s/report.tar.gz", output);
	make_stick(data, size);
	command_run(collect);
	mkdir(output, 0700);
	command_run(report);
	nftw(output, find_secret, 16, FTW_PHYS);
	remove_tree(output);
	remove_tree(stick);
	return 0;
}
