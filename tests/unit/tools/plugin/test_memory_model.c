/* SPDX-License-Identifier: MIT */
/* Requests of the plugin to QEMU for a modelled memory, and its handling of QEMU's callbacks. The
 * test plays QEMU: its functions, one block of three instructions, and their memory. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "tools/plugin/memory_model.h"
#include "tools/plugin/qemu_interface.h"
#include "tools/plugin/tally.h"

#define INSNS 3
#define ADDRESS 0x4003e         /* the second instruction crosses a line boundary */
#define NODE 5
#define DATA_PHYS ((uint64_t)1 << 40)

struct qemu_plugin_insn {
	uint64_t address;
	char *host;
};

struct qemu_plugin_tb {
	struct qemu_plugin_insn insns[INSNS];
};

struct qemu_plugin_hwaddr {
	uint64_t address_phys;
	bool is_io;
};

static const uint8_t code[] = {0x90, 0x48, 0x8b, 0x07, 0x90}, sizes[INSNS] = {1, 3, 1};
static struct qemu_plugin_tb tb;
static struct qemu_plugin_hwaddr place;

/* Registered callbacks. */
static struct {
	void (*callback)(unsigned vcpu, void *data);
	void *data;
} fetches[8];
static struct {
	void (*callback)(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address_virt,
			 void *data);
	void *data;
} uses[8];
static size_t fetch_count, use_count;
static bool is_counting;

struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *of, size_t index)
{
	return (struct qemu_plugin_insn *)&of->insns[index];
}

uint64_t qemu_plugin_insn_vaddr(const struct qemu_plugin_insn *insn)
{
	return insn->address;
}

void *qemu_plugin_insn_haddr(const struct qemu_plugin_insn *insn)
{
	return insn->host;
}

void qemu_plugin_register_vcpu_insn_exec_cb(struct qemu_plugin_insn *insn,
					    void (*callback)(unsigned vcpu, void *data),
					    enum qemu_plugin_cb_flags flags, void *data)
{
	(void)insn;
	(void)flags;
	fetches[fetch_count].callback = callback;
	fetches[fetch_count++].data = data;
}

void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *insn,
				      void (*callback)(unsigned vcpu, qemu_plugin_meminfo_t info,
						       uint64_t address_virt, void *data),
				      enum qemu_plugin_cb_flags flags, enum qemu_plugin_mem_rw rw,
				      void *data)
{
	(void)insn;
	(void)flags;
	assert_int_equal(rw, QEMU_PLUGIN_MEM_RW);
	uses[use_count].callback = callback;
	uses[use_count++].data = data;
}

/* An access is encoded as log2 of its size, plus 16 for a write. */
unsigned qemu_plugin_mem_size_shift(qemu_plugin_meminfo_t info)
{
	return info % 16;
}

bool qemu_plugin_mem_is_store(qemu_plugin_meminfo_t info)
{
	return info >= 16;
}

struct qemu_plugin_hwaddr *qemu_plugin_get_hwaddr(qemu_plugin_meminfo_t info, uint64_t address_virt)
{
	(void)info;
	place.address_phys = DATA_PHYS + address_virt % 4096;
	return &place;
}

bool qemu_plugin_hwaddr_is_io(const struct qemu_plugin_hwaddr *of)
{
	return of->is_io;
}

uint64_t qemu_plugin_hwaddr_phys_addr(const struct qemu_plugin_hwaddr *of)
{
	return of->address_phys;
}

/* One CPU only. */
bool qemu_names_translator;

unsigned qemu_running_cpu(void)
{
	return 0;
}

static bool owner(unsigned cpu, uint32_t *node)
{
	(void)cpu;
	*node = NODE;
	return is_counting;
}

static void translate(void)
{
	static char *memory;
	struct block *block;

	if (memory == NULL)
		memory = mmap(NULL, 1 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS,
			      -1, 0);
	assert_ptr_not_equal(memory, MAP_FAILED);
	for (size_t i = 0, at = 0; i < INSNS; at += sizes[i++])
		tb.insns[i] = (struct qemu_plugin_insn){ADDRESS + at, memory + 0x103e + at};
	block = block_get(ADDRESS, code, sizeof(code), sizes, INSNS);
	fetch_count = use_count = 0;
	memory_model_register(&tb, block);
}

/* The profiles of a finished trace as one text; the caller frees it. */
static char *read_profiles(const char *path)
{
	FILE *file = fopen(path, "r");
	char *text = calloc(1, 4096), line[1024];

	assert_non_null(file);
	while (fgets(line, sizeof(line), file) != NULL) {
		if (line[0] == 'P' || line[0] == 'M')
			strcat(text, line);
	}
	fclose(file);
	return text;
}

TEST(disabled_model_requests_nothing_from_qemu)
{
	translate();
	memory_model_mark();
	memory_model_clear();
	memory_model_end();
	assert_int_equal(fetch_count, 0);
	assert_int_equal(use_count, 0);
}

TEST(each_line_and_each_access_is_looked_up)
{
	char counts[] = "/tmp/bareline-unit-XXXXXX", misses[] = "/tmp/bareline-unit-XXXXXX", *text;

	close(mkstemp(counts));
	close(mkstemp(misses));
	assert_true(tally_begin(counts));
	assert_false(memory_model_begin("l1d=48K/8", misses, owner));
	assert_true(memory_model_begin("default", misses, owner));
	translate();
	assert_int_equal(fetch_count, 2);       /* one line each */
	assert_int_equal(use_count, INSNS);
	for (size_t round = 0; round < 2; round++) {
		is_counting = round == 1;       /* no counts before */
		for (size_t i = 0; i < fetch_count; i++)
			fetches[i].callback(0, fetches[i].data);
		uses[1].callback(0, 3, 0x8000, uses[1].data);
	}
	memory_model_mark();
	place.is_io = true;
	uses[1].callback(0, 16 + 2, 0x8000, uses[1].data);
	memory_model_mark();
	memory_model_clear();
	place.is_io = false;
	uses[1].callback(0, 3, 0x8000, uses[1].data);
	memory_model_mark();
	memory_model_mark();
	memory_model_end();
	tally_end();
	text = read_profiles(misses);
	assert_string_equal(text,
			    "P 1 5:1:0:1:0:0:0:0:1:0:1:1:1:0:1:0 5:1:1:1:1:0:8:0:1:1:2:2:0:1:1:0\n"
			    "M 1\n"
			    "P 2 5:1:1:0:0:1:0:4:0:0:0:0:0:0:0:0\n"
			    "M 2\n"
			    "P 3 5:1:1:0:1:0:8:0:0:1:1:1:0:1:1:0\n"
			    "M 3\n"
			    "M 0\n");
	free(text);
	unlink(counts);
	unlink(misses);
}
