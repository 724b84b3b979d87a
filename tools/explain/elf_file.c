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
#define PART_ALIGNMENT 8        /* of headers and symbols; code and names have none */

/* count items of that size at an offset; NULL if outside of the file. */
static const void *elf_part(const struct elf_file *elf, uint64_t offset, uint64_t count,
			    size_t size)
{
	if (offset > elf->size || count > (elf->size - offset) / size ||
	    (size > 1 && offset % PART_ALIGNMENT != 0))
		return NULL;
	return elf->data + offset;
}

static const Elf64_Ehdr *elf_header(const struct elf_file *elf)
{
	const Elf64_Ehdr *header = elf_part(elf, 0, 1, sizeof(*header));

	if (header == NULL || memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
	    header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_machine != EM_X86_64)
		return NULL;
	return header;
}

static const Elf64_Shdr *elf_section(const struct elf_file *elf, uint32_t number)
{
	const Elf64_Ehdr *header = elf_header(elf);
	const Elf64_Shdr *sections =
		elf_part(elf, header->e_shoff, header->e_shnum, sizeof(*sections));

	return sections != NULL && number < header->e_shnum ? &sections[number] : NULL;
}

static bool is_in_code(const struct elf_file *elf, const Elf64_Sym *symbol)
{
	const Elf64_Shdr *section = elf_section(elf, symbol->st_shndx);
	unsigned type = ELF64_ST_TYPE(symbol->st_info);

	return section != NULL && (section->sh_flags & SHF_EXECINSTR) != 0 &&
	       (type == STT_FUNC || type == STT_NOTYPE || type == STT_GNU_IFUNC);
}

/* Call visit for each symbol of code. */
static void elf_each_symbol(const struct elf_file *elf, const Elf64_Shdr *table,
			    void (*visit)(void *context, const Elf64_Sym *symbol, const char *name),
			    void *context)
{
	const Elf64_Shdr *strings = elf_section(elf, table->sh_link);
	const char *names = strings != NULL ? elf_part(elf, strings->sh_offset, strings->sh_size, 1)
					    : NULL;
	size_t count = table->sh_size / sizeof(Elf64_Sym);
	const Elf64_Sym *symbols = elf_part(elf, table->sh_offset, count, sizeof(*symbols));

	if (symbols == NULL || names == NULL || strings->sh_size == 0 ||
	    names[strings->sh_size - 1] != '\0')
		return;
	for (size_t i = 0; i < count; i++) {
		if (symbols[i].st_name < strings->sh_size && names[symbols[i].st_name] != '\0' &&
		    is_in_code(elf, &symbols[i]))
			visit(context, &symbols[i], names + symbols[i].st_name);
	}
}

/* For all tables of a type: SHT_SYMTAB has all symbols, SHT_DYNSYM the exported ones. */
static void elf_each(const struct elf_file *elf, uint32_t type,
		     void (*visit)(void *context, const Elf64_Sym *symbol, const char *name),
		     void *context)
{
	for (uint32_t i = 0; i < elf_header(elf)->e_shnum; i++) {
		const Elf64_Shdr *section = elf_section(elf, i);

		if (section != NULL && section->sh_type == type)
			elf_each_symbol(elf, section, visit, context);
	}
}

static void elf_add_symbol(void *context, const Elf64_Sym *symbol, const char *name)
{
	symbol_list_add(context, &(struct symbol){
		.address = symbol->st_value, .name = (char *)name,
		.is_local = ELF64_ST_BIND(symbol->st_info) == STB_LOCAL,
	});
}

/* Their sizes are kept, because functions between exported symbols have no name. */
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

bool elf_file_load(struct elf_file *elf, const char *path)
{
	*elf = (struct elf_file){0};
	elf->data = file_load(path, FILE_BYTES_MAX, "program", &elf->size);
	if (elf->data == NULL)
		return false;
	if (elf_header(elf) == NULL) {
		warnx("%s: not an ELF file for x86-64", path);
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
	const Elf64_Ehdr *header = elf_header(elf);
	const Elf64_Phdr *segments =
		elf_part(elf, header->e_phoff, header->e_phnum, sizeof(*segments));

	for (; segments != NULL && *number < header->e_phnum; (*number)++) {
		const Elf64_Phdr *segment = &segments[*number];

		if (segment->p_type != PT_LOAD || (segment->p_flags & PF_X) == 0)
			continue;
		*code = (struct elf_code){
			segment->p_vaddr, segment->p_filesz,
			elf_part(elf, segment->p_offset, segment->p_filesz, 1),
		};
		if (code->bytes != NULL)
			return true;
	}
	return false;
}
