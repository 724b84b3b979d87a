/* The pictures: figures 1 and 3 of the method's paper for each run of an idle loop, its latencies
 * in three ways, the user's time, and the noise of each CPU. */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "tools/idle/canvas.h"
#include "tools/idle/output.h"

#define LANE_HALF_HEIGHT 0.35
/* So many undisturbed passes are shown on both sides of a trial. */
#define TRIAL_MARGIN_PASSES 2

/* ---- Idle loops ---- */

static double highest(const struct chart_point *points, size_t count)
{
	double high = 0;

	for (size_t i = 0; i < count; i++)
		high = fmax(high, points[i].y);
	return high;
}

/* Figure 3. Passes without a gap stand on the axis, and are left out; if there is no gap at all, a
 * point stands for them. */
static bool draw_profile(const struct canvas *canvas, const struct idle_run *run)
{
	const struct idle_view *view = canvas->view;
	const struct idle_gaps *gaps = &run->gaps;
	struct chart_point *points = canvas_allocate(gaps->count, sizeof(*points));
	const struct chart_point nothing = {0};
	const struct plot_curve idle = {NULL, CHART_POINTS, &nothing, 1};
	char label[CANVAS_TEXT_CHARS];
	struct curves curves;
	struct plot plot = {
		.x = {.label = canvas_label("elapsed time", idle_time_unit(view), label),
		      .high = idle_time(view, run->trace->span)},
		.y = {.label = "CPU utilisation during a pass in %"},
	};
	bool good;

	for (size_t i = 0; i < gaps->count; i++)
		points[i] = (struct chart_point){
			.x = idle_time(view, gaps->items[i].pass->begin),
			.x_end = idle_time(view, gaps->items[i].pass->end),
			.y = 100 * idle_utilisation(gaps, gaps->items[i].pass),
		};
	curves_make(&run->figures, points, CHART_BARS, &curves);
	plot.curves = curves.count > 0 ? curves.items : &idle;
	plot.curve_count = curves.count > 0 ? curves.count : 1;
	plot.y.high = curves.count > 0 ? fmin(100, 1.1 * highest(points, gaps->count)) : 100;
	good = canvas_draw(canvas, &plot, "Idle profile", "profile");
	curves_free(&curves);
	free(points);
	return good;
}

/* The time of each pass, against when it was. */
static bool draw_passes(const struct canvas *canvas, const struct idle_run *run)
{
	const struct idle_view *view = canvas->view;
	const struct idle_trace *trace = run->trace;
	struct chart_point *points = canvas_allocate(trace->pass_count, sizeof(*points));
	const struct plot_curve curve = {NULL, CHART_BARS, points, trace->pass_count};
	char elapsed[CANVAS_TEXT_CHARS], length[CANVAS_TEXT_CHARS];
	struct plot plot = {
		.x = {.label = canvas_label("elapsed time", idle_time_unit(view), elapsed),
		      .from_zero = true},
		.y = {.label = canvas_label("time of a pass", idle_time_unit(view), length),
		      .from_zero = true},
		.curves = &curve, .curve_count = 1,
	};
	bool good;

	for (size_t i = 0; i < trace->pass_count; i++)
		points[i] = (struct chart_point){
			.x = idle_time(view, trace->passes[i].begin),
			.x_end = idle_time(view, trace->passes[i].end),
			.y = idle_time(view, trace->passes[i].end - trace->passes[i].begin),
		};
	good = canvas_draw(canvas, &plot, "Passes of the idle loop", "passes");
	free(points);
	return good;
}

/* ---- Lanes: what lasted from when to when ---- */

static struct chart_point lane_bar(const struct idle_view *view, int lane, uint64_t begin,
				  uint64_t end)
{
	return (struct chart_point){
		.x = idle_time(view, begin), .x_end = idle_time(view, end),
		.base = lane - LANE_HALF_HEIGHT, .y = lane + LANE_HALF_HEIGHT,
	};
}

static struct chart_axis lane_axis(const char *const *names, size_t count)
{
	return (struct chart_axis){
		.label = "", .low = -0.5, .high = (double)count - 0.5, .names = names,
		.name_count = count,
	};
}

/* Figure 1: the first trial, as each of the three sees it. */
static bool draw_trial(const struct canvas *canvas, const struct idle_run *run)
{
	enum {PROGRAM, HANDLER, PASSES, LANES};
	static const char *const names[LANES] = {
		"program's time stamps", "handler", "passes of the idle loop",
	};
	const struct idle_view *view = canvas->view;
	const struct idle_trial *trial = &run->trials[0];
	const struct idle_trace *trace = run->trace;
	uint64_t margin = TRIAL_MARGIN_PASSES * run->gaps.base;
	struct chart_point *passes = canvas_allocate(trace->pass_count, sizeof(*passes));
	const struct chart_point handler = lane_bar(view, HANDLER, trial->entered, trial->leave);
	const struct chart_point program = lane_bar(view, PROGRAM, trial->resume, trial->done);
	struct plot_curve curves[LANES] = {
		[PROGRAM] = {NULL, CHART_BARS, &program, 1},
		[HANDLER] = {NULL, CHART_BARS, &handler, 1},
		[PASSES] = {NULL, CHART_BARS, passes, 0},
	};
	char label[CANVAS_TEXT_CHARS];
	struct plot plot = {
		.x = {.label = canvas_label("elapsed time", idle_time_unit(view), label)},
		.y = lane_axis(names, LANES), .curves = curves, .curve_count = LANES,
	};
	bool good;

	for (size_t i = 0; i < trace->pass_count; i++) {
		const struct idle_pass *pass = &trace->passes[i];

		if (pass->end + margin > trial->entered && pass->begin < trial->leave + margin)
			passes[curves[PASSES].count++] =
				lane_bar(view, PASSES, pass->begin, pass->end);
	}
	good = canvas_draw(canvas, &plot, "One event, measured in three ways", "event");
	free(passes);
	return good;
}

static bool is_on(const struct message_stretch *stretch, int lane)
{
	static const unsigned inputs[] = {THINK_WAIT_IO, THINK_WAIT_QUEUED, THINK_WAIT_BUSY};

	if (lane < (int)(sizeof(inputs) / sizeof(inputs[0])))
		return (stretch->inputs & inputs[lane]) != 0;
	return stretch->state == STATE_WAIT;
}

/* Put a lane's bars, and return how many: one for stretches that follow each other. */
static size_t write_lane(const struct idle_view *view, const struct message_run *run, int lane,
			 struct chart_point *bars)
{
	bool was_on = false;
	size_t count = 0;

	for (size_t i = 0; i < run->stretch_count; i++) {
		const struct message_stretch *stretch = &run->stretches[i];
		bool on = is_on(stretch, lane);

		if (on && was_on)
			bars[count - 1].x_end = idle_time(view, stretch->end);
		else if (on)
			bars[count++] = lane_bar(view, lane, stretch->begin, stretch->end);
		was_on = on;
	}
	return count;
}

/* Figure 2, in time: a lane for each input of the state machine and one for what follows. */
static bool draw_think_wait(const struct canvas *canvas, const struct message_run *run)
{
	static const char *const names[] = {
		"I/O waited for", "messages queued", "CPU busy", "user waits",
	};
	enum {LANES = sizeof(names) / sizeof(names[0])};
	const struct idle_view *view = canvas->view;
	struct plot_curve curves[LANES];
	char label[CANVAS_TEXT_CHARS];
	struct plot plot = {
		.x = {.label = canvas_label("elapsed time", idle_time_unit(view), label)},
		.y = lane_axis(names, LANES), .curves = curves, .curve_count = LANES,
	};
	struct chart_point *points = canvas_allocate(LANES * run->stretch_count, sizeof(*points));
	bool good;

	for (int lane = 0; lane < LANES; lane++) {
		struct chart_point *own = points + (size_t)lane * run->stretch_count;

		curves[lane] = (struct plot_curve){NULL, CHART_BARS, own, 0};
		curves[lane].count = write_lane(view, run, lane, own);
	}
	good = canvas_draw(canvas, &plot, "Thinking and waiting", "think-wait");
	free(points);
	return good;
}

/* ---- Events of any kind ---- */

/* Only decades have a number on the axis, so it gets at least two. */
static void widen_to_decades(struct chart_axis *axis, double low, double high)
{
	axis->low = pow(10, floor(log10(low)));
	axis->high = pow(10, ceil(log10(high)));
}

static bool draw_histogram(const struct canvas *canvas, const struct event_set *figures)
{
	size_t count = figures->bin_count;
	struct chart_point points[LATENCY_BINS];
	const struct plot_curve curve = {NULL, CHART_BARS, points, count};
	char label[CANVAS_TEXT_CHARS];
	struct plot plot = {
		.x = {.label = canvas_label("length", canvas->view->scale.unit, label),
		      .is_log = true},
		.y = {.label = "events", .from_zero = true},
		.curves = &curve, .curve_count = 1,
	};

	/* The first bin begins at 0, which has no logarithm. */
	for (size_t i = 0; i < count; i++)
		points[i] = (struct chart_point){
			.x = fmax(figures->bins[i].low, figures->bins[i].high / 10),
			.x_end = figures->bins[i].high, .y = (double)figures->bins[i].count,
		};
	widen_to_decades(&plot.x, points[0].x, points[count - 1].x_end);
	return canvas_draw(canvas, &plot, "How long events took", "histogram");
}

static bool draw_cumulative(const struct canvas *canvas, const struct event_set *figures)
{
	const struct idle_view *view = canvas->view;
	struct latency_event *events = canvas_allocate(figures->count, sizeof(*events));
	struct chart_point *points = canvas_allocate(figures->count, sizeof(*points));
	const struct plot_curve curve = {NULL, CHART_STEPS, points, figures->count};
	char length[CANVAS_TEXT_CHARS], sum[CANVAS_TEXT_CHARS];
	struct plot plot = {
		.x = {.label = canvas_label("length", view->scale.unit, length)},
		.y = {.label = canvas_label("all up to that length together",
					    view->scale.unit, sum),
		      .from_zero = true},
		.curves = &curve, .curve_count = 1,
	};
	double total = 0;
	bool good;

	memcpy(events, figures->events, figures->count * sizeof(*events));
	latency_sort_by_length(events, figures->count);
	for (size_t i = 0; i < figures->count; i++) {
		double units = idle_length(view, events[i].length);

		total += units;
		points[i] = (struct chart_point){.x = units, .y = total};
	}
	good = canvas_draw(canvas, &plot, "Cumulative latency", "cumulative");
	free(points);
	free(events);
	return good;
}

static bool draw_against_time(const struct canvas *canvas, const struct event_set *figures)
{
	const struct idle_view *view = canvas->view;
	struct chart_point *points = canvas_allocate(figures->count, sizeof(*points));
	char elapsed[CANVAS_TEXT_CHARS], length[CANVAS_TEXT_CHARS];
	struct curves curves;
	struct plot plot = {
		.x = {.label = canvas_label("elapsed time", idle_time_unit(view), elapsed),
		      .from_zero = true},
		.y = {.label = canvas_label("length", view->scale.unit, length), .from_zero = true},
	};
	bool good;

	for (size_t i = 0; i < figures->count; i++)
		points[i] = (struct chart_point){
			.x = idle_time(view, figures->events[i].start),
			.y = idle_length(view, figures->events[i].length),
		};
	curves_make(figures, points, CHART_IMPULSES, &curves);
	plot.curves = curves.items;
	plot.curve_count = curves.count;
	good = canvas_draw(canvas, &plot, "Latency against time", "latency");
	curves_free(&curves);
	free(points);
	return good;
}

static bool draw_figures(const struct canvas *canvas, const struct event_set *figures)
{
	if (figures->count == 0)
		return true;
	return draw_histogram(canvas, figures) && draw_cumulative(canvas, figures) &&
		draw_against_time(canvas, figures);
}

/* ---- All of a view ---- */

static bool draw_run(struct canvas *canvas, const struct idle_run *run)
{
	char subject[CANVAS_TEXT_CHARS];

	if (run->trace->pass_count == 0)
		return true;
	idle_run_label(run, subject, sizeof(subject));
	canvas_begin(canvas, "idle", run->trace->info->id, run->trace->bench,
		     run->trace->info->point, subject);
	return (run->gaps.base == 0 || draw_profile(canvas, run)) && draw_passes(canvas, run) &&
		(run->trial_count == 0 || draw_trial(canvas, run)) &&
		draw_figures(canvas, &run->figures);
}

static bool draw_talk(struct canvas *canvas, const struct idle_talk *talk)
{
	const struct message_run *run = talk->run;
	char subject[CANVAS_TEXT_CHARS];

	snprintf(subject, sizeof(subject), "%s %s, input by %s", run->bench, run->info->point,
		 run->info->source);
	canvas_begin(canvas, "messages", run->info->id, run->bench, run->info->point, subject);
	if (think_wait_ticks(&run->machine, STATE_WAIT) > 0 && !draw_think_wait(canvas, run))
		return false;
	return draw_figures(canvas, &talk->figures);
}

static bool draw_noise(struct canvas *canvas, const struct noise *noise)
{
	struct chart_point points[NOISE_BINS];
	const struct plot_curve curve = {NULL, CHART_BARS, points, noise->bin_count};
	char label[CANVAS_TEXT_CHARS], subject[CANVAS_TEXT_CHARS];
	struct plot plot = {
		.x = {.label = canvas_label("length of a gap", canvas->view->scale.unit, label),
		      .is_log = true},
		.y = {.label = "gaps", .from_zero = true},
		.curves = &curve, .curve_count = 1,
	};

	if (noise->bin_count == 0)
		return true;
	for (size_t i = 0; i < noise->bin_count; i++)
		points[i] = (struct chart_point){
			.x = ldexp(1, (int)i) / canvas->view->scale.unit_ticks,
			.x_end = ldexp(1, (int)i + 1) / canvas->view->scale.unit_ticks,
			.y = (double)noise->counts[i],
		};
	widen_to_decades(&plot.x, points[0].x, points[noise->bin_count - 1].x_end);
	snprintf(subject, sizeof(subject), "%s %s, CPU %" PRIu64 ", %s", noise->bench,
		 noise->info->point, noise->info->cpu, noise_verdict_name(noise->verdict));
	canvas_begin(canvas, "noise", noise->info->cpu, noise->bench, noise->info->point, subject);
	return canvas_draw(canvas, &plot, "Noise", "gaps");
}

static bool draw_all(struct canvas *canvas)
{
	const struct idle_view *view = canvas->view;
	bool good = true;

	for (size_t i = 0; i < view->run_count && good; i++)
		good = draw_run(canvas, &view->runs[i]);
	for (size_t i = 0; i < view->talk_count && good; i++)
		good = draw_talk(canvas, &view->talks[i]);
	for (size_t i = 0; i < view->noise_count && good; i++)
		good = draw_noise(canvas, &view->noise[i]);
	return good;
}

bool idle_plots_write(const struct idle_view *view, const char *directory)
{
	struct canvas canvas = {.view = view, .directory = directory};

	if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
		warn("%s", directory);
		return false;
	}
	return draw_all(&canvas);
}

void idle_pictures(const struct idle_view *view, const struct idle_picture_sink *sink)
{
	struct canvas canvas = {.view = view, .directory = "", .sink = sink};

	draw_all(&canvas);
}
