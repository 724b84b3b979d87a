/* SPDX-License-Identifier: MIT */
/* Executes the instructions on the host's CPU, where they are not privileged. */
#include "tests/unit/unit.h"

#include <stdint.h>

#include "kernel/machine/extended_state.h"

static void set_register(uint64_t value)
{
	__asm__ volatile("movq %0, %%xmm7" : : "r"(value) : "xmm7");
}

static uint64_t read_register(void)
{
	uint64_t value;

	__asm__ volatile("movq %%xmm7, %0" : "=r"(value));
	return value;
}

TEST(registers_return_with_their_values)
{
	static _Alignas(64) char areas[2][EXTENDED_STATE_BYTES];
	const struct extended_state_way *way = extended_state_best();
	uint64_t values[2];

	if (way == NULL)
		skip();
	set_register(111);
	way->save(areas[0]);
	set_register(222);
	way->save(areas[1]);
	way->restore(areas[0]);
	values[0] = read_register();
	way->restore(areas[1]);
	values[1] = read_register();
	assert_int_equal(values[0], 111);
	assert_int_equal(values[1], 222);
}
