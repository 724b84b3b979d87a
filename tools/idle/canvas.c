/* Titles, files' names and colours of the pictures. */
#include "tools/idle/canvas.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

/* The whole name is then one that file systems take. */
#define STEM_PART_CHARS 80

void *canvas_allocate(size_t count, size_t size)
{
	void *memory = xcalloc(count + 1, size);

	return memory;
}

/* What can't be in a file's name everywhere becomes a hyphen, one for many. */
static void clean(char *name)
{
	char *end = name;

	for (const char *c = name; *c != '\0'; c++) {
		bool is_plain = strchr("abcdefghijklmnopqrstuvwxyz0123456789._", *c) != NULL;

		if (is_plain || (end > name && end[-1] != '-'))
			*end++ = is_plain ? *c : '-';
	}
	while (end > name && end[-1] == '-')
		end--;
	*end = '\0';
}

void canvas_begin(struct canvas *canvas, const char *kind, uint64_t id, const char *bench,
		  const char *point, const char *subject)
{
	canvas->bench = bench;
	snprintf(canvas->subject, sizeof(canvas->subject), "%s", subject);
	snprintf(canvas->stem, sizeof(canvas->stem), "%s-%" PRIu64 "-%.*s-%.*s", kind, id,
		 STEM_PART_CHARS, bench, STEM_PART_CHARS, point);
	clean(canvas->stem);
}

/* Whose time it is. */
static const char *subtitle(const struct canvas *canvas)
{
	static const char *const texts[] = {
		[TIME_UNKNOWN] = "what a tick is, is not known",
		[TIME_REAL] = "real time",
		[TIME_EMULATED] = "emulated: time is that of an emulator on its host, not the "
			"machine's",
		[TIME_INSTRUCTIONS] = "instructions: the machine's clock counts them, so times say "
			"how many, not how long",
	};

	return texts[canvas->view->analysis->time_base];
}

bool canvas_draw(const struct canvas *canvas, struct plot *plot, const char *title,
		 const char *name)
{
	char *path, *full_title;
	bool good = true;

	path = xasprintf("%s/%s-%s.svg", canvas->directory, canvas->stem, name);
	full_title = xasprintf("%s: %s", title, canvas->subject);
	plot->title = full_title;
	plot->subtitle = subtitle(canvas);
	if (canvas->sink != NULL)
		canvas->sink->take(canvas->sink->context, plot, canvas->bench, canvas->stem, name);
	else
		good = plot_write(plot, path);
	free(full_title);
	free(path);
	return good;
}

const char *canvas_label(const char *what, const char *unit, char text[CANVAS_TEXT_CHARS])
{
	snprintf(text, CANVAS_TEXT_CHARS, "%s in %s", what, unit);
	return text;
}

/* ---- Curves ---- */

static void canvas_append(const struct event_set *figures, size_t type,
			  const struct chart_point *points, size_t *used, struct curves *curves)
{
	struct plot_curve *curve = &curves->items[curves->count - 1];

	for (size_t i = 0; i < figures->count; i++) {
		if (figures->events[i].type != type)
			continue;
		curves->points[(*used)++] = points[i];
		curve->count++;
	}
}

void curves_make(const struct event_set *figures, const struct chart_point *points,
		 enum chart_style style, struct curves *curves)
{
	size_t used = 0;

	curves->count = 0;
	curves->points = canvas_allocate(figures->count, sizeof(*curves->points));
	for (size_t type = 0; type < figures->type_count; type++) {
		if (figures->types[type].count == 0)
			continue;
		if (curves->count < CURVES_MAX_SHOWN)
			curves->items[curves->count++] = (struct plot_curve){
				figures->types[type].name, style, curves->points + used, 0,
			};
		else
			curves->items[CURVES_MAX_SHOWN - 1].name = "others";
		canvas_append(figures, type, points, &used, curves);
	}
}

void curves_free(struct curves *curves)
{
	free(curves->points);
	curves->points = NULL;
}
