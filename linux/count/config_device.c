/* SPDX-License-Identifier: MIT */
/* The device writes to physical memory, a page at a time, because reads from its data port would
 * cost an exit of the emulator for each byte. */
#include "linux/count/config_device.h"

#include <endian.h>
#include <err.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "linux/count/machine.h"

#define KEY_DIRECTORY 0x19
#define NAME_BYTES 56
#define DMA_ERROR 0x01u
#define DMA_READ 0x02u
#define DMA_SKIP 0x04u
#define DMA_SELECT 0x08u
#define KEY_SHIFT 16

#define PAGE_BYTES 4096u
/* Linux, Documentation/admin-guide/mm/pagemap.rst: bits 0-54 are the page frame number. */
#define FRAME_MASK ((1ull << 55) - 1)

/* A file of the device's directory; all numbers are big-endian. */
struct directory_entry {
	uint32_t size;
	uint16_t key, reserved;
	char name[NAME_BYTES];
};

struct dma_request {
	uint32_t control, length;
	uint64_t address;
};

static struct {
	uint8_t *page;                  /* page for data; the page after it has the request */
	uint64_t page_phys, request_phys;
	uint16_t key;                   /* key of the selected file */
	size_t next, end;               /* range of the data that were read */
	uint32_t left;                  /* bytes of the file that were not read */
} device;

static uint64_t physical(const void *address)
{
	uint64_t entry = 0;
	int file = open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC);
	off_t at = (off_t)((uintptr_t)address / PAGE_BYTES * sizeof(entry));

	if (file < 0 || pread(file, &entry, sizeof(entry), at) != sizeof(entry) ||
	    (entry & FRAME_MASK) == 0)
		err(EXIT_FAILURE, "/proc/self/pagemap");
	close(file);
	return (entry & FRAME_MASK) * PAGE_BYTES;
}

void config_begin(void)
{
	device.page = mmap(NULL, (size_t)2 * PAGE_BYTES, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE | MAP_LOCKED, -1, 0);
	if (device.page == MAP_FAILED)
		err(EXIT_FAILURE, "QEMU's configuration device");
	device.page_phys = physical(device.page);
	device.request_phys = physical(device.page + PAGE_BYTES);
}

static void transfer(uint32_t control, uint32_t length, uint64_t to_phys)
{
	volatile struct dma_request *request =
		(volatile struct dma_request *)(device.page + PAGE_BYTES);

	request->control = htobe32(control);
	request->length = htobe32(length);
	request->address = htobe64(to_phys);
	machine_request(device.request_phys);
	if (be32toh(request->control) != 0)
		errx(EXIT_FAILURE, "QEMU's configuration device: cannot read");
}

static void select_key(uint16_t key, uint32_t size)
{
	device.key = key;
	device.next = device.end = 0;
	device.left = size;
	transfer(DMA_SELECT | (uint32_t)key << KEY_SHIFT, 0, 0);
}

bool config_select(const char *name)
{
	struct directory_entry entry;
	uint32_t count;

	select_key(KEY_DIRECTORY, sizeof(count));
	config_read(&count, sizeof(count));
	count = be32toh(count);
	for (device.left = count * (uint32_t)sizeof(entry); count > 0; count--) {
		config_read(&entry, sizeof(entry));
		if (strncmp(entry.name, name, sizeof(entry.name)) != 0)
			continue;
		select_key(be16toh(entry.key), be32toh(entry.size));
		return true;
	}
	return false;
}

void config_read(void *bytes, size_t size)
{
	uint8_t *to = bytes;

	while (size > 0) {
		size_t part = device.end - device.next;

		if (part == 0) {
			device.end = device.left < PAGE_BYTES ? device.left : PAGE_BYTES;
			device.next = 0;
			device.left -= (uint32_t)device.end;
			if (device.end == 0)
				errx(EXIT_FAILURE, "QEMU's configuration device: the file ends");
			transfer(DMA_READ, (uint32_t)device.end, device.page_phys);
			continue;
		}
		part = part < size ? part : size;
		memcpy(to, device.page + device.next, part);
		device.next += part;
		to += part;
		size -= part;
	}
}

void config_copy(uint32_t offset, uint32_t size, uint64_t to_phys)
{
	transfer(DMA_SKIP | DMA_SELECT | (uint32_t)device.key << KEY_SHIFT, offset, 0);
	transfer(DMA_READ, size, to_phys);
}
