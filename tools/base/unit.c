/* SPDX-License-Identifier: MIT */
#include "tools/base/unit.h"

#define KIB 1024.0

const struct unit unit_times[UNIT_TIMES] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};

const struct unit unit_sizes[UNIT_SIZES] = {
	{1, "B"},
	{KIB, "KiB"},
	{KIB * KIB, "MiB"},
	{KIB * KIB * KIB, "GiB"},
	{KIB * KIB * KIB * KIB, "TiB"},
	{KIB * KIB * KIB * KIB * KIB, "PiB"},
	{KIB * KIB * KIB * KIB * KIB * KIB, "EiB"},
};

const struct unit unit_prefixes[UNIT_PREFIXES] = {{1e3, "k"}, {1e6, "M"}, {1e9, "G"}};

const struct unit *unit_for(const struct unit *units, size_t count, double value, double least)
{
	size_t i = count - 1;

	while (i > 0 && !(value >= least * units[i].size))
		i--;
	return &units[i];
}
