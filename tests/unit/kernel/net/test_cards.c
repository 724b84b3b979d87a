/* SPDX-License-Identifier: MIT */
/* Drivers of network cards whose registers, configuration space and memory are anything at all: opening,
 * sending, receiving and closing come to an end, and nothing outside of what a card was given is
 * touched. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/tsc.h"
#include "kernel/mm/memory.h"
#include "kernel/mm/paging.h"
#include "kernel/net/card.h"
#include "lib/rng.h"

#define REGISTERS_BYTES 0x4000u
#define SPACE_WORDS 64
#define ROUNDS 2000

static struct rng rng;
static uint32_t space[SPACE_WORDS];
static uint8_t *registers, *memory;     /* on the heap: reads outside are seen */
static uint64_t memory_bytes;

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
	(void)offset;
	(void)value;
}

/* Waits end at once; now and then a reset is over by then. */
uint64_t tsc_hz(void)
{
	if (rng_below(&rng, 2) == 0)
		memset(registers, 0, sizeof(uint64_t));
	return 1000;
}

volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why)
{
	(void)function;
	*why = "is not there";
	if (bar >= PCI_BARS || offset >= REGISTERS_BYTES || size_bytes > REGISTERS_BYTES - offset ||
	    rng_below(&rng, 20) == 0)
		return NULL;
	return registers + offset;
}

static void scribble(void *bytes, uint64_t size_bytes)
{
	static const uint64_t kinds[] = {0, UINT64_MAX, 0x0000000100000040, 0x0001000300000003};
	uint64_t *words = bytes;
	uint32_t kind = rng_below(&rng, 6);

	for (uint64_t i = 0; i < size_bytes / sizeof(*words); i++)
		words[i] = kind < sizeof(kinds) / sizeof(kinds[0]) ? kinds[kind] : rng_next(&rng);
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	assert_null(memory);
	if (rng_below(&rng, 50) == 0)
		return MEMORY_NONE;
	memory = aligned_alloc(align_bytes, size_bytes);
	memory_bytes = size_bytes;
	return (uintptr_t)memory - RAM_BASE_VIRT;
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
		capability[2] = rng_below(&rng, REGISTERS_BYTES / 4) * 4;
		capability[3] = 0x1000;
		capability[4] = rng_below(&rng, 8);
	}
}

static void use(const struct net_card *card)
{
	uint8_t packet[CARD_PACKET_BYTES] = {0};

	card->listen(true);
	for (unsigned i = 0; i < 40; i++) {
		card->send(packet);
		if (rng_below(&rng, 2) == 0)
			scribble(memory, memory_bytes);
		if (rng_below(&rng, 2) == 0)
			scribble(registers, REGISTERS_BYTES);
		assert_true(card->receive(packet, sizeof(packet)) <= sizeof(packet));
	}
	card->listen(false);
}

static void drive_often(const struct net_card *card)
{
	unsigned opens = 0, fails = 0;

	rng_seed(&rng, 15);
	registers = aligned_alloc(4096, REGISTERS_BYTES);
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct pci_function function = {0};
		const char *why;

		scribble(space, sizeof(space));
		if (rng_below(&rng, 4) != 0)
			make_virtio_space();
		scribble(registers, REGISTERS_BYTES);
		why = card->open(&function);
		assert_true(why == NULL || strlen(why) > 20);
		opens += why == NULL;
		fails += why != NULL;
		if (why == NULL)
			use(card);
		card->close();
		free(memory);
		memory = NULL;
	}
	free(registers);
	assert_true(opens > 0 && fails > 0);
}

TEST(virtio_cards_of_any_kind_come_to_an_end)
{
	drive_often(&card_virtio);
}

TEST(intels_cards_of_any_kind_come_to_an_end)
{
	drive_often(&card_e1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(virtio_cards_of_any_kind_come_to_an_end),
		cmocka_unit_test(intels_cards_of_any_kind_come_to_an_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
