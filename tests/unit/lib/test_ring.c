/* SPDX-License-Identifier: MIT */
/* Rings: contents of a full ring, and the count of lost events. */
#include "tests/unit/unit.h"

#include "lib/ring.h"

#define SLOTS 4

static uint32_t memory[SLOTS + 1];

/* A ring of SLOTS numbers after putting `count`: 100, 101 and so on. */
static struct ring filled(bool overwrites, uint32_t count)
{
	struct ring ring;

	ring_init(&ring, memory, sizeof(memory) - 1, sizeof(memory[0]), overwrites);
	for (uint32_t i = 0; i < count; i++) {
		uint32_t *slot = ring_push(&ring);

		if (slot != NULL)
			*slot = 100 + i;
	}
	return ring;
}

static void assert_holds(const struct ring *ring, uint32_t first, uint64_t count, uint64_t lost)
{
	assert_int_equal(ring_count(ring), count);
	assert_int_equal(ring_lost(ring), lost);
	for (uint32_t i = 0; i < count; i++)
		assert_int_equal(*(uint32_t *)ring_at(ring, i), first + i);
}

TEST(ring_returns_events_in_order)
{
	struct ring ring = filled(false, 3);

	assert_holds(&ring, 100, 3, 0);
	ring = filled(true, 3);
	assert_holds(&ring, 100, 3, 0);
}

TEST(ring_keeps_the_newest_events_when_full)
{
	for (uint32_t count = SLOTS; count < 5 * SLOTS; count++) {
		struct ring ring = filled(true, count);

		assert_holds(&ring, 100 + count - SLOTS, SLOTS, count - SLOTS);
	}
}

TEST(ring_keeps_the_oldest_events_in_stop_mode)
{
	for (uint32_t count = SLOTS; count < 5 * SLOTS; count++) {
		struct ring ring = filled(false, count);

		assert_holds(&ring, 100, SLOTS, count - SLOTS);
	}
}

TEST(ring_without_room_loses_everything)
{
	struct ring ring;

	ring_init(&ring, memory, 3, 4, true);
	assert_null(ring_push(&ring));
	assert_int_equal(ring_count(&ring), 0);
	assert_int_equal(ring_lost(&ring), 1);
}
