/* SPDX-License-Identifier: MIT */
/* The only way to write. Each write needs a permit, and only the reading of a valid seal gives
 * one. */
#include <stddef.h>

#include "kernel/disk/disk.h"
#include "lib/disk_seal.h"
#include "lib/text/errno.h"
#include "lib/text/string.h"

static struct {
	bool may_write;
	uint64_t requests;              /* number of the disk's requests when the permit was
					 * given */
	struct disk_request seal;
} scratch;

void disk_withdraw_permit(void)
{
	scratch.may_write = false;
}

/* Read the seal. The buffer is cleared first, so that a read without data does not find the seal of
 * an earlier read. */
static int scratch_read_seal(const struct disk *disk)
{
	struct disk_request *request = &scratch.seal;
	int error;

	*request = (struct disk_request){
		.bytes = disk->facts.sector_bytes,
		.buffer = disk_buffer(disk_use_buffers(&disk->use) - 1),
	};
	memset(request->buffer, 0, disk->facts.sector_bytes);
	error = disk_submit_any(request);
	if (error == 0)
		error = disk_wait_any(&request);
	if (error != 0)
		return error;
	if (request != &scratch.seal || request->status != 0)
		return disk_fail(disk, -EIO, "cannot read the seal");
	return 0;
}

static int scratch_check_seal(const struct disk *disk)
{
	uint64_t sectors = disk->facts.sectors * (disk->facts.sector_bytes / SEAL_SECTOR_BYTES);
	const char *fault;
	int error = scratch_read_seal(disk);

	if (error != 0)
		return error;
	fault = disk_seal_fault(scratch.seal.buffer, disk->use.scratch_token, sectors);
	return fault == NULL ? 0 : disk_fail(disk, -EPERM, "not written: %s", fault);
}

int disk_scratch_check(struct disk *disk)
{
	if (disk->driver->submit_write == NULL || !disk->facts.can_write)
		return disk_fail(disk, -ENOTSUP, "cannot be written");
	return scratch_check_seal(disk);
}

int disk_permit_write(void)
{
	const struct disk *disk = disk_opened();
	int error;

	disk_withdraw_permit();
	if (disk == NULL || disk->use.scratch_token == 0)
		return -EPERM;
	if (disk_under_way() > 0)
		return -EBUSY;
	error = scratch_check_seal(disk);
	scratch.may_write = error == 0;
	scratch.requests = disk->requests;
	return error;
}

static bool scratch_is_permitted(const struct disk *disk, const struct disk_request *request)
{
	bool may_write = scratch.may_write && scratch.requests == disk->requests;

	disk_withdraw_permit();
	return request->operation == DISK_FLUSH ||
	       (request->operation == DISK_WRITE && may_write &&
		request->sector >= SEAL_RESERVED_BYTES / disk->facts.sector_bytes);
}

int disk_submit_write(struct disk_request *request)
{
	struct disk *disk = disk_opened();
	int error;

	if (disk == NULL || disk->use.scratch_token == 0 || !scratch_is_permitted(disk, request))
		return -EPERM;
	error = disk_submit_any_write(request);
	if (error != 0)
		return error;
	if (request->operation == DISK_FLUSH) {
		disk->flushes++;
	} else {
		disk->writes++;
		disk->written += request->bytes;
	}
	return 0;
}
