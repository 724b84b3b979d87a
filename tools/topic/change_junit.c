/* The change as JUnit's XML, which CI systems show: a test case a figure, one that became worse a
 * failure, one that a side lacks skipped; so is one that too few runs say is worse. */
#include "tools/base/escape.h"
#include "tools/topic/text_change.h"

static void write_attribute(FILE *file, const char *name, const char *value)
{
	fprintf(file, " %s=\"", name);
	escape_xml(file, value);
	putc('"', file);
}

static void change_junit_write_name(FILE *file, const struct metric *metric)
{
	const char *separator = metric->point[0] != '\0' && metric->stage[0] != '\0' ? " " : "";

	fputs("    <testcase", file);
	write_attribute(file, "classname", metric->bench);
	fputs(" name=\"", file);
	escape_xml(file, metric->point);
	fputs(separator, file);
	escape_xml(file, metric->stage);
	if (metric->point[0] == '\0' && metric->stage[0] == '\0')
		fputs("all", file);
	putc('"', file);
}

static void write_worse(FILE *file, const struct metric *metric, bool is_conclusive)
{
	char base[CHANGE_CELL_MAX], other[CHANGE_CELL_MAX], percent[CHANGE_CELL_MAX];
	char p[CHANGE_CELL_MAX], message[5 * CHANGE_CELL_MAX];

	snprintf(message, sizeof(message), "%s%s, from %s to %s %.16s, p %s",
		 is_conclusive ? "" : "worse by too few runs to tell: ",
		 change_percent(metric, percent), change_figure(metric, BASE, base),
		 change_figure(metric, NEW, other), metric->sides[BASE].unit,
		 change_p(metric, p));
	fputs(is_conclusive ? ">\n      <failure" : ">\n      <skipped", file);
	write_attribute(file, "message", message);
	fputs("/>\n    </testcase>\n", file);
}

static void change_junit_write_skipped(FILE *file, const struct metric *metric)
{
	enum side lacking = metric->sides[BASE].runs == 0 ? BASE : NEW;
	const char *why = metric->sides[lacking].why_missing;

	fprintf(file, ">\n      <skipped");
	write_attribute(file, "message", why != NULL ? why : "in different units");
	fputs("/>\n    </testcase>\n", file);
}

static void write_case(FILE *file, const struct metric *metric, bool is_conclusive)
{
	change_junit_write_name(file, metric);
	if (metric->judgement.change == CHANGE_WORSE)
		write_worse(file, metric, is_conclusive);
	else if (metric->judgement.change == CHANGE_UNKNOWN)
		change_junit_write_skipped(file, metric);
	else
		fputs("/>\n", file);
}

static void write_remarks(FILE *file, const struct change_report *change)
{
	char text[CHANGE_TEST_MAX];

	fputs("    <system-out>", file);
	for (size_t i = 0; i < change->refused->count; i++) {
		fputs("forced against: ", file);
		escape_xml(file, change->refused->texts[i]);
		putc('\n', file);
	}
	escape_xml(file, change_test(change, text));
	putc('\n', file);
	escape_xml(file, change_caution(change, text));
	fputs("</system-out>\n", file);
}

bool change_junit_write(const struct change_report *change, FILE *file)
{
	const struct comparison *comparison = change->comparison;
	const size_t *changes = change->judging->changes;
	bool is_conclusive = judge_is_conclusive(comparison, change->judging);
	size_t worse = changes[CHANGE_WORSE], lacking = changes[CHANGE_UNKNOWN];

	fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n", file);
	fprintf(file, "  <testsuite name=\"bareline compare\" tests=\"%zu\" failures=\"%zu\" "
		"errors=\"0\" skipped=\"%zu\">\n", comparison->metric_count,
		is_conclusive ? worse : 0, is_conclusive ? lacking : lacking + worse);
	for (size_t i = 0; i < comparison->metric_count; i++)
		write_case(file, &comparison->metrics[i], is_conclusive);
	write_remarks(file, change);
	fputs("  </testsuite>\n</testsuites>\n", file);
	return fflush(file) == 0 && !ferror(file);
}
