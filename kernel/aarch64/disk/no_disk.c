/* SPDX-License-Identifier: MIT */
/* Implements bench/platform/disk.h without a disk: there is no driver for this processor yet, so
 * the count is 0 and no number is one of a disk. */
#include <stddef.h>

#include "bench/platform/disk.h"
#include "lib/text/errno.h"

size_t platform_disk_count(void)
{
	return 0;
}

const char *platform_disk_name(size_t disk)
{
	(void)disk;
	return "";
}

const char *platform_disk_problem(void)
{
	return "the kernel has no disk driver for this processor yet";
}

int platform_disk_probe(size_t disk, struct disk_facts *facts)
{
	(void)disk;
	*facts = (struct disk_facts){0};
	return -ENODEV;
}

int platform_disk_open(size_t disk, const struct disk_use *use, struct disk_facts *facts)
{
	(void)use;
	return platform_disk_probe(disk, facts);
}

void platform_disk_close(void)
{
}

uint8_t *platform_disk_buffer(uint32_t index)
{
	(void)index;
	return NULL;
}

int platform_disk_submit(struct disk_request *request)
{
	(void)request;
	return -EIO;
}

int platform_disk_wait(struct disk_request **request)
{
	(void)request;
	return -EINVAL;
}
