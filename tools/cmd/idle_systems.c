/* SPDX-License-Identifier: MIT */
/* Comparison of several logs of idle loops and messages. A system's name is the last part of its
 * path, or the whole path if that is ambiguous. */
#include "tools/cmd/idle_systems.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/utf8.h"
#include "tools/results/load.h"
#include "tools/topic/idle/systems.h"
#include "tools/view/chart.h"

struct source {
	char *path, *name;
	struct result *result;
	struct analysis *analysis;
	struct idle_view view;
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

/* ---- Logs ---- */

static bool sources_add(struct sources *sources, const struct idle_settings *settings,
			const char *path)
{
	struct result *result = load_path(path);
	struct source *source;

	if (result == NULL)
		return false;
	source = &sources->items[sources->count++];
	source->result = result;
	source->path = xstrdup(path);
	utf8_make_printable(source->path);
	sources_name(sources, sources->count - 1);
	source->analysis = analysis_new_quick(result);
	idle_view_make(source->analysis, settings, &source->view);
	if (!idle_view_is_empty(&source->view))
		return true;
	warnx("%s: no idle loop or message log%s; give a log, as results.json contains none",
	      source->path,
	      settings->benches != NULL && settings->benches->count > 0 ? " of such a benchmark"
									: "");
	return false;
}

static void sources_free(struct sources *sources)
{
	for (size_t i = 0; i < sources->count; i++) {
		struct source *source = &sources->items[i];

		idle_view_free(&source->view);
		analysis_free(source->analysis);
		result_free(source->result);
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
		if (!sources_add(sources, settings, paths[i]))
			return false;
	}
	return true;
}

/* ---- The comparison ---- */

static bool systems_are_comparable(struct tables *tables, const struct idle_systems *systems)
{
	for (size_t i = 1; i < systems->count; i++) {
		const char *reason = idle_systems_refuse(tables, &systems->items[0],
							 &systems->items[i]);

		if (reason != NULL) {
			warnx("systems not comparable: %s", reason);
			return false;
		}
	}
	return true;
}

static int systems_write(const struct idle_systems_request *request, struct tables *tables,
			 const struct idle_systems *systems)
{
	if (!systems_are_comparable(tables, systems))
		return EXIT_USAGE;
	if (topic_idle_systems(tables, systems) == 0) {
		warnx("systems not comparable: no two have a point of a benchmark in common");
		return EXIT_USAGE;
	}
	if (request->plot != NULL && !charts_write_files(tables, request->plot))
		return EXIT_MACHINE;
	return table_output_write(request->output, tables) ? EXIT_GOOD : EXIT_MACHINE;
}

static int sources_compare(const struct idle_systems_request *request,
			   const struct sources *sources)
{
	struct idle_system *items = xcalloc(sources->count, sizeof(*items));
	struct tables tables;
	int status;

	for (size_t i = 0; i < sources->count; i++)
		items[i] = (struct idle_system){sources->items[i].name, &sources->items[i].view};
	tables_init(&tables, "Systems compared");
	status = systems_write(request, &tables,
			       &(struct idle_systems){items, sources->count, request->idle});
	tables_free(&tables);
	free(items);
	return status;
}

int idle_systems_show(const struct idle_systems_request *request, char **paths)
{
	struct sources sources = {0};
	int status = EXIT_USAGE;

	if (sources_read(&sources, request->idle, paths))
		status = sources_compare(request, &sources);
	sources_free(&sources);
	return status;
}
