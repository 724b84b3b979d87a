/* SPDX-License-Identifier: MIT */
/* Functions that differ between versions, or that some versions lack, are looked up by name: QEMU
 * could not load a plugin with an undefined symbol. */
#include "tools/plugin/qemu_interface.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/plugin/versions.h"

#define COPIES_SINCE 3
#define NAMES_TRANSLATOR_SINCE 4
#define OWN_DATA_SINCE 7
/* The first release of version 7; `--version` prints the prefix and the release. */
#define OWN_DATA_MAJOR 11
#define OWN_DATA_MINOR 1
#define RELEASE "QEMU emulator version "

#define EXPORTED __attribute__((visibility("default")))

EXPORTED int qemu_plugin_version = PLUGIN_INTERFACE_MAX;

enum discontinuity {DISCONTINUITY_INTERRUPT = 1, DISCONTINUITY_EXCEPTION = 2};

struct qemu_plugin_scoreboard;

/* A member of the scoreboard's elements, by offset. */
struct qemu_plugin_u64 {
	struct qemu_plugin_scoreboard *board;
	size_t offset;
};

/* ---- QEMU's functions, by version ---- */

typedef void add_1(struct qemu_plugin_insn *insn, enum qemu_plugin_op op, void *counter,
		   uint64_t addend);
typedef void add_2(struct qemu_plugin_insn *insn, enum qemu_plugin_op op,
		   struct qemu_plugin_u64 counter, uint64_t addend);
typedef struct qemu_plugin_scoreboard *board_make(size_t size);
typedef void *board_find(struct qemu_plugin_scoreboard *board, unsigned vcpu);
/* This is not a part of the plugin interface. Programs that load modules, as all distributions
 * build them, have the function, and the variable RUNNING of each thread. */
typedef void *cpu_get(int index);
#define RUNNING "current_cpu"

typedef const void *data_1(const struct qemu_plugin_insn *insn);
typedef size_t data_3(const struct qemu_plugin_insn *insn, void *to, size_t size);

typedef void translation_1(qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t id,
								 struct qemu_plugin_tb *tb));
typedef void translation_7(qemu_plugin_id_t id,
			   void (*callback)(struct qemu_plugin_tb *tb, void *data), void *data);
typedef void exit_1(qemu_plugin_id_t id, void (*callback)(qemu_plugin_id_t id, void *data),
		    void *data);
typedef void exit_7(qemu_plugin_id_t id, void (*callback)(void *data), void *data);
typedef void discontinuity_6(qemu_plugin_id_t id, enum discontinuity types,
			     void (*callback)(qemu_plugin_id_t id, unsigned vcpu,
					      enum discontinuity type, uint64_t from, uint64_t to));
typedef void discontinuity_7(qemu_plugin_id_t id, enum discontinuity types,
			     void (*callback)(unsigned vcpu, enum discontinuity type,
					      uint64_t from, uint64_t to, void *data),
			     void *data);

struct qemu_executed qemu_executed;
bool qemu_names_translator;

static struct {
	qemu_find *find;
	int version;                    /* of QEMU's interface */
	void *data;                     /* data_1 or data_3 */
	add_1 *add_1;
	add_2 *add_2;
	board_find *board_find;
	struct qemu_plugin_scoreboard *board;
	cpu_get *cpu_get;
	void *const *running;           /* the CPU that executes, in the thread of all CPUs */
	void (*on_translation)(struct qemu_plugin_tb *tb);
	void (*on_exit)(void);
	qemu_interrupt *on_interrupt;
} qemu;

/* ---- The version ---- */

static void *qemu_find_own(const char *name)
{
	return dlsym(RTLD_DEFAULT, name);
}

/* Whether the program's release has version 7. True if the program contains no release. */
static bool is_own_data_release(const char *executable)
{
	int file = open(executable, O_RDONLY | O_CLOEXEC), major, minor;
	bool is_older = false;
	struct stat about;
	const char *text, *at;

	if (file < 0)
		return true;
	if (fstat(file, &about) == 0 && about.st_size > 0) {
		size_t size = (size_t)about.st_size;

		text = mmap(NULL, size, PROT_READ, MAP_PRIVATE, file, 0);
		at = text != MAP_FAILED ? memmem(text, size, RELEASE, strlen(RELEASE)) : NULL;
		if (at != NULL && sscanf(at + strlen(RELEASE), "%d.%d", &major, &minor) == 2)
			is_older = major < OWN_DATA_MAJOR ||
				   (major == OWN_DATA_MAJOR && minor < OWN_DATA_MINOR);
		if (text != MAP_FAILED)
			munmap((void *)text, size);
	}
	close(file);
	return !is_older;
}

int qemu_interface_version(qemu_find *find, const char *executable)
{
	static const struct {
		const char *function;
		int version;
	} since[] = {
		{"qemu_plugin_set_pc", 6},
		{"qemu_plugin_write_memory_vaddr", 5},
		{"qemu_plugin_read_memory_vaddr", 4},
		{"qemu_plugin_scoreboard_new", 2},
		{"qemu_plugin_register_vcpu_insn_exec_inline", 1},
	};

	if (find(since[0].function) != NULL && is_own_data_release(executable))
		return OWN_DATA_SINCE;
	for (size_t i = 0; i < sizeof(since) / sizeof(since[0]); i++) {
		if (find(since[i].function) != NULL)
			return since[i].version;
	}
	return PLUGIN_INTERFACE_MAX;
}

__attribute__((constructor)) static void qemu_interface_choose(void)
{
	qemu_plugin_version = qemu_interface_version(qemu_find_own, "/proc/self/exe");
}

static bool is_known(const struct qemu_plugin_info *info)
{
	if (info->version.cur >= PLUGIN_INTERFACE_MIN && info->version.cur <= PLUGIN_INTERFACE_MAX)
		return true;
	fprintf(stderr, "bareline's plugin: QEMU has plugin interface %d to %d, but the plugin "
		"needs %d to %d (%s); select another QEMU with --qemu\n",
		info->version.min, info->version.cur, PLUGIN_INTERFACE_MIN, PLUGIN_INTERFACE_MAX,
		PLUGIN_INTERFACE_RELEASES);
	return false;
}

/* Whether the plugin can know which of several CPUs executes. */
static bool can_know_cpu(const struct qemu_plugin_info *info)
{
	qemu_names_translator = info->system.max_vcpus > 1 &&
				info->version.cur >= NAMES_TRANSLATOR_SINCE;
	qemu.cpu_get = (cpu_get *)qemu.find("qemu_get_cpu");
	qemu.running = NULL;
	if (!qemu_names_translator || (qemu.cpu_get != NULL && qemu.find(RUNNING) != NULL))
		return true;
	fputs("bareline's plugin: this QEMU, of version 10.0 or later, does not tell which CPU "
	      "executes, because it was built without modules; use one CPU, or select another "
	      "QEMU with --qemu\n", stderr);
	return false;
}

bool qemu_interface_begin(const struct qemu_plugin_info *info, qemu_find *find)
{
	board_make *make;

	qemu.find = find != NULL ? find : qemu_find_own;
	qemu.version = info->version.cur;
	qemu.data = qemu.find("qemu_plugin_insn_data");
	qemu.add_1 = (add_1 *)qemu.find("qemu_plugin_register_vcpu_insn_exec_inline");
	qemu.add_2 = (add_2 *)qemu.find("qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu");
	qemu.board_find = (board_find *)qemu.find("qemu_plugin_scoreboard_find");
	make = (board_make *)qemu.find("qemu_plugin_scoreboard_new");
	if (!is_known(info) || !can_know_cpu(info))
		return false;
	if (qemu.add_1 == NULL && (qemu.add_2 == NULL || make == NULL)) {
		fputs("bareline's plugin: this QEMU cannot count instructions; select another "
		      "QEMU with --qemu\n", stderr);
		return false;
	}
	/* QEMU 10.0 multiplies a CPU's number by the size of an element, and writes the product to
	 * the constant of that number, which the guest's code may use too. Only with size 1 does
	 * the constant keep its value. */
	qemu.board = qemu.add_1 == NULL ? make(1) : NULL;
	qemu_executed.is_per_cpu = qemu.board != NULL;
	qemu_executed.at = 0;
	qemu_executed_clear();
	return true;
}

/* ---- Events ---- */

static void translation_arrive_1(qemu_plugin_id_t id, struct qemu_plugin_tb *tb)
{
	(void)id;
	qemu.on_translation(tb);
}

static void translation_arrive_7(struct qemu_plugin_tb *tb, void *data)
{
	(void)data;
	qemu.on_translation(tb);
}

void qemu_on_translation(qemu_plugin_id_t id, void (*callback)(struct qemu_plugin_tb *tb))
{
	void *function = qemu.find("qemu_plugin_register_vcpu_tb_trans_cb");

	qemu.on_translation = callback;
	if (qemu.version < OWN_DATA_SINCE)
		((translation_1 *)function)(id, translation_arrive_1);
	else
		((translation_7 *)function)(id, translation_arrive_7, NULL);
}

static void exit_arrive_1(qemu_plugin_id_t id, void *data)
{
	(void)id;
	(void)data;
	qemu.on_exit();
}

static void exit_arrive_7(void *data)
{
	(void)data;
	qemu.on_exit();
}

void qemu_on_exit(qemu_plugin_id_t id, void (*callback)(void))
{
	void *function = qemu.find("qemu_plugin_register_atexit_cb");

	qemu.on_exit = callback;
	if (qemu.version < OWN_DATA_SINCE)
		((exit_1 *)function)(id, exit_arrive_1, NULL);
	else
		((exit_7 *)function)(id, exit_arrive_7, NULL);
}

static void discontinuity_arrive_6(qemu_plugin_id_t id, unsigned vcpu, enum discontinuity type,
				   uint64_t from, uint64_t to)
{
	(void)id;
	(void)from;
	qemu.on_interrupt(vcpu, to, type == DISCONTINUITY_EXCEPTION);
}

static void discontinuity_arrive_7(unsigned vcpu, enum discontinuity type, uint64_t from,
				   uint64_t to, void *data)
{
	(void)from;
	(void)data;
	qemu.on_interrupt(vcpu, to, type == DISCONTINUITY_EXCEPTION);
}

bool qemu_on_interrupt(qemu_plugin_id_t id, qemu_interrupt *callback)
{
	void *function = qemu.find("qemu_plugin_register_vcpu_discon_cb");
	enum discontinuity types = DISCONTINUITY_INTERRUPT | DISCONTINUITY_EXCEPTION;

	if (function == NULL)
		return false;
	qemu.on_interrupt = callback;
	if (qemu.version < OWN_DATA_SINCE)
		((discontinuity_6 *)function)(id, types, discontinuity_arrive_6);
	else
		((discontinuity_7 *)function)(id, types, discontinuity_arrive_7, NULL);
	return true;
}

/* ---- Instructions ---- */

size_t qemu_insn_copy(const struct qemu_plugin_insn *insn, uint8_t *bytes)
{
	size_t size = qemu_plugin_insn_size(insn);

	size = size < QEMU_INSN_BYTES_MAX ? size : QEMU_INSN_BYTES_MAX;
	if (qemu.version < COPIES_SINCE)
		memcpy(bytes, ((data_1 *)qemu.data)(insn), size);
	else
		((data_3 *)qemu.data)(insn, bytes, size);
	return size;
}

/* The scoreboard's memory ends before the last counters. It may also move, after which QEMU
 * translates all blocks again. So the offset leads out of the scoreboard, to the counters of this
 * file. */
void qemu_insn_count(struct qemu_plugin_insn *insn)
{
	if (qemu.board != NULL)
		qemu.add_2(insn, QEMU_PLUGIN_INLINE_ADD_U64,
			   (struct qemu_plugin_u64){
				   .board = qemu.board,
				   .offset = (uintptr_t)qemu_executed.bytes -
					     (uintptr_t)qemu.board_find(qemu.board, 0)}, 1);
	else
		qemu.add_1(insn, QEMU_PLUGIN_INLINE_ADD_U64, qemu_executed.bytes, 1);
}

void qemu_executed_clear(void)
{
	memset(qemu_executed.bytes, 0, sizeof(qemu_executed.bytes));
}

unsigned qemu_running_cpu(void)
{
	static const void *last;
	static unsigned number;

	if (qemu.running == NULL)
		qemu.running = qemu.find(RUNNING);
	if (*qemu.running != last) {
		last = *qemu.running;
		for (number = 0; number < QEMU_CPUS_MAX - 1; number++) {
			if (qemu.cpu_get((int)number) == last)
				break;
		}
	}
	return number;
}
