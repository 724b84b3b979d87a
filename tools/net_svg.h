/* A network as SVG. */
#ifndef TOOLS_NET_SVG_H
#define TOOLS_NET_SVG_H

#include "tools/net_layout.h"
#include "tools/out.h"

/* Draw a network that is laid out. number is that of its interaction. */
void net_svg_put(const struct net_layout *layout, size_t number, struct out *out);

/* How wide that is, in pixels, but for its title, which may be wider. */
double net_svg_width(const struct net_layout *layout);

#endif
