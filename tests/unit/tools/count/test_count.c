/* SPDX-License-Identifier: MIT */
/* The file of a program's counts, its rows and its functions. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tests/unit/tools/messages.h"
#include "tools/count/counted_functions.h"
#include "tools/count/counted_run.h"

#define HEAD "bareline-program-counts 1\n"
#define END "E 0\n"
#define LIBRARY_SHIFT 0x7ffff7c00000

static bool read_text(struct program_counts *counts, const char *text)
{
	char path[] = "/tmp/bareline-counts-XXXXXX";
	int file = mkstemp(path);
	bool good;

	assert_true(write(file, text, strlen(text)) == (ssize_t)strlen(text));
	close(file);
	good = program_counts_read(counts, path);
	unlink(path);
	return good;
}

/* ---- Rows ---- */

static const char two_tasks[] = HEAD
	"B 1 400000 90\nB 2 ffffffff81000000 9090\n"
	"N 1 0 T 7 1\nN 2 1 S read\nN 3 0 T 9 0\n"
	"T 7 program 2 50 130 4 0\n"
	"T 8 init 0 5 6 0 0\n"
	"T 9 kernel 0 0 11 0 0\n"
	"R 7 S read 10 1 1\nR 7 S read 20 1 1\nR 7 S read 40 1 1\nR 7 S read 30 1 1\n"
	"R 7 X page_fault 20 1 1\nR 7 S write 10 1 1\nR 9 I device 11 1 1\n"
	"C 1 1 50\nC 2 2 130\nC 3 2 11\n"
	"W\n" END;

TEST(rows_have_number_least_median_and_sum)
{
	struct program_counts counts;
	struct counted_run run;
	const struct entry_row *row;

	assert_true(read_text(&counts, two_tasks));
	counted_run_make(&run, &counts, 0);
	row = counted_run_row(&run, COUNTED_CALL, "read");
	assert_int_equal(row->number, 4);
	assert_int_equal(row->least, 10);
	assert_int_equal(row->median, 20);
	assert_int_equal(row->sum, 100);
	assert_ptr_equal(row, &run.rows[0]);
	assert_int_equal(run.calls, 5);
	assert_int_equal(run.faults, 1);
	assert_null(counted_run_row(&run, COUNTED_INTERRUPT, "device"));
	counted_run_free(&run);
	program_counts_free(&counts);
}

TEST(numbers_too_large_to_be_counted_are_refused)
{
	struct program_counts counts;

	assert_false(read_text(&counts, HEAD "T 2 program 0 0 99999999999999999999 0 0\nW\n" END));
	assert_false(read_text(&counts, HEAD "T 2 program 0 0 9007199254740992 0 0\nW\n" END));
	assert_true(read_text(&counts, HEAD "T 2 program 0 0 9007199254740990 0 0\nW\n" END));
	program_counts_free(&counts);
}

TEST(sums_of_a_run_are_the_programs_and_equal)
{
	struct program_counts counts;
	struct counted_run run;

	assert_true(read_text(&counts, two_tasks));
	counted_run_make(&run, &counts, 0);
	assert_int_equal(run.user, 50);
	assert_int_equal(run.kernel, 130);
	assert_int_equal(run.user_repeats, 4);
	assert_int_equal(run.others[CLASS_INIT], 2 + 5 + 6);
	assert_int_equal(run.others[CLASS_KERNEL], 11);
	assert_int_equal(run.not_in_rows, 0);
	assert_int_equal(run.not_in_paths, 0);
	counted_run_free(&run);
	program_counts_free(&counts);
}

TEST(instructions_that_no_row_or_path_has_are_found)
{
	struct program_counts counts;
	struct counted_run run;

	assert_true(read_text(&counts, HEAD "B 1 400000 90\nN 1 0 T 7 1\n"
			      "T 7 program 0 50 20 0 0\nR 7 S read 15 1 1\nC 1 1 69\nW\n" END));
	counted_run_make(&run, &counts, 0);
	assert_int_equal(run.not_in_rows, 5);
	assert_int_equal(run.not_in_paths, 1);
	counted_run_free(&run);
	program_counts_free(&counts);
}

TEST(each_window_has_its_own_lines)
{
	struct program_counts counts;
	struct counted_run run;

	assert_true(read_text(&counts, HEAD "B 1 400000 90\nN 1 0 T 7 1\n"
			      "T 7 program 0 50 0 0 0\nC 1 1 50\nW\n"
			      "T 7 program 0 60 0 0 0\nC 1 1 60\nW\n" END));
	assert_int_equal(counts.window_count, 2);
	counted_run_make(&run, &counts, 1);
	assert_int_equal(run.user, 60);
	assert_int_equal(run.not_in_paths, 0);
	counted_run_free(&run);
	program_counts_free(&counts);
}

/* ---- Damaged files ---- */

static const struct wrong {
	const char *name, *text;
} wrong_files[] = {
	{"another format", "bareline-counts 1\n" END},
	{"no end", HEAD "W\n"},
	{"an unknown line", HEAD "Y 1\n" END},
	{"a block twice", HEAD "B 1 400000 90\nB 1 400000 90\n" END},
	{"half a byte", HEAD "B 1 400000 9\n" END},
	{"a node without a parent", HEAD "N 1 2 S read\n" END},
	{"a node below itself", HEAD "N 1 1 S read\n" END},
	{"a function without a block", HEAD "N 1 0 T 1 1\nN 2 1 C 1\n" END},
	{"an unknown class", HEAD "T 1 other 0 0 0 0 0\n" END},
	{"a number too few", HEAD "T 1 program 0 0 0 0\n" END},
	{"an unknown kind", HEAD "R 1 Z read 1 1 1\n" END},
	{"counts of no node", HEAD "B 1 400000 90\nC 1 1 1\n" END},
	{"more in a line", HEAD "W more\n" END},
	{"a negative number", HEAD "T 1 program -1 0 0 0 0\n" END},
};

static void a_damaged_file_is_refused(void **state)
{
	const struct wrong *file = *state;
	struct program_counts counts;

	messages_begin();
	assert_false(read_text(&counts, file->text));
	assert_true(strlen(messages_end()) > 0);
}

TEST_CASES(a_damaged_file_is_refused, wrong_files);

/* ---- Functions ---- */

/* Long enough to be found by their bytes. */
int count_first(int a, int b);
int count_second(int a, int b);

__attribute__((noinline)) int count_first(int a, int b)
{
	return a * 12345 + b * 54321 + (a ^ b) * 1111;
}

__attribute__((noinline)) int count_second(int a, int b)
{
	return a * 777 - b * 999 + (a & b) * 31337;
}

/* A line of a block: the first bytes of a function, as if this program were loaded elsewhere. */
static void put_block(FILE *file, const struct elf_file *elf, unsigned number, const char *name)
{
	uint64_t address = elf_file_symbol(elf, name);
	const uint8_t *code = elf_file_code(elf, address, 24);

	assert_true(address != 0 && code != NULL);
	fprintf(file, "B %u %lx ", number, address + LIBRARY_SHIFT);
	for (int i = 0; i < 24; i++)
		fprintf(file, "%02x", code[i]);
	putc('\n', file);
}

TEST(functions_are_named_wherever_their_file_was_loaded)
{
	struct symbol_list kernel = {0};
	struct loaded_file file;
	struct counted_functions functions;
	struct function_list list;
	struct program_counts counts;
	struct elf_file elf;
	size_t size;
	char *text;
	FILE *memory = open_memstream(&text, &size);

	assert_int_equal(count_first(1, 2) + count_second(1, 2) != 0, 1);
	symbol_list_add(&kernel, &(struct symbol){
		.address = 0xffffffff81000000, .name = (char[]){"do_read"}});
	symbol_list_sort(&kernel);
	assert_true(elf_file_load(&elf, "/proc/self/exe"));
	fputs(HEAD, memory);
	put_block(memory, &elf, 1, "count_first");
	put_block(memory, &elf, 2, "count_second");
	fputs("B 3 ffffffff81000010 9090\nB 4 7ffff7fc1000 9090\n"
	      "N 1 0 T 7 1\nN 2 1 C 1\nN 3 2 S unknown\nN 4 3 S read\n"
	      "T 7 program 0 60 25 0 0\nR 7 S read 25 1 1\n"
	      "C 2 1 30\nC 2 2 20\nC 4 3 25\nC 1 4 10\nW\n" END, memory);
	fclose(memory);
	assert_true(read_text(&counts, text));
	assert_true(loaded_file_read(&file, "/proc/self/exe", &counts));
	assert_int_equal(file.shifts[0], LIBRARY_SHIFT);
	counted_functions_make(&functions, &counts, 0, &file, 1, &kernel);
	assert_int_equal(functions.tree.insns, 85);
	assert_int_equal(functions.unnamed, 10);
	list = function_list_make(&functions.tree);
	assert_string_equal(list.items[0].name, "count_first [exe]");
	assert_int_equal(list.items[0].insns, 30);
	assert_int_equal(list.items[0].insns_with_callees, 75);
	assert_string_equal(list.items[1].name, "do_read");
	assert_string_equal(list.items[2].name, "count_second [exe]");
	assert_string_equal(list.items[3].name, "[vDSO or generated code]");
	function_list_free(&list);
	counted_functions_free(&functions);
	loaded_file_free(&file);
	program_counts_free(&counts);
	elf_file_free(&elf);
	symbol_list_free(&kernel);
	free(text);
}

TEST(a_file_that_is_not_executed_has_no_address)
{
	struct loaded_file file;
	struct program_counts counts;

	assert_true(read_text(&counts, two_tasks));
	assert_false(loaded_file_read(&file, "/proc/self/exe", &counts));
	program_counts_free(&counts);
}
