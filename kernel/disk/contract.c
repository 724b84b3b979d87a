/* SPDX-License-Identifier: MIT */
/* Implements bench/platform/disk.h, except for the timed functions in disk.c. Disks interrupt the
 * boot CPU. */
#include "kernel/disk/disk.h"
#include "kernel/machine/cpu.h"

size_t platform_disk_count(void)
{
	return disk_count();
}

const char *platform_disk_name(size_t disk)
{
	return disk_name(disk);
}

const char *platform_disk_problem(void)
{
	return disk_problem();
}

int platform_disk_open(size_t disk, const struct disk_use *use, struct disk_facts *facts)
{
	return disk_open(disk, use, this_cpu()->hardware_id, facts);
}

void platform_disk_close(void)
{
	disk_close();
}

uint8_t *platform_disk_buffer(uint32_t index)
{
	return disk_buffer(index);
}

int platform_disk_permit_write(void)
{
	return disk_permit_write();
}

int platform_disk_submit_write(struct disk_request *request)
{
	return disk_submit_write(request);
}
