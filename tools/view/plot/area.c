/* SPDX-License-Identifier: MIT */
#include "tools/view/plot/area.h"

#include "tools/view/plot/area_draw.h"

void area_write(const struct plot *plot, double width, double height, FILE *file)
{
	const struct area area = {
		.plot = plot,
		.file = file,
		.width = width,
		.height = height,
		.x = plot_scale_of(plot, true),
		.y = plot_scale_of(plot, false),
	};

	area_write_axes(&area);
	area_write_marks(&area);
	area_write_curves(&area);
}
