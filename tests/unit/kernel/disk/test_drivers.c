/* SPDX-License-Identifier: MIT */
/* Drivers on devices whose registers, configuration space and answers are anything at all: opening,
 * reading and closing come to an end, and nothing outside of what a device was given is touched. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "kernel/dev/tsc.h"
#include "kernel/disk/disk.h"
#include "lib/rng.h"
#include "lib/text/errno.h"

#define REGISTERS_BYTES 0x4000u
#define SPACE_WORDS 64
#define BLOCKS_MAX 16
#define LOOKS 50
#define ROUNDS 2000

static struct rng rng;
static uint32_t space[SPACE_WORDS];
static uint8_t *registers;              /* on the heap: reads outside are seen */
static void *blocks[BLOCKS_MAX];
static uint64_t block_bytes[BLOCKS_MAX];
static unsigned block_count;
static unsigned fails, opens;

/* ---- The machine ---- */

uint32_t pci_config_read(struct pci_address address, unsigned offset)
{
	(void)address;
	assert_true(offset % 4 == 0 && offset < sizeof(space));
	return space[offset / 4];
}

void pci_config_write(struct pci_address address, unsigned offset, uint32_t value)
{
	(void)address;
	(void)value;
	assert_true(offset % 4 == 0 && offset < sizeof(space));
}

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
	if (bar >= PCI_BARS || offset >= REGISTERS_BYTES || size_bytes > REGISTERS_BYTES - offset) {
		disk_fail(disk, -EIO, "no such registers");
		return NULL;
	}
	return registers + offset;
}

/* What a device may write to is full of what it wrote. Words of some kinds are such that a driver
 * takes them for a queue of 64 entries and virtio 1, or for ports with a disk. */
static void scribble(void *bytes, uint64_t size_bytes)
{
	static const uint64_t kinds[] = {0, UINT64_MAX, 0x0000000100000040, 0x0000010180000003};
	uint64_t *words = bytes;
	uint32_t kind = rng_below(&rng, 6);

	for (uint64_t i = 0; i < size_bytes / sizeof(*words); i++)
		words[i] = kind < sizeof(kinds) / sizeof(kinds[0]) ? kinds[kind] : rng_next(&rng);
}

void *disk_memory(uint64_t size_bytes, uint64_t *phys)
{
	uint64_t size = (size_bytes + 4095) / 4096 * 4096;
	void *block;

	assert_true(block_count < BLOCKS_MAX);
	block = aligned_alloc(4096, size);
	memset(block, 0, size);
	if (rng_below(&rng, 2) == 0)    /* the device has written already */
		scribble(block, size);
	block_bytes[block_count] = size;
	blocks[block_count++] = block;
	*phys = (uintptr_t)block;
	return rng_below(&rng, 50) == 0 ? NULL : block;
}

bool disk_wait_bits(const volatile uint32_t *where, uint32_t mask, uint32_t wanted)
{
	(void)*where;
	(void)mask;
	(void)wanted;
	return rng_below(&rng, 8) != 0;
}

/* ---- The test ---- */

/* Now and then one where something can be found: without it hardly any gets far. */
static void make_virtio_space(void)
{
	static const uint8_t kinds[] = {1, 2, 4};

	space[1] |= 1u << 20;
	space[0x34 / 4] = 0x40;
	for (unsigned i = 0; i < sizeof(kinds); i++) {
		uint32_t *capability = &space[(0x40 + 0x20 * i) / 4];
		uint32_t next = i + 1 < sizeof(kinds) ? 0x40 + 0x20 * (i + 1) : 0;

		capability[0] = (uint32_t)kinds[i] << 24 | 0x14u << 16 | next << 8 | 0x09;
		capability[1] = rng_below(&rng, 7);
		capability[2] = rng_below(&rng, REGISTERS_BYTES / 4) * 4 << rng_below(&rng, 2);
		capability[3] = 0x1000;
		capability[4] = rng_below(&rng, 8);
	}
}

static void read_some(const struct disk_driver *driver, struct disk *disk)
{
	for (unsigned i = 0; i < 8; i++) {
		unsigned slot = 0;
		int status = 1, found;

		driver->submit(disk, i % disk->use.depth, &(struct disk_read){
			.sector = rng_next(&rng), .bytes = 1u << (9 + i), .buffer_phys = 4096});
		for (unsigned block = 0; block < block_count && rng_below(&rng, 2) == 0; block++)
			scribble(blocks[block], block_bytes[block]);
		if (rng_below(&rng, 2) == 0)
			scribble(registers, REGISTERS_BYTES);
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
			.completion = (enum disk_completion)rng_below(&rng, 2)},
		.message = PCI_MESSAGE_MSIX,
	};
	int error;

	scribble(space, sizeof(space));
	if (rng_below(&rng, 4) != 0)
		make_virtio_space();
	scribble(registers, REGISTERS_BYTES);
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
	rng_seed(&rng, 14);
	fails = opens = 0;
	registers = aligned_alloc(4096, REGISTERS_BYTES);
	for (unsigned round = 0; round < ROUNDS; round++)
		drive(driver);
	free(registers);
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
