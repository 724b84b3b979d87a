/* SPDX-License-Identifier: MIT */
/* Collects data of records, and formats it when drawing. */
#include "kernel/display/header.h"

#include "lib/cpu/words.h"
#include "lib/text/fmt.h"
#include "lib/text/quantity.h"
#include "lib/text/string.h"
#include "lib/text/ticks.h"

#define TEXT_CHARS 80
#define CACHES_MAX 8

static struct {
	char build[TEXT_CHARS], time_base[16], hypervisor[16];
	char maker[TEXT_CHARS], product[TEXT_CHARS];
	char cpu[TEXT_CHARS];
	uint64_t cpus, online, tsc_hz;
	struct {
		uint64_t level, size_bytes;
		char kind;              /* 'd', 'i', or ' ' for unified */
	} caches[CACHES_MAX];
	unsigned cache_count;
	uint64_t memory_bytes;
	uint64_t modules, module_mts;
	char module_type[16];
	char clock_source[32];
} header;

static void header_take_manifest(const struct wire_manifest *manifest)
{
	memset(&header, 0, sizeof(header));
	text_copy(header.build, sizeof(header.build), manifest->build);
	text_copy(header.time_base, sizeof(header.time_base), manifest->time_base);
	text_copy(header.hypervisor, sizeof(header.hypervisor), manifest->hypervisor);
	header.tsc_hz = manifest->tsc_hz;
}

static void header_take_cpu(const struct wire_cpu *cpu)
{
	text_copy(header.cpu, sizeof(header.cpu), cpu->brand[0] != '\0' ? cpu->brand : cpu->vendor);
	header.cpus = cpu->count;
	header.online = cpu->online;
}

static void header_take_cache(const struct wire_cache *cache)
{
	if (header.cache_count == CACHES_MAX)
		return;
	header.caches[header.cache_count].level = cache->level;
	header.caches[header.cache_count].size_bytes = cache->size_bytes;
	header.caches[header.cache_count].kind =
		strcmp(cache->type, "unified") == 0 ? ' ' : cache->type[0];
	header.cache_count++;
}

static void header_take_module(const struct wire_memory_device *module)
{
	if (header.modules++ > 0)
		return;
	text_copy(header.module_type, sizeof(header.module_type), module->type);
	header.module_mts = module->mts != 0 ? module->mts : module->rated_mts;
}

static void header_take_memory(const struct wire_memory *memory)
{
	if (strcmp(memory->type, "usable") == 0)
		header.memory_bytes += memory->size_bytes;
}

static void header_take_machine(const struct wire_machine *machine)
{
	bool is_named = machine->product[0] != '\0';

	text_copy(header.maker, sizeof(header.maker),
		  is_named ? machine->maker : machine->board_maker);
	text_copy(header.product, sizeof(header.product),
		  is_named ? machine->product : machine->board);
}

static void header_take_timer(const struct wire_timer *timer)
{
	if (strcmp(timer->status, "chosen") == 0)
		text_copy(header.clock_source, sizeof(header.clock_source), timer->name);
}

void header_take(enum wire_kind kind, const void *body)
{
	if (kind == WIRE_manifest)
		header_take_manifest(body);
	else if (kind == WIRE_cpu)
		header_take_cpu(body);
	else if (kind == WIRE_cache)
		header_take_cache(body);
	else if (kind == WIRE_memory)
		header_take_memory(body);
	else if (kind == WIRE_machine)
		header_take_machine(body);
	else if (kind == WIRE_memory_device)
		header_take_module(body);
	else if (kind == WIRE_timer)
		header_take_timer(body);
}

/* ---- Text ---- */

static bool is_in_instructions(void)
{
	return strcmp(header.time_base, "instructions") == 0;
}

static void write_title(const struct verdict_shown *verdict, struct row *row)
{
	row_begin(row, row->columns, INK_TITLE);
	row_print(row, INK_TITLE, " Bareline %s", header.build);
	if (header.product[0] != '\0')
		row_print(row, INK_TITLE, "  %s%s%s", header.maker,
			  header.maker[0] != '\0' ? " " : "", header.product);
	if (header.tsc_hz == 0 && !is_in_instructions())
		row_print(row, INK_TITLE_BAD, "  no clock: times are in ticks");
	row_end_with(row, verdict->ink, verdict->words);
}

static void write_cpu(struct row *row)
{
	row_print(row, INK_DIM, " CPU     ");
	row_print(row, INK_TEXT, "%s, %lu of %lu CPU%s", header.cpu, header.online, header.cpus,
		  header.cpus != 1 ? "s" : "");
	if (header.hypervisor[0] != '\0')
		row_print(row, INK_TEXT, ", under %s", header.hypervisor);
}

/* Write the total of usable memory, in MiB below ten GiB. It is less than the modules' size,
 * because firmware reserves some memory. */
static void write_memory(struct row *row)
{
	uint64_t mib = header.memory_bytes >> 20;

	row_print(row, INK_DIM, "   Memory  ");
	if (mib >= 10240)
		row_print(row, INK_TEXT, "%lu.%lu GiB", mib >> 10, (mib & 1023) * 10 >> 10);
	else
		row_print(row, INK_TEXT, "%lu MiB", mib);
	if (header.modules > 0 && header.module_type[0] != '\0')
		row_print(row, INK_TEXT, ", %lux %s", header.modules, header.module_type);
	if (header.module_mts > 0)
		row_print(row, INK_TEXT, " %lu MT/s", header.module_mts);
}

static void write_caches(struct row *row)
{
	row_print(row, INK_DIM, " Caches  ");
	for (unsigned i = 0; i < header.cache_count; i++) {
		char size[QUANTITY_CHARS], kind[2] = {header.caches[i].kind, '\0'};

		quantity_size(header.caches[i].size_bytes, size);
		row_print(row, INK_TEXT, "%sL%lu%s %s", i > 0 ? " " : "", header.caches[i].level,
			  kind[0] != ' ' ? kind : "", size);
	}
	if (header.cache_count == 0)
		row_print(row, INK_TEXT, "unknown");
	write_memory(row);
}

static void write_clock(struct row *row)
{
	uint64_t mhz = header.tsc_hz / HZ_PER_MHZ;

	row_print(row, INK_DIM, " Clock   ");
	if (mhz == 0)
		row_print(row, INK_BAD, "none measures the " WORD_CLOCK);
	else
		row_print(row, INK_TEXT, WORD_CLOCK " %lu.%03lu GHz", mhz / 1000, mhz % 1000);
	if (header.clock_source[0] != '\0')
		row_print(row, INK_TEXT, " by %s", header.clock_source);
	row_print(row, INK_DIM, "   Time  ");
	if (is_in_instructions())
		row_print(row, INK_TEXT, "instructions: a tick is one");
	else if (mhz == 0)
		row_print(row, INK_BAD, "in ticks");
	else
		row_print(row, INK_TEXT, "%s", header.time_base);
}

void header_write(unsigned index, const struct verdict_shown *verdict, struct row *row)
{
	if (index == 0)
		write_title(verdict, row);
	else if (index == 1)
		write_cpu(row);
	else if (index == 2)
		write_caches(row);
	else
		write_clock(row);
}
