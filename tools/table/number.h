/* SPDX-License-Identifier: MIT */
/* Rounding of values for users, equal in every table, page and chart. */
#ifndef TOOLS_TABLE_NUMBER_H
#define TOOLS_TABLE_NUMBER_H

#define NUMBER_TEXT_MAX 48

/* The text of a value. Integers are exact up to 10^15. Other values have three significant digits,
 * but at least two decimals below 100, one below 10^4, and none above: "0.0423", "1.67", "59.33",
 * "517.1", "5006.5", "142114". */
const char *number_text(double value, char text[NUMBER_TEXT_MAX]);

/* The text of a value for sentences and labels: three significant digits, or four if the first is
 * 1, and a thin space between thousands: "0.0423", "3.71", "144.6", "2 203". The error is at most
 * 0.25 %. */
const char *number_short_text(double value, char text[NUMBER_TEXT_MAX]);

/* Like number_short_text(), with a unit. Nanoseconds are scaled: "3.71 ns", "28.3 µs". Instructions
 * are written in full. */
const char *number_unit_text(double value, const char *unit, char text[NUMBER_TEXT_MAX]);

/* Like number_unit_text(), for an axis, whose title has the unit: only a scaled unit is written. */
const char *number_label_text(double value, const char *unit, char text[NUMBER_TEXT_MAX]);

/* The unit that number_unit_text() uses for a value. *divisor is the number of the value's own
 * units in that unit. */
const char *number_scaled_unit(double value, const char *unit, double *divisor);

/* A fraction in percent with one decimal: "12.5 %". A change has a sign, and enough decimals to be
 * visible: "+0.0004 %". */
const char *number_share_text(double share, char text[NUMBER_TEXT_MAX]);
const char *number_change_text(double change, char text[NUMBER_TEXT_MAX]);

/* A probability with three decimals: "0.012", "<0.001". */
const char *number_probability_text(double probability, char text[NUMBER_TEXT_MAX]);

#endif
