/* SPDX-License-Identifier: MIT */
/* Configuration space, read by words, and other accesses. */
#include "tests/unit/kernel/dev/pci/random_device.h"

#include <stdlib.h>

#include "kernel/dev/pci/config.h"
#include "kernel/dev/pci/function.h"

#define SPACE_WORDS 64

struct rng random_device_rng;
uint8_t *random_device_registers;

static uint32_t space[SPACE_WORDS];
static uint64_t meaningful;

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

void random_device_begin(uint64_t seed, uint64_t meaningful_word)
{
	rng_seed(&random_device_rng, seed);
	meaningful = meaningful_word;
	random_device_registers = aligned_alloc(4096, RANDOM_DEVICE_REGISTERS_BYTES);
	assert_non_null(random_device_registers);
}

void random_device_end(void)
{
	free(random_device_registers);
}

void random_device_write(void *bytes, uint64_t size_bytes)
{
	const uint64_t kinds[] = {0, UINT64_MAX, 0x0000000100000040, meaningful};
	uint64_t *words = bytes;
	uint32_t kind = rng_below(&random_device_rng, 6);

	for (uint64_t i = 0; i < size_bytes / sizeof(*words); i++)
		words[i] = kind < sizeof(kinds) / sizeof(kinds[0]) ? kinds[kind]
								   : rng_next(&random_device_rng);
}

/* Virtio 1.1, 4.1.4, "Virtio Structure PCI Capabilities": common, notification and device. */
static void make_virtio_space(void)
{
	static const uint8_t kinds[] = {1, 2, 4};
	struct rng *rng = &random_device_rng;

	space[1] |= 1u << 20;
	space[0x34 / 4] = 0x40;
	for (unsigned i = 0; i < sizeof(kinds); i++) {
		uint32_t *capability = &space[(0x40 + 0x20 * i) / 4];
		uint32_t next = i + 1 < sizeof(kinds) ? 0x40 + 0x20 * (i + 1) : 0;

		capability[0] = (uint32_t)kinds[i] << 24 | 0x14u << 16 | next << 8 | 0x09;
		capability[1] = rng_below(rng, 7);
		capability[2] = rng_below(rng, RANDOM_DEVICE_REGISTERS_BYTES / 4) * 4
				<< rng_below(rng, 2);
		capability[3] = 0x1000;
		capability[4] = rng_below(rng, 8);
	}
}

void random_device_make(void)
{
	random_device_write(space, sizeof(space));
	if (rng_below(&random_device_rng, 4) != 0)
		make_virtio_space();
	random_device_write(random_device_registers, RANDOM_DEVICE_REGISTERS_BYTES);
}

volatile void *random_device_registers_at(unsigned bar, uint64_t offset, uint64_t size_bytes)
{
	if (bar >= PCI_BARS || offset >= RANDOM_DEVICE_REGISTERS_BYTES ||
	    size_bytes > RANDOM_DEVICE_REGISTERS_BYTES - offset)
		return NULL;
	return random_device_registers + offset;
}
