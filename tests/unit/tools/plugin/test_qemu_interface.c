/* SPDX-License-Identifier: MIT */
/* Each version of QEMU's plugin interface: the test provides QEMU's functions and makes its
 * callbacks. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/plugin/qemu_interface.h"

#define ID 77
#define FUNCTIONS_MAX 16

struct qemu_plugin_insn {
	const char *bytes;
	size_t size;
};

struct qemu_plugin_tb {
	int unused;
};

#define CPUS 2
#define TRANSLATOR 1            /* the CPU whose number QEMU 10.0 and later passes */
#define RUNNER 0

struct qemu_plugin_scoreboard {
	uint8_t elements[16];
};

/* A scoreboard element as in QEMU. */
struct element {
	struct qemu_plugin_scoreboard *board;
	size_t offset;
};

static struct qemu_plugin_scoreboard board;
static int cpus[CPUS];          /* QEMU's structures of them */
static void *current_cpu = &cpus[RUNNER];
static struct qemu_plugin_tb tb;
static struct qemu_plugin_insn insn = {"\x0f\x01\xf9", 3};
static uint8_t *address;                /* target of inline additions on TRANSLATOR */
static void *translation_callback, *exit_callback, *interrupt_callback;
static const struct qemu_plugin_tb *translated;
static int exits;
static uint64_t handler;
static bool is_exception;

/* ---- QEMU ---- */

size_t qemu_plugin_insn_size(const struct qemu_plugin_insn *of)
{
	return of->size;
}

static void fake_add_1(struct qemu_plugin_insn *of, int op, void *counter, uint64_t addend)
{
	assert_ptr_equal(of, &insn);
	assert_int_equal(op, 0);
	assert_int_equal(addend, 1);
	address = counter;
}

static void fake_add_2(struct qemu_plugin_insn *of, int op, struct element counter, uint64_t addend)
{
	fake_add_1(of, op, counter.board->elements + counter.offset + TRANSLATOR, addend);
}

static struct qemu_plugin_scoreboard *fake_board_new(size_t size)
{
	assert_int_equal(size, 1);
	return &board;
}

static void *fake_board_find(struct qemu_plugin_scoreboard *of, unsigned vcpu)
{
	return &of->elements[vcpu];
}

static void *fake_cpu_get(int index)
{
	return index < CPUS ? &cpus[index] : NULL;
}

static const void *fake_data_1(const struct qemu_plugin_insn *of)
{
	return of->bytes;
}

static size_t fake_data_3(const struct qemu_plugin_insn *of, void *to, size_t size)
{
	memcpy(to, of->bytes, size);
	return size;
}

static void fake_translation_1(uint64_t id, void *callback)
{
	assert_int_equal(id, ID);
	translation_callback = callback;
}

static void fake_translation_7(uint64_t id, void *callback, void *data)
{
	assert_null(data);
	fake_translation_1(id, callback);
}

static void fake_exit(uint64_t id, void *callback, void *data)
{
	assert_int_equal(id, ID);
	assert_null(data);
	exit_callback = callback;
}

static void fake_interrupt_6(uint64_t id, int types, void *callback)
{
	assert_int_equal(id, ID);
	assert_int_equal(types, 1 | 2);
	interrupt_callback = callback;
}

static void fake_interrupt_7(uint64_t id, int types, void *callback, void *data)
{
	assert_null(data);
	fake_interrupt_6(id, types, callback);
}

static void fake_nothing(void)
{
}

/* A QEMU release, with the functions by which releases differ. */
struct release {
	const char *name, *text;
	int min, cur, named;            /* named: the version that the plugin must name to it */
	struct {
		const char *name;
		void *function;
	} functions[FUNCTIONS_MAX];
};

#define COMMON(of)                                                                                 \
	{"qemu_plugin_register_vcpu_tb_trans_cb",                                                  \
	 (of) < 7 ? (void *)fake_translation_1 : (void *)fake_translation_7},                      \
	{"qemu_plugin_register_atexit_cb", (void *)fake_exit},                                     \
	{"qemu_plugin_insn_data", (of) < 3 ? (void *)fake_data_1 : (void *)fake_data_3}
#define BOARD                                                                                      \
	{"qemu_plugin_register_vcpu_insn_exec_inline_per_vcpu", (void *)fake_add_2},               \
	{"qemu_plugin_scoreboard_new", (void *)fake_board_new},                                    \
	{"qemu_plugin_scoreboard_find", (void *)fake_board_find}
#define MODULES                                                                                    \
	{"qemu_get_cpu", (void *)fake_cpu_get}, {"current_cpu", &current_cpu}
#define INTERRUPTS(of)                                                                             \
	{"qemu_plugin_register_vcpu_discon_cb",                                                    \
	 (of) < 7 ? (void *)fake_interrupt_6 : (void *)fake_interrupt_7}
#define HAS(function) {"qemu_plugin_" function, (void *)fake_nothing}
#define SINCE_4 HAS("read_memory_vaddr")
#define SINCE_5 SINCE_4, HAS("write_memory_vaddr")
#define SINCE_6 SINCE_5, HAS("set_pc")

static const struct release releases[] = {
	{"QEMU 7.2", "QEMU emulator version 7.2.22 (Debian)", 0, 1, 1,
	 {COMMON(1), {"qemu_plugin_register_vcpu_insn_exec_inline", (void *)fake_add_1}}},
	{"QEMU 9.0", "QEMU emulator version 9.0.4", 2, 2, 2, {COMMON(2), BOARD}},
	{"QEMU 9.1", "QEMU emulator version 9.1.0", 2, 3, 2, {COMMON(3), BOARD}},
	{"QEMU 10.0", "QEMU emulator version 10.0.13 (Debian)", 2, 4, 4,
	 {COMMON(4), BOARD, SINCE_4, MODULES}},
	{"QEMU 10.1", "QEMU emulator version 10.1.2", 2, 5, 5,
	 {COMMON(5), BOARD, SINCE_5, MODULES}},
	{"QEMU 10.2", "QEMU emulator version 10.2.0", 2, 5, 5,
	 {COMMON(5), BOARD, SINCE_5, INTERRUPTS(5), MODULES}},
	{"QEMU 11.0", "QEMU emulator version 11.0.1", 2, 6, 6,
	 {COMMON(6), BOARD, SINCE_6, INTERRUPTS(6), MODULES}},
	{"QEMU 11.1", "QEMU emulator version 11.1.3 (Debian)", 7, 7, 7,
	 {COMMON(7), BOARD, SINCE_6, INTERRUPTS(7), MODULES}},
	{"a QEMU that does not say its release", "", 7, 7, 7,
	 {COMMON(7), BOARD, SINCE_6, INTERRUPTS(7), MODULES}},
};

static const struct release *release;

static void *find(const char *name)
{
	for (size_t i = 0; i < FUNCTIONS_MAX && release->functions[i].name != NULL; i++) {
		if (strcmp(release->functions[i].name, name) == 0)
			return release->functions[i].function;
	}
	return NULL;
}

static struct qemu_plugin_info offered(int min, int cur)
{
	return (struct qemu_plugin_info){.target_name = "x86_64", .version = {min, cur},
					 .system_emulation = true};
}

/* ---- The plugin's results ---- */

static void on_translation(struct qemu_plugin_tb *of)
{
	translated = of;
}

static void on_exit_(void)
{
	exits++;
}

/* Write a program with that text in it. Returns its path. */
static const char *write_program(const char *text)
{
	static char path[32];
	FILE *stream;

	strcpy(path, "/tmp/bareline-unit-XXXXXX");
	stream = fdopen(mkstemp(path), "w");
	assert_non_null(stream);
	for (int i = 0; i < 5000; i++)
		fputs("QEMU em", stream);
	fprintf(stream, "%s\n%*c", text, 100, 'x');
	fclose(stream);
	return path;
}

static void must_call_back(void)
{
	translated = NULL;
	exits = 0;
	qemu_on_translation(ID, on_translation);
	qemu_on_exit(ID, on_exit_);
	if (release->cur < 7) {
		((void (*)(uint64_t, struct qemu_plugin_tb *))translation_callback)(ID, &tb);
		((void (*)(uint64_t, void *))exit_callback)(ID, NULL);
	} else {
		((void (*)(struct qemu_plugin_tb *, void *))translation_callback)(&tb, NULL);
		((void (*)(void *))exit_callback)(NULL);
	}
	assert_ptr_equal(translated, &tb);
	assert_int_equal(exits, 1);
}

static void on_interrupt(unsigned vcpu, uint64_t at, bool is_raised)
{
	assert_int_equal(vcpu, 2);
	handler = at;
	is_exception = is_raised;
}

/* QEMU reports an exception at 0x1000, then that its handler at 0x8000 is next. */
static void must_report_interrupts(void)
{
	typedef void report_6(uint64_t, unsigned, int, uint64_t, uint64_t);
	typedef void report_7(unsigned, int, uint64_t, uint64_t, void *);

	if (find("qemu_plugin_register_vcpu_discon_cb") == NULL) {
		assert_false(qemu_on_interrupt(ID, on_interrupt));
		return;
	}
	assert_true(qemu_on_interrupt(ID, on_interrupt));
	for (int type = 2; type >= 1; type--) {
		uint64_t to = type == 2 ? 0x1000 : 0x8000;

		if (release->cur < 7)
			((report_6 *)interrupt_callback)(ID, 2, type, 0x1000, to);
		else
			((report_7 *)interrupt_callback)(2, type, 0x1000, to, NULL);
		assert_int_equal(handler, to);
		assert_int_equal(is_exception, type == 2);
	}
}

static void executes(uint64_t insns)
{
	uint64_t before;

	memcpy(&before, address, sizeof(before));
	before += insns;
	memcpy(address, &before, sizeof(before));
}

static void must_count(void)
{
	uint8_t bytes[QEMU_INSN_BYTES_MAX];

	assert_int_equal(qemu_insn_copy(&insn, bytes), insn.size);
	assert_memory_equal(bytes, insn.bytes, insn.size);
	qemu_insn_count(&insn);
	assert_non_null(address);
	executes(1000);
	qemu_executed_clear();
	qemu_executed_begin(TRANSLATOR);
	assert_int_equal(qemu_executed_take(), 0);
	executes(9);
	assert_int_equal(qemu_executed_take(), 9);
	assert_int_equal(qemu_executed_take(), 0);
	executes(256);
	assert_int_equal(qemu_executed_take(), 256);
}

/* Blocks that one CPU translated are executed by each. */
static void must_know_cpu(void)
{
	assert_int_equal(qemu_names_translator, release->cur >= 4);
	for (unsigned running = 0; running < CPUS; running++) {
		unsigned passed = release->cur >= 4 ? TRANSLATOR : running;

		current_cpu = &cpus[running];
		assert_int_equal(qemu_cpu(passed), running);
	}
}

static void check_version(void **state)
{
	struct qemu_plugin_info info;
	const char *program;

	release = *state;
	program = write_program(release->text);
	assert_int_equal(qemu_interface_version(find, program), release->named);
	unlink(program);
	assert_uint_in_range(release->named, release->min, release->cur);
	info = offered(release->min, release->cur);
	assert_true(qemu_interface_begin(&info, find));
	assert_false(qemu_names_translator);
	info.system.max_vcpus = CPUS;
	assert_true(qemu_interface_begin(&info, find));
	must_call_back();
	must_report_interrupts();
	must_count();
	must_know_cpu();
}

TEST_CASES(check_version, releases);

TEST(unsupported_version_is_rejected)
{
	struct qemu_plugin_info newer = offered(7, 8), older = offered(0, 0);

	release = &releases[0];
	assert_false(qemu_interface_begin(&older, find));
	release = &releases[COUNT(releases) - 1];
	assert_int_equal(qemu_interface_version(find, "/nowhere"), 7);
	assert_false(qemu_interface_begin(&newer, find));
}

TEST(qemu_without_functions_is_rejected)
{
	static const struct release none = {.name = "none"};
	struct qemu_plugin_info info = offered(1, 7);

	release = &none;
	assert_int_equal(qemu_interface_version(find, "/nowhere"), 7);
	assert_false(qemu_interface_begin(&info, find));
}

TEST(several_cpus_need_the_running_one)
{
	static const struct release built_in = {
		.name = "without modules", .cur = 4, .functions = {COMMON(4), BOARD, SINCE_4},
	};
	struct qemu_plugin_info info = offered(2, 4);

	release = &built_in;
	info.system.max_vcpus = 1;
	assert_true(qemu_interface_begin(&info, find));
	info.system.max_vcpus = 2;
	assert_false(qemu_interface_begin(&info, find));
}
