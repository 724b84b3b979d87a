/* SPDX-License-Identifier: MIT */
/* How a figure is rounded for people: one way, in every table, page and picture. */
#ifndef TOOLS_TABLE_NUMBER_H
#define TOOLS_TABLE_NUMBER_H

#define NUMBER_TEXT_MAX 48

/* Whole numbers are exact up to 10^15. Others keep three digits, and two decimals up to 100, one up
 * to 10^4, none above: "0.0423", "1.67", "59.33", "517.1", "5006.5", "142114". */
const char *number_text(double value, char text[NUMBER_TEXT_MAX]);

/* The same of a part of 1, in percent with one decimal: "12.5 %"; a change has a sign, and as many
 * decimals as it takes to see that there is one: "+0.0004 %". */
const char *number_share_text(double share, char text[NUMBER_TEXT_MAX]);
const char *number_change_text(double change, char text[NUMBER_TEXT_MAX]);

/* A probability with three decimals: "0.012", "<0.001". */
const char *number_probability_text(double probability, char text[NUMBER_TEXT_MAX]);

#endif
