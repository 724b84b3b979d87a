/* SPDX-License-Identifier: MIT */
/* Comparison of several logs of idle loops and messages. A system's name is the last part of its
 * path, or the whole path if that is ambiguous; of trials, it is the version of the kernel. */
#include "tools/cmd/idle_systems.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/utf8.h"
#include "tools/compare/compared_runs.h"
#include "tools/topic/idle/systems.h"
#include "tools/view/chart.h"

struct source {
	char *path, *name;
	struct compared_runs boots;
	struct idle_view *views;        /* one for each boot */
};

struct sources {
	struct source *items;
	size_t count;
};

/* ---- Names ---- */

static char *name_of_path(const char *path)
{
	size_t length = strlen(path);
	const char *end, *begin;

	while (length > 1 && path[length - 1] == '/')
		length--;
	end = path + length;
	for (begin = end; begin > path && begin[-1] != '/'; begin--)
		;
	return xstrndup(begin, (size_t)(end - begin));
}

static bool sources_have_name(const struct sources *sources, size_t before, const char *name)
{
	for (size_t i = 0; i < before; i++) {
		if (strcmp(sources->items[i].name, name) == 0)
			return true;
	}
	return false;
}

/* Name a system: the last part of its path, the whole path, or that with the log's number. */
static void sources_name(struct sources *sources, size_t number)
{
	struct source *source = &sources->items[number];

	source->name = name_of_path(source->path);
	if (sources_have_name(sources, number, source->name)) {
		free(source->name);
		source->name = xstrdup(source->path);
	}
	if (sources_have_name(sources, number, source->name)) {
		free(source->name);
		source->name = xasprintf("%s (%zu)", source->path, number + 1);
	}
}

/* Name a system of trials: Linux and its version, without the time of its build. */
static void sources_name_kernel(struct sources *sources, size_t number)
{
	struct source *source = &sources->items[number];
	const struct wire_manifest *manifest = result_manifest(source->boots.items[0].result);
	const char *kernel = manifest != NULL ? manifest->kernel : "";

	if (manifest != NULL && strcmp(manifest->host, "bare-metal") == 0) {
		source->name = xstrdup("bare metal");
		return;
	}
	if (kernel[0] == '\0') {
		sources_name(sources, number);
		return;
	}
	source->name = xasprintf("Linux %.*s", (int)strcspn(kernel, " "), kernel);
	if (sources_have_name(sources, number, source->name)) {
		free(source->name);
		source->name = xasprintf("Linux %.*s (%zu)", (int)strcspn(kernel, " "), kernel,
					 number + 1);
	}
}

/* ---- Logs ---- */

/* Add a system without a name. A path is a run, or a directory of runs. */
static bool sources_add(struct sources *sources, const struct idle_settings *settings,
			char *const *paths, size_t count)
{
	struct source *source = &sources->items[sources->count++];

	source->path = xstrdup(paths[0]);
	utf8_make_printable(source->path);
	for (size_t i = 0; i < count; i++) {
		if (!compared_runs_add(&source->boots, paths[i]))
			return false;
	}
	source->views = xcalloc(source->boots.count, sizeof(*source->views));
	for (size_t i = 0; i < source->boots.count; i++)
		idle_view_make(source->boots.items[i].analysis, settings, &source->views[i]);
	for (size_t i = 0; i < source->boots.count; i++) {
		if (!idle_view_is_empty(&source->views[i]))
			continue;
		warnx("%s: no idle loop or message log%s; give a log, as results.json contains "
		      "none", source->boots.items[i].path,
		      settings->benches != NULL && settings->benches->count > 0
			      ? " of such a benchmark" : "");
		return false;
	}
	return true;
}

static void sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		struct source *source = &sources->items[i];

		for (size_t j = 0; source->views != NULL && j < source->boots.count; j++)
			idle_view_free(&source->views[j]);
		compared_runs_free(&source->boots);
		free(source->views);
		free(source->name);
		free(source->path);
	}
	free(sources->items);
}

static bool sources_read(struct sources *sources, const struct idle_settings *settings,
			 char **paths)
{
	size_t count = 0;

	while (paths[count] != NULL)
		count++;
	sources->items = xcalloc(count, sizeof(*sources->items));
	for (size_t i = 0; i < count; i++) {
		if (!sources_add(sources, settings, &paths[i], 1))
			return false;
		sources_name(sources, i);
	}
	return true;
}

static bool sources_read_trials(struct sources *sources, const struct idle_settings *settings,
				const struct idle_systems_trials *systems, size_t count)
{
	sources->items = xcalloc(count, sizeof(*sources->items));
	for (size_t i = 0; i < count; i++) {
		if (!sources_add(sources, settings, systems[i].paths, systems[i].count))
			return false;
		sources_name_kernel(sources, i);
	}
	return true;
}

/* ---- The comparison ---- */

static int systems_write(const struct idle_systems_request *request, struct tables *tables,
			 const struct idle_systems *systems)
{
	for (size_t i = 1; i < systems->count; i++) {
		const char *reason = idle_systems_refuse(tables, &systems->items[0],
							 &systems->items[i]);

		if (reason != NULL) {
			warnx("systems not comparable: %s", reason);
			return EXIT_USAGE;
		}
	}
	if (topic_idle_systems(tables, systems) == 0) {
		warnx("systems not comparable: no two have a point of a benchmark in common");
		return EXIT_USAGE;
	}
	if (request->plot != NULL && !charts_write_files(tables, request->plot))
		return EXIT_MACHINE;
	return table_output_write(request->output, tables) ? EXIT_GOOD : EXIT_MACHINE;
}

static int sources_compare(const struct idle_systems_request *request,
			   const struct sources *sources, bool are_trials)
{
	struct idle_system *items = xcalloc(sources->count, sizeof(*items));
	struct tables tables;
	int status;

	for (size_t i = 0; i < sources->count; i++)
		items[i] = (struct idle_system){
			.name = sources->items[i].name, .view = &sources->items[i].views[0],
			.more = &sources->items[i].views[1],
			.more_count = sources->items[i].boots.count - 1,
		};
	tables_init(&tables, "Systems compared");
	status = systems_write(request, &tables,
			       &(struct idle_systems){items, sources->count, request->idle,
						      are_trials});
	tables_free(&tables);
	free(items);
	return status;
}

int idle_systems_show(const struct idle_systems_request *request, char **paths)
{
	struct sources sources = {0};
	int status = EXIT_USAGE;

	if (sources_read(&sources, request->idle, paths))
		status = sources_compare(request, &sources, false);
	sources_free(&sources);
	return status;
}

/* Whether the keyboard sent all keys. Without its driver a process plays the script itself. */
static bool source_has_keyboard(const struct source *source)
{
	const struct idle_view *view = &source->views[0];

	for (size_t i = 0; i < view->log_count; i++) {
		if (strcmp(view->logs[i].run->info->source, "controller") != 0) {
			warnx("%s: keys came by %s, not from the keyboard, because no evdev module "
			      "was found next to the kernel",
			      source->name, view->logs[i].run->info->source);
			return false;
		}
	}
	return true;
}

/* Whether all trials have a log of the session's application. Otherwise prints why not. */
static bool source_has_session(const struct source *source, const struct patterns *benches,
			       const char *bench)
{
	if (!patterns_select(benches, bench))
		return true;
	for (size_t i = 0; i < source->boots.count; i++) {
		const struct result *result = source->boots.items[i].result;
		const struct record_list *skips = &result->records[WIRE_skip];
		const char *reason = "no message log";
		bool has_log = false;

		for (size_t j = 0; j < source->views[i].log_count; j++)
			has_log |= strcmp(source->views[i].logs[j].run->bench, bench) == 0;
		for (size_t j = 0; j < skips->count; j++) {
			if (strcmp(skips->items[j].skip.bench, bench) == 0)
				reason = skips->items[j].skip.detail;
		}
		if (has_log)
			continue;
		warnx("%s: %s did not run: %s", source->name, bench, reason);
		return false;
	}
	return true;
}

int idle_systems_show_trials(const struct idle_systems_request *request,
			     const struct idle_systems_trials *systems, size_t count,
			     const char *bench)
{
	struct sources sources = {0};
	int status = EXIT_USAGE;

	if (sources_read_trials(&sources, request->idle, systems, count))
		status = sources_compare(request, &sources, true);
	for (size_t i = 0; i < sources.count && status == EXIT_GOOD; i++) {
		if (!source_has_session(&sources.items[i], request->idle->benches, bench) ||
		    !source_has_keyboard(&sources.items[i]))
			status = EXIT_FAILED;
	}
	sources_free(&sources);
	return status;
}
