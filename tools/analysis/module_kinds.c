/* SPDX-License-Identifier: MIT */
#include "tools/analysis/module_kinds.h"

size_t module_kinds_count(const struct record_list *devices, size_t index, module_is_same *is_same)
{
	const struct wire_memory_device *module = &devices->items[index].memory_device;
	size_t count = 0;

	for (size_t i = 0; i < devices->count; i++) {
		if (!is_same(&devices->items[i].memory_device, module))
			continue;
		if (i < index)
			return 0;
		count++;
	}
	return count;
}
