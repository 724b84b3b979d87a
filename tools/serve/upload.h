/* SPDX-License-Identifier: MIT */
/* A result that is being received: a temporary file, which gets its name when it is whole. Nothing
 * is overwritten. */
#ifndef TOOLS_SERVE_UPLOAD_H
#define TOOLS_SERVE_UPLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Results of a server. */
struct upload_store {
	char *directory;
	uint64_t bytes_max;             /* of all results */
	uint64_t bytes;                 /* of those there, and of those being received */
};

/* The end of an upload, as a status of HTTP. */
enum upload_status {
	UPLOAD_STORED = 201,
	UPLOAD_IDENTICAL = 200,         /* a result with this name and content exists */
	UPLOAD_INCOMPLETE = 400,        /* fewer or more bytes than declared */
	UPLOAD_NAME_TAKEN = 409,        /* by a result with another content */
	UPLOAD_TOO_LARGE = 413,
	UPLOAD_FAILED = 500,            /* a file could not be written */
	UPLOAD_FULL = 507,              /* no room for more results */
};

struct upload;

/* Make the directory and count what is there; removes temporary files of a killed server. The
 * caller has locked it. On failure, prints the cause and returns false. */
bool upload_store_open(struct upload_store *store, const char *directory, uint64_t bytes_max);
void upload_store_close(struct upload_store *store);

/* Begin to receive a result with a name that netboot_parse_result_name accepts. Returns NULL and
 * sets *status if it cannot be received. */
struct upload *upload_begin(struct upload_store *store, const char *name, uint64_t bytes,
			    enum upload_status *status);

void upload_add(struct upload *upload, const void *data, size_t size);

/* End the upload: give a whole file its name. Frees the upload. */
enum upload_status upload_finish(struct upload *upload);

/* Discard it. Does nothing for NULL. */
void upload_abandon(struct upload *upload);

#endif
