/* SPDX-License-Identifier: MIT */
/* What a server has seen, for a browser and for a terminal. */
#ifndef TOOLS_SERVE_STATUS_H
#define TOOLS_SERVE_STATUS_H

#include <stdio.h>

#include "tools/serve/machines.h"

/* The page at the time `now`, to be freed. */
char *status_page(const struct machines *machines, time_t now);

/* Write a table of the machines, at most `rows` of them, those seen last. */
void status_write(const struct machines *machines, const char *title, size_t rows, FILE *file);

/* Prove a row of the terminal, from 0: at most as many machines were seen later than the shown one
 * as there are rows before it. */
void status_row_prove(const struct machines *machines, const struct machine *shown, size_t row);

#endif
