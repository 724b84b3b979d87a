/* SPDX-License-Identifier: MIT */
/* Small least-squares problems: normal equations and their solution. Matrices are square,
 * symmetric, and stored by rows. */
#ifndef TOOLS_STATS_CHOLESKY_H
#define TOOLS_STATS_CHOLESKY_H

#include <stdbool.h>
#include <stddef.h>

/* Add a weighted row and its value to the normal equations. count is the number of unknowns. */
void equations_add(const double *row, size_t count, double weight, double value, double matrix[],
		   double vector[]);

/* Replace a matrix by its factors. Returns false if it is singular. */
bool cholesky_factorise(double matrix[], size_t count);

/* Solve the equations with the factors. The solution replaces the vector. */
void cholesky_substitute(const double matrix[], size_t count, double vector[]);

#endif
