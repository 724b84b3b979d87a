/* SPDX-License-Identifier: MIT */
/* Code of object files: valid ones, and files damaged in every field. */
#include "tests/unit/unit.h"

#include <elf.h>
#include <stdbool.h>

#include "tools/run/code/object.h"

enum {NONE, TEXT, RELOCATIONS, SYMBOLS, NAMES, SECTIONS};

/* A small object file. */
static struct {
	Elf64_Ehdr header;
	uint8_t code[4];
	Elf64_Rela relocation;
	Elf64_Sym symbols[2];
	char names[8];
	Elf64_Shdr sections[SECTIONS];
} file;

static char problem[OBJECT_PROBLEM_MAX];

#define AT(member) (offsetof(__typeof__(file), member))

static int make_file(void **state)
{
	(void)state;
	memset(&file, 0, sizeof(file));
	memcpy(file.header.e_ident, ELFMAG, SELFMAG);
	file.header.e_ident[EI_CLASS] = ELFCLASS64;
	file.header.e_ident[EI_DATA] = ELFDATA2LSB;
	file.header.e_type = ET_REL;
	file.header.e_machine = EM_X86_64;
	file.header.e_shoff = AT(sections);
	file.header.e_shentsize = sizeof(Elf64_Shdr);
	file.header.e_shnum = SECTIONS;
	memset(file.code, 0x90, sizeof(file.code));
	strcpy(file.names, "\0foo");
	memcpy(file.names, "\0foo", 5);
	file.symbols[1].st_name = 1;
	file.relocation = (Elf64_Rela){.r_offset = 3, .r_info = ELF64_R_INFO(1, R_X86_64_PC32)};
	file.sections[TEXT] = (Elf64_Shdr){
		.sh_type = SHT_PROGBITS, .sh_flags = SHF_ALLOC | SHF_EXECINSTR,
		.sh_offset = AT(code), .sh_size = sizeof(file.code),
	};
	file.sections[RELOCATIONS] = (Elf64_Shdr){
		.sh_type = SHT_RELA, .sh_info = TEXT, .sh_link = SYMBOLS,
		.sh_offset = AT(relocation), .sh_size = 0, .sh_entsize = sizeof(Elf64_Rela),
	};
	file.sections[SYMBOLS] = (Elf64_Shdr){
		.sh_type = SHT_SYMTAB, .sh_link = NAMES, .sh_offset = AT(symbols),
		.sh_size = sizeof(file.symbols),
	};
	file.sections[NAMES] = (Elf64_Shdr){
		.sh_type = SHT_STRTAB, .sh_offset = AT(names), .sh_size = sizeof(file.names),
	};
	return 0;
}

static bool is_found(size_t size)
{
	struct object_code code;

	problem[0] = '\0';
	return object_find_code(&file, size, &code, problem);
}

static void refuses(const char *part)
{
	assert_false(is_found(sizeof(file)));
	if (strstr(problem, part) == NULL)
		fail_msg("'%s' does not contain '%s'", problem, part);
}

TEST_WITH(only_section_with_code_is_found, make_file, NULL)
{
	struct object_code code;

	assert_true(object_find_code(&file, sizeof(file), &code, problem));
	assert_int_equal(code.size, 4);
	assert_memory_equal(code.bytes, "\x90\x90\x90\x90", 4);
}

TEST_WITH(relocation_of_the_code_is_refused_by_its_symbol, make_file, NULL)
{
	file.sections[RELOCATIONS].sh_size = sizeof(file.relocation);
	refuses("needs a relocation at byte 3, of symbol foo");
	file.sections[RELOCATIONS].sh_info = NAMES;
	assert_true(is_found(sizeof(file)));
}

TEST_WITH(damaged_symbol_of_a_relocation_is_not_read, make_file, NULL)
{
	file.sections[RELOCATIONS].sh_size = sizeof(file.relocation);
	file.symbols[1].st_name = 0xffffffff;
	refuses("needs a relocation at byte 3;");
	file.relocation.r_info = ELF64_R_INFO(0x7fffffff, 1);
	refuses("needs a relocation at byte 3;");
	file.sections[SYMBOLS].sh_link = 0xffffffff;
	refuses("needs a relocation at byte 3;");
	file.sections[RELOCATIONS].sh_link = 0xffffffff;
	refuses("needs a relocation at byte 3;");
	file.sections[RELOCATIONS].sh_offset = UINT64_MAX - 1;
	refuses("relocations are outside the file");
}

TEST_WITH(other_files_are_refused_by_what_they_are, make_file, NULL)
{
	file.header.e_type = ET_EXEC;
	refuses("not an object file");
	file.header.e_machine = EM_AARCH64;
	refuses("not 64-bit code for x86");
	make_file(NULL);
	file.header.e_ident[EI_CLASS] = ELFCLASS32;
	refuses("not 64-bit code for x86");
	file.header.e_ident[0] = 'M';
	refuses("not an ELF file");
}

TEST_WITH(table_of_sections_outside_the_file_is_refused, make_file, NULL)
{
	file.header.e_shnum = 0xffff;
	refuses("table of sections is outside");
	file.header.e_shnum = 0;
	refuses("table of sections is outside");
	make_file(NULL);
	file.header.e_shoff = UINT64_MAX - 8;
	refuses("table of sections is outside");
}

TEST_WITH(code_outside_the_file_is_refused, make_file, NULL)
{
	file.sections[TEXT].sh_size = sizeof(file) + 1;
	refuses("its code is outside");
	file.sections[TEXT].sh_size = UINT64_MAX;
	refuses("its code is outside");
	file.sections[TEXT].sh_offset = UINT64_MAX;
	refuses("its code is outside");
	make_file(NULL);
	file.sections[TEXT].sh_type = SHT_NOBITS;
	refuses("its code is outside");
}

TEST_WITH(none_or_several_sections_with_code_are_refused, make_file, NULL)
{
	file.sections[NAMES].sh_flags = SHF_EXECINSTR;
	refuses("code in more than one section");
	file.sections[NAMES].sh_flags = 0;
	file.sections[TEXT].sh_size = 0;
	refuses("no code");
}

/* Each is read from memory of just its length. */
TEST_WITH(file_cut_anywhere_is_refused, make_file, NULL)
{
	for (size_t size = 0; size < sizeof(file); size++) {
		void *cut = malloc(size + 1);
		struct object_code code;

		memcpy(cut, &file, size);
		assert_false(object_find_code(cut, size, &code, problem));
		free(cut);
	}
}
