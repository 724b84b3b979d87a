/* SPDX-License-Identifier: MIT */
#include "kernel/disk/describe.h"

#include "kernel/core/console.h"

void disk_describe(struct disk *disk)
{
	if (disk->was_described)
		return;
	disk->was_described = true;
	wire_write(console_writer(), WIRE_disk, &(struct wire_disk){
		.name = disk->name,
		.driver = disk->driver->name,
		.model = disk->model,
		.sectors = disk->facts.sectors,
		.sector_bytes = disk->facts.sector_bytes,
		.depth = disk->facts.depth,
		.bytes_max = disk->facts.bytes_max,
	});
}

void disk_describe_use(const struct disk *disk)
{
	if (disk->was_described)
		wire_write(console_writer(), WIRE_disk_use, &(struct wire_disk_use){
			.name = disk->name,
			.reads = disk->reads,
			.bytes = disk->bytes,
			.failed = disk->failed,
		});
}
