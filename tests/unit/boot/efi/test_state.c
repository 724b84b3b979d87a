/* SPDX-License-Identifier: MIT */
/* Saving, restoring and comparing the state of made-up devices. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

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

static void changed_state_is_restored_in_reverse_order(void **state)
{
	char text[64];

	(void)state;
	one = 9;
	pair[1] = 9;
	state_restore(list, &before);
	state_save(list, &after);
	assert_string_equal(order, "21");
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 0);
	assert_string_equal(text, "");
}

static void difference_is_named_with_both_values(void **state)
{
	char text[64];

	(void)state;
	one = 0x10;
	pair[1] = 0x20;
	state_save(list, &after);
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 2);
	assert_string_equal(text, "one[0] 0x1, now 0x10; pair[1] 0x3, now 0x20");
}

static void different_number_of_values_is_a_difference(void **state)
{
	char text[64];

	(void)state;
	pair_count = 1;
	state_save(list, &after);
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 1);
	assert_string_equal(text, "pair[0] 0x2, now 0x1");
}

static void differences_that_do_not_fit_are_counted(void **state)
{
	char text[8];

	(void)state;
	one = 0x10;
	pair[0] = pair[1] = 0x20;
	state_save(list, &after);
	assert_int_equal(state_compare(list, &before, &after, text, sizeof(text)), 3);
	assert_string_equal(text, "one[0] ");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup(changed_state_is_restored_in_reverse_order, set_up),
		cmocka_unit_test_setup(difference_is_named_with_both_values, set_up),
		cmocka_unit_test_setup(different_number_of_values_is_a_difference, set_up),
		cmocka_unit_test_setup(differences_that_do_not_fit_are_counted, set_up),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
