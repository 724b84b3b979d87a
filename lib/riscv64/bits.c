/* SPDX-License-Identifier: MIT */
/* Functions that the compiler calls for __builtin_ctz and __builtin_clz, because only the extension
 * Zbb has instructions for these. GNU Compiler Collection Internals, "Integer Arithmetic Library
 * Functions": the argument is not 0. */
#include <stdint.h>

int __ctzdi2(uint64_t value);
int __clzdi2(uint64_t value);

int __ctzdi2(uint64_t value)
{
	int zeros = 0;

	for (int step = 32; step > 0; step /= 2) {
		if ((value & ((1ull << step) - 1)) == 0) {
			value >>= step;
			zeros += step;
		}
	}
	return zeros;
}

int __clzdi2(uint64_t value)
{
	int zeros = 0;

	for (int step = 32; step > 0; step /= 2) {
		if (value >> (64 - step) == 0) {
			value <<= step;
			zeros += step;
		}
	}
	return zeros;
}
