/* SPDX-License-Identifier: MIT */
/* Numbers with a fraction as JSON has them, where there are tens of thousands of them. */
#ifndef TOOLS_BASE_REAL_H
#define TOOLS_BASE_REAL_H

/* Significant digits of a number in any JSON of this program. */
#define REAL_DIGITS 12

/* Room that any takes. */
#define REAL_TEXT_MAX 80

/* Put a finite value, rounded as printf's %.12g rounds it, with a point or an exponent. There must
 * be room for REAL_TEXT_MAX characters. Returns where they end. */
char *real_write(char *to, double value);

#endif
