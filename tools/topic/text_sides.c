/* Sides are named as the comparison's kind has it; all else is the same for every kind. */
#include "tools/topic/text_sides.h"

#include <inttypes.h>
#include <string.h>

#include "tools/record/point.h"

#define LABEL_BYTES_MAX 256
#define LACKING_TEXT_MAX 512

/* ---- Fields of the header ---- */

void report_runs(const struct report *report, const struct comparison *comparison,
		 enum side side)
{
	const struct compared_runs *runs = &comparison->sides[side];
	const struct wire_manifest *manifest = result_manifest(runs->items[0].result);

	report_field(report, STYLE_PLAIN, side_name(comparison, side), "%zu run%s of %s%s%s",
		     runs->count, runs->count == 1 ? "" : "s",
		     manifest != NULL ? manifest->build : "an unknown build",
		     manifest != NULL ? ", built by " : "",
		     manifest != NULL ? manifest->compiler : "");
}

void report_machine(const struct report *report, const struct result *result)
{
	const struct wire_manifest *manifest = result_manifest(result);
	const struct wire_cpu *cpu = result_cpu(result);

	if (manifest == NULL || cpu == NULL)
		return;
	report_field(report, STYLE_PLAIN, "machine", "%s (%s %" PRIu64 "/%" PRIu64 "/%" PRIu64
		     "), %s%s, TSC %.6f GHz", cpu->brand[0] != '\0' ? cpu->brand : "no name",
		     cpu->vendor, cpu->family, cpu->model, cpu->stepping,
		     manifest->hypervisor[0] != '\0' ? "under hypervisor " : "no hypervisor",
		     manifest->hypervisor, (double)manifest->tsc_hz / 1e9);
}

static const char *time_base_text(enum time_base base)
{
	switch (base) {
	case TIME_REAL:
		return "real";
	case TIME_EMULATED:
		return "emulated: times are the emulator's on its host, not the machine's";
	case TIME_INSTRUCTIONS:
		return "instructions: a tick is one instruction; figures are exact and say nothing "
			"of time";
	case TIME_UNKNOWN:
		break;
	}
	return "unknown";
}

void report_time_base(const struct report *report, enum time_base base)
{
	report_field(report, STYLE_PLAIN, "time base", "%s", time_base_text(base));
}

void report_reasons(const struct report *report, enum report_style style, const char *name,
		    const struct reasons *reasons)
{
	for (size_t i = 0; i < reasons->count; i++)
		report_field(report, style, i == 0 ? name : "", "%s", reasons->texts[i]);
}

/* ---- Rows ---- */

size_t metrics_of_bench(const struct metric *metrics, size_t count)
{
	size_t same = 1;

	while (same < count && strcmp(metrics[same].bench, metrics[0].bench) == 0)
		same++;
	return same;
}

void report_point(const struct report *report, const struct metric *metric,
		  const struct metric *previous)
{
	char point[LABEL_BYTES_MAX];

	if (metric->stage[0] == '\0' || metric->point[0] == '\0' ||
	    (previous != NULL && strcmp(previous->point, metric->point) == 0))
		return;
	point_label(metric->point, point, sizeof(point));
	fprintf(report->out, "    %s\n", point);
}

void report_metric_label(const struct report *report, const struct metric *metric,
			 size_t columns)
{
	char point[LABEL_BYTES_MAX], label[LABEL_BYTES_MAX + 32];
	bool has_stage = metric->stage[0] != '\0';

	point_label(metric->point, point, sizeof(point));
	if (has_stage)
		snprintf(label, sizeof(label), "%s%s", point[0] != '\0' ? "      " : "    ",
			 metric->stage);
	else
		snprintf(label, sizeof(label), "    %s", point[0] != '\0' ? point : "all");
	report_label(report, label, columns);
}

void report_text(const struct report *report, int columns, const char *text)
{
	fprintf(report->out, " %*s", columns - 1, text);
}

void report_value(const struct report *report, int columns, double value, int decimals)
{
	char number[REPORT_NUMBER_MAX];

	report_text(report, columns, report_number(value, decimals, number));
}

/* ---- What only one side has ---- */

/* Metrics from first to before end that this side lacks for the same reason as the given one. */
static size_t count_lacking(const struct metric *metrics, size_t first, size_t end,
			    const struct metric *like, enum side lacking)
{
	size_t count = 0;

	for (size_t i = first; i < end; i++)
		count += metrics[i].sides[lacking].runs == 0 &&
			strcmp(metrics[i].bench, like->bench) == 0 &&
			strcmp(metrics[i].sides[lacking].why_missing,
			       like->sides[lacking].why_missing) == 0;
	return count;
}

static void write_lacking(const struct report *report, const struct metric *metric, size_t count,
			  enum side lacking)
{
	char text[LACKING_TEXT_MAX];

	snprintf(text, sizeof(text), "%s, %zu figure%s: %s", metric->bench, count,
		 count == 1 ? "" : "s", metric->sides[lacking].why_missing);
	fputs("  ", report->out);
	report_wrapped(report, 2, text);
}

void report_one_sided(const struct report *report, const struct comparison *comparison,
		      enum side lacking)
{
	static const char *const names[][SIDES] = {
		[COMPARE_CHANGE] = {[BASE] = "the base's side", [NEW] = "the new side"},
		[COMPARE_OVERHEAD] = {[METAL] = "the metal", [LINUX] = "Linux"},
		[COMPARE_HISTORY] = {[BASE] = "any run", [NEW] = ""},
	};
	const struct metric *metrics = comparison->metrics;
	size_t end = comparison->metric_count;
	bool begun = false;

	for (size_t i = 0; i < end; i++) {
		if (metrics[i].sides[lacking].runs > 0 ||
		    count_lacking(metrics, 0, i, &metrics[i], lacking) > 0)
			continue;
		if (!begun)
			report_styled(report, STYLE_HEADING, "\nNot on %s, and why\n",
				      names[comparison->kind][lacking]);
		begun = true;
		write_lacking(report, &metrics[i],
			      count_lacking(metrics, i, end, &metrics[i], lacking), lacking);
	}
}
