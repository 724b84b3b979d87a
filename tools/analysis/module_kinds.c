/* SPDX-License-Identifier: MIT */
#include "tools/analysis/module_kinds.h"

#include "lib/smbios.h"

struct record_list module_kinds_records(const struct result *result)
{
	struct record_list modules = result->records[WIRE_memory_device];

	if (modules.count > SMBIOS_DEVICES_MAX)
		modules.count = SMBIOS_DEVICES_MAX;
	return modules;
}

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
