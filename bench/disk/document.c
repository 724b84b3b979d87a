/* SPDX-License-Identifier: MIT */
#include "bench/disk/document.h"

#include "bench/engine/options.h"
#include "bench/engine/records.h"
#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"
#include "lib/wire/crc.h"

/* ---- Opening ---- */

bool document_has_disk(const struct bench_ctx *ctx)
{
	return ctx->options->scratch_disk[0] != '\0';
}

bool document_find_disk(const struct bench_ctx *ctx, size_t *disk)
{
	size_t count = platform_disk_count();

	for (*disk = 0; *disk < count; ++*disk) {
		if (strcmp(platform_disk_name(*disk), ctx->options->scratch_disk) == 0)
			return true;
	}
	return false;
}

int document_open(struct bench_ctx *ctx, struct document *document)
{
	document->saves = platform_map(DOCUMENT_SAVES_MAX * sizeof(*document->saves), 4096);
	return document->saves != NULL ? 0 : bench_skip(ctx, "memory", "no memory for a list of "
							"saves");
}

bool document_fits(const struct document *document, uint32_t bytes)
{
	uint64_t blocks = document->facts.sectors /
			  (DOCUMENT_BLOCK_BYTES / document->facts.sector_bytes);
	uint64_t needed = (bytes + DOCUMENT_BLOCK_BYTES - 1) / DOCUMENT_BLOCK_BYTES;

	return document->block + needed <= blocks;
}

void document_begin(struct document *document)
{
	document->save_count = 0;
	document->is_verified = false;
	document->failed = NULL;
	document->error = 0;
}

/* ---- Requests ---- */

static bool document_fail(struct document *document, const char *action, int error)
{
	document->failed = action;
	document->error = error;
	return false;
}

/* Wait for the submitted request, unless submitting it failed. */
static bool document_await(struct document *document, const char *action, int error)
{
	struct disk_request *done;

	if (error == 0)
		error = platform_disk_wait(&done);
	if (error != 0)
		return document_fail(document, action, error);
	return done->status == 0 || document_fail(document, action, 0);
}

static uint8_t *document_buffer(const struct document *document)
{
	return platform_disk_buffer(document->buffer);
}

static void document_request(struct document *document, enum disk_operation operation,
			     uint64_t block, uint32_t bytes)
{
	document->request = (struct disk_request){
		.operation = operation,
		.sector = block * (DOCUMENT_BLOCK_BYTES / document->facts.sector_bytes),
		.bytes = bytes,
		.buffer = document_buffer(document),
	};
}

/* Check the seal, then write. Adds both times to the save. */
static bool document_write_piece(struct document *document, uint64_t block, uint32_t bytes,
				 struct document_save *save)
{
	uint64_t begin_tsc = clock_read(), checked_tsc;
	int error = platform_disk_permit_write();
	bool good;

	checked_tsc = clock_read();
	document_request(document, DISK_WRITE, block, bytes);
	if (error != 0)
		return document_fail(document, "check the seal before a write", error);
	error = platform_disk_submit_write(&document->request);
	good = document_await(document, "write", error);
	save->check_ticks += checked_tsc - begin_tsc;
	save->write_ticks += clock_read() - checked_tsc;
	save->writes++;
	return good;
}

static bool document_flush(struct document *document, struct document_save *save)
{
	uint64_t begin_tsc = clock_read();
	bool good;

	document_request(document, DISK_FLUSH, 0, 0);
	good = document_await(document, "flush after writing",
			      platform_disk_submit_write(&document->request));
	save->flush_ticks += clock_read() - begin_tsc;
	return good;
}

bool document_put(struct document *document, uint64_t block, uint32_t bytes)
{
	struct document_save unused = {0};

	return document_write_piece(document, block, bytes, &unused);
}

/* ---- Saving ---- */

/* The size of the piece at an offset, in bytes and in whole blocks. */
static uint32_t piece_bytes(uint32_t all_bytes, uint32_t offset, uint32_t *whole_bytes)
{
	uint32_t bytes = all_bytes - offset < DOCUMENT_WRITE_BYTES ? all_bytes - offset
								   : DOCUMENT_WRITE_BYTES;

	*whole_bytes = (bytes + DOCUMENT_BLOCK_BYTES - 1) / DOCUMENT_BLOCK_BYTES *
		       DOCUMENT_BLOCK_BYTES;
	return bytes;
}

static bool document_write_pieces(struct document *document, const uint8_t *data,
				  struct document_save *save)
{
	uint32_t whole;

	for (uint32_t offset = 0; offset < save->bytes; offset += DOCUMENT_WRITE_BYTES) {
		uint32_t piece = piece_bytes(save->bytes, offset, &whole);

		memcpy(document_buffer(document), data + offset, piece);
		memset(document_buffer(document) + piece, 0, whole - piece);
		if (!document_write_piece(document,
					  document->block + offset / DOCUMENT_BLOCK_BYTES, whole,
					  save))
			return false;
	}
	return true;
}

void document_save(struct document *document, uint32_t message, const uint8_t *data,
		   uint32_t bytes)
{
	struct document_save *save = &document->saves[document->save_count];

	if (document->failed != NULL)
		return;
	if (document->save_count == DOCUMENT_SAVES_MAX) {
		document_fail(document, "list more saves", -ENOMEM);
		return;
	}
	*save = (struct document_save){.message = message, .bytes = bytes};
	if (document_write_pieces(document, data, save) && document_flush(document, save))
		document->save_count++;
}

static bool document_is_equal(struct document *document, const struct document_save *save,
			      const uint8_t *data)
{
	uint32_t whole;

	document->crc = 0;
	for (uint32_t offset = 0; offset < save->bytes; offset += DOCUMENT_WRITE_BYTES) {
		uint32_t piece = piece_bytes(save->bytes, offset, &whole);

		memset(document_buffer(document), 0, whole);
		document_request(document, DISK_READ,
				 document->block + offset / DOCUMENT_BLOCK_BYTES, whole);
		if (!document_await(document, "read a saved document",
				    platform_disk_submit(&document->request)) ||
		    memcmp(document_buffer(document), data + offset, piece) != 0)
			return false;
		document->crc = crc32c(document->crc, document_buffer(document), piece);
	}
	return true;
}

int document_verify(struct bench_ctx *ctx, struct document *document, const uint8_t *data,
		    const char *disk)
{
	uint32_t count = document->save_count;

	document->is_verified =
		document->failed == NULL &&
		(count == 0 || document_is_equal(document, &document->saves[count - 1], data));
	return document->is_verified ? 0 : document_failed(ctx, document, disk);
}

int document_failed(struct bench_ctx *ctx, const struct document *document, const char *disk)
{
	const struct disk_request *request = &document->request;

	if (document->failed == NULL)
		return bench_error(ctx, -EIO, "%s: does not hold the saved document", disk);
	if (document->error != 0)
		return bench_error(ctx, -EIO, "%s: cannot %s: error %d: %s", disk, document->failed,
				   document->error, platform_disk_problem());
	return bench_error(ctx, -EIO, "%s: cannot %s: %u bytes at sector %lu", disk,
			   document->failed, request->bytes, request->sector);
}

/* ---- Records ---- */

void document_write(const struct document *document, uint64_t log, const char *disk)
{
	for (uint32_t i = 0; i < document->save_count; i++) {
		const struct document_save *save = &document->saves[i];
		bool is_verified = document->is_verified && i + 1 == document->save_count;

		wire_write(platform_writer(), WIRE_document_save, &(struct wire_document_save){
			.log = log,
			.message = save->message,
			.device = disk,
			.bytes = save->bytes,
			.crc = is_verified ? document->crc : 0,
			.writes = save->writes,
			.check_ticks = save->check_ticks,
			.write_ticks = save->write_ticks,
			.flush_ticks = save->flush_ticks,
			.verified = is_verified,
		});
	}
}
