/* SPDX-License-Identifier: MIT */
/* Drivers of network cards whose registers, configuration space and memory are anything at all:
 * opening, sending, receiving and closing come to an end, and nothing outside of what a card was
 * given is touched. */
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

#include "kernel/dev/tsc.h"
#include "kernel/mm/memory.h"
#include "kernel/mm/paging.h"
#include "kernel/net/card.h"
#include "tests/unit/kernel/dev/pci/pretended.h"

/* Of pretended_begin(). */
#define TELLING_WORD 0x0001000300000003
#define ROUNDS 2000

static uint8_t *memory;         /* on the heap: reads outside are seen */
static uint64_t memory_bytes;

/* ---- The machine ---- */

/* Waits end at once; now and then a reset is over by then. */
uint64_t tsc_hz(void)
{
	if (rng_below(&pretended_rng, 2) == 0)
		memset(pretended_registers, 0, sizeof(uint64_t));
	return 1000;
}

volatile void *pci_registers(struct pci_function *function, unsigned bar, uint64_t offset,
			     uint64_t size_bytes, const char **why)
{
	(void)function;
	*why = "is not there";
	if (rng_below(&pretended_rng, 20) == 0)
		return NULL;
	return pretended_registers_at(bar, offset, size_bytes);
}

uint64_t memory_alloc(uint64_t size_bytes, uint64_t align_bytes)
{
	assert_null(memory);
	if (rng_below(&pretended_rng, 50) == 0)
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
		if (rng_below(&pretended_rng, 2) == 0)
			pretended_scribble(memory, memory_bytes);
		if (rng_below(&pretended_rng, 2) == 0)
			pretended_scribble(pretended_registers, PRETENDED_REGISTERS_BYTES);
		assert_true(card->receive(packet, sizeof(packet)) <= sizeof(packet));
	}
	card->listen(false);
}

static void drive_often(const struct net_card *card)
{
	unsigned opens = 0, fails = 0;

	pretended_begin(15, TELLING_WORD);
	for (unsigned round = 0; round < ROUNDS; round++) {
		struct pci_function function = {0};
		const char *why;

		pretended_make();
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
	pretended_end();
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
