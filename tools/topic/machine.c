/* SPDX-License-Identifier: MIT */
/* Top of the report: validity of the metrics, the machine, and the clock. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/analysis/clock_step.h"
#include "tools/analysis/clocks.h"
#include "tools/analysis/timing.h"
#include "tools/base/build_id.h"
#include "tools/base/utf8.h"
#include "tools/record/kernel_line.h"
#include "tools/record/point.h"
#include "tools/table/number.h"
#include "tools/topic/topic.h"

/* ---- Validity ---- */

static const char *machine_validity_remark(enum run_verdict verdict)
{
	return verdict == RUN_WITHOUT_SELFTESTS ? ": the kernel has no self-tests"
	       : verdict == RUN_NOT_CHECKED     ? ": no self-test ran"
						: "";
}

static void machine_add_validity(const struct topic *topic, struct table *table)
{
	const struct analysis *analysis = topic->analysis;
	const struct validity *validity = &analysis->validity;
	const struct result *result = analysis->result;
	const struct loss *loss = &analysis->loss;
	const char *list = "";

	if (analysis_is_good(analysis))
		table_fact(table, "validity", "%s%s", run_verdict_words(analysis->verdict),
			   machine_validity_remark(analysis->verdict));
	for (size_t i = 0; i < validity->count; i++)
		table_fact(table, i == 0 ? "validity" : "", "%s%s%s",
			   i == 0 ? run_verdict_words(RUN_INVALID) : "", i == 0 ? ": " : "",
			   validity->reasons[i])
			->is_bad = true;
	if (validity->count == 0 && analysis_aborted(analysis) > 0)
		table_fact(table, "validity", "%s: %zu point%s",
			   run_verdict_words(RUN_PARTLY_ABORTED), analysis_aborted(analysis),
			   analysis_aborted(analysis) == 1 ? "" : "s")
			->is_bad = true;
	if (loss_is_none(&analysis->loss))
		return;
	table_fact(table, validity->count == 0 ? "validity" : "", "%s; complete parts are shown",
		   analysis->loss.text)
		->is_bad = true;
	/* The benchmark that was running at the end, and the missing ones. */
	if (result_end(result) == NULL && result->bench_count > 0 &&
	    result->benches[result->bench_count - 1].done == NULL)
		table_fact(table, "", "%s did not finish",
			   result->benches[result->bench_count - 1].info->name)
			->is_bad = true;
	for (size_t i = 0; i < loss->bench_count; i++)
		list = tables_join(topic->tables, list, ", ", loss->benches[i]);
	if (loss->bench_count > 0)
		table_fact(table, "", "missing: %s", list)->is_bad = true;
	if (loss->unnamed > 0)
		table_fact(table, "", "missing: %" PRIu64 " benchmarks whose names are lost",
			   loss->unnamed)
			->is_bad = true;
}

/* ---- The machine ---- */

static const char *machine_caches(const struct topic *topic)
{
	const struct record_list *caches = &topic->analysis->result->records[WIRE_cache];
	const char *list = "";
	char size[POINT_TEXT_MAX];

	for (size_t i = 0; i < caches->count; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;
		const char *type = strcmp(cache->type, "unified") == 0 ? "" : cache->type;

		list = tables_join(topic->tables, list, ", ",
				   tables_text(topic->tables, "L%" PRIu64 "%.*s %s", cache->level,
					       (int)utf8_prefix_of(type, 1), type,
					       point_size(cache->size_bytes, size)));
	}
	return list;
}

static uint64_t machine_usable_bytes(const struct topic *topic)
{
	const struct record_list *ranges = &topic->analysis->result->records[WIRE_memory];
	uint64_t usable = 0;

	for (size_t i = 0; i < ranges->count; i++) {
		if (strcmp(ranges->items[i].memory.type, "usable") == 0)
			usable += ranges->items[i].memory.size_bytes;
	}
	return usable;
}

/* "2 of 2 CPUs, L1d 32 KiB, L2 1 MiB, 255 MiB of memory, suite quick, machine d531c4872766d703,
 * made 2026-11-27T00:42:31Z". */
static const char *machine_about(const struct topic *topic, const struct wire_manifest *manifest)
{
	const struct wire_cpu *cpu = result_cpu(topic->analysis->result);
	const struct identity *identity = topic->analysis->identity;
	uint64_t usable = machine_usable_bytes(topic);
	struct tables *tables = topic->tables;
	const char *list = "";

	if (cpu != NULL)
		list = tables_text(tables, "%" PRIu64 " of %" PRIu64 " CPU%s running", cpu->online,
				   cpu->count, cpu->count == 1 ? "" : "s");
	if (machine_caches(topic)[0] != '\0')
		list = tables_join(tables, list, " · ", machine_caches(topic));
	if (usable > 0)
		list = tables_join(tables, list, " · ",
				   tables_text(tables, "%" PRIu64 " MiB of memory", usable >> 20));
	if (manifest != NULL && manifest->suite[0] != '\0')
		list = tables_join(tables, list, " · ",
				   tables_text(tables, "suite %s", manifest->suite));
	if (identity->id != NULL)
		list = tables_join(tables, list, " · ",
				   tables_text(tables, "machine %s", identity->id));
	if (identity->made != NULL)
		list = tables_join(tables, list, " · ",
				   tables_text(tables, "made %s", identity->made));
	return list[0] != '\0' ? list : NULL;
}

static void machine_add_target(const struct topic *topic, struct table *table,
			       const struct wire_manifest *manifest)
{
	bool is_hosted = manifest->kernel[0] != '\0';
	bool has_loader = manifest->loader[0] != '\0';
	bool has_hypervisor = manifest->hypervisor[0] != '\0';
	bool is_other = strcmp(manifest->host, HOST_OTHER_OS) == 0;
	bool is_other_build = strcmp(manifest->build, build_id) != 0;
	char *line;

	/* What a process runs under, if it is not Linux itself, or in a container. */
	if (strcmp(manifest->host, HOST_OTHER_OS) == 0)
		table_fact(table, "system", "%s%s%s, not Linux (%s)", manifest->os,
			   manifest->os_version[0] != '\0' ? " " : "", manifest->os_version,
			   manifest->os_found);
	if (manifest->container[0] != '\0')
		table_fact(table, "container", "%s", manifest->container);
	table_fact(table, is_other ? "kernel" : is_hosted ? "system" : "boot", "%s%s%s%s%s%s%s%s",
		   is_other ? "imitates Linux" : manifest->host,
		   is_hosted ? " " : " by ", is_hosted ? manifest->kernel : manifest->boot,
		   has_loader ? " (" : "", manifest->loader, has_loader ? ")" : "",
		   has_hypervisor ? ", under hypervisor " : ", no hypervisor",
		   manifest->hypervisor);
	if (manifest->firmware[0] != '\0')
		table_fact(table, "UEFI", "%s%s", manifest->firmware,
			   strcmp(manifest->firmware, "kept") == 0
				   ? ": boot services stayed resident" : "");
	if (manifest->mitigations[0] != '\0')
		table_fact(table, "mitigations", "%s", manifest->mitigations);
	line = kernel_line_read(topic->analysis->result);
	if (line != NULL)
		table_fact(table, "booted with", "%s", line);
	free(line);
	table_fact(table, "build", "%s by %s%s%s", manifest->build, manifest->compiler,
		   is_other_build ? "; this program is of build " : "",
		   is_other_build ? build_id : "");
	table_fact(table, "suite", "%s; command line \"%s\"", manifest->suite,
		   manifest->command_line);
	if (manifest->format > WIRE_FORMAT)
		table_fact(table, "format",
			   "the log is of format %" PRIu64 ", newer than this "
			   "program's %d: unknown records are ignored",
			   manifest->format, WIRE_FORMAT)
			->is_bad = true;
}

/* ---- The clock ---- */

static const struct {
	enum table_verdict verdict;
	const char *badge, *text;
} time_bases[] = {
	[TIME_UNKNOWN] = {TABLE_BAD, "time base unknown",
			  "unknown: ticks cannot be converted to time"},
	[TIME_REAL] = {TABLE_GOOD, "real time", "real: a tick is a tick of the processor's clock"},
	[TIME_EMULATED] = {TABLE_UNKNOWN, "emulated: the emulator’s time, not the machine’s",
			   "emulated: software emulates instructions, so times are the "
			   "emulator's on its host, not the machine's"},
	[TIME_INSTRUCTIONS] = {TABLE_GOOD, "instructions, counted exactly",
			       "instructions: a tick is one instruction; metrics are exact and "
			       "repeatable, and are not times"},
};

/* The TSC's frequency, and the deviation measured by each other clock. */
static void machine_add_tsc(const struct topic *topic, struct table *table,
			    const struct wire_manifest *manifest)
{
	const struct record_list *timers = &topic->analysis->result->records[WIRE_timer];
	const struct clocks clocks = clocks_of(topic->analysis->result);
	const struct wire_timer *chosen = clocks.chosen;
	const char *list;
	bool disagrees = false;

	if (result_is_of_own_kernel(topic->analysis->result) && manifest->tsc_hz == 0)
		return;
	if (manifest->tsc_hz == 0) {
		table_fact(table, timing_clock_name(topic->analysis->result),
			   "frequency unknown: no clock measures it")->is_bad = true;
		return;
	}
	list = tables_text(topic->tables, "%.6f GHz%s%s",
			   (double)manifest->tsc_hz / (double)HZ_PER_GHZ,
			   chosen != NULL ? " by " : "", chosen != NULL ? chosen->name : "");

	for (size_t i = 0; i < timers->count; i++) {
		const struct wire_timer *timer = &timers->items[i].timer;
		bool is_unlike = clocks_has_frequency(timer) && clocks_disagrees(&clocks, timer);

		if (timer->tsc_hz == 0 || timer == chosen)
			continue;
		list = tables_join(topic->tables, list, ", ",
				   tables_text(topic->tables, "%s %s (%+" PRId64 " ppm)",
					       timer->name, is_unlike ? "disagrees" : timer->status,
					       clocks_difference_ppm(&clocks, timer)));
		disagrees |= is_unlike;
	}
	table_fact(table, timing_clock_name(topic->analysis->result), "%s", list)
		->is_bad = disagrees;
}

static void machine_add_timing(const struct topic *topic, struct table *table,
			       const struct wire_manifest *manifest)
{
	const struct overhead *overhead = &topic->analysis->overhead;
	const char *tick = analysis_tick_name(topic->analysis);
	const char *timing = manifest != NULL ? manifest->timing : "";
	char median[NUMBER_TEXT_MAX], p25[NUMBER_TEXT_MAX], p75[NUMBER_TEXT_MAX];
	char step[NUMBER_TEXT_MAX];

	if (overhead->state == OVERHEAD_MISSING) {
		table_fact(table, "timing",
			   "%s; overhead not subtracted: " TIMING_BENCH " is not in the run",
			   timing);
		return;
	}
	number_text(overhead->cost, median);
	number_text(overhead->stats.p25, p25);
	number_text(overhead->stats.p75, p75);
	if (overhead->state == OVERHEAD_KNOWN)
		table_fact(table, "timing",
			   "%s: %s %s (IQR %s to %s), subtracted from "
			   "every timed sample",
			   timing, median, tick, p25, p75);
	else
		table_fact(table, "timing",
			   "%s: %s %s, but its IQR is %s to %s: "
			   "too unstable to subtract",
			   timing, median, tick, p25, p75)
			->is_bad = true;
	if (overhead->step >= CLOCK_STEP_LEAST)
		table_fact(table, "clock",
			   "advances in steps of %s %s, by the samples: the mean timing overhead "
			   "is "
			   "subtracted, and no interval is narrower than a step",
			   number_text(overhead->step, step), tick);
}

/* ---- Known answers ---- */

static enum table_verdict verdict_of(enum verdict verdict)
{
	switch (verdict) {
	case VERDICT_PASS:
		return TABLE_GOOD;
	case VERDICT_FAIL:
		return TABLE_BAD;
	case VERDICT_UNEXPECTED:
	case VERDICT_NOT_CHECKED:
	case VERDICT_NOT_APPLICABLE:
		break;
	}
	return TABLE_UNKNOWN;
}

void topic_selftests(struct topic *topic)
{
	static const struct column columns[] = {
		{"verdict", COLUMN_VERDICT, 0, NULL, NULL},
		{"bench", COLUMN_TEXT, COLUMN_KEY, "benchmark", NULL},
		{"value", COLUMN_NUMBER, 0, NULL, NULL},
		{"allowed", COLUMN_TEXT, 0, NULL, NULL},
		{"unit", COLUMN_TEXT, 0, NULL, NULL},
		{"claim", COLUMN_TEXT, 0, "known answer", NULL},
	};
	struct table *table;
	size_t not_applicable = 0;

	if (result_is_of_own_kernel(topic->analysis->result))
		return;
	table = table_begin(topic->tables, "", "self-tests", "Self-tests", columns,
			    sizeof(columns) / sizeof(columns[0]));

	for (size_t i = 0; i < SELFTESTS; i++) {
		const struct selftest *test = &topic->analysis->selftests[i];
		struct row *row = table_row(table);
		bool has_value = test->verdict <= VERDICT_UNEXPECTED;

		row->is_bad = test->verdict == VERDICT_FAIL;
		row->is_detail = test->verdict == VERDICT_NOT_APPLICABLE;
		if (test->verdict == VERDICT_UNEXPECTED)
			row->remark = "an unknown core, or one with an unstable clock";
		cell_verdict(table_at(table, "verdict"),
			     verdict_of(test->verdict), verdict_name(test->verdict));
		cell_string(table_at(table, "bench"), test->bench);
		if (has_value) {
			cell_number(table_at(table, "value"), test->value);
			cell_text(table_at(table, "allowed"), "%.4g to %.4g", test->low,
				  test->high);
		}
		cell_string(table_at(table, "unit"), test->unit);
		cell_string(table_at(table, "claim"), test->claim);
		not_applicable += test->verdict == VERDICT_NOT_APPLICABLE;
	}
	if (not_applicable > 0)
		table->note = tables_text(topic->tables,
					  "Not checked: %zu known answers of real hardware, "
					  "which do not apply to this time base.",
					  not_applicable);
}

/* ---- Head of the page ---- */

/* The target's own count of benchmarks. Records of single points are listed separately. */
static void machine_add_counts(struct topic *topic)
{
	const struct result *result = topic->analysis->result;
	const struct wire_end *end = result_end(result);
	size_t points = result_skipped(result).points, cut = analysis_aborted(topic->analysis);

	if (end != NULL)
		tables_add_badge(topic->tables, TABLE_NEUTRAL,
				 tables_text(topic->tables, "benchmarks: %" PRIu64 " run, %" PRIu64
					     " skipped, %" PRIu64 " aborted", end->run,
					     end->skipped, end->faulted));
	tables_add_badge(topic->tables, TABLE_NEUTRAL,
			 tables_text(topic->tables, "points: %zu skipped%s", points,
				     cut > 0 ? tables_text(topic->tables, ", %zu aborted", cut)
					     : ""));
	tables_add_badge(topic->tables, TABLE_NEUTRAL,
			 tables_text(topic->tables, "samples: %zu disturbed",
				     result->records[WIRE_disturbed].count));
}

static void machine_add_badges(struct topic *topic)
{
	const struct analysis *analysis = topic->analysis;
	const struct result *result = analysis->result;

	tables_add_badge(topic->tables, topic_table_verdict(analysis->verdict),
			 run_verdict_words(analysis->verdict));
	if (!loss_is_none(&analysis->loss) && analysis->verdict != RUN_INCOMPLETE)
		tables_add_badge(topic->tables, TABLE_BAD, run_verdict_words(RUN_INCOMPLETE));
	tables_add_badge(topic->tables, time_bases[analysis->time_base].verdict,
			 time_bases[analysis->time_base].badge);
	if (timing_no_clock(result) != NULL)
		tables_add_badge(topic->tables, TABLE_BAD, timing_no_clock(result));
	if (analysis_aborted(analysis) > 0)
		tables_add_badge(topic->tables, TABLE_BAD, "faults");
	machine_add_counts(topic);
}

/* Every view shows missing records, and a missing clock, in its title. */
static void machine_name(struct topic *topic, const struct wire_manifest *manifest)
{
	const struct loss *loss = &topic->analysis->loss;
	const struct wire_cpu *cpu = result_cpu(topic->analysis->result);
	const char *no_clock = timing_no_clock(topic->analysis->result);
	const char *brand = cpu != NULL && cpu->brand[0] != '\0' ? cpu->brand : "unnamed processor";

	topic->tables->subtitle =
		manifest == NULL
			? brand
		: result_is_of_own_kernel(topic->analysis->result)
			? tables_text(topic->tables, "%s%s%s · %s", manifest->os,
				      manifest->kernel[0] != '\0' ? " " : "", manifest->kernel,
				      manifest->arch)
			: tables_text(topic->tables, "%s · %s%s%s", brand,
				      strcmp(manifest->host, HOST_OTHER_OS) == 0 ? manifest->os
										 : manifest->host,
				      manifest->boot[0] != '\0' ? " by " : "", manifest->boot);
	if (!loss_is_none(loss))
		topic->tables->title = tables_text(topic->tables, "%s, %s", topic->tables->title,
						   loss->text);
	if (no_clock != NULL)
		topic->tables->title = tables_text(topic->tables, "%s, %s", topic->tables->title,
						   no_clock);
}

void topic_machine(struct topic *topic)
{
	const struct wire_manifest *manifest = result_manifest(topic->analysis->result);
	struct table *table = table_begin_facts(topic->tables, "", "machine", "");
	const char *list;
	const struct record_list *ranges;
	const struct wire_cpu *cpu = result_cpu(topic->analysis->result);

	machine_name(topic, manifest);
	topic->tables->about = machine_about(topic, manifest);
	machine_add_badges(topic);
	machine_add_validity(topic, table);
	named_machine_add_facts(topic, table);
	if (cpu != NULL)
		table_fact(table, "processor",
			   "%s (%s %" PRIu64 "/%" PRIu64 "/%" PRIu64 ", microcode %#" PRIx64
			   "), %" PRIu64 " of %" PRIu64 " CPUs running",
			   cpu->brand[0] != '\0' ? cpu->brand : "no name", cpu->vendor, cpu->family,
			   cpu->model, cpu->stepping, cpu->microcode, cpu->online, cpu->count);
	list = machine_caches(topic);
	if (list[0] != '\0' || cpu != NULL)
		table_fact(table, "caches", "%s", list[0] != '\0' ? list
			   : timing_has_tsc(topic->analysis->result) ? "CPUID names none"
								     : "none named");
	ranges = &topic->analysis->result->records[WIRE_memory];
	if (ranges->count > 0)
		table_fact(table, "memory", "%" PRIu64 " MiB usable in a map of %zu ranges",
			   machine_usable_bytes(topic) >> 20, ranges->count);
	places_add_fact(topic, table);
	modules_add_facts(topic, table);
	nodes_add_facts(topic, table);
	if (result_is_of_own_kernel(topic->analysis->result)) {
		/* A user's kernel has neither suites nor a boot path of this program. */
		table_fact(table, "system", "%s%s%s on %s", manifest->os,
			   manifest->kernel[0] != '\0' ? " " : "", manifest->kernel,
			   manifest->arch);
		if (manifest->build[0] != '\0')
			table_fact(table, "build", "%s by %s", manifest->build, manifest->compiler);
		else
			table_fact(table, "compiler", "%s", manifest->compiler);
		if (manifest->command_line[0] != '\0')
			table_fact(table, "command line", "%s", manifest->command_line);
	} else if (manifest != NULL) {
		machine_add_target(topic, table, manifest);
	} else {
		table_fact(table, "manifest", "lost: machine and clock are unknown")->is_bad = true;
	}
	if (topic->analysis->time_base != TIME_INSTRUCTIONS)
		table_fact(table, "intervals",
			   "95 %% CI, this boot: they exclude variation between boots (show "
			   "--runs)");
	table_fact(table, "time base", "%s", time_bases[topic->analysis->time_base].text);
	if (manifest != NULL)
		machine_add_tsc(topic, table, manifest);
	machine_add_timing(topic, table, manifest);
}
