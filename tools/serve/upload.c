/* SPDX-License-Identifier: MIT */
/* See upload.h. */
#include "tools/serve/upload.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/netboot/names.h"
#include "tools/base/alloc.h"
#include "tools/base/directory.h"

/* Names of results begin with a digit, so no result is taken for a temporary file. */
#define PART_PREFIX ".upload-"
#define COMPARED_BYTES 65536

struct upload {
	struct upload_store *store;
	char *path, *part_path;
	int file;
	uint64_t declared, received;
	bool has_failed;
};

/* ---- The store ---- */

bool upload_store_open(struct upload_store *store, const char *directory, uint64_t bytes_max)
{
	struct dirent *entry;
	DIR *files;

	*store = (struct upload_store){.bytes_max = bytes_max};
	files = opendir(directory);
	if (files == NULL) {
		warn("%s", directory);
		return false;
	}
	store->directory = xstrdup(directory);
	while ((entry = readdir(files)) != NULL) {
		char *path = xasprintf("%s/%s", store->directory, entry->d_name);
		struct stat info;

		if (strncmp(entry->d_name, PART_PREFIX, strlen(PART_PREFIX)) == 0)
			unlink(path);
		else if (lstat(path, &info) == 0 && S_ISREG(info.st_mode))
			store->bytes += (uint64_t)info.st_size;
		free(path);
	}
	closedir(files);
	return true;
}

void upload_store_close(struct upload_store *store)
{
	free(store->directory);
	store->directory = NULL;
}

/* ---- One upload ---- */

static void upload_free(struct upload *upload)
{
	if (upload->file >= 0)
		close(upload->file);
	free(upload->part_path);
	free(upload->path);
	free(upload);
}

struct upload *upload_begin(struct upload_store *store, const char *name, uint64_t bytes,
			    enum upload_status *status)
{
	static unsigned number;
	struct upload *upload;

	*status = bytes > NETBOOT_RESULT_BYTES_MAX ? UPLOAD_TOO_LARGE : UPLOAD_FULL;
	if (bytes > NETBOOT_RESULT_BYTES_MAX || bytes > store->bytes_max ||
	    store->bytes > store->bytes_max - bytes)
		return NULL;
	upload = xmalloc(sizeof(*upload));
	*upload = (struct upload){
		.store = store, .declared = bytes,
		.path = xasprintf("%s/%s", store->directory, name),
		.part_path = xasprintf("%s/" PART_PREFIX "%ld-%u", store->directory,
				       (long)getpid(), number++),
	};
	upload->file = open(upload->part_path,
			    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (upload->file < 0) {
		warn("%s", upload->part_path);
		*status = UPLOAD_FAILED;
		upload_free(upload);
		return NULL;
	}
	store->bytes += bytes;
	return upload;
}

void upload_add(struct upload *upload, const void *data, size_t size)
{
	const char *at = data;

	if (size > upload->declared - upload->received) {
		upload->has_failed = true;
		return;
	}
	upload->received += size;
	while (size > 0 && !upload->has_failed) {
		ssize_t written = write(upload->file, at, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0) {
			warn("%s", upload->part_path);
			upload->has_failed = true;
			return;
		}
		at += written;
		size -= (size_t)written;
	}
}

/* Whether both files have the same content. */
static bool is_identical(int file, const char *path)
{
	int other = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	char *a = xmalloc(COMPARED_BYTES), *b = xmalloc(COMPARED_BYTES);
	bool is_same = other >= 0;
	ssize_t count = 1;

	for (off_t at = 0; is_same && count > 0; at += count) {
		count = pread(file, a, COMPARED_BYTES, at);
		is_same = count >= 0 && pread(other, b, COMPARED_BYTES, at) == count &&
			  memcmp(a, b, (size_t)count) == 0;
	}
	if (other >= 0)
		close(other);
	free(b);
	free(a);
	return is_same;
}

/* Unlike rename(), link() fails if the name is taken. */
static enum upload_status give_name(const struct upload *upload)
{
	if (upload->received != upload->declared)
		return UPLOAD_INCOMPLETE;
	if (upload->has_failed)
		return UPLOAD_FAILED;
	if (fsync(upload->file) != 0) {
		warn("%s", upload->part_path);
		return UPLOAD_FAILED;
	}
	if (link(upload->part_path, upload->path) == 0)
		return UPLOAD_STORED;
	if (errno == EEXIST)
		return is_identical(upload->file, upload->path) ? UPLOAD_IDENTICAL
								: UPLOAD_NAME_TAKEN;
	warn("%s", upload->path);
	return UPLOAD_FAILED;
}

enum upload_status upload_finish(struct upload *upload)
{
	enum upload_status status = give_name(upload);

	unlink(upload->part_path);
	if (status != UPLOAD_STORED)
		upload->store->bytes -= upload->declared;
	upload_free(upload);
	return status;
}

void upload_abandon(struct upload *upload)
{
	if (upload == NULL)
		return;
	unlink(upload->part_path);
	upload->store->bytes -= upload->declared;
	upload_free(upload);
}
