/* SPDX-License-Identifier: MIT */
/* Number of interactions in a system, and the resources they wait for. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/rng.h"
#include "tests/unit/tools/flow_fixture.h"
#include "tools/flow/load/resource.h"
#include "tools/flow/load/system.h"

#define STAYS 200
#define TIMES 100

/* ---- Little's law ---- */

TEST(integral_of_the_number_in_system_equals_the_sum_of_residence_times)
{
	for (uint64_t seed = 0; seed < 50; seed++) {
		uint64_t there[TIMES] = {0}, area = 0, most = 0;
		struct residences residences = {0};
		struct littles_law law;
		struct rng rng;

		rng_seed(&rng, seed);
		for (size_t i = 0; i < STAYS; i++) {
			uint64_t begin = rng_below(&rng, TIMES), end = rng_below(&rng, TIMES);

			if (end < begin)
				continue;
			residences_add(&residences, begin, end);
			for (uint64_t time = begin; time < end; time++)
				there[time]++;
		}
		for (size_t time = 0; time < TIMES; time++) {
			area += there[time];
			most = there[time] > most ? there[time] : most;
		}
		littles_law_make(&residences, &law);
		assert_int_equal(law.area_ticks, area);
		assert_int_equal(law.residence_ticks, area);
		assert_int_equal(law.most, most);
		assert_true(littles_law_holds(&law));
		residences_free(&residences);
	}
}

TEST(departure_and_arrival_at_one_time_do_not_overlap)
{
	struct residences residences = {0};
	struct littles_law law;

	residences_add(&residences, 10, 20);
	residences_add(&residences, 20, 30);
	residences_add(&residences, 20, 20);
	littles_law_make(&residences, &law);
	assert_int_equal(law.most, 1);
	assert_int_equal(law.area_ticks, 20);
	assert_int_equal(law.begin, 10);
	assert_int_equal(law.end, 30);
	residences_free(&residences);
	littles_law_make(&residences, &law);
	assert_int_equal(law.residences, 0);
	assert_true(littles_law_holds(&law));
}

/* ---- Resources ---- */

static const struct flow_resource *find(const struct fixture *fixture,
					const struct flow_resources *resources, const char *name)
{
	char scratch[FLOW_NAME_MAX];

	for (size_t i = 0; i < resources->count; i++) {
		if (strcmp(flow_resource_name(scratch, fixture->session.log, &resources->items[i]),
			   name) == 0)
			return &resources->items[i];
	}
	fail_msg("no resource '%s'", name);
	return NULL;
}

/* Two requests for the disk overlap: the second waits in its queue for the first. */
static const struct flow_event two_on_a_disk[] = {
	EVENT(100, ACTION, 1, 0, .thread = 1),
	EVENT(100, START, 1, 0, .thread = 1, .object = CPU),
	EVENT(110, REQUEST, 1, 0, .thread = 1, .object = PORT),
	EVENT(110, DEVICE_START, 1, PORT, .thread = 1, .object = DISK),
	EVENT(110, STOP, 1, 0, .thread = 1, .object = CPU),
	EVENT(120, ACTION, 2, 0, .thread = 2),
	EVENT(120, START, 2, 0, .thread = 2, .object = CPU),
	EVENT(125, REQUEST, 2, 0, .thread = 2, .object = PORT, .flags = FLOW_BLOCKED),
	EVENT(125, STOP, 2, 0, .thread = 2, .object = CPU),
	EVENT(160, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
	EVENT(160, RESUME, 2, 0, .thread = 2, .object = DISK),
	EVENT(160, DEVICE_START, 2, PORT, .thread = 2, .object = DISK),
	EVENT(160, FINISH, 1, 0, .thread = 1),
	EVENT(210, DEVICE_END, 2, 0, .thread = 2, .object = DISK),
	EVENT(210, FINISH, 2, 0, .thread = 2),
};

TEST(queue_counts_for_its_device_and_the_most_used_resource_is_first)
{
	struct fixture fixture;
	struct flow_resources resources;
	const struct flow_resource *disk, *cpu;

	fixture_open(&fixture, two_on_a_disk, COUNT(two_on_a_disk));
	flow_resources_make(&fixture.session, NULL, 0, &resources);
	disk = find(&fixture, &resources, "disk");
	cpu = find(&fixture, &resources, "cpu");
	assert_ptr_equal(disk, &resources.items[0]);
	assert_int_equal(disk->wait_ticks, 35);
	assert_int_equal(disk->service_ticks, 50 + 50);
	assert_int_equal(disk->visits, 2);
	assert_int_equal(disk->served.residence_ticks, 100);
	assert_int_equal(disk->served.area_ticks, 100);
	assert_int_equal(disk->served.most, 1);
	assert_int_equal(disk->waiting.area_ticks, 35);
	assert_int_equal(cpu->service_ticks, 10 + 5);
	assert_int_equal(resources.response_ticks, 60 + 90);
	assert_int_equal(resources.begin, 100);
	assert_int_equal(resources.end, 210);
	assert_int_equal(resources.interactions, 2);
	flow_resources_free(&resources);
	fixture_close(&fixture);
}

/* The lock holder's work is no wait for the lock. The other threads' work is. */
static const struct flow_event two_at_a_lock[] = {
	EVENT(0, ACTION, 1, 0, .thread = 1),
	EVENT(0, BEGIN_USE, 1, 0, .thread = 1, .object = LOCK),
	EVENT(0, DEVICE_START, 1, 0, .thread = 1, .object = DISK),
	EVENT(10, ACTION, 2, 0, .thread = 2),
	EVENT(10, WAIT, 2, 0, .thread = 2, .object = LOCK, .flags = FLOW_BLOCKED),
	EVENT(10, BEGIN_USE, 2, 0, .thread = 2, .object = PORT),
	EVENT(40, DEVICE_END, 1, 0, .thread = 1, .object = DISK),
	EVENT(40, END_USE, 1, 0, .thread = 1, .object = LOCK),
	EVENT(40, RESUME, 2, 0, .thread = 2, .object = LOCK),
	EVENT(40, END_USE, 2, 0, .thread = 2, .object = PORT),
	EVENT(40, BEGIN_USE, 2, 0, .thread = 2, .object = LOCK),
	EVENT(40, FINISH, 1, 0, .thread = 1),
	EVENT(45, END_USE, 2, 0, .thread = 2, .object = LOCK),
	EVENT(45, FINISH, 2, 0, .thread = 2),
};

TEST(lock_has_waits_but_no_service)
{
	struct fixture fixture;
	struct flow_resources resources;
	const struct flow_resource *lock, *disk;

	fixture_open(&fixture, two_at_a_lock, COUNT(two_at_a_lock));
	flow_resources_make(&fixture.session, NULL, 0, &resources);
	lock = find(&fixture, &resources, "lock");
	disk = find(&fixture, &resources, "disk");
	assert_int_equal(lock->wait_ticks, 30);
	assert_int_equal(lock->service_ticks, 0);
	assert_int_equal(lock->held_ticks, 40 + 5);
	assert_int_equal(lock->served.area_ticks, 45);
	assert_int_equal(disk->service_ticks, 40);
	assert_int_equal(resources.under.count, 2);
	assert_int_equal(resources.under.items[0].object, disk->object);
	assert_int_equal(resources.under.items[0].ticks, 40);
	assert_int_equal(resources.under.items[1].object, FLOW_NONE);
	assert_int_equal(resources.under.items[1].ticks, 5);
	assert_int_equal(resources.under.items[1].lock, lock->object);
	flow_resources_free(&resources);
	fixture_close(&fixture);
}

TEST(number_in_system_counts_only_selected_interactions_of_the_kind)
{
	static const uint8_t second[] = {0, 1};
	struct fixture fixture;
	struct littles_law law;
	struct flow_expr kind;

	fixture_open(&fixture, two_at_a_lock, COUNT(two_at_a_lock));
	flow_system_make(&fixture.session, NULL, 0, NULL, &law);
	assert_int_equal(law.residences, 2);
	assert_int_equal(law.area_ticks, 40 + 35);
	assert_int_equal(law.most, 2);
	flow_system_make(&fixture.session, second, 0, NULL, &law);
	assert_int_equal(law.area_ticks, 35);
	assert_null(flow_expr_parse(&kind, "disk"));
	flow_system_make(&fixture.session, NULL, 0, &kind, &law);
	assert_int_equal(law.residences, 1);
	assert_int_equal(law.area_ticks, 40);
	flow_system_make(&fixture.session, NULL, 1, NULL, &law);
	assert_int_equal(law.residences, 0);
	flow_expr_free(&kind);
	fixture_close(&fixture);
}
