/* SPDX-License-Identifier: MIT */
/* Counting under Linux, with a scripted kernel behind perf_event_open: what it allows, what it
 * refuses, and how the counts are read. */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

#include "bench/platform.h"
#include "lib/text/errno.h"
#include "linux/pmu/perf.h"
#include "linux/pmu/pmc.h"

#define EVENTS_MAX 16

static struct {
	/* Set by the test. */
	const char *unit;               /* that the kernel has */
	int error, error_with_kernel;   /* what opening gives */
	int paranoid;
	unsigned counters;
	bool allows_rdpmc, has_no_page, is_stuck;

	/* Its state. */
	struct perf_event_mmap_page pages[EVENTS_MAX];
	bool is_open[EVENTS_MAX];
	uint64_t configs[EVENTS_MAX];
	int leaders[EVENTS_MAX];
	bool with_kernel[EVENTS_MAX];
	unsigned open, reads, moves_under_read;
	uint64_t ticks;
} linux_kernel;

uint32_t perf_unit_type(const char *unit)
{
	return linux_kernel.unit != NULL && strcmp(unit, linux_kernel.unit) == 0 ? 4 : 0;
}

int perf_paranoid(void)
{
	return linux_kernel.paranoid;
}

static int free_slot(void)
{
	for (int i = 0; i < EVENTS_MAX; i++) {
		if (!linux_kernel.is_open[i])
			return i;
	}
	abort();
}

/* One event more than there are counters opens, as it may on a real kernel, and does not count. */
int perf_open(uint32_t type, uint64_t config, bool with_kernel, int leader,
	      struct perf_event *event)
{
	int error = with_kernel ? linux_kernel.error_with_kernel : linux_kernel.error;
	int slot = free_slot();

	assert_int_equal(type, 4);
	if (error != 0)
		return error;
	linux_kernel.is_open[slot] = true;
	linux_kernel.configs[slot] = config;
	linux_kernel.leaders[slot] = leader;
	linux_kernel.with_kernel[slot] = with_kernel;
	linux_kernel.pages[slot] = (struct perf_event_mmap_page){
		.index = linux_kernel.open++ < linux_kernel.counters ? (uint32_t)slot + 1 : 0,
		.cap_user_rdpmc = linux_kernel.allows_rdpmc,
		.pmc_width = 48,
		.offset = 1000,
	};
	event->fd = slot;
	event->page = linux_kernel.has_no_page ? NULL : &linux_kernel.pages[slot];
	return 0;
}

void perf_close(struct perf_event *event)
{
	assert_true(linux_kernel.is_open[event->fd]);
	linux_kernel.is_open[event->fd] = false;
	linux_kernel.open--;
}

bool perf_read(const struct perf_event *event, uint64_t *count)
{
	linux_kernel.reads++;
	linux_kernel.ticks += linux_kernel.is_stuck ? 0 : 10000;
	*count = linux_kernel.ticks;
	return linux_kernel.pages[event->fd].index != 0;
}

/* The counter's bits are sign-extended, and it may be moved while it is read. */
uint64_t perf_rdpmc(uint32_t counter)
{
	assert_true(counter < EVENTS_MAX && linux_kernel.allows_rdpmc);
	if (linux_kernel.moves_under_read > 0) {
		linux_kernel.moves_under_read--;
		linux_kernel.pages[counter].lock++;
		linux_kernel.pages[counter].offset += 50000;
		return 77;
	}
	linux_kernel.ticks += linux_kernel.is_stuck ? 0 : 10000;
	return (linux_kernel.ticks - 500) & ((1ull << 48) - 1);
}

static int reset(void **state)
{
	(void)state;
	memset(&linux_kernel, 0, sizeof(linux_kernel));
	linux_kernel.unit = "cpu";
	linux_kernel.counters = 3;
	linux_kernel.allows_rdpmc = true;
	return 0;
}

static int check_closed(void **state)
{
	(void)state;
	platform_pmc_close();
	assert_int_equal(linux_kernel.open, 0);
	return 0;
}

static void start(void)
{
	const struct pmu_leaves leaves = {
		.family = 6, .model = 0x5e, .monitoring.eax = 4 | 4 << 8 | 48 << 16 | 7 << 24,
	};

	pmc_init(&leaves);
	assert_int_equal(linux_kernel.open, 0);
}

static void lacks(const char *why)
{
	start();
	assert_non_null(pmc_missing_reason());
	assert_non_null(strstr(pmc_missing_reason(), why));
	assert_non_null(platform_pmc_missing_reason(PMC_CYCLES));
}

static const enum pmc_event some[] = {PMC_INSTRUCTIONS, PMC_LOADS, PMC_REF_CYCLES, PMC_BRANCHES};

TEST(a_machine_without_a_unit_is_named)
{
	linux_kernel.unit = NULL;
	lacks("no unit \"cpu\": the CPU lacks it, or a virtual machine hides it");
}

TEST(a_refusal_names_perf_event_paranoid)
{
	linux_kernel.paranoid = 3;
	linux_kernel.error = linux_kernel.error_with_kernel = -13;
	lacks("kernel.perf_event_paranoid is 3: needs root, CAP_PERFMON");
}

TEST(a_kernel_without_perf_is_named)
{
	linux_kernel.error = linux_kernel.error_with_kernel = -38;
	lacks("no perf_event_open");
}

TEST(a_count_that_does_not_move_is_not_believed)
{
	linux_kernel.is_stuck = true;
	lacks("does not advance");
}

TEST(the_kernel_is_counted_too_where_that_is_allowed)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];

	start();
	assert_null(pmc_missing_reason());
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	assert_true(linux_kernel.with_kernel[0]);
	linux_kernel.error_with_kernel = -13;
	platform_pmc_close();
	start();
	assert_null(pmc_missing_reason());
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	assert_false(linux_kernel.with_kernel[0]);
}

TEST(settings_are_those_of_the_bare_machine_and_events_one_group)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];

	start();
	assert_int_equal(platform_pmc_open(some, 3, counters), 3);
	assert_int_equal(linux_kernel.configs[0], 0xc0);
	assert_int_equal(linux_kernel.configs[1], 0x81d0);
	assert_int_equal(linux_kernel.configs[2], 0x0300);
	assert_int_equal(linux_kernel.leaders[0], -1);
	assert_int_equal(linux_kernel.leaders[2], 0);
	assert_int_equal(counters[1].event, PMC_LOADS);
	assert_int_equal(counters[1].select, 0x81d0);
}

TEST(an_event_that_finds_no_counter_is_left_to_the_next_group)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];

	start();
	assert_int_equal(platform_pmc_open(some, 4, counters), 3);
	assert_int_equal(linux_kernel.open, 3);
	assert_int_equal(platform_pmc_open(some + 3, 1, counters), 1);
	assert_int_equal(linux_kernel.open, 1);
}

TEST(rdpmc_adds_the_offset_and_extends_the_sign)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	uint64_t value;

	start();
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	linux_kernel.ticks = 0;
	linux_kernel.is_stuck = true;
	platform_pmc_read(&value);
	assert_int_equal(value, 1000 - 500);
	assert_int_equal(linux_kernel.reads, 0);
}

TEST(a_counter_that_moves_while_it_is_read_is_read_again)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	uint64_t value;

	start();
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	linux_kernel.ticks = 0;
	linux_kernel.is_stuck = true;
	linux_kernel.moves_under_read = 2;
	platform_pmc_read(&value);
	assert_int_equal(value, 1000 + 2 * 50000 - 500);
}

TEST(an_event_that_lost_its_counter_is_unread)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	uint64_t value;

	start();
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	linux_kernel.pages[0].index = 0;
	platform_pmc_read(&value);
	assert_true(value == PLATFORM_PMC_UNREAD);
}

TEST(without_rdpmc_counts_are_read_by_a_call)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	uint64_t value;

	linux_kernel.allows_rdpmc = false;
	start();
	assert_null(pmc_missing_reason());
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	linux_kernel.reads = 0;
	platform_pmc_read(&value);
	assert_int_equal(linux_kernel.reads, 1);
	linux_kernel.has_no_page = true;
	assert_int_equal(platform_pmc_open(some, 2, counters), 2);
}

TEST(an_event_whose_page_can_not_be_mapped_is_not_counted_by_rdpmc)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];

	start();
	linux_kernel.has_no_page = true;
	assert_int_equal(platform_pmc_open(some, 1, counters), 0);
}

TEST(registers_of_the_kernel_and_unknown_events_are_named)
{
	start();
	assert_null(platform_pmc_missing_reason(PMC_CYCLES));
	assert_non_null(strstr(platform_pmc_missing_reason(PMC_APERF), "belongs to the kernel"));
	assert_non_null(strstr(platform_pmc_missing_reason(PMC_DTLB_MISSES),
			       "not available on this CPU"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
#define CHECKED(test) cmocka_unit_test_setup_teardown(test, reset, check_closed)
		CHECKED(a_machine_without_a_unit_is_named),
		CHECKED(a_refusal_names_perf_event_paranoid),
		CHECKED(a_kernel_without_perf_is_named),
		CHECKED(a_count_that_does_not_move_is_not_believed),
		CHECKED(the_kernel_is_counted_too_where_that_is_allowed),
		CHECKED(settings_are_those_of_the_bare_machine_and_events_one_group),
		CHECKED(an_event_that_finds_no_counter_is_left_to_the_next_group),
		CHECKED(rdpmc_adds_the_offset_and_extends_the_sign),
		CHECKED(a_counter_that_moves_while_it_is_read_is_read_again),
		CHECKED(an_event_that_lost_its_counter_is_unread),
		CHECKED(without_rdpmc_counts_are_read_by_a_call),
		CHECKED(an_event_whose_page_can_not_be_mapped_is_not_counted_by_rdpmc),
		CHECKED(registers_of_the_kernel_and_unknown_events_are_named),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
