/* SPDX-License-Identifier: MIT */
/* The verdict of a run (lib/run_verdict.h) with its reason, and the checks that it rests on. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/clocks.h"
#include "tools/analysis/order.h"
#include "tools/analysis/outliers.h"
#include "tools/results/known_counts.h"
#include "tools/topic/topic.h"

/* ---- Checks ---- */

static size_t verdict_count_tests(const struct analysis *analysis, enum verdict verdict)
{
	size_t count = 0;

	for (size_t i = 0; i < SELFTESTS; i++)
		count += analysis->selftests[i].verdict == verdict;
	return count;
}

static void verdict_check_selftests(struct topic *topic)
{
	const struct analysis *analysis = topic->analysis;
	size_t passed = verdict_count_tests(analysis, VERDICT_PASS);
	size_t failed = verdict_count_tests(analysis, VERDICT_FAIL);
	size_t unexpected = verdict_count_tests(analysis, VERDICT_UNEXPECTED);
	size_t others = verdict_count_tests(analysis, VERDICT_NOT_APPLICABLE);
	size_t all = passed + failed + unexpected;
	const char *aside = "";

	if (result_is_of_own_kernel(analysis->result))
		return;
	if (unexpected > 0)
		aside = tables_text(topic->tables, "%zu unexpected: an unknown core, or one with "
				    "an unstable clock", unexpected);
	else if (others > 0)
		aside = tables_text(topic->tables, "%zu %s to real hardware only", others,
				    others == 1 ? "applies" : "apply");
	if (all == 0)
		tables_add_check(topic->tables, TABLE_UNKNOWN, NULL,
				 "No self-test checked the timing", aside);
	else
		tables_add_check(topic->tables,
				 failed > 0       ? TABLE_BAD
				 : unexpected > 0 ? TABLE_UNKNOWN
						  : TABLE_GOOD,
				 NULL,
				 tables_text(topic->tables, "%zu of %zu known answer%s right",
					     passed, all, all == 1 ? "" : "s"),
				 aside);
}

/* Counts of this version are known. */
static void verdict_check_counts(struct topic *topic)
{
	struct known_counts counts;

	known_counts_compare(topic->analysis->result, &counts);
	if (counts.different > 0)
		tables_add_check(topic->tables, TABLE_BAD, NULL,
				 tables_text(topic->tables, "%zu of %zu counts are not those of "
					     "this version", counts.different, counts.compared),
				 tables_text(topic->tables, "%s", counts.text));
	else
		tables_add_check(topic->tables, TABLE_GOOD, NULL, "A tick is one instruction",
				 counts.compared == 0 ? "counts do not depend on the host"
				 : tables_text(topic->tables, "%zu counts are those known of this "
					       "version", counts.compared));
}

/* The clocks that measured the TSC's frequency, and their largest difference. */
static void verdict_check_clocks(struct topic *topic)
{
	const struct record_list *timers = &topic->analysis->result->records[WIRE_timer];
	const struct clocks clocks = clocks_of(topic->analysis->result);
	size_t count = 0, disagree = 0;
	int64_t most_ppm = 0;

	if (topic_is_exact(topic)) {
		verdict_check_counts(topic);
		return;
	}
	for (size_t i = 0; i < timers->count; i++) {
		const struct wire_timer *timer = &timers->items[i].timer;
		int64_t ppm = llabs(clocks_difference_ppm(&clocks, timer));

		if (!clocks_has_frequency(timer))
			continue;
		count++;
		disagree += clocks_disagrees(&clocks, timer);
		most_ppm = ppm > most_ppm ? ppm : most_ppm;
	}
	if (count == 0)
		tables_add_check(topic->tables, TABLE_UNKNOWN, NULL,
				 "The clock's frequency was not measured", "");
	else if (count == 1)
		tables_add_check(topic->tables, TABLE_NEUTRAL, NULL,
				 "One clock, without a second to check it", "");
	else
		tables_add_check(
			topic->tables, disagree > 0 ? TABLE_BAD : TABLE_GOOD, NULL,
			tables_text(topic->tables, "%zu clocks %s within %" PRId64 " ppm", count,
				    disagree > 0 ? "do not agree; they are" : "agree", most_ppm),
			"");
}

/* Instructions are counted exactly, whatever the host does. */
static void verdict_check_host(struct topic *topic)
{
	struct host_noise noise;

	if (topic->path == NULL || topic_is_exact(topic))
		return;
	noise = topic_host_noise(topic->path);
	if (!noise.is_known)
		return;
	tables_add_check(topic->tables, host_noise_is_loud(&noise) ? TABLE_UNKNOWN : TABLE_GOOD,
			 "host",
			 tables_text(topic->tables, "Host %s: load %.1f on %u CPUs, %.1f %% stolen",
				     host_noise_is_loud(&noise) ? "busy" : "quiet", noise.load,
				     noise.cpus, host_noise_steal(&noise) * 100),
			 host_noise_is_loud(&noise) ? "run again on an idle host, or with "
						      "--deterministic"
						    : "");
}

static void verdict_check_disturbed(struct topic *topic)
{
	const struct result *result = topic->analysis->result;
	size_t disturbed = result->records[WIRE_disturbed].count;
	size_t aborted = analysis_aborted(topic->analysis);

	if (disturbed + aborted == 0)
		tables_add_check(topic->tables, TABLE_GOOD, NULL,
				 "No sample disturbed, nothing aborted", "");
	else
		tables_add_check(topic->tables, aborted > 0 ? TABLE_BAD : TABLE_UNKNOWN,
				 aborted > 0 ? "aborted" : "disturbed",
				 tables_text(topic->tables,
					     "%zu sample%s disturbed, %zu point%s aborted",
					     disturbed, disturbed == 1 ? "" : "s", aborted,
					     aborted == 1 ? "" : "s"),
				 "");
}

static void verdict_check_outliers(struct topic *topic)
{
	struct outliers outliers;
	bool is_much;

	outliers_find(topic->analysis, &outliers);
	if (outliers.checked == 0)
		return;
	is_much = outliers.affected * OUTLIERS_METRICS_PER_ONE >= outliers.checked;
	tables_add_check(topic->tables, is_much ? TABLE_UNKNOWN : TABLE_GOOD,
			 is_much ? "host" : NULL,
			 tables_text(topic->tables, "%zu of %zu metrics have severe outliers",
				     outliers.affected, outliers.checked),
			 is_much ? "in a tenth of their samples; read medians, not maxima" : "");
}

/* State that firmware left and that changes figures. An emulator's memory types and clocks are not
 * those of hardware. */
static void verdict_check_state(struct topic *topic)
{
	const struct record_list *items = &topic->analysis->result->records[WIRE_state];
	const struct wire_state *first = NULL;
	size_t cautions = 0;

	for (size_t i = 0; i < items->count; i++) {
		const struct wire_state *item = &items->items[i].state;

		if (item->caution[0] == '\0')
			continue;
		first = first != NULL ? first : item;
		cautions++;
	}
	if (first != NULL)
		tables_add_check(topic->tables,
				 topic->analysis->time_base == TIME_REAL ? TABLE_UNKNOWN
									 : TABLE_NEUTRAL,
				 NULL,
				 tables_text(topic->tables, "State of the machine: %zu caution%s",
					     cautions, cautions == 1 ? "" : "s"),
				 tables_text(topic->tables, "%s: %s", first->item,
					     first->caution));
}

/* Check the order of metrics. Only violations are shown. The times of an emulator depend on its
 * host, which may change between two benchmarks. */
static void verdict_check_order(struct topic *topic)
{
	struct order_violation first;
	size_t checked, count;

	if (topic->analysis->time_base == TIME_EMULATED)
		return;
	count = order_check(&topic->analysis->metrics, &first, 1, &checked);
	if (count > 0)
		tables_add_check(
			topic->tables, TABLE_UNKNOWN, NULL,
			tables_text(topic->tables, "%zu of %zu orders do not hold", count,
				    checked),
			tables_text(topic->tables, "%s, %s costs less than %s, %s, which it "
				    "contains",
				    first.whole->bench->info->name, first.whole->point,
				    first.part->bench->info->name, first.part->point));
}

/* A failed verification makes the run invalid, with its reason. */
static void verdict_check_verified(struct topic *topic)
{
	const struct wire_end *end = result_end(topic->analysis->result);

	if (end != NULL && end->points > 0 &&
	    topic->analysis->result->records[WIRE_failed_check].count == 0)
		tables_add_check(topic->tables, TABLE_GOOD, NULL,
				 tables_text(topic->tables, "Operations verified at %" PRIu64
					     " of %" PRIu64 " points", end->verified,
					     end->points),
				 "");
}

/* "10 benchmarks, 1 point" */
static const char *verdict_add_count(struct topic *topic, const char *list, size_t count,
				     const char *what)
{
	return count == 0 ? list
			  : tables_join(topic->tables, list, ", ",
					tables_text(topic->tables, "%zu %s%s", count, what,
						    count == 1 ? "" : "s"));
}

static void verdict_check_skipped(struct topic *topic)
{
	const struct skipped_counts skipped = result_skipped(topic->analysis->result);
	const char *text = "";

	text = verdict_add_count(topic, text, skipped.benchmarks, "benchmark");
	text = verdict_add_count(topic, text, skipped.points, "point");
	text = verdict_add_count(topic, text, skipped.events, "event");
	if (text[0] == '\0')
		tables_add_check(topic->tables, TABLE_GOOD, NULL, "Nothing skipped", "");
	else
		tables_add_check(topic->tables, TABLE_NEUTRAL, "skipped",
				 tables_text(topic->tables, "%s skipped", text), "");
}

/* ---- The verdict ---- */

enum table_verdict topic_table_verdict(enum run_verdict verdict)
{
	return run_verdict_is_good(verdict)  ? TABLE_GOOD
	       : run_verdict_is_bad(verdict) ? TABLE_BAD
					     : TABLE_UNKNOWN;
}

/* The first aborted benchmark or point, and the number of others. */
static const char *verdict_aborted(struct topic *topic, size_t count)
{
	const struct wire_fault *fault =
		&topic->analysis->result->records[WIRE_fault].items[0].fault;
	const char *point = topic_point(topic, fault->point);
	const char *others = "";

	if (count > 1)
		others = tables_text(topic->tables, "; and %zu more point%s", count - 1,
				     count == 2 ? "" : "s");
	return tables_text(topic->tables, "%s%s%s: %s%s. %s", fault->bench,
			   point[0] != '\0' ? ", " : "", point, fault->detail, others,
			   selftest_is_judged(topic->analysis->selftests)
				   ? "All other figures are valid."
				   : "No self-test ran, so nothing checks the timing.");
}

static const char *verdict_invalid(struct topic *topic, const struct validity *validity)
{
	return validity->count == 1
		       ? validity->reasons[0]
		       : tables_text(topic->tables, "%s; and %zu more reason%s",
				     validity->reasons[0], validity->count - 1,
				     validity->count == 2 ? "" : "s");
}

static const char *verdict_reason(struct topic *topic)
{
	const struct analysis *analysis = topic->analysis;

	switch (analysis->verdict) {
	case RUN_INVALID:
		return verdict_invalid(topic, &analysis->validity);
	case RUN_INCOMPLETE:
		return analysis->loss.text + strlen(LOSS_MARK);
	case RUN_PARTLY_ABORTED:
		return verdict_aborted(topic, analysis_aborted(analysis));
	case RUN_WITHOUT_SELFTESTS:
		return "The kernel has no self-tests.";
	case RUN_NOT_CHECKED:
		return "No self-test ran, so nothing checks the timing: add 'selftest.*' to the "
		       "benchmarks.";
	case RUN_WITHOUT_TIME:
		return "Ticks cannot be converted to time.";
	case RUN_VALID:
		return "Times are the machine's. Intervals are of this boot: other boots can "
		       "differ by more.";
	case RUN_EMULATED:
		return "Times are the emulator's on its host, not the machine's. Compare them "
		       "with runs on the same host only; --deterministic counts instructions "
		       "exactly.";
	case RUN_DETERMINISTIC:
		break;
	}
	return "Metrics are numbers of instructions, exact and repeatable. They are not times.";
}

void topic_verdict(struct topic *topic)
{
	topic->tables->verdict = (struct overall_verdict){
		topic_table_verdict(topic->analysis->verdict),
		run_verdict_words(topic->analysis->verdict), verdict_reason(topic),
	};
	verdict_check_selftests(topic);
	verdict_check_clocks(topic);
	verdict_check_host(topic);
	verdict_check_disturbed(topic);
	verdict_check_outliers(topic);
	verdict_check_order(topic);
	verdict_check_state(topic);
	verdict_check_verified(topic);
	verdict_check_skipped(topic);
}
