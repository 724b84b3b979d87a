/* A view of idle loops, for other programs and as pictures. */
#ifndef TOOLS_IDLE_OUTPUT_H
#define TOOLS_IDLE_OUTPUT_H

#include <stdio.h>

#include "tools/idle/view.h"
#include "tools/view/plot.h"

#define IDLE_SCHEMA "bareline-idle-1"

/* docs/idle.md describes the files and the keys. All return false, having said why, on failure; the
 * directory is made if it is not there. */
bool idle_json_write(const struct idle_view *view, FILE *file);
bool idle_csv_write(const struct idle_view *view, const char *directory);
bool idle_plots_write(const struct idle_view *view, const char *directory);

/* Takes a picture of a benchmark: "profile", "event", "histogram" … by name, of what stem says. All
 * is valid during the call only. */
struct idle_picture_sink {
	void (*take)(void *context, const struct plot *plot, const char *bench, const char *stem,
		     const char *name);
	void *context;
};

/* The same pictures, not drawn. */
void idle_pictures(const struct idle_view *view, const struct idle_picture_sink *sink);

#endif
