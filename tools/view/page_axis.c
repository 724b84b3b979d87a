/* SPDX-License-Identifier: MIT */
#include "tools/view/page_axis.h"

#include <math.h>

#include "tools/table/number.h"
#include "tools/view/plot/scale.h"

#define DECADE 10.0
#define LONG 1e6        /* from here on, labels are powers of ten */

/* Part of a decade by which rounding may exceed the end. */
#define ROUNDING 1.001

double page_axis_place(const struct page_axis *axis, double at)
{
	return 100 * log(at / axis->low) / log(axis->high / axis->low);
}

struct page_axis page_axis_make(double least, double most, const char *unit)
{
	struct page_axis axis = {pow(DECADE, floor(log10(least))),
				 pow(DECADE, ceil(log10(most * ROUNDING))), unit};

	axis.high = fmax(axis.high, axis.low * DECADE);
	scale_prove(page_axis_place(&axis, axis.low) / 100, page_axis_place(&axis, axis.high) / 100,
		    page_axis_place(&axis, sqrt(axis.low * axis.high)) / 100);
	return axis;
}

/* Labels only the decades for which a phone has room. */
void page_axis_write_ticks(const struct page_axis *axis, FILE *file)
{
	double decades = log10(axis->high / axis->low), step = decades > 6.5 ? 2 : 1;
	unsigned count = 0;

	fprintf(file, "<svg class=ticks height=%d>", PAGE_AXIS_ROW_HEIGHT - 8);
	for (double at = axis->low; at <= axis->high * ROUNDING; at *= pow(DECADE, step)) {
		double divisor;
		const char *scaled = number_scaled_unit(at * 1.0001, axis->unit, &divisor);

		fprintf(file, "<text x=\"%.2f%%\" y=14 text-anchor=middle%s>",
			page_axis_place(axis, at), count++ % 2 == 1 ? " class=odd" : "");
		if (divisor == 1 && at * ROUNDING > LONG)
			fprintf(file, "10<tspan class=power dy=-4>%.0f</tspan></text>", log10(at));
		else
			fprintf(file, "%.0f %s</text>", at / divisor,
				divisor == 1 && axis->unit[0] != 'n' ? "" : scaled);
	}
	fputs("</svg>", file);
}

void page_axis_begin_row(const struct page_axis *axis, FILE *file)
{
	fprintf(file, "<svg height=%d aria-hidden=true><g class=grid>", PAGE_AXIS_ROW_HEIGHT);
	for (double at = axis->low; at <= axis->high * ROUNDING; at *= DECADE)
		fprintf(file, "<line x1=\"%.2f%%\" x2=\"%.2f%%\" y2=%d />",
			page_axis_place(axis, at), page_axis_place(axis, at),
			PAGE_AXIS_ROW_HEIGHT);
	fputs("</g>", file);
}
