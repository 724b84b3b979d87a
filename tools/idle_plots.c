/* The pictures: figures 1 and 3 of the method's paper for each run of an idle loop, its latencies in
 * three ways, the user's time, and the noise of each CPU. */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/idle_output.h"
#include "tools/plot.h"

#define TEXT_CHARS 256
/* The whole name is then one that file systems take. */
#define STEM_SUBJECT_CHARS 160

/* One picture while it is made. */
struct canvas {
	const struct idle_view *view;
	const char *directory;
	char subject[TEXT_CHARS];       /* what it is of, for the title */
	char stem[TEXT_CHARS];          /* the same for the file's name */
	char subtitle[TEXT_CHARS];
};

static void *allocate(size_t count, size_t size)
{
	void *memory = calloc(count + 1, size);

	if (memory == NULL)
		err(2, "out of memory");
	return memory;
}

/* ---- Canvases ---- */

/* Whose time it is stands in every picture. */
static void describe_time(struct canvas *canvas)
{
	static const char *const texts[] = {
		[TIME_UNKNOWN] = "what a tick is, is not known",
		[TIME_REAL] = "real time",
		[TIME_EMULATED] = "emulated: time is that of an emulator on its host, not the "
			"machine's",
		[TIME_INSTRUCTIONS] = "lengths are counted in instructions; the machine's own clock "
			"goes by them too",
	};

	snprintf(canvas->subtitle, sizeof(canvas->subtitle), "%s",
		 texts[canvas->view->analysis->time_base]);
}

/* What can't be in a file's name everywhere becomes a hyphen. */
static void make_stem(struct canvas *canvas, const char *kind, uint64_t id)
{
	snprintf(canvas->stem, sizeof(canvas->stem), "%s-%" PRIu64 "-%.*s", kind, id,
		 STEM_SUBJECT_CHARS, canvas->subject);
	for (char *c = canvas->stem; *c != '\0'; c++) {
		if (strchr("abcdefghijklmnopqrstuvwxyz0123456789._-", *c) == NULL)
			*c = '-';
	}
}

static bool draw(const struct canvas *canvas, struct plot *plot, const char *title, const char *name)
{
	char *path, *full_title;
	bool good;

	if (asprintf(&path, "%s/%s-%s.svg", canvas->directory, canvas->stem, name) < 0 ||
	    asprintf(&full_title, "%s: %s", title, canvas->subject) < 0)
		err(2, "out of memory");
	plot->title = full_title;
	plot->subtitle = canvas->subtitle;
	good = plot_write(plot, path);
	free(full_title);
	free(path);
	return good;
}

/* "length in µs". */
static const char *in_units(const char *what, const char *unit, char text[TEXT_CHARS])
{
	snprintf(text, TEXT_CHARS, "%s in %s", what, unit);
	return text;
}

/* ---- Idle loops ---- */

/* Figure 3. Passes without a gap stand on the axis, and are left out. */
static bool draw_profile(const struct canvas *canvas, const struct idle_run *run)
{
	const struct idle_gaps *gaps = &run->gaps;
	struct plot_point *points = allocate(gaps->count + 2, sizeof(*points));
	const struct plot_curve curve = {NULL, PLOT_BARS, points, gaps->count + 1};
	char label[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("elapsed time", idle_time_unit(canvas->view), label),
		      .high = idle_time(canvas->view, run->trace->span)},
		.y = {.label = "CPU utilisation in %", .high = 100},
		.curves = &curve, .curve_count = 1,
	};
	bool good;

	for (size_t i = 0; i < gaps->count; i++)
		points[i] = (struct plot_point){
			.x = idle_time(canvas->view, gaps->items[i].pass->begin),
			.x_end = idle_time(canvas->view, gaps->items[i].pass->end),
			.y = 100 * idle_utilisation(gaps, gaps->items[i].pass),
		};
	good = draw(canvas, &plot, "Idle profile", "profile");
	free(points);
	return good;
}

/* Figure 1: how long each pass took. */
static bool draw_passes(const struct canvas *canvas, const struct idle_run *run)
{
	const struct idle_trace *trace = run->trace;
	struct plot_point *points = allocate(trace->pass_count, sizeof(*points));
	const struct plot_curve curve = {NULL, PLOT_BARS, points, trace->pass_count};
	char elapsed[TEXT_CHARS], length[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("elapsed time", idle_time_unit(canvas->view), elapsed)},
		.y = {.label = in_units("time of a pass", idle_time_unit(canvas->view), length)},
		.curves = &curve, .curve_count = 1,
	};
	bool good;

	for (size_t i = 0; i < trace->pass_count; i++)
		points[i] = (struct plot_point){
			.x = idle_time(canvas->view, trace->passes[i].begin),
			.x_end = idle_time(canvas->view, trace->passes[i].end),
			.y = idle_time(canvas->view, trace->passes[i].end - trace->passes[i].begin),
		};
	good = draw(canvas, &plot, "Passes of the idle loop", "passes");
	free(points);
	return good;
}

/* ---- Events of any kind ---- */

static bool draw_histogram(const struct canvas *canvas, const struct figures *figures)
{
	struct plot_point points[LATENCY_BINS];
	const struct plot_curve curve = {NULL, PLOT_BARS, points, figures->bin_count};
	char label[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("length", canvas->view->scale.unit, label), .is_log = true},
		.y = {.label = "events"},
		.curves = &curve, .curve_count = 1,
	};

	/* The first bin begins at 0, which has no logarithm. */
	for (size_t i = 0; i < figures->bin_count; i++)
		points[i] = (struct plot_point){
			.x = fmax(figures->bins[i].low, figures->bins[i].high / 10),
			.x_end = figures->bins[i].high, .y = (double)figures->bins[i].count,
		};
	return draw(canvas, &plot, "How long events took", "histogram");
}

static bool draw_cumulative(const struct canvas *canvas, const struct figures *figures)
{
	struct latency_event *events = allocate(figures->count, sizeof(*events));
	struct plot_point *points = allocate(figures->count, sizeof(*points));
	const struct plot_curve curve = {NULL, PLOT_STEPS, points, figures->count};
	char length[TEXT_CHARS], sum[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("length", canvas->view->scale.unit, length),
		      .is_log = true},
		.y = {.label = in_units("all up to that length together",
					canvas->view->scale.unit, sum)},
		.curves = &curve, .curve_count = 1,
	};
	double total = 0;
	bool good;

	memcpy(events, figures->events, figures->count * sizeof(*events));
	latency_sort_by_length(events, figures->count);
	for (size_t i = 0; i < figures->count; i++) {
		double units = idle_length(canvas->view, events[i].length);

		total += units;
		points[i] = (struct plot_point){.x = units, .y = total};
	}
	good = draw(canvas, &plot, "Cumulative latency", "cumulative");
	free(points);
	free(events);
	return good;
}

static bool draw_against_time(const struct canvas *canvas, const struct figures *figures)
{
	struct plot_point *points = allocate(figures->count, sizeof(*points));
	const struct plot_curve curve = {NULL, PLOT_IMPULSES, points, figures->count};
	char elapsed[TEXT_CHARS], length[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("elapsed time", idle_time_unit(canvas->view), elapsed)},
		.y = {.label = in_units("length", canvas->view->scale.unit, length)},
		.curves = &curve, .curve_count = 1,
	};
	bool good;

	for (size_t i = 0; i < figures->count; i++)
		points[i] = (struct plot_point){
			.x = idle_time(canvas->view, figures->events[i].start),
			.y = idle_length(canvas->view, figures->events[i].length),
		};
	good = draw(canvas, &plot, "Latency against time", "latency");
	free(points);
	return good;
}

static bool draw_figures(const struct canvas *canvas, const struct figures *figures)
{
	if (figures->count == 0)
		return true;
	return draw_histogram(canvas, figures) && draw_cumulative(canvas, figures) &&
		draw_against_time(canvas, figures);
}

static bool draw_run(struct canvas *canvas, const struct idle_run *run)
{
	if (run->trace->pass_count == 0)
		return true;
	idle_run_label(run, canvas->subject, sizeof(canvas->subject));
	make_stem(canvas, "idle", run->trace->info->id);
	return (run->gaps.base == 0 || draw_profile(canvas, run)) && draw_passes(canvas, run) &&
		draw_figures(canvas, &run->figures);
}

/* ---- Messages and noise ---- */

/* A lane for each input of the state machine and one for what follows from them. */
enum lane {LANE_IO, LANE_QUEUE, LANE_CPU, LANE_WAIT, LANES};

static bool is_on(const struct message_stretch *stretch, enum lane lane)
{
	switch (lane) {
	case LANE_IO:
		return (stretch->inputs & THINK_WAIT_IO) != 0;
	case LANE_QUEUE:
		return (stretch->inputs & THINK_WAIT_QUEUED) != 0;
	case LANE_CPU:
		return (stretch->inputs & THINK_WAIT_BUSY) != 0;
	default:
		return stretch->state == STATE_WAIT;
	}
}

/* Figure 2, in time. */
static bool draw_lanes(const struct canvas *canvas, const struct message_run *run)
{
	static const char *const names[LANES] = {
		"I/O waited for", "messages queued", "CPU busy", "user waits",
	};
	struct plot_curve curves[LANES];
	char label[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("elapsed time", idle_time_unit(canvas->view), label)},
		.y = {.label = "", .low = -0.5, .high = LANES - 0.5, .names = names,
		      .name_count = LANES},
		.curves = curves, .curve_count = LANES,
	};
	bool good;

	for (int lane = 0; lane < LANES; lane++) {
		struct plot_point *points = allocate(run->stretch_count, sizeof(*points));

		curves[lane] = (struct plot_curve){NULL, PLOT_BARS, points, 0};
		for (size_t i = 0; i < run->stretch_count; i++) {
			const struct message_stretch *stretch = &run->stretches[i];

			if (is_on(stretch, (enum lane)lane))
				points[curves[lane].count++] = (struct plot_point){
					.x = idle_time(canvas->view, stretch->begin),
					.x_end = idle_time(canvas->view, stretch->end),
					.base = lane - 0.35, .y = lane + 0.35,
				};
		}
	}
	good = draw(canvas, &plot, "Thinking and waiting", "think-wait");
	for (int lane = 0; lane < LANES; lane++)
		free((void *)curves[lane].points);
	return good;
}

static bool draw_talk(struct canvas *canvas, const struct idle_talk *talk)
{
	const struct message_run *run = talk->run;

	snprintf(canvas->subject, sizeof(canvas->subject), "%s %s, input by %s", run->bench,
		 run->info->point, run->info->source);
	make_stem(canvas, "messages", run->info->id);
	if (think_wait_ticks(&run->machine, STATE_WAIT) > 0 && !draw_lanes(canvas, run))
		return false;
	return draw_figures(canvas, &talk->figures);
}

static bool draw_noise(struct canvas *canvas, const struct noise *noise)
{
	struct plot_point points[NOISE_BINS];
	const struct plot_curve curve = {NULL, PLOT_BARS, points, noise->bin_count};
	char label[TEXT_CHARS];
	struct plot plot = {
		.x = {.label = in_units("length of a gap", canvas->view->scale.unit, label),
		      .is_log = true},
		.y = {.label = "gaps, each bar twice as long as the one before it"},
		.curves = &curve, .curve_count = 1,
	};

	if (noise->bin_count == 0)
		return true;
	for (size_t i = 0; i < noise->bin_count; i++)
		points[i] = (struct plot_point){
			.x = ldexp(1, (int)i) / canvas->view->scale.unit_ticks,
			.x_end = ldexp(1, (int)i + 1) / canvas->view->scale.unit_ticks,
			.y = (double)noise->counts[i],
		};
	snprintf(canvas->subject, sizeof(canvas->subject), "%s %s, CPU %" PRIu64 ", %s",
		 noise->bench, noise->info->point, noise->info->cpu,
		 noise_verdict_name(noise->verdict));
	make_stem(canvas, "noise", noise->info->cpu);
	return draw(canvas, &plot, "Noise", "gaps");
}

bool idle_plots_write(const struct idle_view *view, const char *directory)
{
	struct canvas canvas = {.view = view, .directory = directory};
	bool good = true;

	if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
		warn("%s", directory);
		return false;
	}
	describe_time(&canvas);
	for (size_t i = 0; i < view->run_count && good; i++)
		good = draw_run(&canvas, &view->runs[i]);
	for (size_t i = 0; i < view->talk_count && good; i++)
		good = draw_talk(&canvas, &view->talks[i]);
	for (size_t i = 0; i < view->noise_count && good; i++)
		good = draw_noise(&canvas, &view->noise[i]);
	return good;
}
