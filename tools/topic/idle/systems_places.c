/* SPDX-License-Identifier: MIT */
/* Points that more than one system ran. Runs of one point on one system are combined, on any
 * CPU. */
#include <string.h>

#include "tools/base/sort.h"
#include "tools/topic/idle/systems.h"

static size_t places_max(const struct idle_view *view, bool are_actions)
{
	return are_actions ? view->log_count : view->run_count;
}

const struct idle_view *idle_system_view(const struct idle_system *system, size_t trial)
{
	return trial == 0 ? system->view : &system->more[trial - 1];
}

/* The maximum number of places in all trials. */
static size_t system_max(const struct idle_system *system, bool are_actions)
{
	size_t count = 0;

	for (size_t trial = 0; trial <= system->more_count; trial++)
		count += places_max(idle_system_view(system, trial), are_actions);
	return count;
}

static void side_add(struct tables *tables, const struct idle_system *system, size_t trial,
		     bool are_actions, size_t number, struct idle_side *side)
{
	const struct idle_view *view = idle_system_view(system, trial);
	size_t all = system_max(system, are_actions);

	if (side->sets == NULL) {
		side->sets = tables_allocate(tables, all, sizeof(*side->sets));
		side->of = tables_allocate(tables, all, sizeof(*side->of));
		side->trials = tables_allocate(tables, all, sizeof(*side->trials));
	}
	side->trials[side->count] = trial;
	side->of[side->count] = are_actions ? (const void *)&view->logs[number]
					    : (const void *)&view->runs[number];
	side->sets[side->count] = are_actions ? &view->logs[number].figures
					      : &view->runs[number].figures;
	side->event_count += side->sets[side->count]->count;
	side->total += side->sets[side->count]->types[side->sets[side->count]->type_count].total;
	side->count++;
}

static struct idle_place *places_get(struct tables *tables, const struct idle_systems *systems,
				     struct idle_places *places, const struct idle_group *group)
{
	struct idle_place *place = places->items;

	for (; place < places->items + places->count; place++) {
		if (strcmp(place->group.bench, group->bench) == 0 &&
		    strcmp(place->group.point, group->point) == 0)
			return place;
	}
	place->group = *group;
	place->group.number = places->count++;
	place->group.label = tables_text(tables, "%s%s%s", group->bench,
					 group->point[0] != '\0' ? " " : "", group->point);
	place->sides = tables_allocate(tables, systems->count, sizeof(*place->sides));
	return place;
}

static bool place_is_shared(const struct idle_systems *systems, const struct idle_place *place)
{
	size_t count = 0;

	for (size_t i = 0; i < systems->count; i++)
		count += place->sides[i].count > 0;
	return count > 1;
}

static void places_add_view(struct tables *tables, const struct idle_systems *systems,
			    size_t system, size_t trial, struct idle_places *places)
{
	const struct idle_view *view = idle_system_view(&systems->items[system], trial);

	for (size_t i = 0; i < places_max(view, places->are_actions); i++) {
		struct idle_group group = places->are_actions
						  ? idle_group_of_log(tables, &view->logs[i])
						  : idle_group_of_run(tables, &view->runs[i]);

		if (idle_is_simple_event(view, group.bench, group.point))
			continue;
		side_add(tables, &systems->items[system], trial, places->are_actions, i,
			 &places_get(tables, systems, places, &group)->sides[system]);
	}
}

size_t idle_places_find(struct tables *tables, const struct idle_systems *systems,
			bool are_actions, struct idle_places *places)
{
	size_t most = 0;
	size_t kept = 0, left_out;

	for (size_t i = 0; i < systems->count; i++)
		most += system_max(&systems->items[i], are_actions);
	*places = (struct idle_places){.are_actions = are_actions};
	places->items = tables_allocate(tables, most, sizeof(*places->items));
	for (size_t i = 0; i < systems->count; i++) {
		for (size_t trial = 0; trial <= systems->items[i].more_count; trial++)
			places_add_view(tables, systems, i, trial, places);
	}
	/* Remove places that only one system has. */
	for (size_t i = 0; i < places->count; i++) {
		if (place_is_shared(systems, &places->items[i]))
			places->items[kept++] = places->items[i];
	}
	left_out = places->count - kept;
	places->count = kept;
	return left_out;
}

/* Trials were added in order. */
struct idle_side idle_side_boot(const struct idle_side *side, size_t trial)
{
	struct idle_side boot = {0};
	size_t first = 0;

	while (first < side->count && side->trials[first] < trial)
		first++;
	while (first + boot.count < side->count && side->trials[first + boot.count] == trial)
		boot.count++;
	if (boot.count == 0)
		return boot;
	boot.sets = side->sets + first;
	boot.of = side->of + first;
	boot.trials = side->trials + first;
	return boot;
}

size_t idle_side_trials(const struct idle_side *side)
{
	size_t count = 0;

	for (size_t i = 0; i < side->count; i++)
		count += i == 0 || side->trials[i] != side->trials[i - 1];
	return count;
}

static bool side_wants(const struct event_set *set, const struct latency_event *event,
		       const char *type)
{
	return type == NULL || strcmp(set->types[event->type].name, type) == 0;
}

static size_t side_count(const struct idle_side *side, const char *type)
{
	size_t count = 0;

	for (size_t i = 0; i < side->count; i++) {
		for (size_t j = 0; j < side->sets[i]->count; j++)
			count += side_wants(side->sets[i], &side->sets[i]->events[j], type);
	}
	return count;
}

double *idle_side_lengths(struct tables *tables, const struct idle_system *system,
			  const struct idle_side *side, const char *type, size_t *count)
{
	double *lengths = tables_allocate(tables, side_count(side, type), sizeof(*lengths));

	*count = 0;
	for (size_t i = 0; i < side->count; i++) {
		const struct idle_view *view = idle_system_view(system, side->trials[i]);
		const struct event_set *set = side->sets[i];

		for (size_t j = 0; j < set->count; j++) {
			if (side_wants(set, &set->events[j], type))
				lengths[(*count)++] = idle_length(view, set->events[j].length);
		}
	}
	sort_reals(lengths, *count);
	return lengths;
}
