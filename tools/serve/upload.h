/* SPDX-License-Identifier: MIT */
/* A result that is being received: a temporary file, which gets its name when it is whole. Nothing
 * is overwritten. */
#ifndef TOOLS_SERVE_UPLOAD_H
#define TOOLS_SERVE_UPLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lib/netboot/names.h"
#include "tools/serve/clients.h"

/* Each result counts as at least one block, so that the number of small results is limited too. */
#define UPLOAD_BLOCK_BYTES 4096

/* Results of a server. */
struct upload_store {
	char *directory;
	uint64_t bytes_max;             /* of all results */
	uint64_t bytes;                 /* of stored and of arriving results, in whole blocks */
};

/* Bytes of results that one address may send: an eighth of the room, and at least one result. */
uint64_t upload_share(const struct upload_store *store);

/* The end of an upload, as a status of HTTP. */
enum upload_status {
	UPLOAD_STORED = 201,
	UPLOAD_IDENTICAL = 200,         /* a result with this name and content exists */
	UPLOAD_INCOMPLETE = 400,        /* fewer or more bytes than declared */
	UPLOAD_NAME_TAKEN = 409,        /* by a result with another content */
	UPLOAD_TOO_LARGE = 413,
	UPLOAD_SHARE_USED = 429,        /* this client has sent its share */
	UPLOAD_FAILED = 500,            /* a file could not be written */
	UPLOAD_FULL = 507,              /* no room for more results */
};

struct upload;

/* Make the directory and count what is there; removes temporary files of a killed server. The
 * caller has locked it. On failure, prints the cause and returns false. */
bool upload_store_open(struct upload_store *store, const char *directory, uint64_t bytes_max);
void upload_store_close(struct upload_store *store);

/* Begin to receive a result with a name that netboot_parse_result_name accepts. If the result
 * cannot be received, returns NULL and sets *status. Only received bytes count, not declared
 * ones. */
struct upload *upload_begin(struct upload_store *store, struct client *client, const char *name,
			    uint64_t bytes, enum upload_status *status);

void upload_add(struct upload *upload, const void *data, size_t size);

/* End the upload: give a whole file its name. If the name is taken and ends with -9, as the ninth
 * try of a machine does, the name gets a part of the content's digest, which no other client can
 * have taken before. Writes the name. Frees the upload. */
enum upload_status upload_finish(struct upload *upload, char name[NETBOOT_NAME_CHARS]);

/* Discard the upload. Does nothing for NULL. */
void upload_abandon(struct upload *upload);

#endif
