/* SPDX-License-Identifier: MIT */
/* Names that a user gives to machines: a file with lines "52:54:00:12:34:56 node-23", as ethers(5),
 * or "LABEL NAME". Text after # is a comment. */
#ifndef TOOLS_FLEET_NAMES_H
#define TOOLS_FLEET_NAMES_H

#include <stdbool.h>

#include "tools/fleet/fleet.h"

/* Give each machine with a listed label its name. Addresses match with and without colons. Names
 * without a run of their machine become the absent names of the fleet. On failure, prints the cause
 * and returns false. */
bool names_apply(const char *path, struct fleet *fleet);

#endif
