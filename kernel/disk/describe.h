/* SPDX-License-Identifier: MIT */
/* Records about a disk. */
#ifndef KERNEL_DISK_DESCRIBE_H
#define KERNEL_DISK_DESCRIBE_H

#include "kernel/disk/disk.h"

/* To follow "none of … is". */
#define DISK_KINDS "a supported disk (virtio-blk, NVMe, AHCI)"

/* Write the record of an open disk, once. */
void disk_describe(struct disk *disk);

/* Write what was read, if the disk was used. */
void disk_describe_use(const struct disk *disk);

#endif
