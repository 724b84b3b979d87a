/* SPDX-License-Identifier: MIT */
/* The supported versions of QEMU's plugin interface, for messages of the plugin and of the tool. */
#ifndef TOOLS_PLUGIN_VERSIONS_H
#define TOOLS_PLUGIN_VERSIONS_H

#define PLUGIN_INTERFACE_MIN 1
#define PLUGIN_INTERFACE_MAX 7
/* Releases of QEMU with these versions. 7.2, 10.0 and 11.1 were tested. */
#define PLUGIN_INTERFACE_RELEASES "QEMU 7.2 to 11.1"

#endif
