/* The end of the report: what is not in the figures, and what may be wrong with them. */
#include <inttypes.h>
#include <string.h>

#include "tools/point.h"
#include "tools/report.h"

#define LABEL_BYTES_MAX 256

static bool same_reason(const struct wire_skip *a, const struct wire_skip *b)
{
	return strcmp(a->bench, b->bench) == 0 && strcmp(a->missing, b->missing) == 0;
}

/* Points of one benchmark skipped in a row for one reason share a line. Returns how many did. */
static size_t put_skips(const struct report *report, const struct wire_record *skips, size_t count)
{
	const struct wire_skip *skip = &skips[0].skip;
	char label[LABEL_BYTES_MAX], more[64] = "";
	size_t same = 1;

	while (same < count && same_reason(skip, &skips[same].skip))
		same++;
	if (same > 1)
		snprintf(more, sizeof(more), ", and %zu more point%s", same - 1,
			 same > 2 ? "s" : "");
	point_label(skip->point, label, sizeof(label));
	report_field(report, STYLE_PLAIN, skip->missing, "%s%s%s%s: %s", skip->bench,
		     label[0] != '\0' ? ", " : "", label, more, skip->detail);
	return same;
}

static void put_skipped(const struct report *report)
{
	const struct record_list *skips = &report->analysis->result->records[WIRE_skip];

	if (skips->count > 0)
		report_styled(report, STYLE_HEADING, "\nSkipped, by what the machine lacks\n");
	for (size_t i = 0; i < skips->count;)
		i += put_skips(report, &skips->items[i], skips->count - i);
}

static void put_fault(const struct report *report, const struct wire_fault *fault)
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

static void put_faults(const struct report *report)
{
	const struct result *result = report->analysis->result;
	const struct record_list *faults = &result->records[WIRE_fault];
	const struct wire_panic *panic = result_panic(result);

	if (faults->count > 0 || panic != NULL)
		report_styled(report, STYLE_HEADING, "\nFaults\n");
	for (size_t i = 0; i < faults->count; i++)
		put_fault(report, &faults->items[i].fault);
	if (panic == NULL)
		return;
	report_field(report, STYLE_BAD, "panic", "%s", panic->reason);
	report_field(report, STYLE_PLAIN, "", "%s", panic->registers);
	report_field(report, STYLE_PLAIN, "", "%s", panic->backtrace);
}

static void put_warnings(const struct report *report)
{
	const struct record_list *warnings = &report->analysis->result->records[WIRE_warning];

	if (warnings->count > 0)
		report_styled(report, STYLE_HEADING, "\nWarnings\n");
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

static void put_disturbed(const struct report *report)
{
	static const char *const causes[] = {"smi", "interrupt", "switch", "page_fault"};
	const struct result *result = report->analysis->result;

	if (result->records[WIRE_disturbed].count > 0)
		report_styled(report, STYLE_HEADING, "\nDisturbed samples\n");
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

static void put_line(const struct report *report, uint64_t count, const char *what)
{
	if (count > 0)
		fprintf(report->out, "  %10" PRIu64 "  %s\n", count, what);
}

static void put_account(const struct report *report)
{
	const struct log_account *account = &report->analysis->result->account;

	report_styled(report, STYLE_HEADING, "\nRecords\n");
#define X(field, summary) put_line(report, account->field, summary);
	LOG_ACCOUNT(X)
#undef X
}

void report_losses(const struct report *report)
{
	put_skipped(report);
	put_faults(report);
	put_warnings(report);
	put_disturbed(report);
	put_account(report);
}
