/* SPDX-License-Identifier: MIT */
/* Traces with injected gaps: exactly these are found, each with its cause. Data that contradicts
 * itself is rejected. */
#include "tests/unit/unit.h"

#include <string.h>

#include "lib/rng.h"
#include "tests/unit/tools/idle_log.h"
#include "tools/idle/gaps.h"

#define PASSES 2000

static struct idle_traces traces;
static struct idle_gaps gaps;
static struct result *result;

static void load(const struct idle_log_options *options, const struct injected *injected,
		 size_t injected_count)
{
	result = idle_log_begin("real", "idle.profile");
	idle_log_run(result, options, injected, injected_count);
	idle_log_end(result);
	idle_traces_find(result, &traces);
	assert_int_equal(traces.count, 1);
	assert_int_equal(traces.malformed, 0);
	idle_gaps_find(&traces.items[0], GAP_THRESHOLD_AUTO, 0, &gaps);
}

static void unload(void)
{
	idle_gaps_free(&gaps);
	idle_traces_free(&traces);
	result_free(result);
}

static const char *cause(size_t gap)
{
	return gaps.causes[gaps.items[gap].cause].name;
}

TEST(causes_beyond_63_are_others)
{
	static struct injected injected[70];

	for (size_t i = 0; i < COUNT(injected); i++)
		injected[i] = (struct injected){2 * i + 1, 5000, 0x80 + i, 0};
	load(&(struct idle_log_options){.passes = PASSES}, injected, COUNT(injected));
	assert_int_equal(gaps.count, COUNT(injected));
	assert_int_equal(gaps.cause_count, GAP_CAUSES_MAX);
	assert_string_equal(cause(0), "vector 0x80");
	assert_string_equal(cause(62), "vector 0xbe");
	assert_string_equal(cause(63), "others");
	assert_string_equal(cause(69), "others");
	unload();
}

/* As UINT64_MAX is the end of the search for the next vector. */
TEST(largest_vector_has_no_name)
{
	const struct injected injected[] = {{3, 5000, UINT64_MAX, 0}, {9, 5000, UINT64_MAX - 1, 0}};

	load(&(struct idle_log_options){.passes = 100}, injected, 2);
	assert_int_equal(gaps.count, 2);
	assert_string_equal(cause(0), GAP_UNEXPLAINED);
	assert_string_equal(cause(1), "vector 0xfffffffffffffffe");
	unload();
}

/* Some systems record only the first instruction of a handler. */
TEST(entered_handler_counts_as_an_interrupt)
{
	const struct injected injected[] = {{3, 5000, IDLE_LOG_KEYBOARD, 0}};

	load(&(struct idle_log_options){.passes = 100}, injected, 1);
	for (size_t i = 0; i < traces.items[0].event_count; i++) {
		if (traces.items[0].events[i].kind == IDLE_EVENT_INTERRUPT)
			traces.items[0].events[i].kind = IDLE_EVENT_ENTERED;
	}
	idle_gaps_free(&gaps);
	idle_gaps_find(&traces.items[0], GAP_THRESHOLD_AUTO, 0, &gaps);
	assert_int_equal(gaps.count, 1);
	assert_int_equal(gaps.items[0].interrupts, 1);
	assert_string_equal(cause(0), "keyboard");
	unload();
}

TEST(undisturbed_trace_has_no_gap)
{
	load(&(struct idle_log_options){.passes = PASSES}, NULL, 0);
	assert_int_equal(gaps.trace->pass_count, PASSES);
	assert_int_equal(gaps.base, IDLE_LOG_PASS);
	assert_int_equal(gaps.count, 0);
	assert_int_equal(gaps.busy, 0);
	assert_int_equal(gaps.observed, (uint64_t)PASSES * IDLE_LOG_PASS);
	unload();
}

TEST(time_in_which_the_loop_slept_is_not_observed)
{
	load(&(struct idle_log_options){.passes = PASSES, .rested_ticks = 3 * IDLE_LOG_PASS}, NULL,
	     0);
	assert_int_equal(gaps.observed, (uint64_t)(PASSES - 3) * IDLE_LOG_PASS);
	unload();
	load(&(struct idle_log_options){.passes = PASSES, .rested_ticks = UINT64_MAX}, NULL, 0);
	assert_int_equal(gaps.observed, 0);
	unload();
}

/* One pass more than half of them takes 100 ticks more, the others 300, so the median is 100, the
 * interquartile range 200, and the threshold 600. The last two are given. */
static void load_spread(size_t passes, uint64_t last_but_one, uint64_t last)
{
	static struct injected injected[PASSES];

	for (size_t i = 0; i < passes; i++)
		injected[i] = (struct injected){i, i <= passes / 2 ? 100 : 300, 0, 0};
	injected[passes - 2].ticks = last_but_one;
	injected[passes - 1].ticks = last;
	load(&(struct idle_log_options){.passes = passes}, injected, passes);
}

TEST(gap_exceeds_three_interquartile_ranges_of_undisturbed_passes)
{
	load_spread(PASSES, 100 + 600, 100 + 601);
	assert_int_equal(gaps.base, IDLE_LOG_PASS + 100);
	assert_int_equal(gaps.threshold, 600);
	assert_int_equal(gaps.count, 1);
	assert_int_equal(gaps.items[0].length, 601);
	assert_ptr_equal(gaps.items[0].pass, &gaps.trace->passes[PASSES - 1]);
	idle_gaps_free(&gaps);
	idle_gaps_find(&traces.items[0], GAP_THRESHOLD_AUTO, 601, &gaps);
	assert_int_equal(gaps.threshold, 601);
	assert_int_equal(gaps.count, 0);
	idle_gaps_free(&gaps);
	idle_gaps_find(&traces.items[0], 599, 601, &gaps);
	assert_int_equal(gaps.count, 2);
	unload();
}

/* As docs/statistics.md defines them: with interpolation. */
TEST(undisturbed_pass_and_quartiles_are_interpolated)
{
	static struct injected injected[18];

	for (size_t i = 0; i < 18; i++)
		injected[i] = (struct injected){i, 100 * (i + 1), 0, 0};
	load(&(struct idle_log_options){.passes = 18}, injected, 18);
	assert_int_equal(gaps.base, IDLE_LOG_PASS + 950);
	assert_int_equal(gaps.threshold, 3 * 850);
	unload();
}

TEST(spread_needs_16_undisturbed_passes)
{
	load_spread(15, 300, 300);
	assert_int_equal(gaps.base, IDLE_LOG_PASS);
	assert_int_equal(gaps.threshold, 0);
	unload();
	load_spread(16, 300, 300);
	assert_int_equal(gaps.base, IDLE_LOG_PASS + 100);
	assert_int_equal(gaps.threshold, 600);
	unload();
}

TEST(usual_pass_of_an_even_number_is_between_the_two_middle_ones)
{
	struct injected injected[20];

	for (size_t i = 0; i < COUNT(injected); i++)
		injected[i] = (struct injected){i, i % 2 == 0 ? 100 : 300, 0, 0};
	load(&(struct idle_log_options){.passes = COUNT(injected)}, injected, COUNT(injected));
	assert_int_equal(gaps.base, IDLE_LOG_PASS + 200);
	unload();
}

TEST(gap_has_start_length_and_cause)
{
	const struct injected injected[] = {
		{3, 9760000, IDLE_LOG_KEYBOARD, 0}, {10, 500, IDLE_LOG_TIMER, 0},
		{20, 150000, 0, 1}, {21, 70, 0, 0}, {30, 80, IDLE_LOG_NAMELESS, 0},
		{31, 90, IDLE_LOG_TIMER, 2},
	};
	static const char *const causes[] = {
		"keyboard", "lapic_timer", "smi", GAP_UNEXPLAINED, "vector 0x99", "lapic_timer+smi",
	};

	load(&(struct idle_log_options){.passes = 100}, injected, 6);
	assert_int_equal(gaps.count, 6);
	for (size_t i = 0; i < 6; i++) {
		assert_int_equal(gaps.items[i].length, injected[i].ticks);
		assert_string_equal(cause(i), causes[i]);
		assert_int_equal(gaps.items[i].smis, injected[i].smis);
		assert_int_equal(gaps.items[i].interrupts, injected[i].vector != 0);
	}
	assert_int_equal(gaps.items[0].start, 3 * IDLE_LOG_PASS + IDLE_LOG_ARRIVAL);
	assert_int_equal(gaps.items[2].start, 20 * IDLE_LOG_PASS + 9760500);
	assert_int_equal(gaps.interrupts, 4);
	unload();
}

/* Random gaps in random passes, from none to every second pass. */
static size_t draw(struct rng *rng, struct injected injected[PASSES])
{
	static const uint64_t vectors[] = {0, IDLE_LOG_TIMER, IDLE_LOG_KEYBOARD, IDLE_LOG_NAMELESS};
	uint32_t distance = 2 + rng_below(rng, 200);
	size_t count = 0;

	for (size_t pass = rng_below(rng, distance); pass < PASSES;
	     pass += 2 + rng_below(rng, distance))
		injected[count++] = (struct injected){
			pass, 1 + rng_below(rng, 1u << rng_below(rng, 31)),
			vectors[rng_below(rng, 4)], rng_below(rng, 10) == 0,
		};
	return count;
}

TEST(exactly_the_injected_gaps_are_found)
{
	static struct injected injected[PASSES];
	struct rng rng;

	for (uint64_t seed = 1; seed <= 100; seed++) {
		size_t count, with_causes = 0;
		uint64_t busy = 0;

		rng_seed(&rng, seed);
		count = draw(&rng, injected);
		load(&(struct idle_log_options){.passes = PASSES,
						.block = 1 + rng_below(&rng, 300)},
		     injected, count);
		assert_int_equal(gaps.count, count);
		for (size_t i = 0; i < count; i++) {
			assert_int_equal(gaps.items[i].length, injected[i].ticks);
			assert_ptr_equal(gaps.items[i].pass,
					 &gaps.trace->passes[injected[i].pass]);
			assert_int_equal(strcmp(cause(i), GAP_UNEXPLAINED) == 0,
					 injected[i].vector == 0 && injected[i].smis == 0);
			busy += injected[i].ticks;
		}
		for (size_t i = 0; i < gaps.cause_count; i++)
			with_causes += gaps.causes[i].count;
		assert_int_equal(with_causes, count);
		assert_int_equal(gaps.busy, busy);
		assert_int_equal(gaps.observed - gaps.busy, (uint64_t)PASSES * IDLE_LOG_PASS);
		unload();
	}
}

TEST(gap_not_above_the_threshold_is_not_reported)
{
	const struct injected injected[] = {{5, 100, 0, 0}, {6, 101, 0, 0}};

	load(&(struct idle_log_options){.passes = 100}, injected, 2);
	idle_gaps_free(&gaps);
	idle_gaps_find(&traces.items[0], 100, 0, &gaps);
	assert_int_equal(gaps.count, 1);
	assert_int_equal(gaps.items[0].length, 101);
	idle_gaps_free(&gaps);
	idle_gaps_find(&traces.items[0], GAP_THRESHOLD_AUTO, 101, &gaps);
	assert_int_equal(gaps.count, 0);
	unload();
}

TEST(utilisation_is_the_share_of_non_idle_time)
{
	const struct injected injected[] = {{5, 9 * IDLE_LOG_PASS, IDLE_LOG_KEYBOARD, 0}};

	load(&(struct idle_log_options){.passes = 100}, injected, 1);
	assert_true(idle_utilisation(&gaps, &gaps.trace->passes[5]) == 0.9);
	assert_true(idle_utilisation(&gaps, &gaps.trace->passes[6]) == 0);
	unload();
}

TEST(interrupt_count_gives_the_cause_if_events_were_lost)
{
	const struct injected injected[] = {{5, 300, IDLE_LOG_KEYBOARD, 0}, {9, 300, 0, 0}};

	load(&(struct idle_log_options){.passes = 100, .loses_events = true}, injected, 2);
	assert_string_equal(cause(0), "interrupt");
	assert_string_equal(cause(1), GAP_UNEXPLAINED);
	unload();
}

/* A lost record leaves a hole. Later records keep their times. */
TEST(lost_record_does_not_move_later_gaps)
{
	const struct injected injected[] = {
		{5, 300, IDLE_LOG_KEYBOARD, 0}, {15, 400, 0, 0}, {25, 500, IDLE_LOG_TIMER, 0},
	};

	load(&(struct idle_log_options){.passes = 30, .block = 10, .lost_block = 2}, injected, 3);
	assert_int_equal(gaps.count, 2);
	assert_int_equal(gaps.trace->passes_missing, 10);
	assert_int_equal(gaps.items[1].start, 25 * IDLE_LOG_PASS + 700 + IDLE_LOG_ARRIVAL);
	assert_string_equal(cause(1), "lapic_timer");
	assert_int_equal(gaps.observed, 20 * IDLE_LOG_PASS + 800);
	unload();
}

/* From pass 50 on the clock has half its rate. */
static uint64_t slowing(size_t pass)
{
	return pass < 50 ? 2000 : 1000;
}

TEST(slower_clock_is_reported_as_a_cause)
{
	const struct injected injected[] = {
		{10, IDLE_LOG_PASS, 0, 0}, {51, IDLE_LOG_PASS, 0, 0},
		{52, 9 * IDLE_LOG_PASS, IDLE_LOG_KEYBOARD, 0},
	};

	load(&(struct idle_log_options){.passes = 60, .aperf = slowing}, injected, 3);
	assert_int_equal(gaps.count, 3);
	assert_string_equal(cause(0), GAP_UNEXPLAINED);
	assert_string_equal(cause(1), "frequency");
	assert_string_equal(cause(2), "keyboard");
	unload();
}

TEST(cycles_are_compared_with_the_available_reference)
{
	const struct injected injected[] = {{10, IDLE_LOG_PASS, 0, 0}, {51, IDLE_LOG_PASS, 0, 0}};

	load(&(struct idle_log_options){
		.passes = 60, .aperf = slowing, .readings = "smi,cycles,ref_cycles",
	}, injected, 2);
	assert_string_equal(cause(0), GAP_UNEXPLAINED);
	assert_string_equal(cause(1), "frequency");
	assert_false(gaps.has_instructions);
	unload();
	load(&(struct idle_log_options){
		.passes = 60, .aperf = slowing, .readings = "smi,cycles",
	}, injected, 2);
	assert_string_equal(cause(0), GAP_UNEXPLAINED);
	assert_string_equal(cause(1), "clock");
	unload();
}

/* The made-up CPU executes one instruction a tick. */
TEST(instructions_of_a_gap_exceed_an_undisturbed_pass)
{
	const struct injected injected[] = {{10, 700, IDLE_LOG_TIMER, 0}, {20, 900, 0, 1}};

	load(&(struct idle_log_options){
		.passes = 60, .aperf = slowing, .readings = "smi,cycles,instructions",
	}, injected, 2);
	assert_true(gaps.has_instructions);
	assert_true(gaps.instructions == IDLE_LOG_PASS);
	assert_true(gaps.items[0].instructions == 700);
	assert_true(gaps.items[1].instructions == 900);
	assert_string_equal(cause(0), "lapic_timer");
	assert_string_equal(cause(1), "smi");
	unload();
}

/* ---- Contradictory data ---- */

/* A run of one pass of 1000 ticks, whose block the test may change. */
static void load_block(void (*change)(struct wire_idle *run, struct wire_idle_passes *block))
{
	static const uint8_t zero[] = {0}, thousand[] = {0xd0, 0x0f};
	struct wire_record run = {.kind = WIRE_idle}, block = {.kind = WIRE_idle_passes};

	run.idle = (struct wire_idle){
		.id = 1, .kind = "poll", .quantum_ticks = 1000, .pass_ticks = 1000,
		.begin_tsc = 100, .end_tsc = 1100, .passes = 1,
	};
	block.idle_passes = (struct wire_idle_passes){
		.idle = 1, .n = 1, .before = {zero, 1}, .elapsed = {thousand, 2},
		.interrupts = {zero, 1},
	};
	change(&run.idle, &block.idle_passes);
	result = idle_log_begin("real", "idle.profile");
	idle_log_add(result, &run);
	idle_log_add(result, &block);
	idle_log_end(result);
	idle_traces_find(result, &traces);
}

static void honest(struct wire_idle *run, struct wire_idle_passes *block)
{
	assert_int_equal(run->id, block->idle);
}

static void begins_too_late(struct wire_idle *run, struct wire_idle_passes *block)
{
	block->at = run->end_tsc;
}

static void backwards(struct wire_idle *run, struct wire_idle_passes *block)
{
	static const uint8_t minus_one[] = {1};

	assert_int_equal(run->id, block->idle);
	block->elapsed = (struct wire_bytes){minus_one, 1};
}

static void miscounted(struct wire_idle *run, struct wire_idle_passes *block)
{
	run->passes = block->n = UINT64_MAX;
}

static void cut(struct wire_idle *run, struct wire_idle_passes *block)
{
	assert_int_equal(run->id, block->idle);
	block->elapsed.size = 1;
}

static void without_readings(struct wire_idle *run, struct wire_idle_passes *block)
{
	assert_int_equal(run->id, block->idle);
	run->readings = "aperf";
}

TEST(contradictory_block_is_omitted)
{
	static void (*const changes[])(struct wire_idle *, struct wire_idle_passes *) = {
		begins_too_late, backwards, miscounted, cut, without_readings,
	};

	load_block(honest);
	assert_int_equal(traces.items[0].pass_count, 1);
	assert_int_equal(traces.malformed, 0);
	idle_traces_free(&traces);
	result_free(result);
	for (size_t i = 0; i < sizeof(changes) / sizeof(changes[0]); i++) {
		load_block(changes[i]);
		assert_int_equal(traces.count, 1);
		assert_int_equal(traces.items[0].pass_count, 0);
		assert_int_equal(traces.malformed, 1);
		assert_true(traces.items[0].passes_missing > 0);
		idle_traces_free(&traces);
		result_free(result);
	}
}

static void ends_before_it_begins(struct wire_idle *run, struct wire_idle_passes *block)
{
	assert_int_equal(run->id, block->idle);
	run->end_tsc = run->begin_tsc - 1;
}

TEST(run_with_end_before_begin_is_omitted)
{
	load_block(ends_before_it_begins);
	assert_int_equal(traces.count, 0);
	assert_int_equal(traces.malformed, 1);
	assert_int_equal(traces.unattached, 1);
	idle_traces_free(&traces);
	result_free(result);
}

TEST(passes_without_a_run_are_counted)
{
	struct wire_record block = {.kind = WIRE_idle_passes};

	block.idle_passes.idle = 77;
	result = idle_log_begin("real", "idle.profile");
	idle_log_add(result, &block);
	idle_log_end(result);
	idle_traces_find(result, &traces);
	assert_int_equal(traces.count, 0);
	assert_int_equal(traces.unattached, 1);
	idle_traces_free(&traces);
	result_free(result);
}

/* ---- Records of a run ---- */

static void add_run(uint64_t id, struct wire_idle info)
{
	struct wire_record run = {.kind = WIRE_idle, .idle = info};

	run.idle.id = id;
	run.idle.end_tsc = run.idle.begin_tsc + 50;
	if (run.idle.readings == NULL)
		run.idle.readings = "";
	idle_log_add(result, &run);
}

/* Events of one byte per value: kind and value are below 64. */
static void add_events(uint64_t id, uint64_t first, const uint8_t *at, const uint8_t *kinds,
		       uint64_t count)
{
	struct wire_record block = {.kind = WIRE_idle_events};

	block.idle_events = (struct wire_idle_events){
		.idle = id, .first = first, .n = count, .at = {at, count}, .kind = {kinds, count},
		.value = {kinds, count},
	};
	idle_log_add(result, &block);
}

static void end_records(void)
{
	idle_log_end(result);
	idle_traces_find(result, &traces);
}

static void free_records(void)
{
	idle_traces_free(&traces);
	result_free(result);
}

/* Packed columns are differences, zigzag: 20 is +10, 19 is -10. */
TEST(events_are_sorted_by_time_and_kind)
{
	static const uint8_t late[] = {60, 0}, early[] = {20, 20};
	static const uint8_t kinds[] = {6, 3}, equal[] = {2, 0};
	static const uint64_t at[] = {10, 20, 30, 30}, kind[] = {1, 1, 1, 3};

	result = idle_log_begin("real", "idle.profile");
	add_run(1, (struct wire_idle){.events = 9, .events_lost = 2});
	add_events(1, 2, late, kinds, 2);
	add_events(1, 0, early, equal, 2);
	end_records();
	assert_int_equal(traces.malformed, 0);
	assert_int_equal(traces.items[0].event_count, 4);
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(traces.items[0].events[i].at, at[i]);
		assert_int_equal(traces.items[0].events[i].kind, kind[i]);
	}
	assert_int_equal(traces.items[0].events_missing, 9 - 2 - 4);
	free_records();
}

TEST(events_after_the_end_are_malformed)
{
	static const uint8_t first[] = {20, 20}, zeros[] = {0, 0};
	static const uint8_t beyond[] = {120, 119};

	result = idle_log_begin("real", "idle.profile");
	add_run(1, (struct wire_idle){.events = 2, .events_lost = 5});
	add_events(1, 0, first, zeros, 2);
	add_events(1, 2, beyond, zeros, 2);             /* at 60 of 50, and at 0 */
	end_records();
	assert_int_equal(traces.malformed, 1);
	assert_int_equal(traces.items[0].event_count, 2);
	assert_int_equal(traces.items[0].events_missing, 0);
	free_records();
}

TEST(readings_are_found_by_their_names)
{
	const struct idle_pass pass = {.readings = {5, 6, 7}};

	result = idle_log_begin("real", "idle.profile");
	add_run(1, (struct wire_idle){.readings = "smi,aperfx,cycles"});
	add_run(2, (struct wire_idle){.readings = "instructions,cycle,ref_cycles,mperf"});
	end_records();
	assert_int_equal(idle_reading(&traces.items[0], &pass, READING_SMI), 5);
	assert_int_equal(idle_reading(&traces.items[0], &pass, READING_APERF), 0);
	assert_int_equal(idle_reading(&traces.items[0], &pass, READING_CYCLES), 7);
	assert_int_equal(idle_reading(&traces.items[1], &pass, READING_INSTRUCTIONS), 5);
	assert_int_equal(idle_reading(&traces.items[1], &pass, READING_CYCLES), 0);
	assert_int_equal(idle_reading(&traces.items[1], &pass, READING_REF_CYCLES), 7);
	assert_false(traces.items[1].has[READING_MPERF]);       /* a fourth one is not recorded */
	free_records();
}

TEST(vectors_have_the_names_of_their_run)
{
	static const struct wire_idle_vector vectors[] = {
		{.idle = 1, .vector = 0x31, .name = "keyboard"},
		{.idle = 1, .vector = 0x32, .name = ""},
		{.idle = 2, .vector = 0x31, .name = "disk"},
		{.idle = 9, .vector = 0x31, .name = "x"},
	};

	result = idle_log_begin("real", "idle.profile");
	add_run(1, (struct wire_idle){0});
	add_run(2, (struct wire_idle){0});
	for (size_t i = 0; i < COUNT(vectors); i++) {
		struct wire_record record = {.kind = WIRE_idle_vector};

		record.idle_vector = vectors[i];
		idle_log_add(result, &record);
	}
	end_records();
	assert_int_equal(traces.unattached, 1);
	assert_string_equal(idle_vector_name(&traces.items[0], 0x31), "keyboard");
	assert_null(idle_vector_name(&traces.items[0], 0x32));
	assert_null(idle_vector_name(&traces.items[0], 0x33));
	assert_string_equal(idle_vector_name(&traces.items[1], 0x31), "disk");
	free_records();
}

TEST(second_run_of_an_id_is_malformed)
{
	result = idle_log_begin("real", "idle.profile");
	add_run(1, (struct wire_idle){0});
	add_run(2, (struct wire_idle){0});
	add_run(1, (struct wire_idle){0});
	end_records();
	assert_int_equal(traces.count, 2);
	assert_int_equal(traces.malformed, 1);
	free_records();
}

/* ---- Gaps of traces in memory ---- */

static struct idle_pass few[] = {
	{.since = 0, .begin = 10, .end = 110}, {.since = 110, .begin = 120, .end = 420},
	{.since = 500, .begin = 510, .end = 610},
};

static struct idle_trace few_passes(const struct wire_idle *info)
{
	return (struct idle_trace){.info = info, .span = 1000, .passes = few, .pass_count = 3};
}

/* The first pass's own begin, then all time since the passes before. */
TEST(incomplete_trace_observed_its_passes_only)
{
	const struct wire_idle whole = {.quantum_ticks = 100, .pass_ticks = 100};
	const struct wire_idle lost = {.quantum_ticks = 100, .pass_ticks = 100, .passes_lost = 1};
	struct idle_trace trace = few_passes(&whole);

	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_int_equal(gaps.observed, 990);
	assert_int_equal(gaps.count, 1);
	assert_int_equal(gaps.busy, 200);
	idle_gaps_free(&gaps);
	trace.passes_missing = 1;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_int_equal(gaps.observed, 100 + 310 + 110);
	idle_gaps_free(&gaps);
	trace = few_passes(&lost);
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_int_equal(gaps.observed, 100 + 310 + 110);
	idle_gaps_free(&gaps);
	trace.pass_count = 0;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_int_equal(gaps.observed, 0);
	idle_gaps_free(&gaps);
}

TEST(start_is_known_from_the_first_pass_of_a_whole_trace)
{
	const struct wire_idle whole = {0}, lost = {.passes_lost = 1}, short_ones = {
		.threshold_ticks = 5};
	struct idle_trace trace = few_passes(&whole);

	assert_int_equal(idle_start(&trace), 10);
	trace.pass_count = 1;
	assert_int_equal(idle_start(&trace), 10);
	trace.pass_count = 0;
	assert_int_equal(idle_start(&trace), 0);
	trace = few_passes(&lost);
	assert_int_equal(idle_start(&trace), 0);
	trace = few_passes(&short_ones);
	assert_int_equal(idle_start(&trace), 0);
	trace = few_passes(&whole);
	trace.passes = few + 1;
	assert_int_equal(idle_start(&trace), 0);
}

/* A halting loop sleeps until its first interrupt. */
TEST(halting_loop_is_busy_from_its_first_interrupt)
{
	static struct idle_event events[] = {
		{110, IDLE_EVENT_INTERRUPT, 1}, {400, IDLE_EVENT_RAISED, 5},
		{405, IDLE_EVENT_ENTERED, 5}, {405, IDLE_EVENT_INTERRUPT, 5},
		{420, IDLE_EVENT_INTERRUPT, 3}, {421, IDLE_EVENT_INTERRUPT, 9},
	};
	const struct wire_idle info = {.pass_ticks = 100};
	struct idle_trace trace = few_passes(&info);

	trace.events = events;
	trace.event_count = COUNT(events);
	idle_gaps_find(&trace, 10, 0, &gaps);
	assert_int_equal(gaps.base, 0);
	assert_int_equal(gaps.count, 1);
	assert_int_equal(gaps.items[0].start, 405);
	assert_int_equal(gaps.items[0].length, 15);
	/* Entry and dispatch of vector 5 are one interrupt. */
	assert_int_equal(gaps.items[0].interrupts, 2);
	assert_string_equal(cause(0), "vector 0x3+vector 0x5");
	assert_int_equal(gaps.interrupts, 3);
	idle_gaps_free(&gaps);
}

TEST(nominal_clock_needs_both_of_its_counts)
{
	const struct wire_idle info = {.quantum_ticks = 100, .pass_ticks = 100};
	struct idle_trace trace = few_passes(&info);

	/* The pass of 300 ticks has as many cycles as the others: the core was slower. */
	for (size_t i = 0; i < 3; i++) {
		few[i].readings[0] = 100;
		few[i].readings[1] = few[i].end - few[i].begin;
	}
	trace.has[READING_CYCLES] = true;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_string_equal(cause(0), "clock");
	idle_gaps_free(&gaps);
	trace.has[READING_APERF] = true;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_string_equal(cause(0), "clock");
	idle_gaps_free(&gaps);
	trace.has[READING_REF_CYCLES] = true;
	trace.places[READING_REF_CYCLES] = 1;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_string_equal(cause(0), "frequency");
	idle_gaps_free(&gaps);
	trace.has[READING_REF_CYCLES] = trace.has[READING_CYCLES] = false;
	trace.has[READING_MPERF] = true;
	trace.places[READING_MPERF] = 1;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_string_equal(cause(0), "frequency");
	idle_gaps_free(&gaps);
	for (size_t i = 0; i < 3; i++)
		memset(few[i].readings, 0, sizeof(few[i].readings));
}

TEST(instructions_of_an_undisturbed_pass_are_their_median)
{
	static const uint64_t counts[] = {30, 10, 20};
	const struct wire_idle info = {.quantum_ticks = 100, .pass_ticks = 100};
	struct idle_trace trace = few_passes(&info);

	for (size_t i = 0; i < 3; i++)
		few[i].readings[2] = counts[i];
	trace.has[READING_INSTRUCTIONS] = true;
	trace.places[READING_INSTRUCTIONS] = 2;
	idle_gaps_find(&trace, 50, 0, &gaps);
	assert_true(gaps.has_instructions && gaps.instructions == 20);
	assert_true(gaps.items[0].instructions == -10);
	idle_gaps_free(&gaps);
	for (size_t i = 0; i < 3; i++)
		few[i].readings[2] = 0;
}

TEST(utilisation_begins_above_the_threshold)
{
	struct idle_gaps some = {.base = 100, .threshold = 50};
	const struct idle_pass idle = {.begin = 7, .end = 157}, busy = {.begin = 0, .end = 400};

	assert_true(idle_utilisation(&some, &idle) == 0);
	assert_true(idle_utilisation(&some, &busy) == 0.75);
	some.base = 0;
	assert_true(idle_utilisation(&some, &busy) == 0);
	assert_true(idle_utilisation(&some, &(struct idle_pass){.begin = 5, .end = 5}) == 0);
}
