/* SPDX-License-Identifier: MIT */
/* Values of figures as users read them: a rate for a figure that moves bytes. */
#ifndef TOOLS_FLEET_VALUES_H
#define TOOLS_FLEET_VALUES_H

#include <stdbool.h>

#include "tools/fleet/fleet.h"

double fleet_shown_value(const struct fleet_figure *figure, double value);
const char *fleet_shown_unit(const struct fleet_figure *figure);

/* A change is relative: 0.1 is 10 % more than the model. */
double fleet_shown_change(const struct fleet_figure *figure, double change);

/* Whether the change is for the worse. A change of a stated clock is never for the worse. */
bool fleet_is_worse(const struct fleet_figure *figure, double change);

#endif
