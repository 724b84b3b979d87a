/* SPDX-License-Identifier: MIT */
/* QEMU's virt: devices in memory (QEMU, hw/arm/virt.c, "base_memmap"). With the parameter
 * iomem=relaxed, Linux lets a process map the devices that its drivers use. */
#include "linux/count/machine.h"

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
#include <sys/syscall.h>
#include <unistd.h>

#include "lib/boot_files.h"
#include "lib/count_marks.h"

#define PAGE_BYTES 4096u
#define SERIAL_PHYS 0x09000000
#define CONFIG_PHYS 0x09020000
#define CONFIG_REQUEST (16 / sizeof(uint32_t))  /* QEMU, docs/specs/fw_cfg.rst, "DMA Interface" */

/* QEMU, docs/specs/pci-ids.rst, "pvpanic-pci". */
#define DEVICES "/sys/bus/pci/devices"
#define STOP_VENDOR "0x1b36"
#define STOP_DEVICE "0x0011"
#define PATH_BYTES 512

static volatile uint32_t *serial, *config;
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

void machine_begin(void)
{
	DIR *devices = opendir(DEVICES);
	const struct dirent *entry;

	serial = map("/dev/mem", SERIAL_PHYS);
	config = map("/dev/mem", CONFIG_PHYS);
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

void machine_request(uint64_t request_phys)
{
	config[CONFIG_REQUEST] = htobe32((uint32_t)(request_phys >> 32));
	config[CONFIG_REQUEST + 1] = htobe32((uint32_t)request_phys);
}

void machine_send(const char *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		*serial = (uint8_t)bytes[i];
}

void machine_stop(void)
{
	*stop = COUNT_STOP_VALUE;
}

long machine_exec(const char *path, char *const *arguments, char *const *environment)
{
	register long number __asm__("x8") = SYS_execve;
	register const void *first __asm__("x0") = path, *second __asm__("x1") = arguments,
			    *third __asm__("x2") = environment;

	__asm__ volatile(COUNT_MARK_AARCH64_BEGIN_TEXT "\n\tsvc #0"
			 : "+r"(first) : "r"(number), "r"(second), "r"(third) : "memory");
	return (long)first;
}

void machine_mark_begin(void)
{
	__asm__ volatile(COUNT_MARK_AARCH64_BEGIN_TEXT ::: "memory");
}

void machine_mark_end(void)
{
	__asm__ volatile(COUNT_MARK_AARCH64_END_TEXT ::: "memory");
}
