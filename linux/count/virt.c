/* SPDX-License-Identifier: MIT */
/* With the parameter iomem=relaxed, Linux lets a process map the devices that its drivers use. */
#include "linux/count/virt.h"

#include <dirent.h>
#include <endian.h>
#include <err.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "lib/boot_files.h"

#define PAGE_BYTES 4096u
#define CONFIG_REQUEST (16 / sizeof(uint32_t))  /* QEMU, docs/specs/fw_cfg.rst, "DMA Interface" */

/* QEMU, docs/specs/pci-ids.rst, "pvpanic-pci". */
#define DEVICES "/sys/bus/pci/devices"
#define STOP_VENDOR "0x1b36"
#define STOP_DEVICE "0x0011"
#define PATH_BYTES 512

volatile void *virt_serial;
static volatile uint32_t *config;
static volatile uint8_t *stop;

static volatile void *map(const char *path, off_t offset)
{
	int file = open(path, O_RDWR | O_SYNC | O_CLOEXEC);
	void *at = file >= 0 ? mmap(NULL, PAGE_BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, file,
				    offset)
			     : MAP_FAILED;

	if (at == MAP_FAILED)
		err(EXIT_FAILURE, "%s", path);
	close(file);
	return at;
}

/* Whether the first word of a device's file is this one. */
static bool has_word(const char *device, const char *name, const char *word)
{
	char path[PATH_BYTES], found[64] = "";
	FILE *file;

	snprintf(path, sizeof(path), DEVICES "/%s/%s", device, name);
	file = fopen(path, "re");
	if (file != NULL && fscanf(file, "%63s", found) != 1)
		found[0] = '\0';
	if (file != NULL)
		fclose(file);
	return strcmp(found, word) == 0;
}

static void map_stop_device(const char *device)
{
	char path[PATH_BYTES];
	uint64_t start = 0;
	FILE *file;

	snprintf(path, sizeof(path), DEVICES "/%s/enable", device);
	file = fopen(path, "we");
	if (file == NULL || fputs("1", file) < 0 || fclose(file) != 0)
		err(EXIT_FAILURE, "%s", path);
	snprintf(path, sizeof(path), DEVICES "/%s/resource", device);
	file = fopen(path, "re");
	if (file == NULL || fscanf(file, "%" SCNx64, &start) != 1)
		err(EXIT_FAILURE, "%s", path);
	fclose(file);
	snprintf(path, sizeof(path), DEVICES "/%s/resource0", device);
	stop = (volatile uint8_t *)map(path, 0) + start % PAGE_BYTES;
}

void virt_begin(uint32_t serial_phys, uint32_t config_phys)
{
	DIR *devices = opendir(DEVICES);
	const struct dirent *entry;

	virt_serial = map("/dev/mem", serial_phys);
	config = map("/dev/mem", config_phys);
	while (devices != NULL && (entry = readdir(devices)) != NULL) {
		if (has_word(entry->d_name, "vendor", STOP_VENDOR) &&
		    has_word(entry->d_name, "device", STOP_DEVICE))
			map_stop_device(entry->d_name);
	}
	if (devices != NULL)
		closedir(devices);
	if (stop == NULL)
		errx(EXIT_FAILURE, "no device that stops the machine");
}

void virt_request(uint64_t request_phys)
{
	config[CONFIG_REQUEST] = htobe32((uint32_t)(request_phys >> 32));
	config[CONFIG_REQUEST + 1] = htobe32((uint32_t)request_phys);
}

void virt_stop(void)
{
	*stop = COUNT_STOP_VALUE;
}
