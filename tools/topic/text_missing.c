/* The end of the report: what is not in the figures, and what may be wrong with them. */
#include <err.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_BYTES_MAX 256

/* By reason, then as they came. */
static int by_reason(const void *a, const void *b)
{
	const struct wire_record *left = *(const struct wire_record *const *)a;
	const struct wire_record *right = *(const struct wire_record *const *)b;
	int order = strcmp(left->skip.missing, right->skip.missing);

	if (order == 0)
		order = strcmp(left->skip.detail, right->skip.detail);
	return order != 0 ? order : (left->seq > right->seq) - (left->seq < right->seq);
}

static bool same_reason(const struct wire_skip *a, const struct wire_skip *b)
{
	return strcmp(a->missing, b->missing) == 0 && strcmp(a->detail, b->detail) == 0;
}

/* The benchmarks of skips in the order of the records, each once, as far as they fit. */
static void list_benches(const struct wire_record *const *skips, size_t count, char *list)
{
	size_t used = 0;

	for (size_t i = 0; i < count && used < LABEL_BYTES_MAX; i++) {
		const char *name = skips[i]->skip.bench;

		if (i > 0 && strcmp(name, skips[i - 1]->skip.bench) == 0)
			continue;
		used += (size_t)snprintf(list + used, LABEL_BYTES_MAX - used, "%s%s",
					 i > 0 ? ", " : "", name);
	}
}

/* What a reason kept from being measured: points of one benchmark, or several benchmarks. */
static void write_reason(const struct report *report, const struct wire_record *const *skips,
			 size_t count)
{
	const struct wire_skip *first = &skips[0]->skip, *last = &skips[count - 1]->skip;
	char benches[LABEL_BYTES_MAX], label[LABEL_BYTES_MAX] = "", more[64] = "";

	list_benches(skips, count, benches);
	if (strcmp(first->bench, last->bench) == 0) {
		point_label(first->point, label, sizeof(label));
		if (count > 1)
			snprintf(more, sizeof(more), ", and %zu more point%s", count - 1,
				 count > 2 ? "s" : "");
	}
	report_field(report, STYLE_PLAIN, first->missing, "%s%s%s%s: %s", benches,
		     label[0] != '\0' ? ", " : "", label, more, first->detail);
}

static void text_missing_write_skipped(const struct report *report)
{
	const struct record_list *list = &report->analysis->result->records[WIRE_skip];
	const struct wire_record **skips;
	size_t same;

	if (list->count == 0)
		return;
	skips = calloc(list->count, sizeof(*skips));
	if (skips == NULL)
		err(EXIT_USAGE, "out of memory");
	for (size_t i = 0; i < list->count; i++)
		skips[i] = &list->items[i];
	qsort(skips, list->count, sizeof(*skips), by_reason);
	report_heading(report, "Skipped, by what the machine lacks");
	for (size_t i = 0; i < list->count; i += same) {
		for (same = 1; i + same < list->count; same++) {
			if (!same_reason(&skips[i]->skip, &skips[i + same]->skip))
				break;
		}
		write_reason(report, &skips[i], same);
	}
	free(skips);
}

static void write_fault(const struct report *report, const struct wire_fault *fault)
{
	char label[LABEL_BYTES_MAX];

	point_label(fault->point, label, sizeof(label));
	report_field(report, STYLE_BAD, fault->kind, "%s%s%s: %s", fault->bench,
		     label[0] != '\0' ? ", " : "", label, fault->detail);
	if (strcmp(fault->kind, "error") != 0)
		report_field(report, STYLE_PLAIN, "", "vector %" PRIu64 ", error %#" PRIx64
			     ", rip %#" PRIx64 ", cr2 %#" PRIx64 ", on CPU %" PRIu64, fault->vector,
			     fault->error, fault->rip, fault->cr2, fault->cpu);
	report_field(report, STYLE_PLAIN, "", "%s", fault->registers);
	report_field(report, STYLE_PLAIN, "", "%s", fault->backtrace);
}

static void write_faults(const struct report *report)
{
	const struct result *result = report->analysis->result;
	const struct record_list *faults = &result->records[WIRE_fault];
	const struct wire_panic *panic = result_panic(result);

	if (faults->count > 0 || panic != NULL)
		report_heading(report, "Faults");
	for (size_t i = 0; i < faults->count; i++)
		write_fault(report, &faults->items[i].fault);
	if (panic == NULL)
		return;
	report_field(report, STYLE_BAD, "panic", "%s", panic->reason);
	report_field(report, STYLE_PLAIN, "", "%s", panic->registers);
	report_field(report, STYLE_PLAIN, "", "%s", panic->backtrace);
}

static void write_warnings(const struct report *report)
{
	const struct record_list *warnings = &report->analysis->result->records[WIRE_warning];

	if (warnings->count > 0)
		report_heading(report, "Warnings");
	for (size_t i = 0; i < warnings->count; i++)
		report_field(report, STYLE_PLAIN, warnings->items[i].warning.source, "%s",
			     warnings->items[i].warning.text);
}

/* Samples of a benchmark that a given cause disturbed. */
static size_t disturbed_by(const struct bench *bench, const char *cause)
{
	size_t count = 0;

	for (size_t i = 0; i < bench->series_count; i++) {
		const struct series *series = &bench->series[i];

		for (size_t j = 0; j < series->disturbed_count; j++)
			count += strcmp(series->disturbed[j].disturbed.cause, cause) == 0;
	}
	return count;
}

static size_t warm_samples(const struct bench *bench)
{
	size_t count = 0;

	for (size_t i = 0; i < bench->series_count; i++)
		count += bench->series[i].warm.count;
	return count;
}

static void text_missing_write_disturbed(const struct report *report)
{
	static const char *const causes[] = {"smi", "interrupt", "switch", "page_fault"};
	const struct result *result = report->analysis->result;

	if (result->records[WIRE_disturbed].count > 0)
		report_heading(report, "Disturbed samples");
	for (size_t i = 0; i < result->bench_count; i++) {
		const struct bench *bench = &result->benches[i];

		for (size_t j = 0; j < sizeof(causes) / sizeof(causes[0]); j++) {
			size_t count = disturbed_by(bench, causes[j]);

			if (count > 0)
				report_field(report, STYLE_PLAIN, causes[j],
					     "%s: %zu of %zu samples", bench->info->name, count,
					     warm_samples(bench));
		}
	}
}

static void text_missing_write_line(const struct report *report, uint64_t count, const char *what)
{
	char number[REPORT_NUMBER_MAX];

	snprintf(number, sizeof(number), "%10" PRIu64, count);
	if (count > 0)
		report_field(report, STYLE_PLAIN, number, "%s", what);
}

static void text_missing_write_account(const struct report *report)
{
	const struct log_account *account = &report->analysis->result->account;

	report_heading(report, "Records");
#define X(field, summary) text_missing_write_line(report, account->field, summary);
	LOG_ACCOUNT(X)
#undef X
}

void report_missing(const struct report *report)
{
	text_missing_write_skipped(report);
	write_faults(report);
	write_warnings(report);
	text_missing_write_disturbed(report);
	text_missing_write_account(report);
}
