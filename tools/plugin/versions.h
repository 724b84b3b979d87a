/* SPDX-License-Identifier: MIT */
/* Which versions of QEMU's plugin interface the plugin has, for its messages and the tool's. */
#ifndef TOOLS_PLUGIN_VERSIONS_H
#define TOOLS_PLUGIN_VERSIONS_H

#define PLUGIN_INTERFACE_MIN 1
#define PLUGIN_INTERFACE_MAX 7
/* The releases of QEMU that have them, of which 7.2, 10.0 and 11.1 were tried. */
#define PLUGIN_INTERFACE_RELEASES "QEMU 7.2 to 11.1"

#endif
