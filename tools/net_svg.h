/* A network as SVG. */
#ifndef TOOLS_NET_SVG_H
#define TOOLS_NET_SVG_H

#include "tools/net_layout.h"
#include "tools/out.h"

/* Draw a network that is laid out. number is that of its interaction. */
void net_svg_put(const struct net_layout *layout, size_t number, struct out *out);

#endif
