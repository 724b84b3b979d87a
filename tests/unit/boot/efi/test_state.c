/* SPDX-License-Identifier: MIT */
/* Saving, restoring and comparing the state of made-up devices. */
#include "tests/unit/unit.h"

#include <stddef.h>
#include <string.h>

#include "boot/efi/state.h"

static uint64_t one, pair[2];
static unsigned pair_count = 2;
static char order[8];

static unsigned save_one(uint64_t *to)
{
	to[0] = one;
	return 1;
}

static void put_back_one(const uint64_t *from, unsigned count)
{
	assert_int_equal(count, 1);
	strcat(order, "1");
	one = from[0];
}

static unsigned save_pair(uint64_t *to)
{
	memcpy(to, pair, pair_count * sizeof(pair[0]));
	return pair_count;
}

static void put_back_pair(const uint64_t *from, unsigned count)
{
	strcat(order, "2");
	memcpy(pair, from, count * sizeof(pair[0]));
}

static unsigned save_none(uint64_t *to)
{
	(void)to;
	return 0;
}

static void put_back_none(const uint64_t *from, unsigned count)
{
	(void)from;
	(void)count;
	fail_msg("nothing was saved");
}

static const struct state_entry list[] = {
	{"one", save_one, put_back_one},
	{"none", save_none, put_back_none},
	{"pair", save_pair, put_back_pair},
	{0},
};

static struct state before, after;

static int set_up(void **state)
{
	(void)state;
	one = 1;
	pair[0] = 2;
	pair[1] = 3;
	pair_count = 2;
	order[0] = '\0';
	state_save(list, &before);
	return 0;
}

TEST_WITH(changed_state_is_restored_in_reverse_order, set_up, NULL)
{
	char text[64];

	one = 9;
	pair[1] = 9;
	state_restore(list, &before);
	state_save(list, &after);
	assert_string_equal(order, "21");
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 0);
	assert_string_equal(text, "");
}

TEST_WITH(difference_is_named_with_both_values, set_up, NULL)
{
	char text[64];

	one = 0x10;
	pair[1] = 0x20;
	state_save(list, &after);
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 2);
	assert_string_equal(text, "one[0] 0x1, now 0x10; pair[1] 0x3, now 0x20");
}

TEST_WITH(different_number_of_values_is_a_difference, set_up, NULL)
{
	char text[64];

	pair_count = 1;
	state_save(list, &after);
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 1);
	assert_string_equal(text, "pair[0] 0x2, now 0x1");
}

TEST_WITH(differences_that_do_not_fit_are_counted, set_up, NULL)
{
	char text[8];

	one = 0x10;
	pair[0] = pair[1] = 0x20;
	state_save(list, &after);
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 3);
	assert_string_equal(text, "one[0] ");
}
