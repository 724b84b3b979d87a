/* SPDX-License-Identifier: MIT */
/* Memory modules of the machine, from SMBIOS and from their own EEPROMs (SPD); a row for each type
 * of module. */
#include <inttypes.h>
#include <string.h>

#include "tools/analysis/module_kinds.h"
#include "tools/record/point.h"
#include "tools/topic/topic.h"

#define SMBIOS_READ "read"

/* Compares all fields except the slot. */
static bool is_same_type(const struct wire_memory_device *a, const struct wire_memory_device *b)
{
	return strcmp(a->type, b->type) == 0 && strcmp(a->maker, b->maker) == 0 &&
	       strcmp(a->part, b->part) == 0 && a->size_bytes == b->size_bytes &&
	       a->data_bits == b->data_bits && a->mts == b->mts && a->rated_mts == b->rated_mts;
}

static const char *speed_text(struct tables *tables, const struct wire_memory_device *device)
{
	if (device->mts == 0 && device->rated_mts == 0)
		return "unknown speed";
	if (device->mts == 0)
		return tables_text(tables, "for %" PRIu64 " MT/s", device->rated_mts);
	if (device->mts == device->rated_mts || device->rated_mts == 0)
		return tables_text(tables, "%" PRIu64 " MT/s", device->mts);
	return tables_text(tables, "%" PRIu64 " of %" PRIu64 " MT/s", device->mts,
			   device->rated_mts);
}

/* "16 GiB DDR4, 64 bits, 2666 of 3200 MT/s, Made-up Memory MM16-3200". */
static const char *device_text(struct tables *tables, const struct wire_memory_device *device)
{
	char size[POINT_TEXT_MAX];
	bool has_maker = device->maker[0] != '\0', has_part = device->part[0] != '\0';

	return tables_text(tables, "%s%s%s, %s, %s%s%s%s%s",
			   device->size_bytes > 0 ? point_size(device->size_bytes, size)
						  : "unknown size",
			   device->type[0] != '\0' ? " " : "", device->type,
			   device->data_bits > 0
				   ? tables_text(tables, "%" PRIu64 " bits", device->data_bits)
				   : "unknown width",
			   speed_text(tables, device), has_maker || has_part ? ", " : "",
			   device->maker, has_maker && has_part ? " " : "", device->part);
}

/* "DDR4, CL 22 at 0.625 ns, tRCD 13.75 ns, tRP 13.75 ns, tRAS 32 ns". */
static const char *timing_text(struct tables *tables, const struct wire_memory_timing *timing)
{
	if (timing->tck_ps == 0)
		return tables_text(tables, "%s: %s", timing->type, timing->status);
	return tables_text(tables, "%s, CL %" PRIu64 " at %g ns, tRCD %g ns, tRP %g ns, tRAS %g ns",
			   timing->type, timing->cas_clocks, (double)timing->tck_ps / 1e3,
			   (double)timing->trcd_ps / 1e3, (double)timing->trp_ps / 1e3,
			   (double)timing->tras_ps / 1e3);
}

/* Neighbours with the same text share a row. */
static void add_timings(const struct topic *topic, struct table *table)
{
	const struct record_list *timings = &topic->analysis->result->records[WIRE_memory_timing];
	size_t same;

	for (size_t i = 0; i < timings->count; i += same) {
		const char *text = timing_text(table->of, &timings->items[i].memory_timing);

		same = 1;
		while (i + same < timings->count &&
		       strcmp(timing_text(table->of, &timings->items[i + same].memory_timing),
			      text) == 0)
			same++;
		table_fact(table, i == 0 ? "timings" : "", "%zu × %s, by SPD", same, text);
	}
}

double modules_row_ns(const struct result *result)
{
	const struct record_list *timings = &result->records[WIRE_memory_timing];
	double slowest = 0;

	for (size_t i = 0; i < timings->count; i++) {
		const struct wire_memory_timing *timing = &timings->items[i].memory_timing;
		double ps = (double)timing->trp_ps + (double)timing->trcd_ps +
			    (double)timing->taa_ps;

		slowest = ps > slowest ? ps : slowest;
	}
	return slowest / 1e3;
}

void modules_add_facts(const struct topic *topic, struct table *table)
{
	const struct record_list *smbios = &topic->analysis->result->records[WIRE_smbios];
	const struct record_list modules = module_kinds_records(topic->analysis->result);
	const struct record_list *devices = &modules;
	const struct wire_smbios *memory;

	add_timings(topic, table);
	if (smbios->count == 0)
		return;
	memory = &smbios->items[0].smbios;
	for (size_t i = 0; i < devices->count; i++) {
		size_t same = module_kinds_count(devices, i, is_same_type);
		const char *text = device_text(table->of, &devices->items[i].memory_device);

		if (same > 0)
			table_fact(table, i == 0 ? "modules" : "", "%zu × %s", same, text);
	}
	if (strcmp(memory->status, SMBIOS_READ) != 0)
		table_fact(table, "modules", "SMBIOS read incompletely: %s", memory->status);
	else
		table_fact(table, devices->count == 0 ? "modules" : "",
			   "in %" PRIu64 " of %" PRIu64 " slots, %s error correction, by SMBIOS %s",
			   memory->devices, memory->slots,
			   memory->correction[0] != '\0' ? memory->correction : "unknown",
			   memory->version);
}
