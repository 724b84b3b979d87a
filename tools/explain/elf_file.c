/* SPDX-License-Identifier: MIT */
/* The file is untrusted: each offset is checked against the file's size and for alignment. */
#include "tools/explain/elf_file.h"

#include <elf.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/file.h"

#define FILE_BYTES_MAX ((size_t)1 << 30)

/* count bytes at an offset; NULL if outside of the file. */
static const void *elf_part(const struct elf_file *elf, uint64_t offset, uint64_t count)
{
	return offset > elf->size || count > elf->size - offset ? NULL : elf->data + offset;
}

/* ---- Headers, as those of a 64-bit file ---- */

static bool elf_copy(const struct elf_file *elf, uint64_t offset, void *to, size_t size)
{
	const void *part = elf_part(elf, offset, size);

	if (part != NULL)
		memcpy(to, part, size);
	return part != NULL;
}

static bool elf_is_narrow(const struct elf_file *elf)
{
	return elf->size > EI_CLASS && elf->data[EI_CLASS] == ELFCLASS32;
}

static bool elf_header(const struct elf_file *elf, Elf64_Ehdr *header)
{
	Elf32_Ehdr narrow;

	if (!elf_is_narrow(elf))
		return elf_copy(elf, 0, header, sizeof(*header));
	if (!elf_copy(elf, 0, &narrow, sizeof(narrow)))
		return false;
	*header = (Elf64_Ehdr){
		.e_machine = narrow.e_machine, .e_phoff = narrow.e_phoff, .e_phnum = narrow.e_phnum,
		.e_shoff = narrow.e_shoff, .e_shnum = narrow.e_shnum,
	};
	memcpy(header->e_ident, narrow.e_ident, EI_NIDENT);
	return true;
}

static bool elf_section(const struct elf_file *elf, uint32_t number, Elf64_Shdr *section)
{
	Elf32_Shdr narrow;
	Elf64_Ehdr header;

	if (!elf_header(elf, &header) || number >= header.e_shnum)
		return false;
	if (!elf_is_narrow(elf))
		return elf_copy(elf, header.e_shoff + number * sizeof(*section), section,
				sizeof(*section));
	if (!elf_copy(elf, header.e_shoff + number * sizeof(narrow), &narrow, sizeof(narrow)))
		return false;
	*section = (Elf64_Shdr){
		.sh_type = narrow.sh_type, .sh_flags = narrow.sh_flags,
		.sh_offset = narrow.sh_offset, .sh_size = narrow.sh_size, .sh_link = narrow.sh_link,
	};
	return true;
}

static bool elf_segment(const struct elf_file *elf, size_t number, Elf64_Phdr *segment)
{
	Elf32_Phdr narrow;
	Elf64_Ehdr header;

	if (!elf_header(elf, &header) || number >= header.e_phnum)
		return false;
	if (!elf_is_narrow(elf))
		return elf_copy(elf, header.e_phoff + number * sizeof(*segment), segment,
				sizeof(*segment));
	if (!elf_copy(elf, header.e_phoff + number * sizeof(narrow), &narrow, sizeof(narrow)))
		return false;
	*segment = (Elf64_Phdr){
		.p_type = narrow.p_type, .p_flags = narrow.p_flags, .p_offset = narrow.p_offset,
		.p_vaddr = narrow.p_vaddr, .p_filesz = narrow.p_filesz,
	};
	return true;
}

static size_t elf_symbol_bytes(const struct elf_file *elf)
{
	return elf_is_narrow(elf) ? sizeof(Elf32_Sym) : sizeof(Elf64_Sym);
}

static bool elf_symbol(const struct elf_file *elf, const Elf64_Shdr *table, size_t number,
		       Elf64_Sym *symbol)
{
	uint64_t offset = table->sh_offset + number * elf_symbol_bytes(elf);
	Elf32_Sym narrow;

	if (!elf_is_narrow(elf))
		return elf_copy(elf, offset, symbol, sizeof(*symbol));
	if (!elf_copy(elf, offset, &narrow, sizeof(narrow)))
		return false;
	*symbol = (Elf64_Sym){
		.st_name = narrow.st_name, .st_info = narrow.st_info, .st_shndx = narrow.st_shndx,
		.st_value = narrow.st_value, .st_size = narrow.st_size,
	};
	return true;
}

static bool elf_is_supported(const struct elf_file *elf)
{
	Elf64_Ehdr header;

	if (!elf_header(elf, &header) || memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 ||
	    header.e_ident[EI_DATA] != ELFDATA2LSB)
		return false;
	if (header.e_ident[EI_CLASS] == ELFCLASS32)
		return header.e_machine == EM_386 || header.e_machine == EM_X86_64 ||
		       header.e_machine == EM_RISCV;
	return header.e_ident[EI_CLASS] == ELFCLASS64 &&
	       (header.e_machine == EM_X86_64 || header.e_machine == EM_RISCV ||
		header.e_machine == EM_AARCH64);
}

/* ---- Symbols ---- */

static bool is_in_code(const struct elf_file *elf, const Elf64_Sym *symbol)
{
	unsigned type = ELF64_ST_TYPE(symbol->st_info);
	Elf64_Shdr section;

	return elf_section(elf, symbol->st_shndx, &section) &&
	       (section.sh_flags & SHF_EXECINSTR) != 0 &&
	       (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC);
}

/* Names of one letter and a dollar sign, as $x, mark kinds of code: ELF for the Arm 64-bit
 * Architecture, "Mapping symbols"; RISC-V ELF psABI alike. Compilers for RISC-V leave their labels
 * in the table, as .L1. */
static bool is_function_name(const char *name)
{
	return name[0] != '\0' && name[0] != '$' && strncmp(name, ".L", 2) != 0;
}

/* Call visit for each symbol of code. */
static void elf_each_symbol(const struct elf_file *elf, const Elf64_Shdr *table,
			    void (*visit)(void *context, const Elf64_Sym *symbol, const char *name),
			    void *context)
{
	size_t count = table->sh_size / elf_symbol_bytes(elf);
	const char *names;
	Elf64_Shdr strings;
	Elf64_Sym symbol;

	if (!elf_section(elf, table->sh_link, &strings))
		return;
	names = elf_part(elf, strings.sh_offset, strings.sh_size);
	if (names == NULL || strings.sh_size == 0 || names[strings.sh_size - 1] != '\0')
		return;
	for (size_t i = 0; i < count && elf_symbol(elf, table, i, &symbol); i++) {
		if (symbol.st_name < strings.sh_size &&
		    is_function_name(names + symbol.st_name) && is_in_code(elf, &symbol))
			visit(context, &symbol, names + symbol.st_name);
	}
}

/* Call visit for the symbols of all tables of a type. SHT_SYMTAB has all symbols, and SHT_DYNSYM
 * has the exported ones. */
static void elf_each(const struct elf_file *elf, uint32_t type,
		     void (*visit)(void *context, const Elf64_Sym *symbol, const char *name),
		     void *context)
{
	Elf64_Shdr section;

	for (uint32_t i = 0; elf_section(elf, i, &section); i++) {
		if (section.sh_type == type)
			elf_each_symbol(elf, &section, visit, context);
	}
}

static void elf_add_symbol(void *context, const Elf64_Sym *symbol, const char *name)
{
	symbol_list_add(context, &(struct symbol){
		.address = symbol->st_value, .name = (char *)name,
		.is_local = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL,
	});
}

/* The sizes of exported symbols are kept, because functions between them have no name. */
static void elf_add_exported(void *context, const Elf64_Sym *symbol, const char *name)
{
	if (symbol->st_size > 0)
		symbol_list_add(context, &(struct symbol){
			.address = symbol->st_value, .size = symbol->st_size, .name = (char *)name,
		});
}

bool elf_file_is_at(const char *path)
{
	FILE *file = fopen(path, "re");
	char magic[SELFMAG] = "";
	bool is_elf = file != NULL && fread(magic, 1, SELFMAG, file) == SELFMAG &&
		      memcmp(magic, ELFMAG, SELFMAG) == 0;

	if (file != NULL)
		fclose(file);
	return is_elf;
}

bool elf_file_is_supported(const char *path)
{
	FILE *file = fopen(path, "re");
	char header[sizeof(Elf64_Ehdr)];
	size_t size = file != NULL ? fread(header, 1, sizeof(header), file) : 0;

	if (file != NULL)
		fclose(file);
	return elf_is_supported(&(struct elf_file){.data = header, .size = size});
}

bool elf_file_load(struct elf_file *elf, const char *path)
{
	*elf = (struct elf_file){0};
	elf->data = file_load(path, FILE_BYTES_MAX, "program", &elf->size);
	if (elf->data == NULL)
		return false;
	if (!elf_is_supported(elf)) {
		warnx("%s: not an ELF file for x86-64, i386, riscv64, riscv32 or aarch64", path);
		elf_file_free(elf);
		return false;
	}
	elf_each(elf, SHT_SYMTAB, elf_add_symbol, &elf->symbols);
	if (elf->symbols.count == 0)
		elf_each(elf, SHT_DYNSYM, elf_add_exported, &elf->symbols);
	symbol_list_sort(&elf->symbols);
	return true;
}

bool elf_file_read(struct elf_file *elf, const char *path)
{
	if (!elf_file_load(elf, path))
		return false;
	if (elf->symbols.count > 0)
		return true;
	warnx("%s: no function symbols: the file is stripped", path);
	elf_file_free(elf);
	return false;
}

struct wanted_symbol {
	const char *name;
	uint64_t address;
};

static void elf_match_symbol(void *context, const Elf64_Sym *symbol, const char *name)
{
	struct wanted_symbol *wanted = context;

	if (strcmp(name, wanted->name) == 0)
		wanted->address = symbol->st_value;
}

uint64_t elf_file_symbol(const struct elf_file *elf, const char *name)
{
	struct wanted_symbol wanted = {name, 0};

	elf_each(elf, SHT_SYMTAB, elf_match_symbol, &wanted);
	return wanted.address;
}

void elf_file_read_inlines(struct elf_file *elf)
{
	elf->inlines = inline_names_read(elf->data, elf->size);
}

void elf_file_free(struct elf_file *elf)
{
	inline_names_free(elf->inlines);
	symbol_list_free(&elf->symbols);
	free(elf->data);
	*elf = (struct elf_file){0};
}

const uint8_t *elf_file_code(const struct elf_file *elf, uint64_t address, size_t bytes)
{
	struct elf_code code;

	for (size_t i = 0; elf_file_code_part(elf, &i, &code); i++) {
		uint64_t offset = address - code.address;

		if (address >= code.address && offset <= code.size && bytes <= code.size - offset)
			return code.bytes + offset;
	}
	return NULL;
}

bool elf_file_code_part(const struct elf_file *elf, size_t *number, struct elf_code *code)
{
	Elf64_Phdr segment;

	for (; elf_segment(elf, *number, &segment); (*number)++) {
		if (segment.p_type != PT_LOAD || (segment.p_flags & PF_X) == 0)
			continue;
		*code = (struct elf_code){
			segment.p_vaddr, segment.p_filesz,
			elf_part(elf, segment.p_offset, segment.p_filesz),
		};
		if (code->bytes != NULL)
			return true;
	}
	return false;
}
