/* SPDX-License-Identifier: MIT */
/* See upload.h. */
#include "tools/serve/upload.h"

#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <sha256.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/directory.h"

/* Names of results begin with a digit, so no result is taken for a temporary file. */
#define PART_PREFIX ".upload-"
#define COMPARED_BYTES 65536
#define LAST_TRY "-9.log"
#define DIGEST_DIGITS 8

struct upload {
	struct upload_store *store;
	struct client *client;
	char name[NETBOOT_NAME_CHARS];
	char *part_path;
	int file;
	uint64_t declared, received;
	uint64_t charged;               /* to the store and to the client */
	enum upload_status failure;     /* 0: none */
};

/* ---- Room ---- */

uint64_t upload_share(const struct upload_store *store)
{
	uint64_t share = store->bytes_max / 8;

	return share > NETBOOT_RESULT_BYTES_MAX ? share : NETBOOT_RESULT_BYTES_MAX;
}

static uint64_t in_blocks(uint64_t bytes)
{
	uint64_t blocks = (bytes + UPLOAD_BLOCK_BYTES - 1) / UPLOAD_BLOCK_BYTES;

	return (blocks > 0 ? blocks : 1) * UPLOAD_BLOCK_BYTES;
}

/* Whether a result of this size has room beyond what is charged for it; 0, or why not. */
static enum upload_status lacks_room(const struct upload_store *store, const struct client *client,
				     uint64_t bytes, uint64_t charged)
{
	uint64_t more = in_blocks(bytes) - charged, share = upload_share(store);

	if (more > store->bytes_max || store->bytes > store->bytes_max - more)
		return UPLOAD_FULL;
	return more > share || client->bytes > share - more ? UPLOAD_SHARE_USED : 0;
}

static void charge(struct upload *upload, uint64_t charged)
{
	upload->store->bytes += charged - upload->charged;
	upload->client->bytes += charged - upload->charged;
	upload->charged = charged;
}

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
			store->bytes += in_blocks((uint64_t)info.st_size);
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
	free(upload);
}

struct upload *upload_begin(struct upload_store *store, struct client *client, const char *name,
			    uint64_t bytes, enum upload_status *status)
{
	static unsigned number;
	struct upload *upload;

	*status = bytes > NETBOOT_RESULT_BYTES_MAX ? UPLOAD_TOO_LARGE
						   : lacks_room(store, client, bytes, 0);
	if (*status != 0)
		return NULL;
	upload = xmalloc(sizeof(*upload));
	*upload = (struct upload){
		.store = store, .client = client, .declared = bytes,
		.part_path = xasprintf("%s/" PART_PREFIX "%ld-%u", store->directory,
				       (long)getpid(), number++),
	};
	text_copy(upload->name, sizeof(upload->name), name);
	upload->file = open(upload->part_path,
			    O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
	if (upload->file < 0) {
		warn("%s", upload->part_path);
		*status = UPLOAD_FAILED;
		upload_free(upload);
		return NULL;
	}
	charge(upload, UPLOAD_BLOCK_BYTES);
	return upload;
}

void upload_add(struct upload *upload, const void *data, size_t size)
{
	const char *at = data;

	if (upload->failure == 0 && size > upload->declared - upload->received)
		upload->failure = UPLOAD_FAILED;
	if (upload->failure == 0)
		upload->failure = lacks_room(upload->store, upload->client, upload->received + size,
					     upload->charged);
	if (upload->failure != 0)
		return;
	upload->received += size;
	charge(upload, in_blocks(upload->received));
	while (size > 0) {
		ssize_t written = write(upload->file, at, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0) {
			warn("%s", upload->part_path);
			upload->failure = UPLOAD_FAILED;
			return;
		}
		at += written;
		size -= (size_t)written;
	}
}

/* Whether both files have the same content. */
static bool is_identical(int file, const char *path)
{
	int other = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	char *a = xmalloc(COMPARED_BYTES), *b = xmalloc(COMPARED_BYTES);
	struct stat status;
	bool is_same = other >= 0 && fstat(other, &status) == 0 && S_ISREG(status.st_mode);
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

/* Insert the first digits of the content's digest before the name's ending. False if the name is
 * too long, or the file cannot be read. */
static bool add_digest(struct upload *upload)
{
	char digits[2 * SHA256_DIGEST_LENGTH + 1], name[NETBOOT_NAME_CHARS];
	struct netboot_result parsed;
	int length = (int)(strlen(upload->name) - strlen(".log"));

	if (SHA256File(upload->part_path, digits) == NULL)
		return false;
	length = snprintf(name, sizeof(name), "%.*s-%.*s.log", length, upload->name, DIGEST_DIGITS,
			  digits);
	if (length < 0 || (size_t)length >= sizeof(name) ||
	    !netboot_parse_result_name(name, &parsed))
		return false;
	text_copy(upload->name, sizeof(upload->name), name);
	return true;
}

/* Unlike rename(), link() fails if the name is taken. */
static enum upload_status link_name(const struct upload *upload)
{
	char *path = xasprintf("%s/%s", upload->store->directory, upload->name);
	enum upload_status status = UPLOAD_STORED;

	if (link(upload->part_path, path) != 0) {
		status = errno != EEXIST ? UPLOAD_FAILED
		       : is_identical(upload->file, path) ? UPLOAD_IDENTICAL : UPLOAD_NAME_TAKEN;
		if (status == UPLOAD_FAILED)
			warn("%s", path);
	}
	free(path);
	return status;
}

static bool is_last_try(const char *name)
{
	size_t length = strlen(name), end = strlen(LAST_TRY);

	return length > end && strcmp(name + length - end, LAST_TRY) == 0;
}

static enum upload_status give_name(struct upload *upload)
{
	enum upload_status status;

	if (upload->failure != 0)
		return upload->failure;
	if (upload->received != upload->declared)
		return UPLOAD_INCOMPLETE;
	if (fsync(upload->file) != 0) {
		warn("%s", upload->part_path);
		return UPLOAD_FAILED;
	}
	status = link_name(upload);
	return status == UPLOAD_NAME_TAKEN && is_last_try(upload->name) && add_digest(upload)
	       ? link_name(upload) : status;
}

enum upload_status upload_finish(struct upload *upload, char name[NETBOOT_NAME_CHARS])
{
	enum upload_status status = give_name(upload);

	text_copy(name, NETBOOT_NAME_CHARS, upload->name);
	unlink(upload->part_path);
	if (status != UPLOAD_STORED)
		charge(upload, 0);
	upload_free(upload);
	return status;
}

void upload_abandon(struct upload *upload)
{
	if (upload == NULL)
		return;
	unlink(upload->part_path);
	charge(upload, 0);
	upload_free(upload);
}
