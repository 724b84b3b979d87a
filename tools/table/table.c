/* SPDX-License-Identifier: MIT */
/* Tables grow cell by cell in an arena, which is freed as a whole. */
#include "tools/table/table.h"

#include <err.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tools/base/exit_status.h"

/* A full run needs about ten megabytes. The limit allows for the largest traces of idle loops. */
#define MEMORY_MAX (1024u * 1024 * 1024)
#define NAME_BYTES_MAX 80
#define NAME_CHARACTERS "abcdefghijklmnopqrstuvwxyz0123456789_-"
#define CAPACITY_MIN 16
#define LIST_BYTES_MAX 512
#define ELLIPSIS "…"

static const struct column fact_columns[] = {
	{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
	{"text", COLUMN_TEXT, 0, NULL, NULL},
};

static void *checked(void *memory)
{
	if (memory == NULL)
		errx(EXIT_MACHINE, "the tables of these runs need more than %u MiB",
		     MEMORY_MAX >> 20);
	return memory;
}

void tables_init(struct tables *tables, const char *title)
{
	*tables = (struct tables){
		.title = title, .subtitle = "", .interval_name = "95 % CI"};
	arena_init(&tables->arena, MEMORY_MAX);
}

void tables_free(struct tables *tables)
{
	name_index_free(&tables->names);
	name_index_free(&tables->wanted);
	arena_free(&tables->arena);
	*tables = (struct tables){0};
}

static size_t tables_place(const struct tables *tables, const char *name)
{
	return name_index_find(&tables->names, &(struct metric_name){name, "", ""});
}

const struct table *tables_find(const struct tables *tables, const char *name)
{
	size_t place = tables_place(tables, name);

	return place != NAME_NOT_FOUND ? tables->items[place] : NULL;
}

bool table_is(const struct table *table, const char *name)
{
	return (table->flags & TABLE_OF_BENCH) == 0 && strcmp(table->wanted, name) == 0;
}

const struct table *tables_find_own(const struct tables *tables, const char *name)
{
	for (size_t i = 0; i < tables->count; i++) {
		if (table_is(tables->items[i], name))
			return tables->items[i];
	}
	return NULL;
}

void tables_add_badge(struct tables *tables, enum table_verdict verdict, const char *text)
{
	if (tables->badge_count == TABLES_BADGES_MAX)
		errx(EXIT_MACHINE, "more than %d badges", TABLES_BADGES_MAX);
	tables->badges[tables->badge_count++] = (struct badge){verdict, text};
}

static struct verdict_check *tables_check_place(struct tables *tables, enum table_verdict verdict)
{
	size_t i = tables->check_count;

	if (i < TABLES_CHECKS_MAX)
		return &tables->checks[tables->check_count++];
	while (verdict == TABLE_BAD && i-- > 0) {
		if (tables->checks[i].verdict != TABLE_BAD)
			return &tables->checks[i];
	}
	return NULL;
}

void tables_add_check(struct tables *tables, enum table_verdict verdict, const char *details,
		      const char *text, const char *aside)
{
	struct verdict_check *place = tables_check_place(tables, verdict);

	if (place != NULL)
		*place = (struct verdict_check){verdict, text, aside, details};
}

void *tables_allocate(struct tables *tables, size_t count, size_t size)
{
	return checked(arena_alloc(&tables->arena, (count + 1) * size));
}

static const char *tables_vtext(struct tables *tables, const char *format, va_list args)
{
	va_list again;
	int length;
	char *text;

	va_copy(again, args);
	length = vsnprintf(NULL, 0, format, again);
	va_end(again);
	text = tables_allocate(tables, length > 0 ? (size_t)length : 0, 1);
	vsnprintf(text, length > 0 ? (size_t)length + 1 : 1, format, args);
	return text;
}

const char *tables_text(struct tables *tables, const char *format, ...)
{
	va_list args;
	const char *text;

	va_start(args, format);
	text = tables_vtext(tables, format, args);
	va_end(args);
	return text;
}

/* Whether a text begins with a name such as "cpu.loop". */
static bool begins_with_name(const char *text)
{
	size_t length = strcspn(text, " :,;");
	const char *dot = memchr(text, '.', length);

	return dot != NULL && dot + 1 < text + length;
}

const char *tables_title(struct tables *tables, const char *sentence)
{
	char first = sentence[0];

	if (!(first >= 'a' && first <= 'z') || begins_with_name(sentence))
		return sentence;
	return tables_text(tables, "%c%s", first - 'a' + 'A', sentence + 1);
}

const char *tables_join(struct tables *tables, const char *list, const char *separator,
			const char *item)
{
	size_t length = strlen(list), cut = strlen(ELLIPSIS);

	if (length == 0)
		return item;
	if (length + strlen(item) <= LIST_BYTES_MAX)
		return tables_text(tables, "%s%s%s", list, separator, item);
	return length >= cut && strcmp(list + length - cut, ELLIPSIS) == 0
		       ? list
		       : tables_text(tables, "%s%s" ELLIPSIS, list, separator);
}

/* Returns items with room for one more item. The old array stays in the arena. All old arrays
 * together are not larger than the new one. */
static void *table_grow(struct tables *tables, void *items, size_t count, size_t *capacity,
			size_t size)
{
	void *grown;

	if (count < *capacity)
		return items;
	*capacity = *capacity == 0 ? CAPACITY_MIN : 2 * *capacity;
	grown = tables_allocate(tables, *capacity, size);
	if (count > 0)
		memcpy(grown, items, count * size);
	return grown;
}

/* The base with the next unused number. If the base is repeated, the search continues at the last
 * number found. */
static const char *table_number_name(struct tables *tables, const char *base)
{
	const struct metric_name wanted = {base, "", ""};
	size_t place = name_index_find(&tables->wanted, &wanted);
	const char *name;

	if (place == NAME_NOT_FOUND) {
		tables->next_number = table_grow(tables, tables->next_number, tables->wanted.count,
						 &tables->wanted_capacity,
						 sizeof(*tables->next_number));
		place = name_index_add(&tables->wanted, &wanted);
		tables->next_number[place] = 2;
	}
	do {
		name = tables_text(tables, "%s-%u", base, tables->next_number[place]++);
	} while (tables_place(tables, name) != NAME_NOT_FOUND);
	return name;
}

/* A portable, unique file name. Other characters become hyphens. */
static const char *table_make_name(struct tables *tables, const char *wanted)
{
	char *base = tables_allocate(tables, strlen(wanted), 1);

	strcpy(base, wanted);
	for (char *c = base; *c != '\0'; c++) {
		if (strchr(NAME_CHARACTERS, *c) == NULL && (*c != '.' || c == base))
			*c = '-';
	}
	base[strnlen(base, NAME_BYTES_MAX)] = '\0';
	return tables_place(tables, base) == NAME_NOT_FOUND ? base
							    : table_number_name(tables, base);
}

struct table *table_begin(struct tables *tables, const char *section, const char *name,
			  const char *title, const struct column *columns, size_t column_count)
{
	struct table *table = tables_allocate(tables, 1, sizeof(*table));

	*table = (struct table){
		.of = tables,
		.section = section,
		.name = table_make_name(tables, name),
		.wanted = name,
		.title = title,
		.note = "",
		.interval_name = tables->interval_name,
		.caution = tables->caution,
		.columns = columns,
		.column_count = column_count,
	};
	tables->items = table_grow(tables, tables->items, tables->count, &tables->capacity,
				   sizeof(*tables->items));
	tables->items[tables->count++] = table;
	name_index_add(&tables->names, &(struct metric_name){table->name, "", ""});
	return table;
}

struct table *table_begin_facts(struct tables *tables, const char *section, const char *name,
				const char *title)
{
	struct table *table = table_begin(tables, section, name, title, fact_columns, 2);

	table->flags = TABLE_FACTS;
	return table;
}

struct row *table_fact(struct table *table, const char *name, const char *format, ...)
{
	struct row *row = table_row(table);
	va_list args;

	cell_string(table, name);
	va_start(args, format);
	cell_string(table, tables_vtext(table->of, format, args));
	va_end(args);
	return row;
}

/* ---- Rows and cells ---- */

void table_reserve(struct table *table, size_t rows)
{
	table->row_capacity = rows;
	table->cell_capacity = rows * table->column_count;
	table->rows = tables_allocate(table->of, rows, sizeof(*table->rows));
	table->cells = tables_allocate(table->of, table->cell_capacity, sizeof(*table->cells));
}

/* Cells of the last row that were not filled have no value. */
static void table_end_row(struct table *table)
{
	while (table->cell_count < table->row_count * table->column_count)
		cell_none(table);
}

struct row *table_row(struct table *table)
{
	table_end_row(table);
	table->rows = table_grow(table->of, table->rows, table->row_count, &table->row_capacity,
				 sizeof(*table->rows));
	table->rows[table->row_count] = (struct row){0};
	return &table->rows[table->row_count++];
}

struct table *table_at(struct table *table, const char *column)
{
	size_t begin = (table->row_count - 1) * table->column_count;
	size_t place = table->cell_count - begin;

	while (place < table->column_count && strcmp(table->columns[place].name, column) != 0)
		place++;
	if (place == table->column_count)
		errx(EXIT_MACHINE, "%s: row has no unfilled column %s", table->name, column);
	while (table->cell_count < begin + place)
		cell_none(table);
	return table;
}

/* Column kinds, as sets of bits, that accept a type of cell. */
#define KINDS_OF_TEXT (1u << COLUMN_TEXT)
#define KINDS_OF_COUNT (1u << COLUMN_COUNT | 1u << COLUMN_BYTES)
#define KINDS_OF_NUMBER \
	(1u << COLUMN_NUMBER | 1u << COLUMN_SHARE | 1u << COLUMN_CHANGE | 1u << COLUMN_PROBABILITY)
#define KINDS_OF_ANY (~0u)

static struct cell *cell_next(struct table *table, unsigned kinds, bool has_value)
{
	const struct column *column;
	struct cell *cell;

	if (table->cell_count == table->row_count * table->column_count)
		errx(EXIT_MACHINE, "%s: a row has more cells than columns", table->name);
	column = &table->columns[table->cell_count % table->column_count];
	if ((kinds & 1u << column->kind) == 0)
		errx(EXIT_MACHINE, "%s: wrong kind of cell for column %s", table->name,
		     column->name);
	table->cells = table_grow(table->of, table->cells, table->cell_count, &table->cell_capacity,
				  sizeof(*table->cells));
	cell = &table->cells[table->cell_count++];
	*cell = (struct cell){.has_value = has_value};
	return cell;
}

void cell_none(struct table *table)
{
	cell_next(table, KINDS_OF_ANY, false);
}

void cell_string(struct table *table, const char *text)
{
	cell_next(table, KINDS_OF_TEXT, true)->text = text;
}

void cell_string_or_none(struct table *table, const char *text)
{
	cell_next(table, KINDS_OF_TEXT, text[0] != '\0')->text = text;
}

void cell_text(struct table *table, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	cell_string(table, tables_vtext(table->of, format, args));
	va_end(args);
}

void cell_count(struct table *table, uint64_t count)
{
	cell_count_if(table, true, count);
}

void cell_number(struct table *table, double number)
{
	cell_number_if(table, true, number);
}

void cell_count_if(struct table *table, bool has_value, uint64_t count)
{
	cell_next(table, KINDS_OF_COUNT, has_value)->count = count;
}

void cell_number_if(struct table *table, bool has_value, double number)
{
	cell_next(table, KINDS_OF_NUMBER, has_value && isfinite(number))->number = number;
}

void cell_quantity(struct table *table, const struct quantity *quantity)
{
	struct quantity *kept = tables_allocate(table->of, 1, sizeof(*kept));

	*kept = *quantity;
	cell_next(table, 1u << COLUMN_QUANTITY, isfinite(quantity->value))->quantity = kept;
}

void cell_verdict(struct table *table, enum table_verdict verdict, const char *text)
{
	struct cell *cell = cell_next(table, 1u << COLUMN_VERDICT, true);

	cell->verdict = verdict;
	cell->text = text;
}

void cell_curve(struct table *table, const double *values, size_t count)
{
	cell_stepped_curve(table, &(struct cell_curve){.values = values, .count = count,
						      .is_sweep = true});
}

void cell_stepped_curve(struct table *table, const struct cell_curve *curve)
{
	struct cell_curve *kept = tables_allocate(table->of, 1, sizeof(*kept));

	*kept = *curve;
	cell_next(table, 1u << COLUMN_CURVE, curve->count > 0)->curve = kept;
}

void cell_copy(struct table *table, const struct cell *cell)
{
	*cell_next(table, KINDS_OF_ANY, cell->has_value) = *cell;
}

struct quantity quantity_of(const struct stats *stats, bool is_exact)
{
	struct quantity quantity = {.value = stats->median, .is_estimated = true};

	if (is_exact && stats->n > 0 && stats->min == stats->max) {
		quantity.interval = INTERVAL_EXACT;
	} else if (stats->has_interval) {
		quantity.interval = INTERVAL_95;
		quantity.low = stats->median_low;
		quantity.high = stats->median_high;
	}
	return quantity;
}
