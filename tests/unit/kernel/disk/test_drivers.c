/* SPDX-License-Identifier: MIT */
/* Disk drivers on devices with random registers, configuration space and answers. Opening, reading,
 * writing and closing must end, and only memory given to the device may be accessed. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/disk/disk.h"
#include "kernel/machine/clock.h"
#include "lib/text/errno.h"
#include "tests/unit/kernel/dev/pci/random_device.h"

/* A queue of 64 entries and virtio 1, or ports with a disk. */
#define TELLING_WORD 0x0000010180000003
#define BLOCKS_MAX 16
#define LOOKS 50
#define ROUNDS 2000
#define UNITS 4

static void *blocks[BLOCKS_MAX];
static uint64_t block_bytes[BLOCKS_MAX];
static unsigned block_count;
static unsigned fails, opens, lists;

/* ---- The machine ---- */

uint64_t clock_limit_hz(void)
{
	return 1000;
}

uint64_t clock_after_us(uint64_t us)
{
	(void)us;
	return 0;
}

/* Any timeout expires after some readings. */
bool clock_is_past(uint64_t deadline_tsc)
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
	volatile void *registers = random_device_registers_at(bar, offset, size_bytes);

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
	if (rng_below(&random_device_rng, 2) == 0)    /* the device has already written */
		random_device_write(block, size);
	block_bytes[block_count] = size;
	blocks[block_count++] = block;
	*phys = (uintptr_t)block;
	return rng_below(&random_device_rng, 50) == 0 ? NULL : block;
}

bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted)
{
	(void)*where;
	(void)mask;
	(void)wanted;
	return rng_below(&random_device_rng, 8) != 0;
}

/* ---- The test ---- */

static void use_some(const struct disk_driver *driver, struct disk *disk)
{
	for (unsigned i = 0; i < 8; i++) {
		unsigned slot = 0;
		int status = 1, found;
		const struct disk_command command = {
			.operation = (enum disk_operation)rng_below(&random_device_rng, 3),
			.sector = rng_next(&random_device_rng), .bytes = 1u << (9 + i),
			.buffer_phys = 4096,
		};

		if (command.operation == DISK_READ)
			driver->submit(disk, i % disk->use.depth, &command);
		else
			driver->submit_write(disk, i % disk->use.depth, &command);
		for (unsigned block = 0;
		     block < block_count && rng_below(&random_device_rng, 2) == 0; block++)
			random_device_write(blocks[block], block_bytes[block]);
		if (rng_below(&random_device_rng, 2) == 0)
			random_device_write(random_device_registers, RANDOM_DEVICE_REGISTERS_BYTES);
		if (driver->acknowledge != NULL)
			driver->acknowledge(disk);
		found = driver->poll(disk, &slot, &status);
		assert_true(found <= 1);
		if (found == 1)
			assert_true(status == 0 || status == -EIO);
	}
}

static void free_blocks(void)
{
	while (block_count > 0)
		free(blocks[--block_count]);
}

/* Units begin at 1 and ascend. */
static void list_units(struct disk *disk)
{
	uint32_t units[UNITS] = {0};
	uint32_t count = disk->driver->list(disk, units, UNITS);

	for (uint32_t i = 0; i < count && i < UNITS; i++)
		assert_true(units[i] > (i > 0 ? units[i - 1] : 0));
	disk->driver->close(disk);
	free_blocks();
	if (count > 0)
		disk->unit = units[0];
	lists += count > 0;
}

static void drive(const struct disk_driver *driver)
{
	struct pci_function function = {0};
	struct disk disk = {
		.driver = driver, .function = &function,
		.use = {.depth = 1, .bytes = 1 << 20,
			.completion = (enum disk_completion)rng_below(&random_device_rng, 2)},
		.message = rng_below(&random_device_rng, 2) == 0 ? PCI_MESSAGE_MSIX : PCI_LINE,
	};
	int error;

	random_device_make();
	if (driver->list != NULL && rng_below(&random_device_rng, 2) == 0)
		list_units(&disk);
	error = driver->open(&disk);
	assert_true(error <= 0);
	opens += error == 0;
	if (error == 0)
		driver->silence(&disk);
	if (error == 0 && disk.facts.depth >= disk.use.depth)
		use_some(driver, &disk);
	driver->close(&disk);
	free_blocks();
}

/* Only virtio opens. An NVMe controller would have to answer each command, and an AHCI port would
 * have to clear its errors. */
static void drive_often(const struct disk_driver *driver)
{
	random_device_begin(14, TELLING_WORD);
	fails = opens = lists = 0;
	for (unsigned round = 0; round < ROUNDS; round++)
		drive(driver);
	random_device_end();
	assert_true(fails > 0);
}

TEST(random_virtio_devices_do_not_block_the_driver)
{
	drive_often(&disk_virtio);
	assert_true(opens > 0);
}

TEST(random_nvme_controllers_do_not_block_the_driver)
{
	drive_often(&disk_nvme);
}

TEST(random_ahci_controllers_do_not_block_the_driver)
{
	drive_often(&disk_ahci);
	assert_true(lists > 0);
}
