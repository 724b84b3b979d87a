/* SPDX-License-Identifier: MIT */
/* Linux's lists of nodes and CPUs. */
#include "tests/unit/unit.h"

#include "bench/platform.h"
#include "linux/nodes.h"
#include "linux/schedule.h"

int schedule_number(uint32_t cpu)
{
	return (int)cpu;
}

uint32_t schedule_cpu_count(void)
{
	return 1;
}

uint32_t platform_cpu(void)
{
	return 0;
}

TEST(list_has_the_numbers_of_its_ranges)
{
	static const char list[] = "0-3,8,10-11";
	static const unsigned long members[] = {0, 3, 8, 10, 11}, others[] = {4, 7, 9, 12};

	for (size_t i = 0; i < COUNT(members); i++)
		assert_true(nodes_list_has(list, members[i]));
	for (size_t i = 0; i < COUNT(others); i++)
		assert_false(nodes_list_has(list, others[i]));
}

TEST(empty_or_malformed_list_has_no_number)
{
	static const char *const lists[] = {"", "-", "x", ",,", "-1"};

	for (size_t i = 0; i < COUNT(lists); i++)
		assert_false(nodes_list_has(lists[i], 0));
}
