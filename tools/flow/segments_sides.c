/* SPDX-License-Identifier: MIT */
/* Segments of two logs, as numbers and as a drawing. */
#include "tools/flow/segments.h"

#include <math.h>
#include <string.h>

#include "tools/base/escape.h"

/* ---- Numbers ---- */

/* Whether the run's recorder saw when the run's threads ran. An on-line recorder under Linux did
 * not see it. */
static bool has_scheduler(const struct flow_log *log, uint32_t run)
{
	for (size_t i = 0; i < log->objects.count; i++) {
		if (log->objects.items[i].run == run && log->objects.items[i].class == FLOW_CPU)
			return true;
	}
	return false;
}

bool flow_sides_find(const struct flow_sides *sides, uint32_t run, struct flow_common_run *common)
{
	const struct flow_log *base = sides->logs[0], *new = sides->logs[1];
	uint32_t other = 0;

	*common = (struct flow_common_run){.name = base->runs.items[run].info.name};
	while (other < new->runs.count &&
	       strcmp(new->runs.items[other].info.name, common->name) != 0)
		other++;
	if (other == new->runs.count || sides->segments[0]->interactions[run] == 0 ||
	    sides->segments[1]->interactions[other] == 0 ||
	    has_scheduler(base, run) != has_scheduler(new, other))
		return false;
	common->runs[0] = run;
	common->runs[1] = other;
	for (int side = 0; side < 2; side++) {
		const struct flow_segments *segments = sides->segments[side];
		double factor = (side == 0 ? 1 : sides->scale) /
				(double)segments->interactions[common->runs[side]];

		common->factors[side] = factor;
		common->responses[side] =
			(double)segments->response_ticks[common->runs[side]] * factor;
		for (size_t i = 0; i < segments->count; i++) {
			const struct flow_segment *segment = &segments->items[i];

			if (segment->run == common->runs[side])
				common->kinds[side][segment->kind] +=
					(double)segment->ticks * factor;
		}
	}
	return true;
}

static double kind_difference(const struct flow_common_run *common, int kind)
{
	return common->kinds[1][kind] - common->kinds[0][kind];
}

int flow_common_run_main(const struct flow_common_run *common)
{
	double difference = common->responses[1] - common->responses[0];
	int best = -1;

	for (int kind = 0; kind < FLOW_SEGMENT_KIND_COUNT; kind++) {
		if (kind_difference(common, kind) * difference > 0 &&
		    (best < 0 || fabs(kind_difference(common, kind)) >
				 fabs(kind_difference(common, best))))
			best = kind;
	}
	return best;
}

const char *flow_common_run_describe(const struct flow_common_run *common,
				     char text[FLOW_SENTENCE_MAX])
{
	double difference = common->responses[1] - common->responses[0];
	int kind = flow_common_run_main(common);

	if (kind < 0 || common->responses[0] <= 0)
		snprintf(text, FLOW_SENTENCE_MAX, "Both take %.0f ticks.", common->responses[0]);
	else
		snprintf(text, FLOW_SENTENCE_MAX, "%.0f ticks instead of %.0f, %.1f %% %s; the "
			 "largest part is %s: %+.0f ticks.", common->responses[1],
			 common->responses[0], fabs(difference) / common->responses[0] * 100,
			 difference > 0 ? "longer" : "shorter", flow_segment_names[kind],
			 kind_difference(common, kind));
	return text;
}

/* ---- The drawing ---- */

#define WIDTH 900.0
#define LEFT 110.0
#define BAR_WIDTH (WIDTH - LEFT - 20)
#define BAR_HEIGHT 24.0
#define ROW_HEIGHT 19.0
#define HEAD_HEIGHT 46.0
#define ROW_BAR_LEFT 330.0
#define ROW_BAR_WIDTH (WIDTH - ROW_BAR_LEFT - 20)
#define DEVICE_SHARE_MAX 0.35           /* of the other segments; more is drawn shorter */

static const char *const colours[FLOW_SEGMENT_KIND_COUNT] = {
	[FLOW_SEGMENT_WORK] = "#4c9f70", [FLOW_SEGMENT_CALL] = "#e08a3c",
	[FLOW_SEGMENT_MESSAGE] = "#d6b93c", [FLOW_SEGMENT_PORT] = "#b8a16a",
	[FLOW_SEGMENT_READY] = "#c94f4f", [FLOW_SEGMENT_SCHEDULER] = "#8e5ea2",
	[FLOW_SEGMENT_INTERRUPT] = "#3b7dd8", [FLOW_SEGMENT_LOCK] = "#6b4226",
	[FLOW_SEGMENT_DEVICE] = "#b9c4cf", [FLOW_SEGMENT_OTHER] = "#777777",
};

static const char style[] =
	"<style>\n"
	"text { font: 11px sans-serif; fill: #333 }\n"
	".title { font-size: 13px; font-weight: bold }\n"
	".number { text-anchor: end }\n"
	".name { text-anchor: end; font-weight: bold }\n"
	"</style>\n";

/* Pixels of one tick in the bars, and of one tick of devices there. */
struct scale {
	double pixels, device_pixels;
	bool is_shortened;
};

static struct scale bar_scale(const struct flow_common_run *common)
{
	double rest = 0, device = 0, shown;

	for (int side = 0; side < 2; side++) {
		double of_device = common->kinds[side][FLOW_SEGMENT_DEVICE];

		device = fmax(device, of_device);
		rest = fmax(rest, common->responses[side] - of_device);
	}
	shown = fmin(device, rest > 0 ? rest * DEVICE_SHARE_MAX : device);
	return (struct scale){
		.pixels = rest + shown > 0 ? BAR_WIDTH / (rest + shown) : 0,
		.device_pixels = device > 0 && rest + shown > 0
			? BAR_WIDTH / (rest + shown) * shown / device : 0,
		.is_shortened = shown < device,
	};
}

static void draw_bar(const struct flow_common_run *common, int side, const char *name, double y,
		     FILE *file)
{
	struct scale scale = bar_scale(common);
	double x = LEFT;

	fprintf(file, "<text class=\"name\" x=\"%.1f\" y=\"%.1f\">", LEFT - 8,
		y + BAR_HEIGHT * 0.66);
	escape_xml(file, name);
	fputs("</text>\n", file);
	for (int kind = 0; kind < FLOW_SEGMENT_KIND_COUNT; kind++) {
		bool is_device = kind == FLOW_SEGMENT_DEVICE;
		double width = common->kinds[side][kind] *
			       (is_device ? scale.device_pixels : scale.pixels);

		if (width <= 0)
			continue;
		fprintf(file, "<rect x=\"%.2f\" y=\"%.1f\" width=\"%.2f\" height=\"%.1f\" "
			"fill=\"%s\"><title>%s: %.0f ticks</title></rect>\n", x, y, width,
			BAR_HEIGHT, colours[kind], flow_segment_names[kind],
			common->kinds[side][kind]);
		if (is_device && scale.is_shortened)
			fprintf(file, "<path d=\"M%.1f %.1f l4 %.1f l-6 %.1f l4 %.1f\" "
				"stroke=\"#fff\" stroke-width=\"4\" fill=\"none\"/>\n",
				x + width / 2, y, BAR_HEIGHT / 3, BAR_HEIGHT / 3, BAR_HEIGHT / 3);
		x += width;
	}
}

/* One kind of segment: its numbers, and a bar for each side. */
static void draw_kind(const struct flow_common_run *common, int kind, double ticks_max, double y,
		      FILE *file)
{
	fprintf(file, "<rect x=\"14\" y=\"%.1f\" width=\"11\" height=\"11\" fill=\"%s\"/>\n"
		"<text x=\"31\" y=\"%.1f\">%s<title>%s</title></text>\n", y + 2, colours[kind],
		y + 12, flow_segment_names[kind], flow_segment_meanings[kind]);
	fprintf(file, "<text class=\"number\" x=\"185\" y=\"%.1f\">%.0f</text>\n"
		"<text class=\"number\" x=\"250\" y=\"%.1f\">%.0f</text>\n"
		"<text class=\"number\" x=\"318\" y=\"%.1f\">%+.0f</text>\n", y + 12,
		common->kinds[0][kind], y + 12, common->kinds[1][kind], y + 12,
		kind_difference(common, kind));
	for (int side = 0; side < 2; side++) {
		double ticks = common->kinds[side][kind], shown = fmin(ticks, ticks_max);

		fprintf(file, "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.2f\" height=\"6\" "
			"fill=\"%s\" fill-opacity=\"%s\"/>\n", ROW_BAR_LEFT, y + 2 + 7 * side,
			ticks_max > 0 ? ROW_BAR_WIDTH * shown / ticks_max : 0, colours[kind],
			side == 0 ? "0.45" : "1");
		if (ticks > ticks_max)
			fprintf(file, "<path d=\"M%.1f %.1f l-4 8\" stroke=\"#fff\" "
				"stroke-width=\"3\"/>\n", ROW_BAR_LEFT + ROW_BAR_WIDTH - 12,
				y + 1 + 7 * side);
	}
}

/* Kinds that the run has. */
static bool is_used(const struct flow_common_run *common, int kind)
{
	return common->kinds[0][kind] > 0 || common->kinds[1][kind] > 0;
}

static double run_height(const struct flow_common_run *common)
{
	double height = HEAD_HEIGHT + 2 * (BAR_HEIGHT + 4) + 28;

	for (int kind = 0; kind < FLOW_SEGMENT_KIND_COUNT; kind++)
		height += is_used(common, kind) ? ROW_HEIGHT : 0;
	return height + 18;
}

static const char *side_name(const struct flow_sides *sides, int side)
{
	const char *host = sides->logs[side]->manifest.host;
	const char *other = sides->logs[1 - side]->manifest.host;

	if (host != NULL && host[0] != '\0' && (other == NULL || strcmp(host, other) != 0))
		return strcmp(host, "bare-metal") == 0 ? "bare metal"
		       : strcmp(host, "linux") == 0 ? "Linux" : host;
	return side == 0 ? "base" : "new";
}

static void draw_run(const struct flow_sides *sides, const struct flow_common_run *common, double y,
		     FILE *file)
{
	char sentence[FLOW_SENTENCE_MAX];
	double ticks_max = 0;

	fprintf(file, "<text class=\"title\" x=\"12\" y=\"%.1f\">", y + 18);
	escape_xml(file, common->name);
	fprintf(file, "</text>\n<text x=\"12\" y=\"%.1f\">", y + 36);
	escape_xml(file, flow_common_run_describe(common, sentence));
	fprintf(file, "%s</text>\n", bar_scale(common).is_shortened
		? " Devices are drawn shorter." : "");
	y += HEAD_HEIGHT;
	for (int side = 0; side < 2; side++, y += BAR_HEIGHT + 4)
		draw_bar(common, side, side_name(sides, side), y, file);
	fprintf(file, "<text class=\"number\" x=\"185\" y=\"%.1f\">%s</text>\n"
		"<text class=\"number\" x=\"250\" y=\"%.1f\">%s</text>\n"
		"<text class=\"number\" x=\"318\" y=\"%.1f\">difference</text>\n", y + 18,
		side_name(sides, 0), y + 18, side_name(sides, 1), y + 18);
	y += 24;
	for (int kind = 0; kind < FLOW_SEGMENT_KIND_COUNT; kind++) {
		if (kind != FLOW_SEGMENT_DEVICE)
			ticks_max = fmax(ticks_max, fmax(common->kinds[0][kind],
							 common->kinds[1][kind]));
	}
	if (ticks_max == 0)
		ticks_max = fmax(common->responses[0], common->responses[1]);
	for (int kind = 0; kind < FLOW_SEGMENT_KIND_COUNT; kind++) {
		if (!is_used(common, kind))
			continue;
		draw_kind(common, kind, ticks_max, y, file);
		y += ROW_HEIGHT;
	}
}

void flow_sides_draw(const struct flow_sides *sides, FILE *file)
{
	struct flow_common_run common;
	double height = 12, y = 6;

	for (uint32_t run = 0; run < sides->logs[0]->runs.count; run++) {
		if (flow_sides_find(sides, run, &common))
			height += run_height(&common);
	}
	fprintf(file, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %.0f %.0f\" "
		"width=\"%.0f\" height=\"%.0f\">\n%s<rect width=\"100%%\" height=\"100%%\" "
		"fill=\"#fff\"/>\n", WIDTH, height, WIDTH, height, style);
	for (uint32_t run = 0; run < sides->logs[0]->runs.count; run++) {
		if (!flow_sides_find(sides, run, &common))
			continue;
		draw_run(sides, &common, y, file);
		y += run_height(&common);
	}
	fputs("</svg>\n", file);
}
