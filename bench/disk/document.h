/* SPDX-License-Identifier: MIT */
/* Saves an application's document to the open scratch disk. A save checks the seal before each
 * write, and ends with a flush. The time of each part is recorded. A write is done when the disk
 * has completed it, possibly only to the disk's own cache. No file system is used on either side.
 * After the run the last save is read again and compared. */
#ifndef BENCH_DISK_DOCUMENT_H
#define BENCH_DISK_DOCUMENT_H

#include "bench/benchmark.h"
#include "bench/platform/disk.h"

#define DOCUMENT_BLOCK_BYTES 4096u
#define DOCUMENT_WRITE_BYTES 65536u     /* largest write; of struct disk_use */
#define DOCUMENT_FIRST_BLOCK 1u         /* of a scratch disk, behind the seal */
#define DOCUMENT_SAVES_MAX 1024u        /* of a run */

struct document_save {
	uint32_t message;               /* message that caused the save */
	uint32_t bytes, writes;
	uint64_t check_ticks, write_ticks, flush_ticks;
};

struct document {
	/* Set by the caller. */
	struct disk_facts facts;        /* of the open disk */
	uint32_t buffer;                /* index of the first of DOCUMENT_WRITE_BYTES of buffers */
	uint64_t block;                 /* place of the document on the disk */

	struct document_save *saves;    /* in order of time */
	uint32_t save_count;
	bool is_verified;               /* the last save was read again and had the saved bytes */
	uint32_t crc;                   /* of the last save as read again */
	const char *failed;             /* action that failed, or NULL; nothing is saved after it */
	struct disk_request request;    /* the latest request */
	int error;                      /* of request `request`; 0: the disk reported that it
					 * failed */
};

/* Whether the command line names a scratch disk. */
bool document_has_disk(const struct bench_ctx *ctx);

/* Find the number of the scratch disk that the command line names. Returns false if there is no
 * such disk. */
bool document_find_disk(const struct bench_ctx *ctx, size_t *disk);

/* Allocate room for the saves of a run. From setup. Returns like setup. */
int document_open(struct bench_ctx *ctx, struct document *document);

/* Whether the disk has room for a document of `bytes` bytes. */
bool document_fits(const struct document *document, uint32_t bytes);

/* Forget all saves, before a sample. */
void document_begin(struct document *document);

/* Write whole blocks, at most DOCUMENT_WRITE_BYTES, which the caller has put into the document's
 * buffers. Returns false after a failure. */
bool document_put(struct document *document, uint64_t block, uint32_t bytes);

/* Save bytes because of message number `message`. The rest of the last block is zeros. After a
 * failure nothing more is saved. */
void document_save(struct document *document, uint32_t message, const uint8_t *data,
		   uint32_t bytes);

/* After the run: read the last save again, and compare it with its data. Returns 0, or the result
 * of a sample if this or an earlier save failed. */
int document_verify(struct bench_ctx *ctx, struct document *document, const uint8_t *data,
		    const char *disk);

/* Result of a sample or setup after a failure of a function above. */
int document_failed(struct bench_ctx *ctx, const struct document *document, const char *disk);

/* Write a record for each save of the message log. */
void document_write(const struct document *document, uint64_t log, const char *disk);

#endif
