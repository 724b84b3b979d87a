/* SPDX-License-Identifier: MIT */
/* Comparison of several logs of idle loops and messages. A system's name is the last part of its
 * path, or the whole path if that is ambiguous. A system of trials has the version of its kernel as
 * its name. */
#include "tools/cmd/idle_systems.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/utf8.h"
#include "tools/topic/idle/systems.h"
#include "tools/view/chart.h"

struct source {
	char *path, *name;
	struct compared_runs own;       /* of a path */
	const struct compared_run *boots;
	size_t boot_count;
	struct idle_view *views;        /* one for each boot */
};

struct idle_sources {
	const struct idle_settings *settings;
	struct source *items;
	size_t count;
	struct idle_system *systems;    /* one for each source */
	bool are_trials;
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

static bool sources_have_name(const struct idle_sources *sources, size_t before, const char *name)
{
	for (size_t i = 0; i < before; i++) {
		if (strcmp(sources->items[i].name, name) == 0)
			return true;
	}
	return false;
}

/* Name a system: the last part of its path, the whole path, or that with the log's number. */
static void sources_name(struct idle_sources *sources, size_t number)
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
static void sources_name_kernel(struct idle_sources *sources, size_t number)
{
	struct source *source = &sources->items[number];
	const struct wire_manifest *manifest = result_manifest(source->boots[0].result);
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

/* Make the views of a system, whose boots are set. */
static bool source_view(struct source *source, const struct idle_settings *settings)
{
	source->views = xcalloc(source->boot_count, sizeof(*source->views));
	for (size_t i = 0; i < source->boot_count; i++)
		idle_view_make(source->boots[i].analysis, settings, &source->views[i]);
	for (size_t i = 0; i < source->boot_count; i++) {
		if (!idle_view_is_empty(&source->views[i]))
			continue;
		warnx("%s: no idle loop or message log%s; give a log, as results.json contains "
		      "none", source->boots[i].path,
		      settings->benches != NULL && settings->benches->count > 0
			      ? " of such a benchmark" : "");
		return false;
	}
	return true;
}

/* Add a system without a name. */
static bool sources_add(struct idle_sources *sources, const struct compared_runs *runs)
{
	struct source *source = &sources->items[sources->count++];

	source->path = xstrdup(runs->items[0].path);
	source->boots = runs->items;
	source->boot_count = runs->count;
	return source_view(source, sources->settings);
}

/* Add the runs of a path, which is a run or a directory of runs. */
static bool sources_add_path(struct idle_sources *sources, const char *path)
{
	struct source *source = &sources->items[sources->count++];

	source->path = xstrdup(path);
	utf8_make_printable(source->path);
	if (!compared_runs_add(&source->own, path))
		return false;
	source->boots = source->own.items;
	source->boot_count = source->own.count;
	return source_view(source, sources->settings);
}

static struct idle_sources *sources_allocate(const struct idle_settings *settings, size_t count)
{
	struct idle_sources *sources = xcalloc(1, sizeof(*sources));

	sources->settings = settings;
	sources->items = xcalloc(count, sizeof(*sources->items));
	sources->systems = xcalloc(count, sizeof(*sources->systems));
	return sources;
}

static void sources_name_systems(struct idle_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		const struct source *source = &sources->items[i];

		sources->systems[i] = (struct idle_system){
			.name = source->name, .view = &source->views[0],
			.more = &source->views[1], .more_count = source->boot_count - 1,
		};
	}
}

void idle_sources_free(struct idle_sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		struct source *source = &sources->items[i];

		for (size_t j = 0; source->views != NULL && j < source->boot_count; j++)
			idle_view_free(&source->views[j]);
		compared_runs_free(&source->own);
		free(source->views);
		free(source->name);
		free(source->path);
	}
	free(sources->systems);
	free(sources->items);
	free(sources);
}

/* Like idle_sources_new(), for paths. */
static struct idle_sources *sources_of_paths(const struct idle_settings *settings, char **paths)
{
	struct idle_sources *sources;
	size_t count = 0;

	while (paths[count] != NULL)
		count++;
	sources = sources_allocate(settings, count);
	for (size_t i = 0; i < count; i++) {
		if (!sources_add_path(sources, paths[i])) {
			idle_sources_free(sources);
			return NULL;
		}
		sources_name(sources, i);
	}
	sources_name_systems(sources);
	return sources;
}

struct idle_sources *idle_sources_new(const struct idle_settings *settings,
				      const struct compared_runs *systems, char *const *names,
				      size_t count)
{
	struct idle_sources *sources = sources_allocate(settings, count);

	sources->are_trials = true;
	for (size_t i = 0; i < count; i++) {
		if (!sources_add(sources, &systems[i])) {
			idle_sources_free(sources);
			return NULL;
		}
		if (names != NULL)
			sources->items[i].name = xstrdup(names[i]);
		else
			sources_name_kernel(sources, i);
	}
	sources_name_systems(sources);
	return sources;
}

/* ---- The comparison ---- */

bool idle_sources_add_tables(const struct idle_sources *sources, bool has_page,
			     struct tables *tables)
{
	const struct idle_systems systems = {sources->systems, sources->count, sources->settings,
					     sources->are_trials, has_page};

	for (size_t i = 1; i < systems.count; i++) {
		const char *reason = idle_systems_refuse(tables, &systems.items[0],
							 &systems.items[i]);

		if (reason != NULL) {
			warnx("systems not comparable: %s", reason);
			return false;
		}
	}
	if (topic_idle_systems(tables, &systems) == 0) {
		warnx("no two systems have a point of a benchmark in common; give runs of the same "
		      "benchmarks");
		return false;
	}
	return true;
}

static int sources_compare(const struct idle_systems_request *request,
			   const struct idle_sources *sources)
{
	struct tables tables;
	int status = EXIT_USAGE;

	tables_init(&tables, "Systems compared");
	if (idle_sources_add_tables(sources, false, &tables))
		status = (request->plot == NULL || charts_write_files(&tables, request->plot)) &&
			 table_output_write(request->output, &tables) ? EXIT_GOOD : EXIT_MACHINE;
	tables_free(&tables);
	return status;
}

int idle_systems_show(const struct idle_systems_request *request, char **paths)
{
	struct idle_sources *sources = sources_of_paths(request->idle, paths);
	int status;

	if (sources == NULL)
		return EXIT_USAGE;
	status = sources_compare(request, sources);
	idle_sources_free(sources);
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
	for (size_t i = 0; i < source->boot_count; i++) {
		const struct result *result = source->boots[i].result;
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

bool idle_sources_ran(const struct idle_sources *sources, const char *bench)
{
	for (size_t i = 0; i < sources->count; i++) {
		if (!source_has_session(&sources->items[i], sources->settings->benches, bench) ||
		    !source_has_keyboard(&sources->items[i]))
			return false;
	}
	return true;
}

int idle_systems_show_trials(const struct idle_systems_request *request,
			     const struct compared_runs *systems, size_t count,
			     const char *bench)
{
	struct idle_sources *sources = idle_sources_new(request->idle, systems, NULL, count);
	int status;

	if (sources == NULL)
		return EXIT_USAGE;
	status = sources_compare(request, sources);
	if (status == EXIT_GOOD && !idle_sources_ran(sources, bench))
		status = EXIT_FAILED;
	idle_sources_free(sources);
	return status;
}
