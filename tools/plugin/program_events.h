/* SPDX-License-Identifier: MIT */
/* QEMU's events for program_counter.h. */
#ifndef TOOLS_PLUGIN_PROGRAM_EVENTS_H
#define TOOLS_PLUGIN_PROGRAM_EVENTS_H

#include <stdbool.h>

#include "tools/plugin/qemu_interface.h"

/* Count with these places, into a file. Call it at the plugin's installation, after
 * qemu_interface_begin(). On failure, prints the cause and returns false. */
bool program_events_begin(qemu_plugin_id_t id, const char *places, const char *out);

#endif
