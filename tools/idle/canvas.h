/* What the pictures of idle loops have in common: whose they are, on what time, and curves with a
 * colour for each kind of event. */
#ifndef TOOLS_IDLE_CANVAS_H
#define TOOLS_IDLE_CANVAS_H

#include "tools/idle/output.h"
#include "tools/idle/view.h"
#include "tools/view/plot.h"

#define CANVAS_TEXT_CHARS 256
#define CURVES_MAX_SHOWN 8

struct canvas {
	const struct idle_view *view;
	const char *directory;
	const struct idle_picture_sink *sink;   /* pictures go there in files' place; or NULL */
	const char *bench;
	char subject[CANVAS_TEXT_CHARS];        /* what the pictures are of, for their titles */
	char stem[CANVAS_TEXT_CHARS];           /* the same, for the files' names */
};

/* Begin the pictures of something that has a number, of a benchmark and its point. */
void canvas_begin(struct canvas *canvas, const char *kind, uint64_t id, const char *bench,
		  const char *point, const char *subject);

/* Draw into DIRECTORY/STEM-NAME.svg, with "TITLE: SUBJECT" and whose time it is above. Returns
 * false, having said why, on failure. */
bool canvas_draw(const struct canvas *canvas, struct plot *plot, const char *title,
		 const char *name);

/* "length in µs". */
const char *canvas_label(const char *what, const char *unit, char text[CANVAS_TEXT_CHARS]);

struct curves {
	struct plot_curve items[CURVES_MAX_SHOWN];
	size_t count;
	struct chart_point *points;      /* of all of them */
};

/* A curve for each type of the figures' events; the last is of all that are left. points are those
 * of the events, in their order. */
void curves_make(const struct event_set *figures, const struct chart_point *points,
		 enum chart_style style, struct curves *curves);
void curves_free(struct curves *curves);

/* Zeroed memory for so many and one more; never NULL. */
void *canvas_allocate(size_t count, size_t size);

#endif
