/* SPDX-License-Identifier: MIT */
/* The text of a sweep's point, "ring=3 state=xsave". */
#ifndef LIB_POINT_H
#define LIB_POINT_H

#include <stdbool.h>

/* Value in a wanted point: any state but "none". The words for the registers that a switch between
 * tasks saves differ between processors: xsave, fxsave, fpsimd, fp. */
#define POINT_SAVED "state=*"

/* Whether a point is the wanted one. A '*' at the end of a wanted value matches any value except
 * "none". */
bool point_is(const char *point, const char *wanted);

#endif
