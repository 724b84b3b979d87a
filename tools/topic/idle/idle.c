/* SPDX-License-Identifier: MIT */
/* The order of the tables, and their common parts: groups and units. */
#include "tools/topic/idle/idle.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "lib/text/ticks.h"
#include "tools/base/round.h"
#include "tools/base/sort.h"


/* Number of columns in IDLE_GROUP_COLUMNS. */
#define GROUP_COLUMNS 2

const char idle_unit_length[] = "length", idle_unit_ms[] = "ms", idle_unit_us[] = "µs";

/* ---- Groups ---- */

static const char *idle_name(struct tables *tables, const char *bench, const char *point)
{
	return tables_text(tables, "%s%s%s", bench[0] != '\0' ? bench : "a lost benchmark",
			   point[0] != '\0' ? " " : "", point);
}

struct idle_group idle_group_of_run(struct tables *tables, const struct idle_run *run)
{
	const struct wire_idle *info = run->trace->info;
	const char *name = idle_name(tables, run->trace->bench, info->point);

	return (struct idle_group){info->id,
				   tables_text(tables, "%s on CPU %" PRIu64, name, info->cpu),
				   run->trace->bench, info->point};
}

struct idle_group idle_group_of_log(struct tables *tables, const struct idle_message_log *log)
{
	const struct wire_message_log *info = log->run->info;
	const char *name = idle_name(tables, log->run->bench, info->point);

	return (struct idle_group){info->id,
				   tables_text(tables, "%s with input by %s", name, info->source),
				   log->run->bench, info->point};
}

struct idle_group idle_group_of_noise(const struct idle_topic *topic, const struct noise *noise)
{
	const char *name = idle_name(topic->tables, noise->bench, noise->info->point);

	return (struct idle_group){(uint64_t)(noise - topic->view->noise),
				   tables_text(topic->tables, "%s on CPU %" PRIu64, name,
					       noise->info->cpu),
				   noise->bench, noise->info->point};
}

struct row *idle_begin_row(struct table *table, const struct idle_group *group)
{
	struct row *row = table_row(table);

	if ((table->columns[0].flags & COLUMN_GROUP) == 0)
		return row;
	cell_count(table_at(table, "number"), group->number);
	cell_string(table_at(table, "of"), group->label);
	return row;
}

/* ---- Units ---- */

static const char *idle_unit(const struct idle_view *view, const char *unit)
{
	if (unit == idle_unit_length)
		return view->scale.unit;
	if (unit == idle_unit_ms || unit == idle_unit_us)
		return view->scale.ticks_per_second == 0 ? "ticks" : unit;
	return unit;
}

/* Whether the clock counts instructions: 1000 in a microsecond of its own. */
static bool idle_counts(const struct idle_view *view)
{
	return view->analysis->time_base == TIME_INSTRUCTIONS &&
	       view->scale.ticks_per_second == NS_PER_SECOND;
}

const char *idle_title(const struct idle_topic *topic, const char *what)
{
	if (topic->only != NULL)
		return what;
	return tables_text(topic->tables, "%s, in %s", what, topic->view->scale.unit);
}

struct table *idle_begin(const struct idle_topic *topic, const struct idle_shape *shape)
{
	size_t skipped = topic->only != NULL ? GROUP_COLUMNS : 0;
	size_t count = shape->column_count - skipped;
	struct column *columns = tables_allocate(topic->tables, count, sizeof(*columns));
	struct table *table;

	memcpy(columns, shape->columns + skipped, count * sizeof(*columns));
	for (size_t i = 0; i < count; i++) {
		bool is_drawn = (shape->flags & TABLE_DATA) != 0 && columns[i].unit == idle_unit_us;

		columns[i].unit = is_drawn && idle_counts(topic->view)
					  ? "thousand instructions"
					  : idle_unit(topic->view, columns[i].unit);
	}
	if (topic->only == NULL) {
		table = table_begin(topic->tables, shape->section, shape->name, shape->title,
				    columns, count);
		table->flags = shape->flags;
		return table;
	}
	table = table_begin(topic->tables, topic->section,
			    tables_text(topic->tables, "%s-%s%s%s", topic->only->bench,
					topic->only->point,
					topic->only->point[0] != '\0' ? "-" : "", shape->name),
			    tables_text(topic->tables, "%s: %s", topic->only->label, shape->title),
			    columns, count);
	table->flags = TABLE_DETAIL;
	return table;
}

double idle_us(const struct idle_view *view, uint64_t ticks)
{
	if (view->scale.ticks_per_second == 0)
		return (double)ticks;
	return idle_time(view, ticks) * (double)US_PER_MS;
}

uint64_t idle_whole_us(const struct idle_view *view, uint64_t ticks)
{
	return round_u64(idle_us(view, ticks));
}

struct chart_axis idle_time_axis(const struct idle_topic *topic, const char *what,
				 const char *counted)
{
	return (struct chart_axis){
		.label = idle_counts(topic->view)
				 ? tables_text(topic->tables, "%s, in thousands", counted)
				 : tables_text(topic->tables, "%s, in %s", what,
					       idle_unit(topic->view, idle_unit_us)),
		.from_zero = true,
	};
}

struct chart_axis idle_length_axis(const struct idle_topic *topic, const char *what)
{
	return (struct chart_axis){
		.label = tables_text(topic->tables, "%s, in %s", what, topic->view->scale.unit),
		.from_zero = true,
	};
}

/* ---- Records ---- */

/* Whether to show the field. The group columns already identify the record and its benchmark. */
static bool idle_has_field(const struct wire_field *field)
{
	return field->kind != WIRE_BYTES && strcmp(field->name, "id") != 0 &&
	       strcmp(field->name, "bench") != 0;
}

struct column *idle_record_columns(struct tables *tables, enum wire_kind kind,
				   const struct column *others, size_t count, size_t *all)
{
	const struct wire_field *fields = wire_schemas[kind].fields;
	const struct column group[] = {IDLE_GROUP_COLUMNS};
	struct column *columns;
	size_t used = GROUP_COLUMNS, field_count = 0;

	while (fields[field_count].name != NULL)
		field_count++;
	columns = tables_allocate(tables, used + 1 + field_count + count, sizeof(*columns));
	memcpy(columns, group, sizeof(group));
	columns[used++] = (struct column){"bench", COLUMN_TEXT, COLUMN_DATA, NULL, NULL};
	for (size_t i = 0; i < field_count; i++) {
		if (idle_has_field(&fields[i]))
			columns[used++] = (struct column){fields[i].name,
							  fields[i].kind == WIRE_STR ? COLUMN_TEXT
										     : COLUMN_COUNT,
							  COLUMN_DATA | COLUMN_STATED, NULL,
							  NULL};
	}
	memcpy(columns + used, others, count * sizeof(*others));
	*all = used + count;
	return columns;
}

void idle_record_cells(struct table *table, enum wire_kind kind, const void *record)
{
	for (const struct wire_field *field = wire_schemas[kind].fields; field->name != NULL;
	     field++) {
		const void *value = (const char *)record + field->offset;

		if (!idle_has_field(field))
			continue;
		if (field->kind != WIRE_STR)
			cell_count(table, *(const uint64_t *)value);
		else
			cell_string_or_none(table, *(const char *const *)value);
	}
}

/* ---- Rows for charts ---- */

double idle_least_kept(const struct idle_topic *topic, const double *values, size_t count)
{
	double *sorted;

	if (topic->rows_max == 0 || count <= topic->rows_max)
		return -INFINITY;
	sorted = tables_allocate(topic->tables, count, sizeof(*sorted));
	memcpy(sorted, values, count * sizeof(*sorted));
	sort_reals(sorted, count);
	return sorted[count - topic->rows_max];
}

/* ---- All tables ---- */

const char *idle_whose_time(const struct idle_view *view)
{
	static const char *const texts[] = {
		[TIME_UNKNOWN] = "unknown tick",
		[TIME_REAL] = "real time",
		[TIME_EMULATED] = "emulated: time is that of an emulator on its host, not the "
				  "machine's",
		[TIME_INSTRUCTIONS] = "instructions: the machine's clock counts them, so times are "
				      "counts, not durations",
	};

	if (timing_no_clock(view->analysis->result) != NULL)
		return timing_no_clock(view->analysis->result);
	return texts[view->analysis->time_base];
}

void topic_idle_view(struct tables *tables, const struct idle_view *view,
		     const struct idle_settings *settings)
{
	const struct idle_topic topic = {.tables = tables, .view = view, .settings = settings};
	uint64_t unattached = view->traces.unattached, over_limit = view->traces.over_limit;
	uint64_t malformed = view->traces.malformed + view->messages.malformed;

	tables->subtitle = idle_whose_time(view);
	if (unattached + malformed + over_limit != 0)
		table_fact(table_begin_facts(tables, "", "not-used", ""), "not used",
			   "%" PRIu64 " contradictory records, %" PRIu64
			   " of lost runs, %" PRIu64 " runs beyond this program's limits",
			   malformed, unattached, over_limit)
			->is_bad = true;
	idle_add_trials(&topic);
	idle_add_runs(&topic);
	idle_add_gaps(&topic);
	idle_add_messages(&topic);
	idle_add_action_counts(&topic);
	idle_add_background(&topic);
	idle_add_operations(&topic);
	idle_add_screens(&topic);
	idle_add_slides(&topic);
	idle_add_saves(&topic);
	idle_add_noise(&topic);
}
