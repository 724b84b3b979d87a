/* SPDX-License-Identifier: MIT */
#include "tools/base/line.h"

#include "tools/base/alloc.h"

#define CAPACITY_MIN 128

ssize_t line_read(char **line, size_t *capacity, FILE *file, size_t bytes_max)
{
	size_t size = 0;
	int byte = 0;

	while (size < bytes_max && byte != '\n' && (byte = getc_unlocked(file)) != EOF) {
		if (size + 1 >= *capacity) {
			*capacity = 2 * *capacity + CAPACITY_MIN;
			*line = xreallocarray(*line, *capacity, 1);
		}
		(*line)[size++] = (char)byte;
	}
	if (size == 0)
		return -1;
	(*line)[size] = '\0';
	return (ssize_t)size;
}
