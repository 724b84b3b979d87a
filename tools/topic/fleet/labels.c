/* SPDX-License-Identifier: MIT */
#include "tools/topic/fleet/labels.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/base/alloc.h"

#define DAY_CHARS sizeof("2026-11-27")

const char *fleet_figure_label(struct tables *tables, const struct fleet_figure *figure)
{
	char *point = xstrdup(figure->point);
	const char *label;

	for (char *at = strchr(point, '='); at != NULL; at = strchr(at, '='))
		*at = ' ';
	label = tables_text(tables, "%s%s%s%s%s", figure->bench, point[0] != '\0' ? ", " : "",
			    point, figure->stage[0] != '\0' ? ", " : "", figure->stage);
	free(point);
	return label;
}

const char *fleet_day_text(struct tables *tables, int64_t time)
{
	char text[DAY_CHARS];
	time_t seconds = (time_t)time;
	struct tm fields;

	if (gmtime_r(&seconds, &fields) == NULL ||
	    strftime(text, sizeof(text), "%Y-%m-%d", &fields) == 0)
		return "";
	return tables_text(tables, "%s", text);
}

static bool has_other_of_label(const struct fleet *fleet, const struct fleet_machine *machine)
{
	for (size_t i = 0; i < fleet->count; i++) {
		if (fleet->machines[i].key != machine->key &&
		    strcmp(fleet->machines[i].label, machine->label) == 0)
			return true;
	}
	return false;
}

const char *fleet_machine_name(struct tables *tables, const struct fleet *fleet,
			       const struct fleet_machine *machine)
{
	if (fleet->count > FLEET_PAGE_MACHINES_MAX || !has_other_of_label(fleet, machine))
		return machine->label;
	return tables_text(tables, "%s (%.8s)", machine->label, machine->id);
}

const char *fleet_model_name(struct tables *tables, const struct fleet *fleet,
			     const struct fleet_model *model)
{
	const char *name = model->name[0] != '\0' ? model->name : "unknown";
	bool has_same = false, has_other_host = false;

	for (size_t i = 0; i < fleet->model_count; i++) {
		const struct fleet_model *other = &fleet->models[i];

		if (other == model || other->count == 0 || strcmp(other->name, model->name) != 0)
			continue;
		has_same |= strcmp(other->cpu, model->cpu) != 0;
		has_other_host |= strcmp(other->host, model->host) != 0;
	}
	return tables_text(tables, "%s%s%s%s%s", name, has_same ? ", " : "",
			   has_same ? model->cpu : "", has_other_host ? ", " : "",
			   has_other_host ? model->host : "");
}
