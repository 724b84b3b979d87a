/* SPDX-License-Identifier: MIT */
/* Drivers on devices whose registers, configuration space and answers are anything at all: opening,
 * reading and closing come to an end, and nothing outside of what a device was given is touched. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/tsc.h"
#include "kernel/disk/disk.h"
#include "lib/text/errno.h"
#include "tests/unit/kernel/dev/pci/pretended.h"

/* A queue of 64 entries and virtio 1, or ports with a disk. */
#define TELLING_WORD 0x0000010180000003
#define BLOCKS_MAX 16
#define LOOKS 50
#define ROUNDS 2000

static void *blocks[BLOCKS_MAX];
static uint64_t block_bytes[BLOCKS_MAX];
static unsigned block_count;
static unsigned fails, opens;

/* ---- The machine ---- */

uint64_t tsc_hz(void)
{
	return 1000;
}

uint64_t tsc_after_us(uint64_t us)
{
	(void)us;
	return 0;
}

/* After some looks any time is over. */
bool tsc_is_past(uint64_t deadline_tsc)
{
	static unsigned looks;

	(void)deadline_tsc;
	return ++looks % LOOKS == 0;
}

int disk_fail(const struct disk *disk, int error, const char *format, ...)
{
	(void)disk;
	assert_true(strlen(format) > 0);
	assert_true(error < 0);
	fails++;
	return error;
}

volatile void *disk_registers(struct disk *disk, unsigned bar, uint64_t offset,
			      uint64_t size_bytes)
{
	volatile void *registers = pretended_registers_at(bar, offset, size_bytes);

	if (registers == NULL)
		disk_fail(disk, -EIO, "no such registers");
	return registers;
}

void *disk_memory(uint64_t size_bytes, uint64_t *phys)
{
	uint64_t size = (size_bytes + 4095) / 4096 * 4096;
	void *block;

	assert_true(block_count < BLOCKS_MAX);
	block = aligned_alloc(4096, size);
	memset(block, 0, size);
	if (rng_below(&pretended_rng, 2) == 0)    /* the device has written already */
		pretended_scribble(block, size);
	block_bytes[block_count] = size;
	blocks[block_count++] = block;
	*phys = (uintptr_t)block;
	return rng_below(&pretended_rng, 50) == 0 ? NULL : block;
}

bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted)
{
	(void)*where;
	(void)mask;
	(void)wanted;
	return rng_below(&pretended_rng, 8) != 0;
}

/* ---- The test ---- */

static void read_some(const struct disk_driver *driver, struct disk *disk)
{
	for (unsigned i = 0; i < 8; i++) {
		unsigned slot = 0;
		int status = 1, found;

		driver->submit(disk, i % disk->use.depth, &(struct disk_read){
			.sector = rng_next(&pretended_rng), .bytes = 1u << (9 + i),
			.buffer_phys = 4096});
		for (unsigned block = 0;
		     block < block_count && rng_below(&pretended_rng, 2) == 0; block++)
			pretended_scribble(blocks[block], block_bytes[block]);
		if (rng_below(&pretended_rng, 2) == 0)
			pretended_scribble(pretended_registers, PRETENDED_REGISTERS_BYTES);
		if (driver->acknowledge != NULL)
			driver->acknowledge(disk);
		found = driver->poll(disk, &slot, &status);
		assert_true(found <= 1);
		if (found == 1)
			assert_true(status == 0 || status == -EIO);
	}
}

static void drive(const struct disk_driver *driver)
{
	struct pci_function function = {0};
	struct disk disk = {
		.driver = driver, .function = &function,
		.use = {.depth = 1, .bytes = 1 << 20,
			.completion = (enum disk_completion)rng_below(&pretended_rng, 2)},
		.message = PCI_MESSAGE_MSIX,
	};
	int error;

	pretended_make();
	error = driver->open(&disk);
	assert_true(error <= 0);
	opens += error == 0;
	if (error == 0 && disk.facts.depth >= disk.use.depth)
		read_some(driver, &disk);
	driver->close(&disk);
	while (block_count > 0)
		free(blocks[--block_count]);
}

/* None but virtio opens: an NVMe controller would have to answer each command in turn, and an AHCI
 * port's errors would have to go away when they are written to. */
static void drive_often(const struct disk_driver *driver)
{
	pretended_begin(14, TELLING_WORD);
	fails = opens = 0;
	for (unsigned round = 0; round < ROUNDS; round++)
		drive(driver);
	pretended_end();
	assert_true(fails > 0);
}

static void virtio_devices_of_any_kind_come_to_an_end(void **state)
{
	(void)state;
	drive_often(&disk_virtio);
	assert_true(opens > 0);
}

static void nvme_controllers_of_any_kind_come_to_an_end(void **state)
{
	(void)state;
	drive_often(&disk_nvme);
}

static void ahci_controllers_of_any_kind_come_to_an_end(void **state)
{
	(void)state;
	drive_often(&disk_ahci);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(virtio_devices_of_any_kind_come_to_an_end),
		cmocka_unit_test(nvme_controllers_of_any_kind_come_to_an_end),
		cmocka_unit_test(ahci_controllers_of_any_kind_come_to_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
