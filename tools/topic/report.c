/* What the parts of the report share: styles, wrapping, figures. */
#include "tools/topic/report.h"

#include <err.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/utf8.h"

#define NAME_COLUMNS 16

bool report_found(const struct report *report, size_t figures)
{
	if (figures > 0 || report->benches.count == 0)
		return true;
	warnx("no benchmark matches what was asked for");
	return false;
}

bool report_wants(const struct report *report, const char *bench)
{
	return patterns_want(&report->benches, bench);
}

const struct series *report_series(const struct bench *bench, const char *point)
{
	for (size_t i = 0; i < bench->series_count; i++) {
		if (strcmp(bench->series[i].info->point, point) == 0)
			return &bench->series[i];
	}
	return NULL;
}

double report_median(const struct report *report, const struct bench *bench,
		     const struct series *series)
{
	return figures_at(&report->analysis->figures, bench, series)->warm.summary.ticks.median;
}

void report_median_cell(const struct report *report, const struct bench *bench, const char *point,
			int columns, int decimals)
{
	const struct series *series = report_series(bench, point);
	char number[REPORT_NUMBER_MAX] = "-";
	double value;

	if (series != NULL && series->warm.count > 0) {
		value = report_median(report, bench, series);
		if (report->analysis->ns_per_tick > 0)
			value *= report->analysis->ns_per_tick;
		report_number(value, decimals, number);
	}
	fprintf(report->out, "%*s", columns, number);
}

/* ECMA-48, "SGR - Select Graphic Rendition". */
static const char *style_code(enum report_style style)
{
	switch (style) {
	case STYLE_HEADING:
		return "1";
	case STYLE_BAD:
		return "1;31";
	case STYLE_DIM:
		return "2";
	case STYLE_PLAIN:
		break;
	}
	return "0";
}

static void begin_style(const struct report *report, enum report_style style)
{
	if (report->colour && style != STYLE_PLAIN)
		fprintf(report->out, "\033[%sm", style_code(style));
}

static void end_style(const struct report *report, enum report_style style)
{
	if (report->colour && style != STYLE_PLAIN)
		fputs("\033[0m", report->out);
}

void report_styled(const struct report *report, enum report_style style, const char *format, ...)
{
	va_list args;

	begin_style(report, style);
	va_start(args, format);
	vfprintf(report->out, format, args);
	va_end(args);
	end_style(report, style);
}

void report_heading(const struct report *report, const char *text)
{
	if (report->sink != NULL)
		report->sink->heading(report->sink->context, text);
	else
		report_styled(report, STYLE_HEADING, "\n%s\n", text);
}

void report_wrapped(const struct report *report, size_t margin, const char *text)
{
	size_t column = margin;

	while (*text != '\0') {
		size_t blanks = strspn(text, " ");
		size_t bytes = strcspn(text + blanks, " ");
		char *word = strndup(text + blanks, bytes);
		size_t width;

		if (word == NULL)
			err(2, "out of memory");
		width = utf8_length(word);
		if (column > margin && column + blanks + width > REPORT_COLUMNS) {
			fprintf(report->out, "\n%*s", (int)margin, "");
			column = margin;
			blanks = 0;
		}
		fprintf(report->out, "%*s%s", (int)blanks, "", word);
		column += blanks + width;
		text += strspn(text, " ") + bytes;
		free(word);
	}
	putc('\n', report->out);
}

static void report_write_field(const struct report *report, enum report_style style,
			       const char *name, const char *text)
{
	fprintf(report->out, "  %-*s", NAME_COLUMNS - 2, name);
	if (utf8_length(name) > NAME_COLUMNS - 4)
		fprintf(report->out, "\n%*s", NAME_COLUMNS, "");
	begin_style(report, style);
	report_wrapped(report, NAME_COLUMNS, text);
	end_style(report, style);
}

void report_field(const struct report *report, enum report_style style, const char *name,
		  const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		err(2, "out of memory");
	if (length > 0 && report->sink != NULL)
		report->sink->field(report->sink->context, style, name, text);
	else if (length > 0)
		report_write_field(report, style, name, text);
	free(text);
}

const char *report_number(double value, int decimals, char text[REPORT_NUMBER_MAX])
{
	double size = fabs(value);

	if (size >= 1e8 - 0.5)
		snprintf(text, REPORT_NUMBER_MAX, "%.2e", value);
	else if (size >= 10000 || (decimals == 0 && value == floor(value)))
		snprintf(text, REPORT_NUMBER_MAX, "%.0f", value);
	else
		snprintf(text, REPORT_NUMBER_MAX, "%.*f",
			 decimals == 0 || size >= 100 ? 1 : decimals, value);
	return text;
}

void report_interval(const struct report *report, const struct stats *stats, int decimals)
{
	char low[REPORT_NUMBER_MAX], high[REPORT_NUMBER_MAX];
	char interval[2 * REPORT_NUMBER_MAX + 4] = "n too small";
	int length = 0;

	if (report->analysis->time_base == TIME_INSTRUCTIONS && stats->min == stats->max)
		snprintf(interval, sizeof(interval), "exact");
	else if (stats->has_interval)
		length = snprintf(interval, sizeof(interval), "%s - %s",
				  report_number(stats->median_low, decimals, low),
				  report_number(stats->median_high, decimals, high));
	if (length >= REPORT_INTERVAL_COLUMNS)
		snprintf(interval, sizeof(interval), "%s-%s", low, high);
	fprintf(report->out, "%*s", REPORT_INTERVAL_COLUMNS, interval);
}

void report_cell(const struct report *report, const char *text, size_t columns)
{
	size_t width = utf8_length(text), shown = 0;
	const char *c = text;

	if (width <= columns) {
		fprintf(report->out, "%s%*s", text, (int)(columns - width), "");
		return;
	}
	for (; *c != '\0'; c++) {
		shown += ((unsigned char)*c & 0xc0) != 0x80;
		if (shown == columns)
			break;
	}
	fprintf(report->out, "%.*s…", (int)(c - text), text);
}

void report_label(const struct report *report, const char *text, size_t columns)
{
	size_t width = utf8_length(text);

	if (width >= columns) {
		report_cell(report, text, width < REPORT_COLUMNS ? width : REPORT_COLUMNS);
		putc('\n', report->out);
		text = "";
	}
	report_cell(report, text, columns);
}
