/* SPDX-License-Identifier: MIT */
/* Machines are identified by the hashes of tools/analysis/identity.h, models by the manifest and
 * cpu records. Tables list the fields that must agree. */
#include "tools/compare/same_machine.h"

#include <err.h>
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/analysis/clocks.h"
#include "tools/analysis/timing.h"
#include "tools/base/alloc.h"
#include "tools/compare/kernel_lines.h"
#include "tools/compare/unstable_timing.h"

/* Limits the time for finding duplicates; longer lists are of no use. */
#define REASONS_LIST_MAX 256

struct checked_field {
	enum wire_kind kind;
	const char *field;
	const char *meaning;
};

static const struct checked_field must_agree[] = {
	{WIRE_cpu, "vendor", "CPU vendor"},
	{WIRE_cpu, "brand", "CPU"},
	{WIRE_cpu, "family", "CPU family"},
	{WIRE_cpu, "model", "CPU model"},
	{WIRE_cpu, "stepping", "CPU stepping"},
	{WIRE_manifest, "hypervisor", "hypervisor"},
	{WIRE_manifest, "time_base", "time base"},
};

static const struct checked_field of_baseline[] = {
	{WIRE_manifest, "time_base", "time base"},
};

/* A user's kernel does not describe its machine further. */
static const struct checked_field of_own_kernel[] = {
	{WIRE_manifest, "os", "operating system"},
	{WIRE_manifest, "arch", "processor"},
};

/* Fields that must agree for an overhead, because both sides must be built from the same
 * sources. */
static const struct checked_field same_sources[] = {
	{WIRE_manifest, "build", "build"},
};

/* Fields that must agree in all runs of one side. On bare metal the kernel field is empty. */
static const struct checked_field within_side[] = {
	{WIRE_manifest, "build", "build"},
	{WIRE_manifest, "kernel", "kernel"},
	{WIRE_manifest, "mitigations", "the set of mitigations"},
};

static const struct checked_field should_agree[] = {
	{WIRE_manifest, "compiler", "compiler"},
	{WIRE_manifest, "suite", "suite"},
	{WIRE_cpu, "microcode", "microcode"},
	{WIRE_cpu, "count", "number of CPUs"},
	{WIRE_machine, "bios", "firmware version"},
	{WIRE_machine, "bios_date", "firmware date"},
};

/* Possible causes of a change, intended or not. */
static const struct checked_field may_have_changed[] = {
	{WIRE_manifest, "build", "build"},
	{WIRE_manifest, "kernel", "kernel"},
	{WIRE_manifest, "mitigations", "the set of mitigations"},
	{WIRE_manifest, "boot", "boot path"},
	{WIRE_manifest, "loader", "boot loader or SBI firmware"},
	{WIRE_manifest, "capabilities", "the set of capabilities"},
};

#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

void same_machine_add(struct reasons *reasons, const char *format, ...)
{
	va_list args;
	char *text;

	if (reasons->count == REASONS_LIST_MAX)
		return;
	va_start(args, format);
	text = xvasprintf(format, args);
	va_end(args);
	for (size_t i = 0; i < reasons->count; i++) {
		if (strcmp(reasons->texts[i], text) == 0) {
			free(text);
			return;
		}
	}
	reasons->texts = xreallocarray(reasons->texts, reasons->count + 1, sizeof(text));
	reasons->texts[reasons->count++] = text;
}

void reasons_free(struct reasons *reasons)
{
	for (size_t i = 0; i < reasons->count; i++)
		free(reasons->texts[i]);
	free(reasons->texts);
	*reasons = (struct reasons){0};
}

void reasons_print_refused(const struct reasons *reasons, const char *problem)
{
	warnx("refused: %s; --force overrides:", problem);
	for (size_t i = 0; i < reasons->count; i++)
		fprintf(stderr, "  %s\n", reasons->texts[i]);
}

/* ---- Fields ---- */

/* The field's value as text, which the caller frees; NULL if the record is missing, or if the value
 * is a hexadecimal 0, which means unknown. */
static char *field_text(const struct result *result, const struct checked_field *checked)
{
	const struct record_list *list = &result->records[checked->kind];
	const struct wire_field *field = wire_schemas[checked->kind].fields;
	const void *value;

	if (list->count == 0)
		return NULL;
	while (strcmp(field->name, checked->field) != 0)
		field++;
	value = (const char *)&list->items[0].manifest + field->offset;
	if (field->kind == WIRE_STR)
		return xasprintf("\"%s\"", *(const char *const *)value);
	if (field->kind == WIRE_X64 && *(const uint64_t *)value == 0)
		return NULL;
	return field->kind == WIRE_X64 ? xasprintf("%#" PRIx64, *(const uint64_t *)value)
				       : xasprintf("%" PRIu64, *(const uint64_t *)value);
}

static void compare_fields(const struct result *a, const struct compared_run *b,
			   const struct checked_field *fields, size_t count,
			   struct reasons *reasons)
{
	for (size_t i = 0; i < count; i++) {
		char *a_text = field_text(a, &fields[i]);
		char *b_text = field_text(b->result, &fields[i]);

		if (a_text != NULL && b_text != NULL && strcmp(a_text, b_text) != 0)
			same_machine_add(reasons, "%s: %s is %s, not %s", b->path,
					 fields[i].meaning, b_text, a_text);
		free(b_text);
		free(a_text);
	}
}

/* ---- Other checks ---- */

/* Add a note if command lines differ. For an overhead, runs of Linux are compared with each other,
 * because bare metal has no command line. */
static void add_kernel_line_note(const struct comparison *comparison,
				 const struct compared_run *run, enum side side,
				 struct reasons *notes)
{
	enum side first = comparison->kind == COMPARE_OVERHEAD ? side : BASE;
	char *differs = kernel_lines_differ(comparison->sides[first].items[0].result, run->result);

	if (differs != NULL)
		same_machine_add(notes, "%s: the kernel's command line %s", run->path, differs);
	free(differs);
}

/* On aarch64 and riscv64 a process learns the caches from Linux, which knows them only if firmware
 * states them; on riscv64 the image does not know them. */
static bool caches_are_unknown(const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);

	return result->records[WIRE_cache].count == 0 &&
	       (strcmp(manifest->arch, "riscv64") == 0 ||
		(strcmp(manifest->arch, "aarch64") == 0 && result_is_of_process(result)));
}

static void compare_caches(const struct result *a, const struct compared_run *b,
			   struct reasons *reasons)
{
	const struct record_list *ours = &a->records[WIRE_cache];
	const struct record_list *theirs = &b->result->records[WIRE_cache];
	bool same = ours->count == theirs->count;

	if (caches_are_unknown(a) || caches_are_unknown(b->result))
		return;
	for (size_t i = 0; same && i < ours->count; i++) {
		const struct wire_cache *x = &ours->items[i].cache, *y = &theirs->items[i].cache;

		same = x->level == y->level && x->size_bytes == y->size_bytes &&
			strcmp(x->type, y->type) == 0;
	}
	if (!same)
		same_machine_add(reasons, "%s: the caches reported by CPUID differ", b->path);
}

/* Maximum relative error of the TSC's frequency, by its chosen source; 0 if it is unknown. */
static double tsc_uncertainty(const struct result *result)
{
	const struct wire_timer *chosen = clocks_of(result).chosen;

	return chosen != NULL ? clocks_uncertainty_ppm(chosen) / 1e6 : 0;
}

static void compare_tsc(const struct result *a, const struct compared_run *b,
			struct reasons *reasons)
{
	double ours = (double)result_manifest(a)->tsc_hz;
	double theirs = (double)result_manifest(b->result)->tsc_hz;
	double part = timing_base(a) == TIME_EMULATED ? SAME_TSC_PART_EMULATED : SAME_TSC_PART;
	double uncertain = tsc_uncertainty(a) + tsc_uncertainty(b->result);

	if (uncertain > part)
		part = fmin(uncertain, SAME_TSC_PART_EMULATED);
	if ((ours > 0) != (theirs > 0)) {
		same_machine_add(reasons, "%s: the %s frequency is %s, unlike that of the first "
				 "run", b->path, timing_clock_name(a),
				 theirs > 0 ? "known" : "unknown");
		return;
	}
	if (fabs(theirs - ours) > part * ours)
		same_machine_add(reasons, "%s: the %s frequency is %.6f GHz, not %.6f GHz",
				 b->path, timing_clock_name(a), theirs / (double)HZ_PER_GHZ,
				 ours / (double)HZ_PER_GHZ);
}

/* Processes of two systems may be compared, but are neither one side nor one history. */
static void check_system(const struct comparison *comparison, const struct compared_run *run,
			 enum side side, struct reasons *reasons)
{
	const struct result *first = comparison->sides[side].items[0].result;

	if (result_is_of_process(first) && result_is_of_process(run->result) &&
	    strcmp(result_os(first), result_os(run->result)) != 0)
		same_machine_add(reasons, "%s: its operating system is \"%s\", not \"%s\"",
				 run->path, result_os(run->result), result_os(first));
}

/* Whether a run is of the host that its side needs. For an overhead, each side must be of its own
 * host. For a change, both sides must be of one host, or both of processes. */
static bool is_of_wanted_host(const struct comparison *comparison, const struct result *result,
			      enum side side)
{
	const struct result *first = comparison->sides[BASE].items[0].result;
	const char *host = result_manifest(result)->host;
	bool is_process = result_is_of_process(result);

	if (comparison->kind != COMPARE_OVERHEAD)
		return strcmp(host, result_manifest(first)->host) == 0 ||
		       (is_process && result_is_of_process(first));
	return side == LINUX ? is_process : strcmp(host, "bare-metal") == 0;
}

static void check_host(const struct comparison *comparison, const struct compared_run *run,
		       enum side side, struct reasons *reasons)
{
	const struct result *first = comparison->sides[BASE].items[0].result;
	const char *host = result_manifest(run->result)->host;

	if (is_of_wanted_host(comparison, run->result, side))
		return;
	if (comparison->kind == COMPARE_OVERHEAD)
		same_machine_add(reasons, "%s: given as %s, but its host is \"%s\"", run->path,
				 side == METAL ? "metal" : "Linux", host);
	else
		same_machine_add(
			reasons,
			"%s: its host is \"%s\", not \"%s\"; bareline overhead compares hosts",
			run->path, host, result_manifest(first)->host);
}

/* Metrics are matched by name, so names must be unique. */
static void check_names(const struct compared_run *run, struct reasons *reasons)
{
	const struct metrics *metrics = &run->analysis->metrics;

	for (size_t i = 0; i < run->result->bench_count; i++) {
		const struct bench *bench = &run->result->benches[i];

		if (result_bench(run->result, bench->info->name) != bench)
			same_machine_add(reasons, "%s: two benchmarks are named %s", run->path,
					 bench->info->name);
	}
	for (size_t i = 0; i < metrics->count; i++) {
		const struct metric *metric = &metrics->items[i];
		const struct metric_name name = {metric->bench->info->name, metric->point,
						 metric->stage};

		if (name_index_find(&metrics->index, &name) != i)
			same_machine_add(reasons, "%s: two metrics are named %s %s %s", run->path,
					 name.bench, name.point, name.stage);
	}
}

static void check_loss(const struct compared_run *run, struct reasons *reasons)
{
	const struct loss *loss = &run->analysis->loss;

	if (!loss_is_none(loss))
		same_machine_add(reasons, "%s: %s", run->path, loss->text);
	for (size_t i = 0; i < loss->bench_count; i++)
		same_machine_add(reasons, "%s: missing: %s", run->path,
				 loss->benches[i]);
}

/* Metrics with and without the timing overhead are not comparable. */
static void check_timing(const struct compared_run *first, const struct compared_run *run,
			 struct reasons *reasons)
{
	bool ours = first->analysis->overhead.state == OVERHEAD_KNOWN;
	bool theirs = run->analysis->overhead.state == OVERHEAD_KNOWN;
	const struct compared_run *with_cost = theirs ? first : run;
	const struct compared_run *without = theirs ? run : first;

	if (ours == theirs || !unstable_timing_has_timed(run->result))
		return;
	if (with_cost->analysis->overhead.state == OVERHEAD_MISSING)
		same_machine_add(
			reasons,
			"%s: its metrics include the timing overhead, unlike those of "
			"%s; run " TIMING_BENCH " on both sides",
			with_cost->path, without->path);
	else
		same_machine_add(
			reasons,
			"%s: its metrics include the timing overhead, unlike those of "
			"%s, as " TIMING_BENCH " is unstable; run it again",
			with_cost->path, without->path);
}

static bool is_identified(const struct compared_run *run, struct reasons *reasons)
{
	if (result_manifest(run->result) != NULL &&
	    (result_cpu(run->result) != NULL || result_is_of_own_kernel(run->result)))
		return true;
	same_machine_add(reasons,
			 "%s: its manifest or cpu record is lost: unknown machine",
			 run->path);
	check_loss(run, reasons);
	return false;
}

/* Machines of one model differ in their identifiers, as far as both logs have them. */
static void check_identity(const struct compared_run *first, const struct compared_run *run,
			   struct reasons *reasons)
{
	const struct identity *ours = first->analysis->identity;
	const struct identity *theirs = run->analysis->identity;
	enum identifier kind;

	if (identity_compare(ours, theirs, &kind) == IDENTITY_DIFFERENT)
		same_machine_add(reasons, "%s: another machine: its %s has the hash %s, not %s",
				 run->path, identifier_name(kind), theirs->hashes[kind],
				 ours->hashes[kind]);
}

/* ---- Baselines ---- */

/* Visit the lines of a kind that differ, or that only one run states. */
static void compare_lines(const struct compared_run *first, const struct compared_run *run,
			  enum baseline_kind kind,
			  void (*visit)(struct reasons *to, const struct compared_run *run,
					const char *name, const char *ours, const char *theirs),
			  struct reasons *to)
{
	static const size_t marks[] = {
		[BASELINE_CONDITION] = sizeof(BASELINE_CONDITION_MARK) - 1,
		[BASELINE_NOTE] = sizeof(BASELINE_NOTE_MARK) - 1,
	};
	struct baseline ours = compared_run_conditions(first);
	struct baseline theirs = compared_run_conditions(run);

	for (size_t i = 0; i < ours.count; i++) {
		const struct baseline_line *line = &ours.lines[i];
		const struct baseline_line *other = baseline_find(&theirs, line->name);

		if (baseline_line_kind(line) == kind &&
		    (other == NULL || !baseline_condition_is_equal(line, other)))
			visit(to, run, line->name + marks[kind], line->value,
			      other != NULL ? other->value : NULL);
	}
	for (size_t i = 0; i < theirs.count; i++) {
		const struct baseline_line *line = &theirs.lines[i];

		if (baseline_line_kind(line) == kind && baseline_find(&ours, line->name) == NULL)
			visit(to, run, line->name + marks[kind], NULL, line->value);
	}
	baseline_free(&theirs);
	baseline_free(&ours);
}

static void add_difference(struct reasons *to, const struct compared_run *run, const char *name,
			   const char *ours, const char *theirs)
{
	if (ours != NULL && theirs != NULL)
		same_machine_add(to, "%s: %s is \"%s\", not \"%s\"", run->path, name, theirs,
				 ours);
}

static void add_unstated(struct reasons *to, const struct compared_run *run, const char *name,
			 const char *ours, const char *theirs)
{
	if (ours == NULL || theirs == NULL)
		same_machine_add(to, "%s: %s is known of one side only: \"%s\"", run->path, name,
				 ours != NULL ? ours : theirs);
}

static bool has_baseline(const struct compared_run *first, const struct compared_run *run)
{
	return first->baseline != NULL || run->baseline != NULL;
}

void same_machine_compare_conditions(const struct comparison *comparison, struct reasons *reasons)
{
	const struct compared_run *base = &comparison->sides[BASE].items[0];
	const struct compared_run *new = &comparison->sides[NEW].items[0];

	compare_lines(base, new, BASELINE_CONDITION, add_difference, reasons);
	compare_lines(base, new, BASELINE_CONDITION, add_unstated, reasons);
}

/* A baseline states its conditions only. They are those of its first boot, because later boots have
 * parameters for their memory layouts. */
static void check_baseline(const struct comparison *comparison, const struct compared_run *run,
			   struct reasons *reasons)
{
	const struct compared_run *first = &comparison->sides[BASE].items[0];

	if (comparison->kind != COMPARE_CHANGE)
		same_machine_add(reasons, "%s: is a baseline, which only `bareline compare` reads",
				 first->baseline != NULL ? first->path : run->path);
	compare_fields(first->result, run, of_baseline, COUNT(of_baseline), reasons);
	if (run == &comparison->sides[NEW].items[0])
		compare_lines(first, run, BASELINE_CONDITION, add_difference, reasons);
}

static void check_run(const struct comparison *comparison, const struct compared_run *run,
		      enum side side, struct reasons *reasons)
{
	const struct compared_run *first_run = &comparison->sides[BASE].items[0];
	const struct result *first = first_run->result;
	const struct validity *validity = &run->analysis->validity;

	for (size_t i = 0; i < validity->count; i++)
		same_machine_add(reasons, "%s: the run is invalid: %s", run->path,
				 validity->reasons[i]);
	check_loss(run, reasons);
	check_names(run, reasons);
	if (has_baseline(first_run, run)) {
		check_baseline(comparison, run, reasons);
		return;
	}
	check_host(comparison, run, side, reasons);
	check_system(comparison, run, side, reasons);
	check_identity(first_run, run, reasons);
	compare_fields(first, run, must_agree, COUNT(must_agree), reasons);
	if (comparison->kind == COMPARE_OVERHEAD)
		compare_fields(first, run, same_sources, COUNT(same_sources), reasons);
	else if (result_is_of_own_kernel(first) || result_is_of_own_kernel(run->result))
		compare_fields(first, run, of_own_kernel, COUNT(of_own_kernel), reasons);
	compare_caches(first, run, reasons);
	compare_tsc(first, run, reasons);
	/* Benchmarks of the same name must have the same unit. */
	for (size_t i = 0; i < run->result->bench_count; i++) {
		const struct wire_bench *theirs = run->result->benches[i].info;
		const struct bench *ours = result_bench(first, theirs->name);

		if (ours != NULL && strcmp(ours->info->unit, theirs->unit) != 0)
			same_machine_add(reasons, "%s: %s is in %s, not in %s", run->path,
					 theirs->name, theirs->unit, ours->info->unit);
	}
	check_timing(first_run, run, reasons);
}

void same_machine_refuse(const struct comparison *comparison, struct reasons *reasons)
{
	if (!is_identified(&comparison->sides[BASE].items[0], reasons))
		return;
	for (enum side side = BASE; side < SIDES; side++) {
		const struct compared_runs *runs = &comparison->sides[side];

		for (size_t i = 0; i < runs->count; i++) {
			if (!is_identified(&runs->items[i], reasons))
				continue;
			check_run(comparison, &runs->items[i], side, reasons);
			if (comparison->kind != COMPARE_HISTORY)
				compare_fields(runs->items[0].result, &runs->items[i], within_side,
					       COUNT(within_side), reasons);
		}
	}
}

/* The nth record of an item; NULL if there are fewer. */
static const struct wire_state *nth_state(const struct result *result, const char *item, size_t nth)
{
	const struct record_list *items = &result->records[WIRE_state];

	for (size_t i = 0; i < items->count; i++) {
		if (strcmp(items->items[i].state.item, item) == 0 && nth-- == 0)
			return &items->items[i].state;
	}
	return NULL;
}

/* Items of one run that the other one lacks or has with another value. Only bare metal reads the
 * registers. */
static void add_state_notes(const struct result *a, const struct compared_run *b,
			    struct reasons *notes)
{
	const struct record_list *ours = &a->records[WIRE_state];
	const struct record_list *theirs = &b->result->records[WIRE_state];
	size_t nth = 0;

	if (ours->count == 0 || theirs->count == 0)
		return;
	for (size_t i = 0; i < ours->count; i++) {
		const struct wire_state *x = &ours->items[i].state, *y;

		nth = i > 0 && strcmp(x->item, ours->items[i - 1].state.item) == 0 ? nth + 1 : 0;
		y = nth_state(b->result, x->item, nth);
		if (y == NULL)
			same_machine_add(notes, "%s: state of the machine: no %s, which was "
					 "\"%s\"", b->path, x->item, x->value);
		else if (strcmp(x->others, y->others) != 0)
			same_machine_add(notes, "%s: state of the machine: %s of other CPUs is "
					 "\"%s\", not \"%s\"", b->path, x->item, y->others,
					 x->others);
		else if (strcmp(x->value, y->value) != 0 && result_compares_state(x->item))
			same_machine_add(notes, "%s: state of the machine: %s is \"%s\", not "
					 "\"%s\"", b->path, x->item, y->value, x->value);
	}
	for (size_t i = 0; i < theirs->count; i++) {
		const struct wire_state *y = &theirs->items[i].state;

		nth = i > 0 && strcmp(y->item, theirs->items[i - 1].state.item) == 0 ? nth + 1 : 0;
		if (nth_state(a, y->item, nth) == NULL)
			same_machine_add(notes, "%s: state of the machine: %s is \"%s\", unlike "
					 "before", b->path, y->item, y->value);
	}
}

static void add_node_note(const struct result *a, const struct compared_run *b,
			  struct reasons *notes)
{
	size_t ours = a->records[WIRE_node].count, theirs = b->result->records[WIRE_node].count;

	if (ours != theirs)
		same_machine_add(notes, "%s: the number of memory nodes is %zu, not %zu", b->path,
				 theirs > 0 ? theirs : 1, ours > 0 ? ours : 1);
}

static void add_run_notes(const struct comparison *comparison, const struct compared_run *run,
			  enum side side, struct reasons *notes)
{
	const struct compared_run *first_run = &comparison->sides[BASE].items[0];
	const struct result *first = first_run->result;
	const char *ours = first_run->analysis->identity->memory;
	const char *theirs = run->analysis->identity->memory;

	if (has_baseline(first_run, run)) {
		if (run != &comparison->sides[NEW].items[0])
			return;
		compare_lines(first_run, run, BASELINE_NOTE, add_difference, notes);
		compare_lines(first_run, run, BASELINE_CONDITION, add_unstated, notes);
		return;
	}
	compare_fields(first, run, should_agree, COUNT(should_agree), notes);
	if (ours != NULL && theirs != NULL && strcmp(ours, theirs) != 0)
		same_machine_add(notes, "%s: memory is %s, not %s", run->path, theirs, ours);
	if (comparison->kind == COMPARE_CHANGE &&
	    strcmp(result_os(first), result_os(run->result)) != 0)
		same_machine_add(notes, "%s: the operating system is %s, not %s", run->path,
				 result_os(run->result), result_os(first));
	if (comparison->kind == COMPARE_CHANGE && run == comparison->sides[NEW].items)
		compare_fields(first, run, may_have_changed, COUNT(may_have_changed), notes);
	add_state_notes(first, run, notes);
	add_node_note(first, run, notes);
	add_kernel_line_note(comparison, run, side, notes);
}

void same_machine_add_notes(const struct comparison *comparison, struct reasons *notes)
{
	for (enum side side = BASE; side < SIDES; side++) {
		for (size_t i = 0; i < comparison->sides[side].count; i++)
			add_run_notes(comparison, &comparison->sides[side].items[i], side, notes);
	}
}
