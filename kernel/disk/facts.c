/* SPDX-License-Identifier: MIT */
/* Checks that a disk's facts are possible and sufficient for its use. */
#include "kernel/disk/disk.h"
#include "lib/text/errno.h"

#define SECTOR_BYTES_MIN 512
#define SECTOR_BYTES_MAX 4096
#define SECTORS_MAX (1ull << 48)

int disk_check_facts(const struct disk *disk)
{
	const struct disk_facts *facts = &disk->facts;

	if (facts->sectors == 0)
		return disk_fail(disk, -ENODEV, "capacity is 0");
	if (facts->sector_bytes < SECTOR_BYTES_MIN || facts->sector_bytes > SECTOR_BYTES_MAX ||
	    (facts->sector_bytes & (facts->sector_bytes - 1)) != 0)
		return disk_fail(disk, -EIO, "unsupported sector size of %u bytes",
				 facts->sector_bytes);
	if (facts->sectors > SECTORS_MAX)
		return disk_fail(disk, -EIO, "impossible capacity of %#lx sectors",
				 facts->sectors);
	if (facts->depth < disk->use.depth)
		return disk_fail(disk, -ENOTSUP, "accepts only %u requests at a time",
				 facts->depth);
	if (facts->bytes_max < disk->use.bytes)
		return disk_fail(disk, -ENOTSUP, "accepts only requests of up to %u bytes",
				 facts->bytes_max);
	if (disk->use.completion == DISK_INTERRUPT && !facts->can_interrupt)
		return disk_fail(disk, -ENOTSUP, "no message interrupts, or no timer "
				 "to bound a wait for them");
	return 0;
}
