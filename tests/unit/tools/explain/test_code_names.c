/* SPDX-License-Identifier: MIT */
/* Symbol names of executed code: they must match the program, and a relocated program is found. */
#include "tests/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/tools/explain/trace.h"
#include "tools/base/file.h"
#include "tools/explain/call_tree.h"
#include "tools/explain/code_names.h"

/* Calls to the start or the middle of thirty functions, many to one of them, as in the return stack
 * benchmark. */
static void check_symbols(uint64_t shift, bool expected)
{
	struct code_names names = {.is_linux = true};
	struct instruction_profile profile;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	fputs("bareline-counts 1\nB 100 " HIGH "0000 01 90\n"
	      "B 200 " HIGH "0014 01 90\nN 1 0 R 100\n", file);
	for (unsigned i = 1; i <= 30; i++) {
		fprintf(file, "B %u " HIGH "%04x 01 90\nN %u 1 C %u\n", i, i * 16, i + 1, i);
		add_symbol(&names.kernel, 0xffffffff80000000 + i * 16 + shift, "f", false);
	}
	for (unsigned i = 32; i <= 131; i++)
		fprintf(file, "N %u %u C 200\n", i, i - 1);
	fputs("E 1\n", file);
	file_end_memory(file, &text);
	symbol_list_sort(&names.kernel);
	assert_true(read_text(&profile, text));
	assert_int_equal(code_names_check(&names, &profile), expected);
	free(text);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

TEST(symbols_of_another_kernel_are_rejected)
{
	check_symbols(0, true);
	check_symbols(4, false);
}

/* Five functions that KVM calls at EL2, whole pages away from their symbols, and its vectors. */
TEST(code_of_kvm_at_el2_is_named_by_symbols_with_its_prefix)
{
	struct code_names names = {0};
	struct instruction_profile profile;
	struct profile_block block = {.address = 0xf00000005004};
	struct code_function function;
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);

	fputs("bareline-counts 1\nB 100 1000 01 90\nB 101 7c00 01 90\n"
	      "N 1 0 R 100\nN 2 1 X 101\n", file);
	for (unsigned i = 1; i <= 5; i++) {
		fprintf(file, "B %u f0000000%04x 01 90\nN %u 2 C %u\n", i, i * 0x1010, i + 2, i);
		add_symbol(&names.hypervisor, 0xffff800000800000 + i * 0x1010, "__kvm_nvhe_f",
			   false);
	}
	add_symbol(&names.hypervisor, 0xffff800000806000, "__kvm_nvhe___bp_harden_hyp_vecs", false);
	add_symbol(&names.hypervisor, 0xffff800000807000, "printk", false);
	fputs("E 1\n", file);
	file_end_memory(file, &text);
	symbol_list_sort(&names.hypervisor);
	assert_true(read_text(&profile, text));
	names.el2 = el2_code_find(&names.hypervisor, &profile);
	function = code_function_of(&names, &block, 0xf00000001014, true);
	assert_int_equal(function.layer, CODE_HYPERVISOR);
	assert_string_equal(function.name, "__kvm_nvhe_f");
	function = code_function_of(&names, &block, 0x7c04, true);
	assert_int_equal(function.layer, CODE_HYPERVISOR);
	assert_string_equal(function.name, "__kvm_nvhe___bp_harden_hyp_vecs");
	function = code_function_of(&names, &block, 0xf00000007004, true);
	assert_int_equal(function.layer, CODE_HYPERVISOR_USER);
	free(text);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

/* Two levels of inlined calls. Not static, so that the function has a name. */
static inline __attribute__((always_inline)) int inlined_inner(volatile int *value)
{
	return *value += 3;
}

static inline __attribute__((always_inline)) int inlined_outer(volatile int *value)
{
	*value *= 5;
	return inlined_inner(value) + *value;
}

int inlining_function(volatile int *value);

__attribute__((noinline)) int inlining_function(volatile int *value)
{
	*value = 7;
	return inlined_outer(value) - *value;
}

/* A profile in which each byte of the function's code counts as an instruction, executed once. */
static void read_profile_of(struct instruction_profile *profile, const struct elf_file *file,
			    const char *function)
{
	uint64_t address = elf_file_symbol(file, function), bytes = 0;
	const uint8_t *code;
	char *text;
	size_t size;
	FILE *out = file_in_memory(&text, &size);

	while (symbol_list_find(&file->symbols, address + bytes)->address == address)
		bytes++;
	code = elf_file_code(file, address, bytes);
	fprintf(out, "bareline-counts 1\nB 1 %" PRIx64 " ", address);
	for (uint64_t i = 0; i < bytes; i++)
		fputs("01", out);
	fputc(' ', out);
	for (uint64_t i = 0; i < bytes; i++)
		fprintf(out, "%02x", code[i]);
	fprintf(out, "\nN 1 0 R 1\nL 1 1 0 %" PRIu64 "\nP 1 1:1:%" PRIu64 "\nI 1 0 0\n"
		"M 10 0 0\nM 20 %" PRIu64 " 1\nO 2 %" PRIu64 " 0\nE 1\n",
		bytes, bytes, bytes, bytes);
	file_end_memory(out, &text);
	assert_true(read_text(profile, text));
	free(text);
}

TEST(inlined_functions_are_named_from_debugging_information)
{
	static const char *const expected[] = {"all", "inlining_function", "inlined_outer",
					       "inlined_inner"};
	struct code_names names = {.is_linux = true, .program_count = 1};
	struct instruction_profile profile;
	struct call_tree tree;
	volatile int value = 0;

#ifndef __x86_64__
	skip(); /* the counted code is x86-64 code */
#endif
	assert_int_equal(inlining_function(&value), 38);
	assert_true(elf_file_read(&names.programs[0], "/proc/self/exe"));
	read_profile_of(&profile, &names.programs[0], "inlining_function");
	call_tree_make(&tree, &profile, &names, &(struct window){.begin = 1, .end = 2}, 1);
	assert_int_equal(tree.count, 2);        /* not yet read */
	call_tree_free(&tree);
	assert_true(code_names_read_inlines(&names));
	call_tree_make(&tree, &profile, &names, &(struct window){.begin = 1, .end = 2}, 1);
	assert_int_equal(tree.count, 4);
	for (uint32_t i = 1; i < 4; i++) {
		uint32_t at = i;

		while (strcmp(tree.nodes[at].name, expected[i]) != 0)
			at = at % 3 + 1;
		assert_string_equal(tree.nodes[tree.nodes[at].parent].name, expected[i - 1]);
		assert_int_equal(tree.nodes[at].is_inlined, i > 1);
		assert_true(tree.nodes[at].self_insns > 0);
	}
	assert_int_equal(tree.insns, profile.profiles[0].insns);
	call_tree_free(&tree);
	instruction_profile_free(&profile);
	code_names_free(&names);
}

/* This test's program, as if executed far above its link address: at least 16 bytes from the start
 * of two functions. */
#define MOVED_BY 0x10000000000u

static void write_moved_block(FILE *file, unsigned number, uint64_t address, const uint8_t *code)
{
	fprintf(file, "B %u %" PRIx64 " 0a0a ", number, address + MOVED_BY);
	for (int i = 0; i < 20; i++)
		fprintf(file, "%02x", code[i]);
	fprintf(file, "\nN %u 1 C %u\n", number, number);
}

TEST(relocated_program_is_found_by_its_code)
{
	static const char *const functions[] = {"read_text", "main"};
	struct moved_program program;
	struct elf_file own;
	struct instruction_profile profile;
	char *text;
	size_t size;
	FILE *file;

#ifndef __x86_64__
	skip(); /* the counted code is x86-64 code */
#endif
	file = file_in_memory(&text, &size);
	assert_true(elf_file_read(&own, "/proc/self/exe"));
	fputs("bareline-counts 1\nB 1 " HIGH "0000 01 90\nN 1 0 X 1\n", file);
	for (unsigned i = 0; i < 2; i++) {
		uint64_t address = elf_file_symbol(&own, functions[i]);

		assert_int_not_equal(address, 0);
		write_moved_block(file, i + 2, address, elf_file_code(&own, address, 20));
	}
	fputs("E 1\n", file);
	file_end_memory(file, &text);
	assert_true(read_text(&profile, text));
	assert_true(moved_program_read(&program, "/proc/self/exe", &profile));
	assert_int_equal(program.shift, MOVED_BY);
	assert_string_equal(program.label, "[exe]");
	assert_true(moved_program_has(&program, &profile.blocks[1]));
	assert_false(moved_program_has(&program, &profile.blocks[0]));
	moved_program_free(&program);
	instruction_profile_free(&profile);
	elf_file_free(&own);
	free(text);
}

/* A kernel's trampoline is executed at another address, with the same offset in its page. */
TEST(page_that_is_mapped_twice_is_named)
{
	struct code_names names = {.is_own = true, .program_count = 1};
	struct profile_block block = {.bytes = 32, .insns = 1};
	struct code_function found;
	uint64_t address;

#ifndef __x86_64__
	skip(); /* as above: under emulation the file may be the emulator's */
#endif
	assert_true(elf_file_read(&names.programs[0], "/proc/self/exe"));
	address = elf_file_symbol(&names.programs[0], "read_text");
	block.code = elf_file_code(&names.programs[0], address, block.bytes);
	assert_non_null(block.code);
	block.address = address + MOVED_BY;
	found = code_function_of(&names, &block, block.address + 8, false);
	assert_string_equal(found.name, "read_text");
	assert_int_equal(found.address, address);
	assert_int_equal(found.layer, CODE_KERNEL);
	block.address++;
	found = code_function_of(&names, &block, block.address, false);
	assert_string_equal(found.name, "[unknown program]");
	names.is_own = false;
	block.address--;
	found = code_function_of(&names, &block, block.address, false);
	assert_string_equal(found.name, "[firmware]");
	code_names_free(&names);
}
