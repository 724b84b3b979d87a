/* SPDX-License-Identifier: MIT */
/* The lists of restored machine state, with a fake for each part that state.h declares. Each part
 * must be saved once, and restored once in reverse order. Firmware would miss a part that the lists
 * omit, which only a real machine would show. */
#include "tests/unit/unit.h"

#include <string.h>

#include "boot/efi/state.h"

#define PARTS_OF_CPU(PART) PART(control) PART(debug) PART(msrs) PART(counters) PART(lapic)
#define PARTS_OF_MACHINE(PART) \
	PART(timer) PART(pic) PART(ioapics) PART(pit) PART(hpet) PART(rtc) PART(i8042) \
	PART(serial) PART(screen)

#define CALLS_MAX 64

static const char *saved[CALLS_MAX], *restore[CALLS_MAX];
static unsigned saved_count, put_back_count;

#define STAND_IN(part) \
	unsigned state_save_##part(uint64_t *to) \
	{ \
		saved[saved_count++] = #part; \
		*to = saved_count; \
		return 1; \
	} \
	void state_restore_##part(const uint64_t *from, unsigned count) \
	{ \
		assert_int_equal(count, 1); \
		assert_string_equal(saved[*from - 1], #part); \
		restore[put_back_count++] = #part; \
	}

PARTS_OF_CPU(STAND_IN)
PARTS_OF_MACHINE(STAND_IN)

#define NAME(part) #part,

static void assert_list(const struct state_entry *list, const char *const *parts, unsigned count)
{
	static struct state state;

	saved_count = put_back_count = 0;
	state_save(list, &state);
	state_restore(list, &state);
	assert_int_equal(put_back_count, saved_count);
	for (unsigned i = 0; i < count; i++) {
		if (i >= saved_count || strcmp(saved[i], parts[i]) != 0)
			fail_msg("%s is not in the list, or not at its place", parts[i]);
		assert_string_equal(restore[put_back_count - 1 - i], parts[i]);
	}
	assert_int_equal(saved_count, count);
}

TEST(every_part_of_a_cpu_is_saved_and_restored)
{
	static const char *const parts[] = {PARTS_OF_CPU(NAME)};

	assert_list(state_of_cpu, parts, sizeof(parts) / sizeof(parts[0]));
}

/* The firmware's timer is restored after the clock that it depends on. */
TEST(every_part_of_a_machine_is_saved_and_restored)
{
	static const char *const parts[] = {PARTS_OF_MACHINE(NAME)};

	assert_list(state_of_machine, parts, sizeof(parts) / sizeof(parts[0]));
}

TEST(entries_have_unique_names)
{
	for (const struct state_entry *entry = state_of_machine; entry->name != NULL; entry++) {
		for (const struct state_entry *other = entry + 1; other->name != NULL; other++)
			assert_string_not_equal(entry->name, other->name);
	}
}
