/* SPDX-License-Identifier: MIT */
/* A network as SVG. */
#ifndef TOOLS_FLOW_DRAWING_H
#define TOOLS_FLOW_DRAWING_H

#include <stdio.h>

#include "tools/flow/layout.h"

/* Draw a network that is laid out. number is that of its interaction. */
void flow_svg_write(const struct flow_layout *layout, size_t number, FILE *file);

/* How wide that is, in pixels, but for its title, which may be wider. */
double flow_svg_width(const struct flow_layout *layout);

#endif
