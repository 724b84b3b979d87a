/* SPDX-License-Identifier: MIT */
/* The record of a disk. */
#ifndef KERNEL_DISK_DESCRIBE_H
#define KERNEL_DISK_DESCRIBE_H

#include "kernel/disk/disk.h"

/* For a sentence that says what there is none of. */
#define DISK_KINDS "a supported disk (virtio-blk, NVMe, AHCI)"

/* Write the record of a disk that is open, once. */
void disk_describe(struct disk *disk);

/* Write what was read of a disk, if anything was. */
void disk_describe_use(const struct disk *disk);

#endif
