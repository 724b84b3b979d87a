/* SPDX-License-Identifier: MIT */
/* Fetches are simulated by cache line: a callback runs at each instruction that begins or enters
 * another line. Translations of one block may be at different addresses in memory, so each has its
 * own lines. */
#include "tools/plugin/memory_model.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/plugin/miss_tally.h"
#include "tools/plugin/qemu_interface.h"

#define PAGE_BYTES 4096
#define ELSEWHERE ((uint64_t)1 << 60)

/* The line of an instruction, or of its part in the next line. */
struct fetched_line {
	struct miss_site *site;
	uint64_t address_virt;
	const void *host;               /* in QEMU's memory */
};

/* A translation of a block, at one address in memory. */
struct translation {
	struct block *block;
	const void *host;
	struct miss_site *sites;        /* of each instruction */
	struct fetched_line *lines;     /* at most two for each */
	struct translation *next;       /* of the same block */
};

static struct {
	bool is_on;
	struct memory_geometry geometry;
	struct memory_system *cpus[QEMU_CPUS_MAX];
	struct cache last_level;
	bool has_guest_memory;          /* guest_memory_find() was called */
	memory_owner *owner;
} model;

bool memory_model_begin(const char *geometry, const char *path, memory_owner *owner)
{
	char problem[MEMORY_TEXT_MAX];

	if (!memory_geometry_parse(&model.geometry, geometry, problem)) {
		fprintf(stderr, "bareline's plugin: %s\n", problem);
		return false;
	}
	memory_last_level_make(&model.last_level, &model.geometry);
	model.owner = owner;
	model.is_on = miss_tally_begin(path, &model.geometry);
	return model.is_on;
}

void memory_model_end(void)
{
	if (model.is_on)
		miss_tally_end();
}

void memory_model_mark(void)
{
	if (model.is_on)
		miss_tally_mark();
}

void memory_model_clear(void)
{
	for (unsigned i = 0; model.is_on && i < QEMU_CPUS_MAX; i++) {
		if (model.cpus[i] != NULL)
			memory_system_clear(model.cpus[i]);
	}
	if (model.is_on)
		cache_clear(&model.last_level);
}

/* ---- The memory of the machine ---- */

static struct {
	uint64_t begin, end;
} guest_memory;

/* Find the mapping of the machine's memory, which contains the address. QEMU maps this memory with
 * one mapping, whose flags differ from those of its neighbours, so the mapping is one line in
 * proc(5), "/proc/pid/maps". On failure, prints the cause and returns false. */
static bool guest_memory_find(const void *in_memory)
{
	uint64_t wanted = (uint64_t)(uintptr_t)in_memory, begin, end;
	FILE *file = fopen("/proc/self/maps", "re");
	char line[4096];

	guest_memory.begin = guest_memory.end = 0;
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "%" SCNx64 "-%" SCNx64, &begin, &end) != 2 || wanted < begin ||
		    wanted >= end)
			continue;
		guest_memory.begin = begin;
		guest_memory.end = end;
	}
	if (file != NULL)
		fclose(file);
	if (guest_memory.end == 0)
		fputs("bareline's plugin: guest memory not found in /proc/self/maps; cannot model "
		      "memory\n", stderr);
	return guest_memory.end != 0;
}

/* The offset in the machine's memory of an address of QEMU. For data, QEMU's interface (version 1)
 * reports that offset; for an instruction, it reports the address in QEMU's own memory. An address
 * outside the machine's memory, such as one of a ROM, has an offset beyond any memory. */
static uint64_t guest_memory_offset(const void *address)
{
	uint64_t at = (uint64_t)(uintptr_t)address;

	if (at < guest_memory.begin || at >= guest_memory.end)
		return ELSEWHERE | at % PAGE_BYTES;
	return at - guest_memory.begin;
}

/* ---- While the machine runs ---- */

static struct memory_system *model_cpu(unsigned number)
{
	struct memory_system **cpu = &model.cpus[number];

	if (*cpu == NULL) {
		*cpu = xmalloc(sizeof(**cpu));
		memory_system_make(*cpu, &model.geometry, &model.last_level);
	}
	return *cpu;
}

/* The first counted instruction is in the machine's memory, not in a ROM. */
static uint64_t model_offset(const void *host)
{
	if (!model.has_guest_memory && !guest_memory_find(host))
		exit(EXIT_FAILURE);
	model.has_guest_memory = true;
	return guest_memory_offset(host);
}

static void on_fetch(unsigned vcpu, void *data)
{
	const struct fetched_line *line = data;
	unsigned cpu = qemu_cpu(vcpu);
	uint32_t node;

	if (model.owner(cpu, &node))
		memory_fetch(model_cpu(cpu), line->address_virt, model_offset(line->host),
			     miss_tally_at(node, line->site));
}

static void on_use(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address_virt, void *data)
{
	const struct qemu_plugin_hwaddr *place;
	unsigned cpu = qemu_cpu(vcpu);
	struct memory_access access;
	uint32_t node;

	if (!model.owner(cpu, &node))
		return;
	place = qemu_plugin_get_hwaddr(info, address_virt);
	if (place == NULL)
		return;
	access = (struct memory_access){
		.address_virt = address_virt,
		.address_phys = qemu_plugin_hwaddr_phys_addr(place),
		.bytes = 1u << qemu_plugin_mem_size_shift(info),
		.is_write = qemu_plugin_mem_is_store(info),
		.is_device = qemu_plugin_hwaddr_is_io(place),
	};
	memory_use(model_cpu(cpu), &access, miss_tally_at(node, data));
}

/* ---- While blocks are translated ---- */

static struct translation *translation_get(struct block *block, const void *host)
{
	struct translation *made;

	for (struct translation *at = block->translations; at != NULL; at = at->next) {
		if (at->host == host)
			return at;
	}
	made = xcalloc(1, sizeof(*made));
	*made = (struct translation){
		.block = block, .host = host, .next = block->translations,
		.sites = xcalloc(block->insns, sizeof(*made->sites)),
		.lines = xcalloc(2 * (size_t)block->insns, sizeof(*made->lines)),
	};
	for (uint32_t i = 0; i < block->insns; i++)
		made->sites[i] = miss_site_make(block, i);
	block->translations = made;
	return made;
}

static void register_line(struct qemu_plugin_insn *insn, struct fetched_line *line,
			  struct miss_site *site, uint64_t address_virt, const void *host)
{
	*line = (struct fetched_line){site, address_virt, host};
	qemu_plugin_register_vcpu_insn_exec_cb(insn, on_fetch, QEMU_PLUGIN_CB_NO_REGS, line);
}

/* Register the lines of an instruction, except the line in which the previous instruction ended. If
 * the instruction continues in a second page, the page's address is unknown. The next instruction
 * registers that line. */
static void register_lines(struct qemu_plugin_insn *insn, struct translation *translation,
			   uint32_t i, uint64_t *last_line)
{
	const char *host = qemu_plugin_insn_haddr(insn);
	uint64_t begin = qemu_plugin_insn_vaddr(insn), line_bytes = model.geometry.line_bytes;
	uint64_t end = begin + translation->block->sizes[i] - 1;
	struct fetched_line *lines = &translation->lines[2 * i];
	struct miss_site *site = &translation->sites[i];

	if (host == NULL)
		return;
	if (end / PAGE_BYTES != begin / PAGE_BYTES)
		end = begin;
	if (begin / line_bytes != *last_line)
		register_line(insn, &lines[0], site, begin, host);
	if (end / line_bytes != begin / line_bytes)
		register_line(insn, &lines[1], site, end, host + (end - begin));
	*last_line = end / line_bytes;
}

void memory_model_register(const struct qemu_plugin_tb *tb, struct block *block)
{
	const struct qemu_plugin_insn *first = qemu_plugin_tb_get_insn(tb, 0);
	struct translation *translation;
	uint64_t last_line = UINT64_MAX;

	if (!model.is_on)
		return;
	translation = translation_get(block, qemu_plugin_insn_haddr(first));
	for (uint32_t i = 0; i < block->insns; i++) {
		struct qemu_plugin_insn *insn = qemu_plugin_tb_get_insn(tb, i);

		register_lines(insn, translation, i, &last_line);
		qemu_plugin_register_vcpu_mem_cb(insn, on_use, QEMU_PLUGIN_CB_NO_REGS,
						 QEMU_PLUGIN_MEM_RW, &translation->sites[i]);
	}
}
