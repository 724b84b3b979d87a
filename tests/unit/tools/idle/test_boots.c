/* SPDX-License-Identifier: MIT */
/* How often `bareline idle` reports a difference between two systems. In made-up boots a tick makes
 * one gap or two, and its length depends on that of the previous tick. Boots of one kernel differ
 * too. Seeds are fixed, so each rate is one number. */
#include "tests/unit/unit.h"

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>
#include <math.h>

#include "tests/unit/tools/cells.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/topic/idle/systems.h"

#define SYSTEMS 2
#define BOOTS_MAX 5
#define PASSES 200
#define TICK_PASSES 5                   /* passes from one tick to the next */
#define TICKS (PASSES / TICK_PASSES)
#define LENGTH 20000                    /* of a tick */
#define SPLIT 0.3                       /* part of a split tick in its first gap */

#define PAIRS (unit_trials(50, 200))

static const struct idle_settings settings = {.min_gap = -1, .limit = -1, .figures.power = 1};

/* A kernel: boots differ, and the ticks of a boot correlate. */
struct kernel {
	double length, boot_sigma, tick_sigma, correlation;
};

/* The clock's phase decides how many ticks of a boot are split. */
static void add_boot(struct result *result, const struct kernel *kernel, gsl_rng *rng)
{
	static struct injected injected[2 * TICKS];
	double boot = kernel->length * (1 + gsl_ran_gaussian(rng, kernel->boot_sigma));
	double split_share = gsl_rng_uniform(rng), state = 0;
	double fresh = sqrt(1 - kernel->correlation * kernel->correlation);
	size_t count = 0;

	for (size_t i = 0; i < TICKS; i++) {
		size_t pass = TICK_PASSES * i + 1;
		uint64_t ticks, part;

		state = kernel->correlation * state + fresh * gsl_ran_gaussian(rng, 1);
		ticks = (uint64_t)(boot * fmax(0.2, 1 + kernel->tick_sigma * state));
		part = (uint64_t)(SPLIT * (double)ticks);
		if (gsl_rng_uniform(rng) >= split_share) {
			injected[count++] = (struct injected){pass, ticks, IDLE_LOG_TIMER, 0};
			continue;
		}
		injected[count++] = (struct injected){pass, part, IDLE_LOG_TIMER, 0};
		injected[count++] = (struct injected){pass + 1, ticks - part, IDLE_LOG_TIMER, 0};
	}
	idle_log_run(result, &(struct idle_log_options){.point = "", .passes = PASSES}, injected,
		     count);
}

/* ---- Pairs ---- */

static struct result *results[SYSTEMS][BOOTS_MAX];
static struct analysis *analyses[SYSTEMS][BOOTS_MAX];
static struct idle_view views[SYSTEMS][BOOTS_MAX];

static void boot_system(size_t system, const struct kernel *kernel, size_t boots, gsl_rng *rng)
{
	for (size_t i = 0; i < boots; i++) {
		results[system][i] = idle_log_begin("real", "idle.profile");
		add_boot(results[system][i], kernel, rng);
		idle_log_end(results[system][i]);
		analyses[system][i] = analysis_new_quick(results[system][i]);
		idle_view_make(analyses[system][i], &settings, &views[system][i]);
	}
}

static void free_system(size_t system, size_t boots)
{
	for (size_t i = 0; i < boots; i++) {
		idle_view_free(&views[system][i]);
		analysis_free(analyses[system][i]);
		result_free(results[system][i]);
	}
}

/* The difference that the table shows. */
static struct quantity difference(const struct kernel *first, const struct kernel *other,
				  size_t boots, gsl_rng *rng)
{
	struct idle_system items[SYSTEMS];
	struct quantity more;
	struct tables tables;

	boot_system(0, first, boots, rng);
	boot_system(1, other, boots, rng);
	for (size_t i = 0; i < SYSTEMS; i++)
		items[i] = (struct idle_system){
			.name = i == 0 ? "first" : "other", .view = &views[i][0],
			.more = &views[i][1], .more_count = boots - 1,
		};
	tables_init(&tables, "a test");
	topic_idle_systems(&tables, &(struct idle_systems){items, SYSTEMS, &settings, true, false});
	more = *cells_at(&tables, "gap-causes", 1, "more_per_second")->quantity;
	tables_free(&tables);
	free_system(0, boots);
	free_system(1, boots);
	return more;
}

/* Pairs whose interval excludes 0. */
static size_t count_findings(const struct kernel *first, const struct kernel *other, size_t boots)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);
	size_t found = 0;

	for (size_t i = 0; i < PAIRS; i++) {
		struct quantity more = difference(first, other, boots, rng);

		assert_int_equal(more.interval, INTERVAL_95);
		found += more.low > 0 || more.high < 0;
	}
	gsl_rng_free(rng);
	print_message("%zu of %zu pairs differ\n", found, PAIRS);
	return found;
}

/* Boots that do not differ, usual ones, and those of a slower kernel. */
static const struct kernel steady = {LENGTH, 0, 0.2, 0.7};
static const struct kernel usual = {LENGTH, 0.05, 0.2, 0.7};
static const struct kernel slower = {1.5 * LENGTH, 0.05, 0.2, 0.7};

/* The test's level is 2.9 % with four boots a side, 3.2 % with five. */
TEST(boots_of_one_kernel_rarely_differ)
{
	assert_true(count_findings(&steady, &steady, 4) * 100 <= PAIRS * 5);
	assert_true(count_findings(&usual, &usual, 5) * 100 <= PAIRS * 5);
}

TEST(slower_kernel_is_found)
{
	assert_true(count_findings(&usual, &slower, 5) * 100 >= PAIRS * 99);
}

TEST(interval_needs_four_boots)
{
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_taus2);

	assert_int_equal(difference(&usual, &slower, 1, rng).interval, INTERVAL_NONE);
	assert_int_equal(difference(&usual, &slower, 3, rng).interval, INTERVAL_NONE);
	gsl_rng_free(rng);
}
