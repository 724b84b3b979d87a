/* SPDX-License-Identifier: MIT */
/* Predictions are sums of the run's measurements. Their table names only existing benchmarks. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/engine/registry.h"
#include "tests/unit/tools/cells.h"
#include "tests/unit/tools/sample_log.h"
#include "tools/analysis/predict.h"
#include "tools/topic/topic.h"

#define ADDITION {"selftest.add_chain", "", ""}
#define DELIVERY {"irq.self_ipi", "wait=spin", "entered"}

/* A run counted in instructions: each link of a chain is 1, delivery is 613. */
static struct result *counted_run(void)
{
	const struct sample_log_options options = {
		.time_base = "instructions", .short_curve = true,
	};
	struct sample_log log = sample_log_make(&options);
	struct result *result = sample_log_load(log.text, log.length);

	free(log.text);
	return result;
}

static bool apply(const struct prediction *model, struct predicted *predicted)
{
	struct result *result = counted_run();
	struct analysis *analysis = analysis_new_quick(result);
	bool found = predict_one(&analysis->metrics, model, predicted);

	analysis_free(analysis);
	result_free(result);
	return found;
}

TEST(prediction_is_the_sum_of_its_terms)
{
	const struct prediction model = {
		{"irq.self_ipi", "wait=spin", "resumed"}, "a made-up model",
		{{100, TERM_BASE, ADDITION}, {1, TERM_SOFTWARE, DELIVERY},
		 {-8, TERM_SOFTWARE, ADDITION}},
	};
	struct predicted predicted;

	assert_true(apply(&model, &predicted));
	assert_null(predicted.missing);
	assert_true(predicted.base == 100 && predicted.predicted == 100 + 613 - 8);
	assert_true(predicted.measured == 784);
	assert_true(predicted.residual == 784 - 705);
}

TEST(missing_term_of_a_prediction_is_named)
{
	const struct prediction model = {
		{"irq.self_ipi", "wait=spin", "resumed"}, "a made-up model",
		{{1, TERM_BASE, ADDITION}, {1, TERM_BASE, {"irq.self_ipi", "wait=spin", "asleep"}}},
	};
	struct predicted predicted;

	assert_true(apply(&model, &predicted));
	assert_non_null(predicted.missing);
	assert_string_equal(predicted.missing->stage, "asleep");
}

TEST(run_without_a_prediction_has_no_table)
{
	static const struct prediction model = {
		{"irq.self_ipi", "wait=spin", "resumed"}, "a made-up model",
		{{1, TERM_BASE, {"irq.self_ipi", "wait=spin", "asleep"}}},
	};
	struct result *result = counted_run();
	struct analysis *analysis = analysis_new(result);
	struct tables tables;
	struct topic topic = {.tables = &tables, .analysis = analysis};

	analysis->predicted_count = 1;
	assert_true(predict_one(&analysis->metrics, &model, &analysis->predicted[0]));
	tables_init(&tables, "");
	topic_predictions(&topic);
	assert_int_equal(tables.count, 0);
	tables_free(&tables);
	analysis_free(analysis);
	result_free(result);
}

TEST(unmeasured_operation_is_not_predicted)
{
	const struct prediction model = {
		{"irq.self_ipi", "wait=mwait", "resumed"}, "a made-up model",
		{{1, TERM_BASE, ADDITION}},
	};
	struct predicted predicted;

	assert_false(apply(&model, &predicted));
}

static bool is_benchmark(const char *name)
{
	for (const struct benchmark *const *bench = registry_benchmarks; *bench != NULL; bench++) {
		if (strcmp((*bench)->name, name) == 0)
			return true;
	}
	return false;
}

TEST(prediction_table_names_only_existing_benchmarks)
{
	assert_uint_in_range(prediction_count, 1, PREDICTIONS_MAX);
	for (size_t i = 0; i < prediction_count; i++) {
		const struct prediction *model = &predictions[i];

		if (!is_benchmark(model->operation.bench))
			fail_msg("no benchmark %s", model->operation.bench);
		assert_non_null(model->terms[0].primitive.bench);
		assert_true(strlen(model->why) > 0);
		for (size_t j = 0; j < PREDICTION_TERMS_MAX; j++) {
			const struct prediction_term *term = &model->terms[j];

			if (term->primitive.bench == NULL)
				break;
			if (term->count == 0 || !is_benchmark(term->primitive.bench))
				fail_msg("bad term %s of %s", term->primitive.bench,
					 model->operation.bench);
		}
	}
}

/* How a reason says a number; of single ones, and of those taken away, it need not. */
TEST(reason_of_a_prediction_says_its_numbers)
{
	static const struct {
		double count;
		const char *words;
	} sayings[] = {
		{-1, ""}, {1, ""}, {2, "two"}, {2, "a cycle for the call and one for the return"},
		{4, "four"}, {4, "the walk again"},
		{4, "a call to write and one to read on each side"}, {6, "six"},
		{7, "six registers and the stack pointer"}, {15, "fifteen"},
		{16, "eight words put on it, eight of"}, {64, "the page cleared, line by line"},
		{100, "hundred"}, {320, "five page tables"}, {2304, "2304"},
		{2, "a switch to it and back"},
	};

	for (size_t i = 0; i < prediction_count; i++) {
		for (size_t j = 0; j < PREDICTION_TERMS_MAX; j++) {
			const struct prediction_term *term = &predictions[i].terms[j];
			bool is_said = term->primitive.bench == NULL;

			for (size_t k = 0; k < COUNT(sayings) && !is_said; k++)
				is_said = term->count == sayings[k].count &&
					  strstr(predictions[i].why, sayings[k].words) != NULL;
			if (!is_said)
				fail_msg("\"%s\" does not say %g", predictions[i].why, term->count);
		}
	}
}

TEST(report_shows_the_sum_and_the_remainder)
{
	static const struct prediction model = {
		{"irq.self_ipi", "wait=spin", "resumed"},
		"as if nothing else happened",
		{{100, TERM_BASE, ADDITION}, {1, TERM_SOFTWARE, DELIVERY}},
	};
	struct result *result = counted_run();
	struct analysis *analysis = analysis_new(result);
	struct tables tables;
	struct topic topic = {.tables = &tables, .analysis = analysis};
	const struct table *table;

	analysis->predicted_count = 1;
	assert_true(predict_one(&analysis->metrics, &model, &analysis->predicted[0]));
	tables_init(&tables, "");
	topic_predictions(&topic);
	table = cells_table(&tables, "predictions");
	assert_float_equal(cells_number(&tables, "predictions", 0, "base"), 100, 0.5);
	assert_float_equal(cells_number(&tables, "predictions", 0, "predicted"), 713, 0.5);
	assert_float_equal(cells_number(&tables, "predictions", 0, "residual"), 71, 0.5);
	assert_non_null(strstr(table->rows[0].remark,
			       "= 100 × selftest.add_chain + irq.self_ipi wait spin, entered: as "
			       "if"));
	tables_free(&tables);
	analysis_free(analysis);
	result_free(result);
}
