/* SPDX-License-Identifier: MIT */
/* The program appends, so its next write goes to the new end after a truncation. */
#include "tools/base/capped_file.h"

#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

bool capped_file_open(struct capped_file *capped, const char *path, uint64_t bytes_max)
{
	*capped = (struct capped_file){
		.file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC |
				   O_NOFOLLOW, 0666),
		.bytes_max = bytes_max,
	};
	if (capped->file < 0)
		warn("%s", path);
	return capped->file >= 0;
}

void capped_file_cut(struct capped_file *capped)
{
	struct stat status;

	if (fstat(capped->file, &status) != 0 || (uint64_t)status.st_size <= capped->bytes_max)
		return;
	if (ftruncate(capped->file, (off_t)capped->bytes_max) == 0)
		capped->dropped_bytes += (uint64_t)status.st_size - capped->bytes_max;
}

void capped_file_close(struct capped_file *capped)
{
	capped_file_cut(capped);
	if (capped->dropped_bytes > 0)
		dprintf(capped->file, "\n[at least %" PRIu64 " more bytes omitted]\n",
			capped->dropped_bytes);
	close(capped->file);
	capped->file = -1;
}
