/* SPDX-License-Identifier: MIT */
/* In deterministic mode QEMU must accept a request at once, in the CPU's thread, and not when
 * another thread wakes up, hence ioeventfd=off. */
#include "tools/run/disk.h"

#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/disk_pattern.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/file.h"

#define NULL_DISK "null:"
#define PATTERN_DISK "pattern:"
#define SIZE_MIN (1ul << 20)
#define SIZE_MAX_NULL (1ul << 40)
#define SIZE_MAX_SEALED (1ul << 30)

static bool disk_parse_size(struct qemu_options *options, const char *text, unsigned long most,
			    struct option_problem *problem)
{
	unsigned long size;

	if (!text_number(text, &size) || size < SIZE_MIN || size > most ||
	    size % PATTERN_SECTOR_BYTES != 0)
		return option_refuse(problem, "not a size; give 1M to %luM", most >> 20);
	options->disk.size_bytes = size;
	return true;
}

bool disk_parse(void *to, const char *value, struct option_problem *problem)
{
	struct qemu_options *options = to;

	if (strncmp(value, NULL_DISK, strlen(NULL_DISK)) == 0) {
		options->disk.kind = DISK_NULL;
		return disk_parse_size(options, value + strlen(NULL_DISK), SIZE_MAX_NULL, problem);
	}
	if (strncmp(value, PATTERN_DISK, strlen(PATTERN_DISK)) == 0) {
		options->disk.kind = DISK_SEALED;
		return disk_parse_size(options, value + strlen(PATTERN_DISK), SIZE_MAX_SEALED,
				       problem);
	}
	if (access(value, R_OK) != 0)
		return option_refuse(problem, "not a readable file; give a file, null:SIZE or "
				     "pattern:SIZE");
	options->disk.kind = DISK_FILE;
	options->disk.file = value;
	return true;
}

/* QEMU supports no read-only AHCI disk. With a snapshot the file stays unchanged. */
static void disk_add_drive(struct arguments *arguments, const struct qemu_options *options)
{
	const char *guard = options->disk.model == DISK_MODEL_AHCI ? "snapshot=on" : "readonly=on";
	char *properties;

	if (options->disk.kind == DISK_NULL) {
		qemu_add(arguments, "-drive");
		qemu_add(arguments, "driver=null-co,size=%lu,read-zeroes=on,if=none,id=disk",
			 options->disk.size_bytes);
		return;
	}
	properties = xasprintf("format=raw,if=none,id=disk,%s,file", guard);
	qemu_add_drive(arguments, properties, options->disk.file);
	free(properties);
}

bool disk_is_selected(const struct qemu_options *options)
{
	return options->disk.kind != DISK_NONE;
}

/* Other threads read files, and QEMU's main loop serves NVMe and AHCI in several iterations. */
bool disk_is_exact(const struct qemu_options *options)
{
	return options->disk.kind == DISK_NONE ||
	       (options->disk.kind == DISK_NULL && options->disk.model == DISK_MODEL_VIRTIO);
}

void disk_add(struct arguments *arguments, const struct qemu_options *options)
{
	if (!disk_is_selected(options))
		return;
	disk_add_drive(arguments, options);
	switch (options->disk.model) {
	case DISK_MODEL_VIRTIO:
		qemu_add_pair(arguments, "-device",
			      options->deterministic ? "virtio-blk-pci,drive=disk,ioeventfd=off"
						     : "virtio-blk-pci,drive=disk");
		break;
	case DISK_MODEL_NVME:
		qemu_add_pair(arguments, "-device", "nvme,drive=disk,serial=bareline");
		break;
	case DISK_MODEL_AHCI:
		qemu_add_pair(arguments, "-device", "ahci,id=sata");
		qemu_add_pair(arguments, "-device", "ide-hd,drive=disk,bus=sata.0");
		break;
	}
}

bool disk_prepare(const struct qemu_options *options)
{
	uint64_t sectors = options->disk.size_bytes / PATTERN_SECTOR_BYTES;
	uint8_t sector[PATTERN_SECTOR_BYTES];
	FILE *file;

	if (options->disk.kind != DISK_SEALED)
		return true;
	file = file_create(options->disk.file);
	for (uint64_t number = 0; file != NULL && number < sectors; number++) {
		disk_pattern_write(sector, number, sectors);
		fwrite(sector, 1, sizeof(sector), file);
	}
	return file_finish(file, options->disk.file);
}
