/* SPDX-License-Identifier: MIT */
/* Files, symbols and log of a counted program, and the comparison of its figures. */
#include "tests/unit/unit.h"

#include <elf.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/run/count/count_boot.h"
#include "tools/run/count/elf_needs.h"
#include "tools/run/count/gate.h"
#include "tools/run/count/library_cache.h"
#include "tools/run/count/places.h"
#include "tools/run/count/processor.h"
#include "tools/run/count/program_files.h"
#include "tools/run/count/suite.h"
#include "tools/view/output.h"

#define X86_64 count_processor_find(NULL)
#define AARCH64 count_processor_find("aarch64")
#define RISCV64 count_processor_find("riscv64")

#define OWN "/proc/self/exe"
#define OWN_BYTES_MAX ((size_t)1 << 30)

static char place[] = "/tmp/bareline-program-XXXXXX";

/* The tests run in a directory of their own. */
static int begin_all(void **state)
{
	(void)state;
	return mkdtemp(place) != NULL && chdir(place) == 0 ? 0 : -1;
}

static int end_all(void **state)
{
	char *command = NULL;
	int status;

	(void)state;
	assert_true(asprintf(&command, "rm -rf '%s'", place) > 0);
	status = system(command);
	free(command);
	return status;
}

struct unit_group unit_group = {begin_all, end_all};

static void put(const char *path, const char *text, mode_t mode)
{
	assert_true(file_write(path, text, strlen(text)));
	assert_int_equal(chmod(path, mode), 0);
}

static const struct program_file *find(const struct program_files *files, const char *guest)
{
	for (size_t i = 0; i < files->count; i++) {
		if (strcmp(files->items[i].guest, guest) == 0)
			return &files->items[i];
	}
	return NULL;
}

/* ---- ELF files ---- */

TEST(a_program_needs_its_interpreter_and_libraries)
{
	size_t size;
	char *bytes = file_load(OWN, OWN_BYTES_MAX, "program", &size);
	struct elf_needs needs;
	bool has_libc = false;

	assert_null(elf_needs_read(&needs, bytes, size, X86_64));
	assert_non_null(needs.interpreter);
	for (size_t i = 0; i < needs.count; i++)
		has_libc |= strncmp(needs.libraries[i], "libc.so", strlen("libc.so")) == 0;
	assert_true(has_libc);
	elf_needs_free(&needs);
	free(bytes);
}

TEST(a_cut_file_is_refused_or_read_but_never_left)
{
	size_t size;
	char *bytes = file_load(OWN, OWN_BYTES_MAX, "program", &size);

	for (size_t cut = 0; cut < 4096; cut += unit_trials(61, 1)) {
		char *copy = malloc(cut + 1);   /* an access beyond it is found */
		struct elf_needs needs;

		memcpy(copy, bytes, cut);
		if (elf_needs_read(&needs, copy, cut, X86_64) == NULL)
			elf_needs_free(&needs);
		free(copy);
	}
	free(bytes);
}

TEST(another_processor_is_named)
{
	Elf64_Ehdr header = {.e_machine = EM_AARCH64};
	struct elf_needs needs;

	memcpy(header.e_ident, ELFMAG, SELFMAG);
	header.e_ident[EI_CLASS] = ELFCLASS64;
	assert_string_equal(elf_needs_read(&needs, (const char *)&header, sizeof(header), X86_64),
			    "for another processor than x86-64");
	assert_string_equal(elf_needs_read(&needs, "#!/bin/sh", 9, X86_64), "not an ELF file");
}

/* A program that needs one library. */
static void put_program(const char *path, const char *library)
{
	struct {
		Elf64_Ehdr header;
		Elf64_Phdr segments[2];
		Elf64_Dyn dynamic[3];
		char strings[64];
	} file = {
		.header = {
			.e_type = ET_DYN, .e_machine = EM_X86_64, .e_phoff = sizeof(Elf64_Ehdr),
			.e_phentsize = sizeof(Elf64_Phdr), .e_phnum = 2,
		},
		.segments = {
			{.p_type = PT_LOAD, .p_filesz = sizeof(file), .p_memsz = sizeof(file)},
			{.p_type = PT_DYNAMIC, .p_offset = offsetof(__typeof__(file), dynamic),
			 .p_filesz = sizeof(file.dynamic)},
		},
		.dynamic = {
			{.d_tag = DT_STRTAB, .d_un.d_ptr = offsetof(__typeof__(file), strings)},
			{.d_tag = DT_NEEDED, .d_un.d_val = 1},
		},
	};

	memcpy(file.header.e_ident, ELFMAG, SELFMAG);
	file.header.e_ident[EI_CLASS] = ELFCLASS64;
	strcpy(file.strings + 1, library);
	assert_true(file_write(path, &file, sizeof(file)));
	assert_int_equal(chmod(path, 0755), 0);
}

static const struct needed {
	const char *name, *library, *message;
} needs_refused[] = {
	{"a display", "libX11.so.6", "needs a display (X11), which the machine does not have"},
	{"a graphics card", "libcuda.so.1", "needs a graphics card (CUDA)"},
	{"an absent library", "libabsent.so.3", "libabsent.so.3, which is not on this host"},
};

static void a_library_that_cannot_be_is_named(void **state)
{
	const struct needed *needed = *state;
	struct program_files files = {.processor = X86_64};

	put_program("needy", needed->library);
	messages_begin();
	assert_null(program_files_add_program(&files, "./needy", NULL));
	assert_non_null(strstr(messages_end(), needed->message));
	program_files_free(&files);
}

TEST_CASES(a_library_that_cannot_be_is_named, needs_refused);

/* ---- The cache of libraries ---- */

TEST(a_cache_has_its_libraries_and_no_others)
{
	struct cached_library libraries[] = {
		{"libb.so.2", "/lib/libb.so.2"}, {"liba.so.10", "/lib/liba.so.10"},
		{"liba.so.9", "/lib/liba.so.9"},
	};
	size_t size;
	char *cache = library_cache_make(libraries, COUNT(libraries), &size, X86_64);

	assert_string_equal(library_cache_find(cache, size, "liba.so.9", X86_64), "/lib/liba.so.9");
	assert_string_equal(library_cache_find(cache, size, "libb.so.2", X86_64), "/lib/libb.so.2");
	assert_null(library_cache_find(cache, size, "libc.so.6", X86_64));
	assert_null(library_cache_find(cache, size, "liba.so.9", AARCH64));
	/* In descending order, with numbers as such. */
	assert_string_equal(libraries[0].name, "libb.so.2");
	assert_string_equal(libraries[1].name, "liba.so.10");
	for (size_t cut = 0; cut < size; cut++) {
		char *copy = malloc(cut + 1);

		memcpy(copy, cache, cut);
		library_cache_find(copy, cut, "liba.so.9", X86_64);
		free(copy);
	}
	free(cache);
}

TEST(the_hosts_cache_can_be_read)
{
	size_t size;
	char *cache;

	if (access("/etc/ld.so.cache", R_OK) != 0)
		skip();
	cache = file_load("/etc/ld.so.cache", OWN_BYTES_MAX, "cache", &size);
	assert_non_null(library_cache_find(cache, size, "libc.so.6", X86_64));
	free(cache);
}

/* ---- Files ---- */

TEST(a_program_comes_with_its_libraries_under_their_paths)
{
	struct program_files files = {.processor = X86_64};
	char *directory = program_files_add_program(&files, "ls", NULL);
	bool has_libc = false;

	assert_non_null(directory);
	assert_int_equal(directory[0], '/');
	for (size_t i = 0; i < files.count; i++)
		has_libc |= strstr(files.items[i].guest, "/libc.so.6") != NULL;
	assert_true(has_libc);
	free(directory);
	program_files_free(&files);
}

TEST(links_stay_links_and_lead_to_their_targets)
{
	struct program_files files = {.processor = X86_64};
	const struct program_file *link;

	mkdir("real", 0755);
	put("real/data", "data", 0644);
	assert_int_equal(symlink("real", "short"), 0);
	{
		char *path = NULL, *real = NULL, *linked = NULL;

		assert_true(asprintf(&path, "%s/short/data", place) > 0);
		assert_true(asprintf(&real, "%s/real/data", place) > 0);
		assert_true(asprintf(&linked, "%s/short", place) > 0);
		assert_true(program_files_add(&files, path));
		link = find(&files, linked);
		assert_non_null(link);
		assert_int_equal(link->kind, PROGRAM_LINK);
		assert_string_equal(link->host, "real");
		assert_non_null(find(&files, real));
		free(linked);
		free(real);
		free(path);
	}
	program_files_free(&files);
}

TEST(relative_paths_are_below_the_guests_directory)
{
	struct program_files files = {.processor = X86_64};

	mkdir("inputs", 0755);
	put("inputs/one", "1", 0644);
	assert_true(program_files_add(&files, "./inputs"));
	assert_non_null(find(&files, "/count/inputs/one"));
	assert_int_equal(find(&files, "/count/inputs")->kind, PROGRAM_DIRECTORY);
	program_files_free(&files);
}

TEST(a_script_comes_with_its_interpreter)
{
	struct program_files files = {.processor = X86_64};
	char *directory;

	put("script", "#!/usr/bin/env -S sh\necho\n", 0755);
	directory = program_files_add_program(&files, "./script", NULL);
	assert_non_null(directory);
	assert_string_equal(directory, "");
	assert_non_null(find(&files, "/count/script"));
	assert_true(find(&files, "/usr/bin/env") != NULL);
	free(directory);
	program_files_free(&files);
}

TEST(another_file_takes_the_programs_place)
{
	struct program_files files = {.processor = X86_64};
	char *directory;

	put("old", "#!/bin/sh\n", 0755);
	directory = program_files_add_program(&files, "./tool", "old");
	assert_non_null(directory);
	assert_string_equal(find(&files, "/count/tool")->host, "old");
	free(directory);
	program_files_free(&files);
}

static const struct refused {
	const char *name, *program, *message, *instead;
} refusals[] = {
	{"no program", "no-such-program", "not a program in PATH", NULL},
	{"no place", "no-such-program", "not a program in PATH", "plain"},
	{"no file", "./absent", "absent", NULL},
	{"not executable", "./plain", "not executable", NULL},
	{"no format", "./data", "not an ELF file", NULL},
};

static void a_program_that_cannot_run_is_refused(void **state)
{
	const struct refused *refusal = *state;
	struct program_files files = {.processor = X86_64};

	put("plain", "text", 0644);
	put("data", "text", 0755);
	messages_begin();
	assert_null(program_files_add_program(&files, refusal->program, refusal->instead));
	assert_non_null(strstr(messages_end(), refusal->message));
	program_files_free(&files);
}

TEST_CASES(a_program_that_cannot_run_is_refused, refusals);

TEST(a_missing_file_is_added_with_its_small_directory)
{
	struct program_files files = {.processor = X86_64};
	char *path = NULL, *other = NULL;

	mkdir("deep", 0755);
	put("deep/wanted", "1", 0644);
	put("deep/neighbour", "2", 0644);
	assert_true(asprintf(&path, "%s/deep/wanted", place) > 0);
	assert_true(asprintf(&other, "%s/deep/neighbour", place) > 0);
	assert_false(program_files_add_missing(&files, "/proc/self/exe"));
	assert_false(program_files_add_missing(&files, "/no/such/file"));
	/* /tmp is the guest's own. */
	assert_false(program_files_add_missing(&files, path));
	assert_true(program_files_add_missing(&files, "/count/deep/wanted"));
	assert_null(find(&files, "/count/deep/neighbour"));
	free(other);
	free(path);
	program_files_free(&files);
}

TEST(a_root_comes_with_all_its_files_and_links)
{
	struct program_files files = {.processor = X86_64};

	mkdir("root", 0755);
	mkdir("root/usr", 0755);
	mkdir("root/usr/bin", 0755);
	put("root/usr/bin/tool", "#!/bin/sh\n", 0755);
	assert_int_equal(symlink("usr/bin", "root/bin"), 0);
	assert_int_equal(symlink("/absent", "root/dangling"), 0);
	assert_true(program_files_add_root(&files, "root"));
	assert_string_equal(find(&files, "/usr/bin/tool")->host, "root/usr/bin/tool");
	assert_string_equal(find(&files, "/bin")->host, "usr/bin");
	assert_int_equal(find(&files, "/dangling")->kind, PROGRAM_LINK);
	program_files_free(&files);
}

TEST(a_program_of_another_root_is_found_through_links)
{
	struct program_files files = {.processor = X86_64};

	assert_int_equal(mkdir("linked", 0755), 0);
	assert_int_equal(mkdir("linked/usr", 0755), 0);
	assert_int_equal(mkdir("linked/usr/bin", 0755), 0);
	assert_int_equal(symlink("usr/bin", "linked/bin"), 0);
	assert_int_equal(symlink("/bin/tool-2", "linked/usr/bin/tool"), 0);
	put("linked/usr/bin/tool-2", "#!/bin/sh\n", 0755);
	assert_true(program_files_add_root(&files, "linked"));
	assert_true(program_files_set_own(&files, "/bin/tool"));
	assert_true(find(&files, "/usr/bin/tool-2")->is_own);
	assert_false(program_files_set_own(&files, "/bin/absent"));
	program_files_free(&files);
}

/* ---- Symbols ---- */

#define SYMBOLS \
	"ffffffff81000000 T entry_SYSCALL_64\n" \
	"ffffffff81000100 T __ia32_sys_read\n" \
	"ffffffff81000100 T __x64_sys_read\n" \
	"ffffffff81000200 T asm_exc_page_fault\n" \
	"ffffffff81000300 T asm_sysvec_apic_timer_interrupt\n" \
	"ffffffff81000400 T irq_entries_start\n" \
	"ffffffff81000500 T spurious_entries_start\n" \
	"ffffffff81000600 t do_exit\n" \
	"ffffffff81000700 T do_idle\n" \
	"ffffffffc0000000 t do_exit\t[module]\n"

TEST(places_are_the_kernels_entries)
{
	size_t size;
	char *text;

	put("symbols", SYMBOLS "ffffffff81000800 T __switch_to_asm\n", 0644);
	assert_true(places_write("symbols", "places", X86_64));
	text = file_load("places", OWN_BYTES_MAX, "places", &size);
	assert_string_equal(text,
			    "E ffffffff81000000 entry_SYSCALL_64\n"
			    "S ffffffff81000100 read\n"
			    "X ffffffff81000200 page_fault\n"
			    "I ffffffff81000300 apic_timer_interrupt\n"
			    "L ffffffff81000400 irq_entries_start\n"
			    "H ffffffff81000500 spurious_entries_start\n"
			    "Q ffffffff81000600 do_exit\n"
			    "D ffffffff81000700 do_idle\n"
			    "T ffffffff81000800 __switch_to_asm\n");
	free(text);
}

TEST(places_of_aarch64_are_in_the_table_of_vectors)
{
	size_t size;
	char *text;

	put("symbols", "ffff800008011000 T vectors\n"
		       "ffff800008012000 T __arm64_sys_read\n"
		       "ffff800008013000 t el0_svc\n"
		       "ffff800008014000 t el0_undef\n"
		       "ffff800008015000 t do_page_fault\n"
		       "ffff800008016000 T cpu_switch_to\n"
		       "ffff800008017000 T do_exit\n", 0644);
	assert_true(places_write("symbols", "places", AARCH64));
	text = file_load("places", OWN_BYTES_MAX, "places", &size);
	assert_string_equal(text,
			    "X ffff800008011200 unknown\n"
			    "I ffff800008011280 unknown\n"
			    "E ffff800008011400 unknown\n"
			    "I ffff800008011480 unknown\n"
			    "S ffff800008012000 read\n"
			    "N ffff800008014000 undef\n"
			    "N ffff800008015000 page_fault\n"
			    "T ffff800008016000 cpu_switch_to\n"
			    "Q ffff800008017000 do_exit\n");
	free(text);
}

TEST(places_of_riscv64_are_one_entry_functions_and_firmware)
{
	size_t size;
	char *text;

	put("symbols", "ffffffff80006000 t do_trap_misaligned\n"
		       "ffffffff80027000 T do_exit\n"
		       "ffffffff80318000 T __riscv_sys_read\n"
		       "ffffffff80807000 t riscv_timer_interrupt\n"
		       "ffffffff80a74000 T do_trap_ecall_u\n"
		       "ffffffff80a74100 T do_page_fault\n"
		       "ffffffff80a74200 T do_irq\n"
		       "ffffffff80a81240 T handle_exception\n"
		       "ffffffff80a814f0 T __switch_to\n", 0644);
	assert_true(places_write("symbols", "places", RISCV64));
	text = file_load("places", OWN_BYTES_MAX, "places", &size);
	assert_string_equal(text,
			    "N ffffffff80006000 misaligned\n"
			    "Q ffffffff80027000 do_exit\n"
			    "S ffffffff80318000 read\n"
			    "N ffffffff80807000 timer\n"
			    "N ffffffff80a74100 page_fault\n"
			    "B ffffffff80a74200 unknown\n"
			    "E ffffffff80a81240 unknown\n"
			    "T ffffffff80a814f0 __switch_to\n"
			    "F 80000000 firmware\nG 80200000 firmware\n");
	free(text);
}

TEST(a_missing_symbol_is_named)
{
	put("symbols", SYMBOLS, 0644);
	messages_begin();
	assert_false(places_write("symbols", "places", X86_64));
	assert_non_null(strstr(messages_end(), "no symbol __switch_to_asm"));
}

/* ---- The log ---- */

TEST(the_log_has_the_status_and_the_output_of_each_program)
{
	char log[] = "[    1.0] kernel\r\nbareline-count exited 0 0\r\n"
		     "bareline-count exited 0 3\r\nbareline-count output 0 hello\r\n"
		     "bareline-count signal 1 11\r\n"
		     "bareline-count refused 2 ./x: Exec format error\r\n"
		     "bareline-count end\r\n";
	struct count_program programs[3] = {{0}};

	assert_true(count_log_read(log, programs, 3));
	assert_string_equal(programs[0].status, "exit status 3");
	assert_int_equal(programs[0].runs, 2);
	assert_false(programs[0].is_good);
	assert_string_equal(programs[0].output, "hello\n");
	assert_string_equal(programs[1].status, "ended by signal 11 (Segmentation fault)");
	assert_string_equal(programs[2].refused, "./x: Exec format error");
	for (size_t i = 0; i < 3; i++)
		count_program_free(&programs[i]);
}

TEST(a_log_without_its_end_is_refused)
{
	char log[] = "bareline-count exited 0 0\nbareline-count exited 7 0\nbareline-count\n";
	struct count_program program = {0};

	assert_false(count_log_read(log, &program, 1));
	assert_int_equal(program.runs, 1);
	count_program_free(&program);
}

/* ---- The gate ---- */

#define CONDITIONS \
	"condition host: linux\n" \
	"condition kernel: 6.1\n" \
	"condition file /lib/libc.so.6: aa\n" \
	"note file /count/tool: 11\n"
#define FIGURES \
	"count.user warm: 1000*2\n" \
	"count.faults warm: 9*2\n" \
	"count.calls call=read warm: 3*2\n"

static int compare_texts(const char *base, const char *new)
{
	static const char *const paths[OUTPUT_FORMATS] = {[OUTPUT_MARKDOWN] = "gate.md"};
	struct baseline sides[2];

	put("base", base, 0644);
	put("new", new, 0644);
	unlink("gate.md");
	assert_true(baseline_read("base", &sides[0]) && baseline_read("new", &sides[1]));
	return gate_compare(&(struct gate_side){"base", &sides[0]},
			    &(struct gate_side){"new", &sides[1]}, paths);
}

static void expect_markdown(const char *part)
{
	size_t size;
	char *text = file_load("gate.md", OWN_BYTES_MAX, "Markdown", &size);

	assert_non_null(strstr(text, part));
	free(text);
}

TEST(equal_figures_pass_though_the_program_differs)
{
	assert_int_equal(compare_texts(CONDITIONS FIGURES,
				       "condition host: linux\ncondition kernel: 6.1\n"
				       "condition file /lib/libc.so.6: aa\n"
				       "note file /count/tool: 22\n" FIGURES), EXIT_GOOD);
}

TEST(one_more_system_call_fails_and_is_named)
{
	assert_int_equal(compare_texts(CONDITIONS FIGURES,
				       CONDITIONS FIGURES "count.calls call=getppid warm: 1*2\n"),
			 EXIT_FAILED);
	expect_markdown("count.calls getppid");
	expect_markdown("calls");
	assert_int_equal(compare_texts(CONDITIONS FIGURES "count.calls call=getppid warm: 1*2\n",
				       CONDITIONS FIGURES), EXIT_FAILED);
	expect_markdown("count.calls getppid");
}

TEST(a_kernel_with_more_instructions_in_a_call_fails)
{
	assert_int_equal(compare_texts(CONDITIONS FIGURES "count.kernel entry=getppid warm: 377*6\n"
				       "count.kernel entry=read warm: 900*6\n",
				       CONDITIONS FIGURES "count.kernel entry=getppid warm: 387*6\n"
				       "count.kernel entry=read warm: 900*6\n"), EXIT_FAILED);
	expect_markdown("| count.kernel getppid | 377 | 387 | +10 |");
}

TEST(a_kernel_whose_boots_have_a_value_in_common_passes)
{
	assert_int_equal(compare_texts(CONDITIONS FIGURES
				       "count.kernel entry=exit warm: 377*2 379*4\n",
				       CONDITIONS FIGURES
				       "count.kernel entry=exit warm: 379*2 381*4\n"),
			 EXIT_GOOD);
}

TEST(a_changed_library_is_named_and_nothing_compared)
{
	messages_begin();
	assert_int_equal(compare_texts(CONDITIONS FIGURES,
				       "condition host: linux\ncondition kernel: 6.1\n"
				       "condition file /lib/libc.so.6: bb\n"
				       "note file /count/tool: 11\n" FIGURES), EXIT_USAGE);
	assert_non_null(strstr(messages_end(), "file /lib/libc.so.6"));
}

/* ---- Suites ---- */

TEST(a_suite_has_names_and_words)
{
	struct suite suite;

	put("suite", "# comment\n\nfirst: sort 'a b' \"c\"'d'\n  \nsecond.1: true\n", 0644);
	assert_true(suite_read(&suite, "suite"));
	assert_int_equal(suite.count, 2);
	assert_string_equal(suite.programs[0].name, "first");
	assert_string_equal(suite.programs[0].arguments[0], "sort");
	assert_string_equal(suite.programs[0].arguments[1], "a b");
	assert_string_equal(suite.programs[0].arguments[2], "cd");
	assert_null(suite.programs[0].arguments[3]);
	assert_string_equal(suite.programs[1].name, "second.1");
	suite_free(&suite);
}

static const struct wrong_suite {
	const char *name, *text, *message;
} wrong_suites[] = {
	{"no name", "sort file\n", "suite:1: line is not"},
	{"a name with a blank", "a b: sort\n", "suite:1: line is not"},
	{"no program", "ok: true\na:  \n", "suite:2: line has no program"},
	{"a name twice", "a: true\na: true\n", "suite:2: line repeats a name"},
	{"an open quote", "a: echo 'b\n", "not closed"},
	{"nothing", "# only\n", "no program"},
};

static void a_wrong_suite_is_refused(void **state)
{
	const struct wrong_suite *wrong = *state;
	struct suite suite;

	put("suite", wrong->text, 0644);
	messages_begin();
	assert_false(suite_read(&suite, "suite"));
	assert_non_null(strstr(messages_end(), wrong->message));
}

TEST_CASES(a_wrong_suite_is_refused, wrong_suites);
