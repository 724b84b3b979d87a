/* SPDX-License-Identifier: MIT */
/* Golub and Van Loan, Matrix Computations, "Positive definite systems". A fit solves many small
 * systems, and GSL would allocate memory for each. */
#include "tools/stats/cholesky.h"

#include <math.h>

#define PIVOT_MIN 1e-10 /* relative to the original value */

void equations_add(const double *row, size_t count, double weight, double value,
			 double matrix[], double vector[])
{
	for (size_t i = 0; i < count; i++) {
		for (size_t j = 0; j < count; j++)
			matrix[i * count + j] += weight * row[i] * row[j];
		vector[i] += weight * row[i] * value;
	}
}

bool cholesky_factorise(double matrix[], size_t count)
{
	for (size_t j = 0; j < count; j++) {
		double largest = matrix[j * count + j];

		for (size_t k = 0; k < j; k++)
			matrix[j * count + j] -= matrix[j * count + k] * matrix[j * count + k];
		if (!(matrix[j * count + j] > PIVOT_MIN * largest))
			return false;
		matrix[j * count + j] = sqrt(matrix[j * count + j]);
		for (size_t i = j + 1; i < count; i++) {
			for (size_t k = 0; k < j; k++)
				matrix[i * count + j] -=
					matrix[i * count + k] * matrix[j * count + k];
			matrix[i * count + j] /= matrix[j * count + j];
		}
	}
	return true;
}

void cholesky_substitute(const double matrix[], size_t count, double vector[])
{
	for (size_t i = 0; i < count; i++) {
		for (size_t k = 0; k < i; k++)
			vector[i] -= matrix[i * count + k] * vector[k];
		vector[i] /= matrix[i * count + i];
	}
	for (size_t i = count; i-- > 0;) {
		for (size_t k = i + 1; k < count; k++)
			vector[i] -= matrix[k * count + i] * vector[k];
		vector[i] /= matrix[i * count + i];
	}
}
