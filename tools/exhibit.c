/* The order of the page, and what the sections share. */
#include "tools/exhibit.h"

#include <err.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "tools/escape.h"
#include "tools/peers.h"
#include "tools/point.h"

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

void *exhibit_allocate(struct exhibits *exhibits, size_t count, size_t size)
{
	return checked(arena_alloc(&exhibits->arena, (count + 1) * size));
}

const char *exhibit_text(struct exhibits *exhibits, const char *format, ...)
{
	va_list args;
	char *text, *kept;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		err(2, "out of memory");
	kept = checked(arena_copy(&exhibits->arena, text, (size_t)length + 1));
	free(text);
	return kept;
}

const char *exhibit_figure(struct exhibits *exhibits, double value)
{
	double size = fabs(value);
	int decimals = size > 0 ? FIGURE_DIGITS - 1 - (int)floor(log10(size)) : 0;
	char text[FIGURE_BYTES_MAX];

	if (!isfinite(value) || size >= FIGURE_PLAIN_MAX || decimals > FIGURE_DECIMALS_MAX) {
		snprintf(text, sizeof(text), "%.*g", FIGURE_DIGITS, value);
		return exhibit_text(exhibits, "%s", text);
	}
	snprintf(text, sizeof(text), "%.*f", decimals > 0 ? decimals : 0, value);
	if (decimals > 0) {
		char *end = text + strlen(text);

		while (end[-1] == '0')
			end--;
		*(end[-1] == '.' ? end - 1 : end) = '\0';
	}
	return exhibit_text(exhibits, "%s", text);
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

/* A file's name everywhere: what can't be in one becomes a hyphen. No other exhibit has it. */
static const char *make_name(struct exhibits *exhibits, const char *wanted)
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
	kept = exhibit_text(exhibits, "%s", name);
	for (unsigned number = 2; exhibits_find(exhibits, kept) != NULL; number++)
		kept = exhibit_text(exhibits, "%s-%u", name, number);
	free(name);
	return kept;
}

struct exhibit *exhibit_begin(struct exhibits *exhibits, const char *section, const char *name,
			      const char *title)
{
	struct exhibit *exhibit = exhibit_allocate(exhibits, 0, sizeof(*exhibit));

	*exhibit = (struct exhibit){
		.of = exhibits, .section = section, .name = make_name(exhibits, name),
		.title = title, .note = "",
		.plot = {.title = title, .x.label = "", .y.label = ""},
	};
	exhibit->plot.curves = exhibit->curves;
	exhibits->items = grown(exhibits->items, exhibits->count, sizeof(*exhibits->items));
	exhibits->items[exhibits->count++] = exhibit;
	return exhibit;
}

bool exhibit_curve(struct exhibit *exhibit, const char *name, enum plot_style style,
		   size_t capacity)
{
	size_t number = exhibit->plot.curve_count;

	if (number == EXHIBIT_CURVES_MAX)
		return false;
	exhibit->points[number] = exhibit_allocate(exhibit->of, capacity,
						   sizeof(*exhibit->points[number]));
	exhibit->capacity = capacity;
	exhibit->curves[number] = (struct plot_curve){
		.name = name, .style = style, .points = exhibit->points[number],
	};
	exhibit->plot.curve_count++;
	return true;
}

void exhibit_point(struct exhibit *exhibit, const struct plot_point *point)
{
	size_t newest = exhibit->plot.curve_count - 1;
	struct plot_curve *curve = &exhibit->curves[newest];

	if (curve->count == exhibit->capacity)
		errx(2, "%s: a curve has more points than were counted", exhibit->name);
	exhibit->points[newest][curve->count++] = *point;
}

void exhibit_columns(struct exhibit *exhibit, const char *first, ...)
{
	va_list args;

	va_start(args, first);
	for (const char *name = first; name != NULL; name = va_arg(args, const char *))
		exhibit->table.columns[exhibit->table.column_count++] = name;
	va_end(args);
}

static void add_cell(struct exhibit *exhibit, const char *text)
{
	struct table *table = &exhibit->table;

	table->cells = grown(table->cells, table->cell_count, sizeof(*table->cells));
	table->cells[table->cell_count++] = text;
}

void exhibit_cell(struct exhibit *exhibit, const char *format, ...)
{
	va_list args;
	char *text;
	int length;

	va_start(args, format);
	length = vasprintf(&text, format, args);
	va_end(args);
	if (length < 0)
		err(2, "out of memory");
	add_cell(exhibit, exhibit_text(exhibit->of, "%s", text));
	free(text);
}

void exhibit_number(struct exhibit *exhibit, double value)
{
	exhibit_cell(exhibit, "%s", exhibit_figure(exhibit->of, value));
}

void exhibit_rows(struct exhibit *exhibit, const char *const *names, size_t count)
{
	const char **from_below = exhibit_allocate(exhibit->of, count, sizeof(*from_below));

	for (size_t i = 0; i < count; i++)
		from_below[i] = names[count - 1 - i];
	exhibit->plot.y = (struct plot_axis){
		.label = "", .low = -0.6, .high = (double)count - 0.4, .names = from_below,
		.name_count = count,
	};
}

/* ---- Readings ---- */

bool exhibit_read(const struct exhibits *exhibits, const struct bench *bench,
		  const struct series *series, struct reading *reading)
{
	const struct analysis *analysis = exhibits->analysis;
	double ns_per_value;
	struct summary summary;

	if (series == NULL || series->warm.count == 0)
		return false;
	ns_per_value = analysis_ns_per_value(analysis, bench);
	timing_summarise(bench, series, &series->warm, &analysis->overhead, &summary);
	reading->stats = stats_scaled(&summary.ticks, ns_per_value > 0 ? ns_per_value : 1);
	reading->unit = analysis_unit(analysis, bench);
	return true;
}

void exhibit_reading(struct exhibit *exhibit, const struct reading *reading)
{
	const struct stats *stats = &reading->stats;

	exhibit_number(exhibit, stats->median);
	if (stats->has_interval) {
		exhibit_number(exhibit, stats->median_low);
		exhibit_number(exhibit, stats->median_high);
	} else {
		exhibit_cell(exhibit, "n too small");
		exhibit_cell(exhibit, "%s", "");
	}
	exhibit_number(exhibit, stats->min);
	exhibit_number(exhibit, stats->p99);
	exhibit_number(exhibit, stats->max);
	exhibit_cell(exhibit, "%zu", stats->n);
}

const char *exhibit_hover(struct exhibits *exhibits, const char *label,
			  const struct reading *reading)
{
	const struct stats *stats = &reading->stats;
	const char *median = exhibit_figure(exhibits, stats->median);

	if (!stats->has_interval)
		return exhibit_text(exhibits, "%s: %s %s, n = %zu", label, median, reading->unit,
				    stats->n);
	return exhibit_text(exhibits, "%s: %s %s (%s to %s), n = %zu", label, median, reading->unit,
			    exhibit_figure(exhibits, stats->median_low),
			    exhibit_figure(exhibits, stats->median_high), stats->n);
}

static bool is_number(const char *text)
{
	return *text >= '0' && *text <= '9';
}

const char *exhibit_label(struct exhibits *exhibits, const char *point)
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
					 is_number(parameter.value) || parameter.value[0] == '\0' ||
					 strcmp(parameter.value, "on") == 0 ||
					 strcmp(parameter.value, "off") == 0
					 ? text : parameter.value);
	}
	return exhibit_text(exhibits, "%s", label);
}

/* ---- All of them ---- */

/* What others have published of the same processor, if it ran as itself. */
static void add_peers(struct exhibit *exhibit)
{
	const struct analysis *analysis = exhibit->of->analysis;
	const struct wire_cpu *cpu = result_cpu(analysis->result);
	const struct peer_figure *peer = NULL;

	if (cpu == NULL || analysis->time_base != TIME_REAL)
		return;
	while ((peer = peer_next(peer, cpu->brand, exhibit->name)) != NULL)
		exhibit->note = exhibit_text(exhibit->of, "%s%sPublished of this processor: %s, "
					     "%g %s (%s).", exhibit->note,
					     exhibit->note[0] != '\0' ? " " : "", peer->what,
					     peer->value, peer->unit, peer->source);
}

void exhibits_make(struct exhibits *exhibits, const struct analysis *analysis,
		   const struct comparison *comparison, const char *path)
{
	*exhibits = (struct exhibits){.analysis = analysis, .comparison = comparison};
	arena_init(&exhibits->arena, MEMORY_MAX);
	exhibit_overhead(exhibits);
	exhibit_memory(exhibits);
	exhibit_bandwidth(exhibits);
	exhibit_pairs(exhibits);
	exhibit_family(exhibits, "Memory", "mem");
	exhibit_interrupts(exhibits);
	exhibit_family(exhibits, "Interrupts", "irq");
	exhibit_family(exhibits, "Interrupts", "smp");
	exhibit_faults(exhibits);
	exhibit_family(exhibits, "Faults", "fault");
	exhibit_family(exhibits, "Entry to the kernel", "entry");
	exhibit_family(exhibits, "Threads and processes", "os");
	exhibit_family(exhibits, "Core", "cpu");
	exhibit_predictions(exhibits);
	exhibit_coarse(exhibits);
	exhibit_family(exhibits, "Clocks", "clock");
	exhibit_idle(exhibits, "Idle and noise");
	exhibit_family(exhibits, "Idle and noise", "idle");
	exhibit_family(exhibits, "Idle and noise", "noise");
	exhibit_idle(exhibits, "Input");
	exhibit_family(exhibits, "Input", "input");
	exhibit_network(exhibits, path);
	exhibit_family(exhibits, "Interactions", "net");
	for (size_t i = 0; i < exhibits->count; i++) {
		exhibit_scale(exhibits->items[i]);
		add_peers(exhibits->items[i]);
	}
}

void exhibits_free(struct exhibits *exhibits)
{
	for (size_t i = 0; i < exhibits->count; i++)
		free(exhibits->items[i]->table.cells);
	free(exhibits->items);
	arena_free(&exhibits->arena);
}

const struct exhibit *exhibits_find(const struct exhibits *exhibits, const char *name)
{
	for (size_t i = 0; i < exhibits->count; i++) {
		if (strcmp(exhibits->items[i]->name, name) == 0)
			return exhibits->items[i];
	}
	return NULL;
}

void exhibit_csv(const struct exhibit *exhibit, FILE *file)
{
	const struct table *table = &exhibit->table;

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
