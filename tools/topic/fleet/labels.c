/* SPDX-License-Identifier: MIT */
#include "tools/topic/fleet/labels.h"

#include <string.h>
#include <time.h>

#include "tools/record/point.h"

#define POINT_LABEL_MAX 256
#define DAY_CHARS sizeof("2026-11-27")

/* What an operator calls the work of a benchmark, for sentences. */
static const struct {
	const char *bench, *words;
} bench_words[] = {
	{"cpu.loop", "a loop"},
	{"disk.read", "disk reads"},
	{"disk.write", "disk writes"},
	{"entry.null_syscall", "a system call"},
	{"fault.demand_zero", "a new page"},
	{"irq.self_ipi", "an interrupt"},
	{"mem.bandwidth.read", "memory reads"},
	{"mem.bandwidth.write", "memory writes"},
	{"mem.c2c", "a line from another CPU"},
	{"mem.latency", "memory latency"},
	{"os.pipe", "a word through a pipe"},
	{"os.process_create", "a new process"},
	{"os.switch_space", "a process switch"},
	{"os.switch_thread", "a thread switch"},
	{"os.thread_create", "a new thread"},
	{"smp.ipi", "an interrupt to another CPU"},
};

const char *fleet_figure_label(struct tables *tables, const struct fleet_figure *figure)
{
	char point[POINT_LABEL_MAX];

	point_label(figure->point, point, sizeof(point));
	return tables_text(tables, "%s%s%s%s%s", figure->bench, point[0] != '\0' ? ", " : "",
			   point, figure->stage[0] != '\0' ? ", " : "", figure->stage);
}

const char *fleet_figure_words(struct tables *tables, const struct fleet_figure *figure)
{
	for (size_t i = 0; i < COUNT(bench_words); i++) {
		if (strcmp(bench_words[i].bench, figure->bench) == 0)
			return tables_text(tables, "%s (%s)", bench_words[i].words, figure->bench);
	}
	return fleet_figure_label(tables, figure);
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
