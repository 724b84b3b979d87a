/* SPDX-License-Identifier: MIT */
/* Fast output of fractional numbers as JSON. */
#ifndef TOOLS_BASE_REAL_H
#define TOOLS_BASE_REAL_H

/* Significant digits in all JSON of this program. */
#define REAL_DIGITS 12

/* Maximum length. */
#define REAL_TEXT_MAX 80

/* Write a finite value, rounded as by printf's %.12g, with a point or an exponent. There must be
 * room for REAL_TEXT_MAX characters. Returns the end. */
char *real_write(char *to, double value);

#endif
