/* SPDX-License-Identifier: MIT */
#include "lib/time_base.h"

#include "lib/text/string.h"

static const char *const names[] = {
	[TIME_REAL] = "real", [TIME_EMULATED] = "emulated",
	[TIME_INSTRUCTIONS] = "instructions",
};

const char *time_base_name(enum time_base base)
{
	return names[base];
}

enum time_base time_base_of(const char *name)
{
	enum time_base base = TIME_REAL;

	while (base < TIME_UNKNOWN && strcmp(name, names[base]) != 0)
		base++;
	return base;
}
