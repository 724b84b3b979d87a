/* The order of the page, and what the sections share. */
#include "tools/topic/chart.h"

#include <err.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/analysis/reference.h"
#include "tools/base/escape.h"
#include "tools/record/point.h"

/* A full run takes a few megabytes. */
#define MEMORY_MAX (256u * 1024 * 1024)
#define LABEL_BYTES_MAX 256
#define NAME_BYTES_MAX 80

#define FIGURE_DIGITS 4
#define FIGURE_DECIMALS_MAX 9
#define FIGURE_PLAIN_MAX 1e15
#define FIGURE_BYTES_MAX 64

static void *checked(void *memory)
{
	if (memory == NULL)
		errx(2, "the report of this run would take more memory than %u MiB",
		     MEMORY_MAX >> 20);
	return memory;
}

void *chart_allocate(struct charts *charts, size_t count, size_t size)
{
	return checked(arena_alloc(&charts->arena, (count + 1) * size));
}

const char *chart_text(struct charts *charts, const char *format, ...)
{
	va_list args;
	char *text, *kept;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		err(2, "out of memory");
	kept = checked(arena_copy(&charts->arena, text, (size_t)length + 1));
	free(text);
	return kept;
}

const char *chart_figure(struct charts *charts, double value)
{
	double size = fabs(value);
	int decimals = size > 0 ? FIGURE_DIGITS - 1 - (int)floor(log10(size)) : 0;
	char text[FIGURE_BYTES_MAX];

	if (!isfinite(value) || size >= FIGURE_PLAIN_MAX || decimals > FIGURE_DECIMALS_MAX) {
		snprintf(text, sizeof(text), "%.*g", FIGURE_DIGITS, value);
		return chart_text(charts, "%s", text);
	}
	snprintf(text, sizeof(text), "%.*f", decimals > 0 ? decimals : 0, value);
	if (decimals > 0) {
		char *end = text + strlen(text);

		while (end[-1] == '0')
			end--;
		*(end[-1] == '.' ? end - 1 : end) = '\0';
	}
	return chart_text(charts, "%s", text);
}

/* ---- Building one ---- */

static void *grown(void *items, size_t count, size_t size)
{
	/* At powers of two the room is used up. */
	if ((count & (count - 1)) == 0)
		items = reallocarray(items, count == 0 ? 1 : 2 * count, size);
	if (items == NULL)
		err(2, "out of memory");
	return items;
}

/* A file's name everywhere: what can't be in one becomes a hyphen. No other chart has it. */
static const char *make_name(struct charts *charts, const char *wanted)
{
	char *name = strdup(wanted);
	const char *kept;

	if (name == NULL)
		err(2, "out of memory");
	for (char *c = name; *c != '\0'; c++) {
		if (strchr("abcdefghijklmnopqrstuvwxyz0123456789_-", *c) == NULL &&
		    (*c != '.' || c == name))
			*c = '-';
	}
	name[strnlen(name, NAME_BYTES_MAX)] = '\0';
	kept = chart_text(charts, "%s", name);
	for (unsigned number = 2; charts_find(charts, kept) != NULL; number++)
		kept = chart_text(charts, "%s-%u", name, number);
	free(name);
	return kept;
}

struct exhibit *chart_begin(struct charts *charts, const char *section, const char *name,
			      const char *title)
{
	struct exhibit *chart = chart_allocate(charts, 0, sizeof(*chart));

	*chart = (struct exhibit){
		.of = charts, .section = section, .name = make_name(charts, name),
		.title = title, .note = "",
		.plot = {.title = title, .x.label = "", .y.label = ""},
	};
	chart->plot.curves = chart->curves;
	charts->items = grown(charts->items, charts->count, sizeof(*charts->items));
	charts->items[charts->count++] = chart;
	return chart;
}

bool chart_curve(struct exhibit *chart, const char *name, enum chart_style style,
		   size_t capacity)
{
	size_t number = chart->plot.curve_count;

	if (number == CHART_CURVES_MAX)
		return false;
	chart->points[number] = chart_allocate(chart->of, capacity,
						   sizeof(*chart->points[number]));
	chart->capacity = capacity;
	chart->curves[number] = (struct plot_curve){
		.name = name, .style = style, .points = chart->points[number],
	};
	chart->plot.curve_count++;
	return true;
}

void chart_point(struct exhibit *chart, const struct chart_point *point)
{
	size_t newest = chart->plot.curve_count - 1;
	struct plot_curve *curve = &chart->curves[newest];

	if (curve->count == chart->capacity)
		errx(2, "%s: a curve has more points than were counted", chart->name);
	chart->points[newest][curve->count++] = *point;
}

void chart_columns(struct exhibit *chart, const char *first, ...)
{
	va_list args;

	va_start(args, first);
	for (const char *name = first; name != NULL; name = va_arg(args, const char *))
		chart->table.columns[chart->table.column_count++] = name;
	va_end(args);
}

static void add_cell(struct exhibit *chart, const char *text)
{
	struct table *table = &chart->table;

	table->cells = grown(table->cells, table->cell_count, sizeof(*table->cells));
	table->cells[table->cell_count++] = text;
}

void chart_cell(struct exhibit *chart, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		err(2, "out of memory");
	add_cell(chart, chart_text(chart->of, "%s", text));
	free(text);
}

void chart_number(struct exhibit *chart, double value)
{
	chart_cell(chart, "%s", chart_figure(chart->of, value));
}

void chart_rows(struct exhibit *chart, const char *const *names, size_t count)
{
	const char **from_below = chart_allocate(chart->of, count, sizeof(*from_below));

	for (size_t i = 0; i < count; i++)
		from_below[i] = names[count - 1 - i];
	chart->plot.y = (struct chart_axis){
		.label = "", .low = -0.6, .high = (double)count - 0.4, .names = from_below,
		.name_count = count,
	};
}

/* ---- Readings ---- */

bool chart_read(const struct charts *charts, const struct bench *bench,
		  const struct series *series, struct reading *reading)
{
	const struct analysis *analysis = charts->analysis;
	double ns_per_value;

	if (series == NULL || series->warm.count == 0)
		return false;
	ns_per_value = analysis_ns_per_value(analysis, bench);
	reading->stats =
		stats_scaled(&figures_at(&analysis->figures, bench, series)->warm.summary.ticks,
			     ns_per_value > 0 ? ns_per_value : 1);
	reading->unit = analysis_unit(analysis, bench);
	return true;
}

void chart_reading(struct exhibit *chart, const struct reading *reading)
{
	const struct stats *stats = &reading->stats;

	chart_number(chart, stats->median);
	if (stats->has_interval) {
		chart_number(chart, stats->median_low);
		chart_number(chart, stats->median_high);
	} else {
		chart_cell(chart, "n too small");
		chart_cell(chart, "%s", "");
	}
	chart_number(chart, stats->min);
	chart_number(chart, stats->p99);
	chart_number(chart, stats->max);
	chart_cell(chart, "%zu", stats->n);
}

const char *chart_hover(struct charts *charts, const char *label,
			  const struct reading *reading)
{
	const struct stats *stats = &reading->stats;
	const char *median = chart_figure(charts, stats->median);

	if (!stats->has_interval)
		return chart_text(charts, "%s: %s %s, n = %zu", label, median, reading->unit,
				    stats->n);
	return chart_text(charts, "%s: %s %s (%s to %s), n = %zu", label, median, reading->unit,
			    chart_figure(charts, stats->median_low),
			    chart_figure(charts, stats->median_high), stats->n);
}

static bool chart_is_number(const char *text)
{
	return *text >= '0' && *text <= '9';
}

const char *chart_label(struct charts *charts, const char *point)
{
	char label[LABEL_BYTES_MAX] = "", one[3 * POINT_TEXT_MAX];
	struct parameter parameter;
	size_t used = 0;

	while (used < sizeof(label) && point_next(&point, &parameter)) {
		char text[3 * POINT_TEXT_MAX];

		snprintf(one, sizeof(one), "%s=%s", parameter.name, parameter.value);
		point_label(one, text, sizeof(text));
		used += (size_t)snprintf(label + used, sizeof(label) - used, "%s%s",
					 used > 0 ? ", " : "",
					 chart_is_number(parameter.value) ||
							 parameter.value[0] == '\0' ||
							 strcmp(parameter.value, "on") == 0 ||
							 strcmp(parameter.value, "off") == 0
						 ? text
						 : parameter.value);
	}
	return chart_text(charts, "%s", label);
}

/* ---- All of them ---- */

/* What others have published of the same processor, if it ran as itself. */
static void add_references(struct exhibit *chart)
{
	const struct analysis *analysis = chart->of->analysis;
	const struct wire_cpu *cpu = result_cpu(analysis->result);
	const struct peer_figure *peer = NULL;

	if (cpu == NULL || analysis->time_base != TIME_REAL)
		return;
	while ((peer = peer_next(peer, cpu->brand, chart->name)) != NULL)
		chart->note = chart_text(chart->of, "%s%sPublished of this processor: %s, "
					     "%g %s (%s).", chart->note,
					     chart->note[0] != '\0' ? " " : "", peer->what,
					     peer->value, peer->unit, peer->source);
}

void charts_make(struct charts *charts, const struct analysis *analysis,
		   const struct comparison *comparison, const char *path)
{
	*charts = (struct charts){.analysis = analysis, .comparison = comparison};
	arena_init(&charts->arena, MEMORY_MAX);
	chart_overhead(charts);
	chart_memory(charts);
	chart_bandwidth(charts);
	chart_pairs(charts);
	chart_family(charts, "Memory", "mem");
	chart_interrupts(charts);
	chart_family(charts, "Interrupts", "irq");
	chart_family(charts, "Interrupts", "smp");
	chart_faults(charts);
	chart_family(charts, "Faults", "fault");
	chart_family(charts, "Entry to the kernel", "entry");
	chart_family(charts, "Threads and processes", "os");
	chart_family(charts, "Core", "cpu");
	chart_predictions(charts);
	chart_coarse(charts);
	chart_family(charts, "Clocks", "clock");
	chart_idle(charts, "Idle and noise");
	chart_family(charts, "Idle and noise", "idle");
	chart_family(charts, "Idle and noise", "noise");
	chart_idle(charts, "Input");
	chart_family(charts, "Input", "input");
	chart_network(charts, path);
	chart_family(charts, "Interactions", "flow");
	for (size_t i = 0; i < charts->count; i++) {
		chart_scale(charts->items[i]);
		add_references(charts->items[i]);
	}
}

void charts_free(struct charts *charts)
{
	for (size_t i = 0; i < charts->count; i++)
		free(charts->items[i]->table.cells);
	free(charts->items);
	arena_free(&charts->arena);
}

const struct exhibit *charts_find(const struct charts *charts, const char *name)
{
	for (size_t i = 0; i < charts->count; i++) {
		if (strcmp(charts->items[i]->name, name) == 0)
			return charts->items[i];
	}
	return NULL;
}

void chart_csv(const struct exhibit *chart, FILE *file)
{
	const struct table *table = &chart->table;

	for (size_t i = 0; i < table->column_count; i++) {
		if (i > 0)
			putc(',', file);
		escape_csv(file, table->columns[i]);
	}
	for (size_t i = 0; i < table->cell_count; i++) {
		putc(i % table->column_count == 0 ? '\n' : ',', file);
		escape_csv(file, table->cells[i]);
	}
	putc('\n', file);
}
