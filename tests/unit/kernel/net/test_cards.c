/* SPDX-License-Identifier: MIT */
/* Network card drivers on cards with random registers, configuration space and memory. Opening,
 * sending, receiving and closing must end, and only memory given to the card may be accessed. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/machine/clock.h"
#include "kernel/machine/paging.h"
#include "kernel/mm/memory.h"
#include "kernel/net/card.h"
#include "tests/unit/kernel/dev/pci/random_device.h"

/* The meaningful_word of random_device_begin(). */
#define TELLING_WORD 0x0001000300000003
#define ROUNDS 2000

static uint8_t *memory;         /* on the heap: the sanitizer finds reads outside it */
static uint64_t memory_bytes;

/* ---- The machine ---- */

/* Waits end at once. Sometimes a reset has completed by then. */
uint64_t clock_limit_hz(void)
{
	if (rng_below(&random_device_rng, 2) == 0)
		memset(random_device_registers, 0, sizeof(uint64_t));
	return 1000;
}

volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why)
{
	(void)function;
	*why = "is not there";
	if (rng_below(&random_device_rng, 20) == 0)
		return NULL;
	return random_device_registers_at(bar, offset, size_bytes);
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	assert_null(memory);
	if (rng_below(&random_device_rng, 50) == 0)
		return MEMORY_NONE;
	memory = aligned_alloc(align_bytes, size_bytes);
	memory_bytes = size_bytes;
	return (uintptr_t)memory - RAM_BASE_VIRT;
}

/* ---- The test ---- */

static void use(const struct net_card *card)
{
	uint8_t packet[CARD_PACKET_BYTES] = {0};

	card->listen(true);
	for (unsigned i = 0; i < 40; i++) {
		card->send(packet);
		if (rng_below(&random_device_rng, 2) == 0)
			random_device_write(memory, memory_bytes);
		if (rng_below(&random_device_rng, 2) == 0)
			random_device_write(random_device_registers, RANDOM_DEVICE_REGISTERS_BYTES);
		assert_true(card->receive(packet, sizeof(packet)) <= sizeof(packet));
	}
	card->listen(false);
}

static void drive_often(const struct net_card *card)
{
	unsigned opens = 0, fails = 0;

	random_device_begin(15, TELLING_WORD);
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct pci_function function = {0};
		const char *why;

		random_device_make();
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
	random_device_end();
	assert_true(opens > 0 && fails > 0);
}

TEST(random_virtio_cards_do_not_block_the_driver)
{
	drive_often(&card_virtio);
}

TEST(random_intel_cards_do_not_block_the_driver)
{
	drive_often(&card_e1000);
}
