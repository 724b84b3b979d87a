/* SPDX-License-Identifier: MIT */
/* Small least-squares problems: normal equations, row by row, and their solution. Matrices are
 * square, symmetric, and stored by rows. */
#ifndef TOOLS_STATS_CHOLESKY_H
#define TOOLS_STATS_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* Add one weighted row and its value to count normal equations. */
void equations_add(const double *row, size_t count, double weight, double value, double matrix[],
		   double vector[]);

/* Leave the factors of a matrix in it. False if it can't be inverted. */
bool cholesky_factorise(double matrix[], size_t count);

/* Solve for a vector, which becomes the solution, with the factors. */
void cholesky_substitute(const double matrix[], size_t count, double vector[]);

#endif
