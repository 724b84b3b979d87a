/* SPDX-License-Identifier: MIT */
/* The table of pairs checked against the registered benchmarks. A point that has another operation
 * under an operating system must have a line, and each line must match a point. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/registry.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"
#include "tools/compare/pairs.h"

#define LINES_MAX 128
#define HOSTED_CPUS 2
#define DISK_SECTORS 8192               /* larger than the buffer cache */

static bool is_used[LINES_MAX];

/* Linked instead of the work that the coarse clock benchmark times. */
void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t iterations);

void __wrap_chain_multiply(struct bench_ctx *ctx, uint64_t iterations)
{
	(void)ctx;
	(void)iterations;
}

static int make_hosted(void **state)
{
	(void)state;
	fake_reset();
	fake.is_hosted = true;
	fake.capabilities = ~0u;
	fake.cpu_count = HOSTED_CPUS;
	fake_disk.facts.sectors = DISK_SECTORS;
	fake_disk.has_pattern = false;    /* the contents are not used and slow to make */
	return 0;
}

/* Whether the benchmark is in a suite and has another operation under an operating system. */
static bool is_different(const struct benchmark *bench)
{
	return bench->differs_hosted != NULL && bench->suites != 0;
}

static void use_points_of(const struct benchmark *bench)
{
	const struct wire_record *record;
	size_t points = 0;

	make_hosted(NULL);
	bench_run_every_point(bench->name);
	for (size_t i = 0; (record = fake_record(WIRE_series, i)) != NULL; i++) {
		const struct pair *pair = pairs_find(bench->name, record->series.point);

		if (pair == NULL)
			fail_msg("no line for %s %s", bench->name, record->series.point);
		is_used[pair - pairs] = true;
		points++;
	}
	if (points == 0)
		fail_msg("%s has no point on this machine", bench->name);
}

TEST(pairs_declare_exactly_the_points_that_differ_under_an_operating_system)
{
	assert_uint_in_range(pair_count, 1, LINES_MAX);
	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		if (is_different(registry_benchmarks[i]))
			use_points_of(registry_benchmarks[i]);
	}
	for (size_t i = 0; i < pair_count; i++) {
		if (!is_used[i])
			fail_msg("no figure is %s %s", pairs[i].bench, pairs[i].point);
	}
}

TEST(each_pair_has_a_linux_operation_and_a_note)
{
	for (size_t i = 0; i < pair_count; i++) {
		/* Some have no operation on bare metal, so no text describes it. */
		assert_int_not_equal(pairs[i].hosted, 0);
		assert_non_null(pairs[i].note);
		/* Where both sides have work that only its functions describe, a text names it. */
		if (pairs[i].metal != 0 && pairs[i].metal != PART_WORK &&
		    pairs[i].beyond[0] == '\0')
			fail_msg("%s %s: no text of what Linux also does", pairs[i].bench,
				 pairs[i].point);
	}
}

/* By the meanings of the parts. */
TEST(parts_of_an_operation_require_others)
{
	static const struct {
		unsigned part, required;
	} rules[] = {
		{PART_WAITING, PART_SWITCH}, {PART_CLEARING, PART_ALLOCATION | PART_MAPPING},
		{PART_SIGNAL, PART_CROSSING}, {PART_CALLS, PART_CROSSING},
		{PART_PROCESS, PART_LIBRARY | PART_TASK | PART_COPYING},
		{PART_LIBRARY, PART_POLICY | PART_TASK}, {PART_SPACE, PART_STATE | PART_SWITCH |
		 PART_CROSSING}, {PART_FILES, PART_CROSSING}, {PART_DISPATCH, PART_CROSSING},
		{PART_TASK, PART_LIBRARY | PART_POLICY}, {PART_CLEARING, PART_ACCOUNTING},
	};
	/* Of bare metal too. */
	static const struct {
		unsigned part, required;
	} common[] = {
		{PART_TIMER, PART_INTERRUPT}, {PART_MESSAGE, PART_SWITCH | PART_WAITING},
		{PART_ACCOUNTING, PART_MAPPING}, {PART_SPACE, PART_SWITCH | PART_CROSSING},
		{PART_COPYING, PART_ALLOCATION | PART_MAPPING | PART_ACCOUNTING | PART_TASK},
		{PART_CLEARING, PART_ALLOCATION | PART_MAPPING}, {PART_DISPATCH, PART_CROSSING},
	};

	for (size_t i = 0; i < pair_count; i++) {
		unsigned hosted = pairs[i].hosted;

		/* Linux has all parts of bare metal, and is entered for all but plain work. */
		assert_int_equal(hosted & pairs[i].metal, pairs[i].metal);
		assert_true(hosted == PART_WORK || (hosted & PART_CROSSING) != 0);
		for (size_t j = 0; j < COUNT(rules); j++) {
			if ((hosted & rules[j].part) != 0 &&
			    (hosted & rules[j].required) != rules[j].required)
				fail_msg("%s %s: rule %zu", pairs[i].bench, pairs[i].point, j);
		}
		for (size_t j = 0; j < COUNT(common); j++) {
			assert_true((pairs[i].metal & common[j].part) == 0 ||
				    (pairs[i].metal & common[j].required) == common[j].required);
			assert_true((hosted & common[j].part) == 0 ||
				    (hosted & common[j].required) == common[j].required);
		}
	}
}

/* Both sides of each benchmark whose name begins so. */
TEST(operations_of_a_family_have_its_parts)
{
	static const struct {
		const char *name;
		unsigned metal, hosted;
	} families[] = {
		{"app.", PART_WORK | PART_MESSAGE | PART_TIMER | PART_INTERRUPT | PART_WAITING |
		 PART_SWITCH, PART_POLICY},
		{"disk.read", PART_WAITING | PART_INTERRUPT, PART_DISPATCH | PART_FILES},
		{"input.", PART_WORK | PART_MESSAGE | PART_INTERRUPT | PART_WAITING, PART_DISPATCH |
		 PART_FILES | PART_POLICY},
		{"idle.validation", PART_WORK | PART_TIMER | PART_INTERRUPT | PART_WAITING |
		 PART_SWITCH, PART_DISPATCH | PART_FILES | PART_POLICY},
		{"os.process_", PART_ALLOCATION | PART_COPYING | PART_MAPPING | PART_ACCOUNTING |
		 PART_TASK, PART_PROCESS},
		{"os.thread_", PART_TASK, PART_LIBRARY | PART_POLICY | PART_CALLS},
		{"os.switch_", PART_CROSSING | PART_DISPATCH | PART_SWITCH, PART_STATE},
		{"os.pipe", PART_CROSSING | PART_DISPATCH | PART_SWITCH | PART_WAITING |
		 PART_MESSAGE, PART_STATE | PART_FILES},
		{"os.wake", 0, PART_DISPATCH | PART_WAITING | PART_STATE},
		{"os.timer", 0, PART_TIMER | PART_INTERRUPT},
		{"fault.demand_zero", PART_CROSSING | PART_LOOK_UP | PART_ALLOCATION |
		 PART_CLEARING | PART_MAPPING | PART_ACCOUNTING, 0},
		{"fault.", 0, PART_CROSSING | PART_LOOK_UP},
		{"fault.major", PART_CROSSING | PART_LOOK_UP | PART_MAPPING, PART_ACCOUNTING |
		 PART_FILES},
		{"fault.shootdown", PART_MAPPING, PART_ALLOCATION | PART_ACCOUNTING},
		{"clock.timer_latency", PART_TIMER | PART_INTERRUPT, PART_WAITING | PART_POLICY},
		{"smp.ipi", PART_INTERRUPT, PART_SIGNAL},
	};

	for (size_t i = 0; i < COUNT(families); i++) {
		size_t length = strlen(families[i].name), found = 0;

		for (size_t j = 0; j < pair_count; j++) {
			if (strncmp(pairs[j].bench, families[i].name, length) != 0)
				continue;
			found++;
			if ((pairs[j].metal & families[i].metal) != families[i].metal ||
			    (pairs[j].hosted & families[i].hosted) != families[i].hosted)
				fail_msg("%s %s: other parts", pairs[j].bench, pairs[j].point);
		}
		assert_true(found > 0);
	}
}

/* Between CPUs an interrupt wakes the other one. */
TEST(only_wakes_between_cpus_have_an_interrupt)
{
	for (size_t i = 0; i < pair_count; i++) {
		if (strcmp(pairs[i].bench, "os.wake") == 0)
			assert_int_equal((pairs[i].hosted & PART_INTERRUPT) == 0,
					 strstr(pairs[i].point, "cpu=same") != NULL);
	}
}

TEST(pairs_find_returns_the_first_line_that_matches_the_point)
{
	const struct pair *mapped = pairs_find("fault.not_present",
					       "ring=3 action=map page_bytes=4096");
	const struct pair *trapped = pairs_find("fault.not_present",
						"ring=3 action=trap page_bytes=4096");

	assert_ptr_not_equal(mapped, trapped);
	assert_string_equal(mapped->point, "action=map");
	assert_string_equal(trapped->point, "");
	assert_ptr_equal(pairs_find("fault.not_present", "action=mapped"), trapped);
	assert_ptr_equal(pairs_find("fault.not_present", "reaction=map"), trapped);
	assert_null(pairs_find("fault", "action=map"));
	assert_null(pairs_find("cpu.loop", ""));
}

TEST(demand_zero_is_comparable_and_page_mapping_is_not)
{
	assert_true(pair_is_comparable(pairs_find("fault.demand_zero", "ring=3 page_bytes=4096")));
	assert_false(pair_is_comparable(pairs_find("fault.not_present", "ring=3 action=map")));
}
