/* SPDX-License-Identifier: MIT */
/* Networks as SVG. */
#ifndef TOOLS_FLOW_DRAWING_H
#define TOOLS_FLOW_DRAWING_H

#include <stdio.h>

#include "tools/flow/layout.h"

/* Draw a network with its layout. number is the number of its interaction. */
void flow_svg_write(const struct flow_layout *layout, size_t number, FILE *file);

/* Width of the drawing in pixels, without the title, which may be wider. */
double flow_svg_width(const struct flow_layout *layout);

#endif
