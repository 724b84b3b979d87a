/* SPDX-License-Identifier: MIT */
#include "lib/point.h"

#include "lib/text/string.h"

#define NONE "none"

bool point_is(const char *point, const char *wanted)
{
	const char *any = strchr(wanted, '*');
	size_t same = any != NULL ? (size_t)(any - wanted) : 0;

	if (any == NULL)
		return strcmp(point, wanted) == 0;
	if (strncmp(point, wanted, same) != 0)
		return false;
	point += same;
	if (strncmp(point, NONE, strlen(NONE)) == 0)
		return false;
	while (*point != '\0' && *point != ' ')
		point++;
	return strcmp(point, any + 1) == 0;
}
