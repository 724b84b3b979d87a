/* SPDX-License-Identifier: MIT */
/* Identifiers of exports: equal for the same log, different for another. */
#include "tests/unit/unit.h"

#include <string.h>

#include "tests/unit/tools/flow_fixture.h"
#include "tools/base/sort.h"
#include "tools/flow/export/identity.h"

static uint64_t hash_of(uint64_t time)
{
	struct flow_log *log = flow_log_new("run", 1);
	struct flow_event event = {.time = time, .subtask = 1, .thread = 1};
	uint64_t hash;

	FLOW_LIST_ADD(log->events, event);
	hash = flow_identity_hash(log);
	flow_log_free(log);
	return hash;
}

TEST(equal_logs_have_equal_hashes_and_a_changed_event_changes_the_hash)
{
	assert_true(hash_of(100) == hash_of(100));
	assert_true(hash_of(100) != hash_of(101));
}

TEST(identifiers_of_a_hash_are_unique_and_not_0)
{
	static uint64_t ids[1 << 16];
	/* For the last number the sum is 0, and only 0 is mixed to 0. */
	const uint64_t hashes[] = {0, 0xcbf29ce484222325u, 1 - (uint64_t)COUNT(ids)};

	for (size_t h = 0; h < COUNT(hashes); h++) {
		for (size_t i = 0; i < COUNT(ids); i++)
			ids[i] = flow_identity_of(hashes[h], i);
		sort_numbers(ids, COUNT(ids));
		assert_true(ids[0] != 0);
		for (size_t i = 1; i < COUNT(ids); i++)
			assert_true(ids[i] != ids[i - 1]);
	}
}

TEST(uuid_has_its_version_variant_and_groups)
{
	uint8_t uuid[FLOW_UUID_BYTES];
	char text[FLOW_UUID_TEXT_BYTES];

	flow_identity_uuid(7, uuid);
	flow_identity_uuid_text(uuid, text);
	assert_int_equal(strlen(text), FLOW_UUID_TEXT_BYTES - 1);
	assert_int_equal(text[8], '-');
	assert_int_equal(text[13], '-');
	assert_int_equal(text[14], '8');
	assert_non_null(strchr("89ab", text[19]));
}
