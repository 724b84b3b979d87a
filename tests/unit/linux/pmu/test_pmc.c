/* SPDX-License-Identifier: MIT */
/* Counting under Linux with a scripted perf_event_open: permitted and refused events, and reading
 * the counts. */
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/unit.h"

#include "bench/platform.h"
#include "lib/text/errno.h"
#include "lib/x86/pmu_shape.h"
#include "linux/pmu/perf.h"
#include "linux/pmu/pmc.h"

#define EVENTS_MAX 16

static struct {
	/* Set by the test. */
	const char *unit;               /* PMU name in the kernel */
	int error, error_with_kernel;   /* result of opening */
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

/* As on a real kernel, one event more than counters may open but does not count. */
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

/* The counter is sign-extended, and may be moved during a read. */
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

static void assert_missing_reason(const char *why)
{
	start();
	assert_non_null(pmc_missing_reason());
	assert_non_null(strstr(pmc_missing_reason(), why));
	assert_non_null(platform_pmc_missing_reason(PMC_CYCLES));
}

static const enum pmc_event some[] = {PMC_INSTRUCTIONS, PMC_LOADS, PMC_REF_CYCLES, PMC_BRANCHES};

TEST_WITH(machine_without_a_pmu_is_reported, reset, check_closed)
{
	linux_kernel.unit = NULL;
	assert_missing_reason("no unit \"cpu\": the CPU lacks it, "
			      "or a virtual machine hides it");
}

TEST_WITH(refusal_names_perf_event_paranoid, reset, check_closed)
{
	linux_kernel.paranoid = 3;
	linux_kernel.error = linux_kernel.error_with_kernel = -13;
	assert_missing_reason("kernel.perf_event_paranoid is 3: needs root, CAP_PERFMON");
}

TEST_WITH(kernel_without_perf_is_reported, reset, check_closed)
{
	linux_kernel.error = linux_kernel.error_with_kernel = -38;
	assert_missing_reason("no perf_event_open");
}

TEST_WITH(stuck_counter_is_rejected, reset, check_closed)
{
	linux_kernel.is_stuck = true;
	assert_missing_reason("does not advance");
}

TEST_WITH(kernel_mode_is_counted_too_if_permitted, reset, check_closed)
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

TEST_WITH(event_settings_equal_those_on_bare_metal_and_events_form_one_group, reset, check_closed)
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

TEST_WITH(event_without_a_free_counter_is_left_to_the_next_group, reset, check_closed)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];

	start();
	assert_int_equal(platform_pmc_open(some, 4, counters), 3);
	assert_int_equal(linux_kernel.open, 3);
	assert_int_equal(platform_pmc_open(some + 3, 1, counters), 1);
	assert_int_equal(linux_kernel.open, 1);
}

TEST_WITH(rdpmc_value_is_sign_extended_and_added_to_the_offset, reset, check_closed)
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

TEST_WITH(counter_that_moves_during_a_read_is_read_again, reset, check_closed)
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

TEST_WITH(event_that_lost_its_counter_has_no_value, reset, check_closed)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];
	uint64_t value;

	start();
	assert_int_equal(platform_pmc_open(some, 1, counters), 1);
	linux_kernel.pages[0].index = 0;
	platform_pmc_read(&value);
	assert_true(value == PLATFORM_PMC_UNREAD);
}

TEST_WITH(counts_are_read_by_system_call_without_rdpmc, reset, check_closed)
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

TEST_WITH(event_without_a_mapped_page_is_not_counted_by_rdpmc, reset, check_closed)
{
	struct platform_pmc counters[PLATFORM_PMC_MAX];

	start();
	linux_kernel.has_no_page = true;
	assert_int_equal(platform_pmc_open(some, 1, counters), 0);
}

TEST_WITH(missing_reason_names_kernel_registers_and_unsupported_events, reset, check_closed)
{
	start();
	assert_null(platform_pmc_missing_reason(PMC_CYCLES));
	assert_non_null(strstr(platform_pmc_missing_reason(PMC_APERF), "belongs to the kernel"));
	assert_non_null(strstr(platform_pmc_missing_reason(PMC_DTLB_MISSES),
			       "not available on this CPU"));
}
