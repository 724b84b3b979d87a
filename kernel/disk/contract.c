/* SPDX-License-Identifier: MIT */
/* bench/platform/disk.h by the block layer, but for what is timed, which is in disk.c: the boot
 * CPU is the one that disks interrupt. */
#include "kernel/cpu/cpu.h"
#include "kernel/disk/disk.h"

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
	return disk_open(disk, use, this_cpu()->apic_id, facts);
}

void platform_disk_close(void)
{
	disk_close();
}

uint8_t *platform_disk_buffer(uint32_t index)
{
	return disk_buffer(index);
}
