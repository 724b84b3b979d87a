/* SPDX-License-Identifier: MIT */
/* What a machine has that the others of its model do not. */
#include "tests/unit/unit.h"

#include "tests/unit/tools/messages.h"
#include "tools/base/exit_status.h"
#include "tools/fleet/changes.h"
#include "tools/fleet/values.h"

#define MACHINES 7
#define FIGURES 10
#define GIB 1073741824.0
#define ODD 2

struct made {
	struct fleet fleet;
	struct fleet_machine machines[MACHINES];
	struct fleet_model model;
	struct odd_figure figures[FIGURES];
	struct fleet_figure descriptions[FIGURES];
	struct fleet_deviation deviations[FIGURES];
	const struct fleet_machine *odd[1];
};

/* Alike in everything; the third is odd in one figure. */
static void make(struct made *made)
{
	*made = (struct made){0};
	for (size_t i = 0; i < MACHINES; i++)
		made->machines[i] = (struct fleet_machine){
			.label = "node",
			.records = "",
			.cause = "",
			.state = {.build = "b1",
				  .kernel = "",
				  .microcode = "0xf4",
				  .memory = "2 x 8 GiB DDR4-3200, 2 channels",
				  .firmware = "Firm 1.0",
				  .memory_bytes = 16 * GIB,
				  .memory_modules = 2,
				  .memory_mts = 3200,
				  .core_mhz = 3000,
				  .samples = 10000,
				  .disturbed = 2}};
	for (size_t i = 0; i < FIGURES; i++)
		made->deviations[i] = (struct fleet_deviation){
			.machine = ODD, .figure = i, .boots = 5, .change = 0.5};
	made->machines[ODD].odd_count = 1;
	made->machines[ODD].deviation_count = FIGURES;
	made->machines[ODD].deviations = made->deviations;
	made->model = (struct fleet_model){.count = MACHINES,
					   .is_judged = true,
					   .figures = made->figures,
					   .figure_count = FIGURES,
					   .usual = made->machines[0].state};
	made->odd[0] = &made->machines[ODD];
	for (size_t i = 0; i < FIGURES; i++)
		made->descriptions[i] = (struct fleet_figure){.bench = "made.one", .unit = "ns"};
	made->fleet = (struct fleet){.figures = made->descriptions,
				     .figure_count = FIGURES,
				     .machines = made->machines,
				     .count = MACHINES,
				     .models = &made->model,
				     .model_count = 1,
				     .odd = made->odd,
				     .odd_count = 1};
	arena_init(&made->fleet.arena, 1 << 20);
}

static void assert_cause(struct made *made, const char *expected)
{
	fleet_explain(&made->fleet, NULL);
	assert_string_equal(made->machines[ODD].cause, expected);
	assert_string_equal(made->machines[0].cause, "");
	assert_string_equal(made->machines[0].records, "");
	arena_free(&made->fleet.arena);
}

TEST(machine_like_the_others_has_no_cause)
{
	struct made made;

	make(&made);
	assert_cause(&made, "");
}

TEST(half_of_the_memory_in_one_channel)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.memory_bytes = 8 * GIB;
	made.machines[ODD].state.memory_modules = 1;
	made.machines[ODD].state.memory = "1 x 8 GiB DDR4-3200, 1 channel";
	assert_cause(&made, "8 of 16 GiB memory, in one channel: 1 module, others have several");
}

TEST(one_module_of_full_size)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.memory_modules = 1;
	made.machines[ODD].state.memory_mts = 2400;
	assert_cause(&made, "memory in one channel: 1 module, others have 2; "
			    "memory at 2400 of 3200 MT/s");
}

TEST(other_modules_of_the_same_size)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.memory = "2 x 8 GiB DDR3-3200, 2 channels";
	assert_cause(&made, "memory 2 x 8 GiB DDR3-3200, 2 channels, not "
			    "2 x 8 GiB DDR4-3200, 2 channels");
}

TEST(slower_core_clock_is_a_cause_from_two_percent)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.core_mhz = 2950;
	assert_cause(&made, "");
	make(&made);
	made.machines[ODD].state.core_mhz = 1500;
	assert_cause(&made, "core clock 1500 MHz, against 3000 MHz: throttled, or set lower");
}

TEST(updates_and_builds_are_named)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.firmware = "Firm 0.9";
	made.machines[ODD].state.microcode = "0xf0";
	made.machines[ODD].state.build = "b0";
	assert_cause(&made, "firmware Firm 0.9, not Firm 1.0; microcode 0xf0, not 0xf4; "
			    "build b0, not b1");
}

TEST(state_of_firmware_is_named_after_builds)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.build = "b0";
	made.machines[ODD].state.unlike = "turbo \"disabled\", not \"not disabled\"";
	assert_cause(&made, "build b0, not b1; state: turbo \"disabled\", not \"not disabled\"");
}

TEST(smis_are_named_before_other_disturbances)
{
	struct made made;

	make(&made);
	made.machines[ODD].state.disturbed = 100;
	assert_cause(&made, "1 % of the samples disturbed, against 0.02 %");
	make(&made);
	made.machines[ODD].state.disturbed = 100;
	made.machines[ODD].state.smis = 50;
	assert_cause(&made, "SMIs in 0.5 % of the samples, against 0 %");
	make(&made);
	for (size_t i = 0; i < MACHINES; i++)
		made.machines[i].state.smis = 1;
	made.machines[ODD].state.samples = 20000;
	made.machines[ODD].state.smis = 100;
	made.model.usual.smis = 1;
	assert_cause(&made, "SMIs in 0.5 % of the samples, against 0.01 %");
}

static void explain(void *context)
{
	fleet_explain(&((struct made *)context)->fleet, NULL);
}

/* The exit status with other usual numbers than the machines' own: of their 10000 samples two are
 * disturbed, and none by an SMI. */
static int status_of_usual(double disturbed, double smis)
{
	struct made made;
	int status;

	make(&made);
	made.machines[ODD].state.disturbed = 100;
	made.machines[ODD].state.smis = smis > 0 ? 100 : 0;
	made.model.usual.disturbed = disturbed;
	made.model.usual.smis = smis;
	status = messages_proof_status(explain, &made);
	arena_free(&made.fleet.arena);
	return status;
}

TEST(usual_share_that_is_not_of_the_machines_is_found)
{
	assert_int_equal(status_of_usual(2, 0), EXIT_GOOD);
	assert_int_equal(status_of_usual(1, 0), EXIT_FAILED);
	assert_int_equal(status_of_usual(3, 0), EXIT_FAILED);
	assert_int_equal(status_of_usual(2, 1), EXIT_FAILED);
}

TEST(unsteady_boots_are_named)
{
	struct made made;

	make(&made);
	made.figures[0].within = 1;
	made.deviations[0].spread = 10;
	assert_cause(&made, "its boots differ 10 times as much as those of others");
}

/* Two boots before, two boots since: the spread is the step's. */
static const char *cause_of_boots(struct made *made, const double values[4])
{
	static int64_t times[4] = {86400, 2 * 86400, 3 * 86400, 4 * 86400};
	struct fleet_series series = {.machine = ODD, .times = times, .count = 4};
	struct fleet_history history = {.fleet = &made->fleet, .series = &series, .count = 1};

	series.values = (double *)values;
	make(made);
	made->figures[0].within = 1;
	made->deviations[0].spread = 10;
	made->deviations[0].boots = 4;
	fleet_explain(&made->fleet, &history);
	return made->machines[ODD].cause;
}

TEST(clean_step_is_named_with_its_date_and_size)
{
	struct made made;

	assert_string_equal(cause_of_boots(&made, (double[]){100, 101, 120, 121}),
			    "a step of +19.9 % on 1970-01-04");
	arena_free(&made.fleet.arena);
	assert_string_equal(cause_of_boots(&made, (double[]){100, 120, 100, 120}),
			    "its boots differ 10 times as much as those of others");
	arena_free(&made.fleet.arena);
	assert_string_equal(cause_of_boots(&made, (double[]){100, 120, 140, 160}),
			    "its boots differ 10 times as much as those of others");
	arena_free(&made.fleet.arena);
}

/* A figure that moves bytes is shown as a rate, whose direction is the other one. */
TEST(step_of_a_rate_has_the_direction_of_the_rate)
{
	struct fleet_figure rate = {.bench = "mem.bandwidth.read", .unit = "ns", .bytes = 64};

	assert_true(fleet_is_worse(&rate, 0.25));
	assert_float_equal(fleet_shown_change(&rate, 0.25), -0.2, 1e-12);
	rate.bench = "entry.null_syscall";
	assert_true(fleet_is_worse(&rate, 0.25));
	assert_float_equal(fleet_shown_change(&rate, 0.25), 0.25, 1e-12);
	assert_false(fleet_is_worse(&rate, -0.25));
}

static void make_slow(struct made *made, size_t figures)
{
	make(made);
	for (size_t i = 0; i < MACHINES; i++)
		made->machines[i].state.core_mhz = 0;
	for (size_t i = 0; i < figures; i++)
		made->deviations[i].change = 1 + 0.001 * (double)i;
	made->machines[ODD].odd_count = figures;
}

TEST(one_factor_in_nearly_all_figures_is_a_clock)
{
	struct made made;

	make_slow(&made, FIGURES);
	assert_cause(&made, "10 of 10 metrics by one factor, 2: as with a slower clock");
	make_slow(&made, FIGURES - 2);
	assert_cause(&made, "");
	make_slow(&made, FIGURES);
	made.deviations[0].change = 0.5;
	made.deviations[1].change = 3;
	assert_cause(&made, "");
}

/* The clock is known, and is that of the others. */
TEST(one_factor_is_no_clock_if_the_clock_is_known)
{
	struct made made;

	make_slow(&made, FIGURES);
	for (size_t i = 0; i < MACHINES; i++)
		made.machines[i].state.core_mhz = 3000;
	assert_cause(&made, "");
}

TEST(machine_that_is_not_odd_has_records_but_no_cause)
{
	struct made made;

	make(&made);
	made.machines[4].state.memory_bytes = 8 * GIB;
	made.machines[4].state.core_mhz = 1500;
	fleet_explain(&made.fleet, NULL);
	assert_string_equal(made.machines[4].records, "8 of 16 GiB memory");
	assert_string_equal(made.machines[4].cause, "");
	arena_free(&made.fleet.arena);
}

/* No text and no size is usual. */
TEST(without_a_majority_nothing_differs)
{
	struct made made;

	make(&made);
	made.model.usual = (struct fleet_state){0};
	assert_cause(&made, "");
}

TEST(model_that_is_not_judged_has_no_other_records)
{
	struct made made;

	make(&made);
	made.model.is_judged = false;
	made.machines[4].state.memory_bytes = 8 * GIB;
	fleet_explain(&made.fleet, NULL);
	assert_string_equal(made.machines[4].records, "");
	arena_free(&made.fleet.arena);
}
