/* SPDX-License-Identifier: MIT */
/* Reads section headers and relocations. System V ABI, "Object Files". All offsets and sizes are
 * checked before use; structures are copied, because they may be unaligned. */
#include "tools/run/code/object.h"

#include <elf.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#define NAME_SHOWN_MAX 64

struct object {
	const uint8_t *data;
	size_t size;
	Elf64_Ehdr header;
};

static bool object_refuse(char problem[OBJECT_PROBLEM_MAX], const char *text)
{
	snprintf(problem, OBJECT_PROBLEM_MAX, "%s", text);
	return false;
}

bool object_is_elf(const void *data, size_t size)
{
	return size >= SELFMAG && memcmp(data, ELFMAG, SELFMAG) == 0;
}

static bool object_is_inside(const struct object *object, uint64_t offset, uint64_t size)
{
	return offset <= object->size && size <= object->size - offset;
}

/* The caller has checked the table of sections. */
static Elf64_Shdr object_section(const struct object *object, size_t index)
{
	Elf64_Shdr section;

	memcpy(&section, object->data + object->header.e_shoff + index * sizeof(section),
	       sizeof(section));
	return section;
}

static bool object_read_header(struct object *object, char problem[OBJECT_PROBLEM_MAX])
{
	Elf64_Ehdr *header = &object->header;

	if (object->size < sizeof(*header) || !object_is_elf(object->data, object->size))
		return object_refuse(problem, "not an ELF file");
	memcpy(header, object->data, sizeof(*header));
	if (header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != ELFDATA2LSB ||
	    header->e_machine != EM_X86_64)
		return object_refuse(problem, "not 64-bit code for x86");
	if (header->e_type != ET_REL)
		return object_refuse(problem, "not an object file; use the assembler's output, "
					      "before the linker");
	if (header->e_shentsize != sizeof(Elf64_Shdr) || header->e_shnum == 0 ||
	    !object_is_inside(object, header->e_shoff,
			      (uint64_t)header->e_shnum * sizeof(Elf64_Shdr)))
		return object_refuse(problem, "damaged: its table of sections is outside the "
					      "file");
	return true;
}

/* Returns the number of sections with code, and the index of the last. */
static size_t object_count_code(const struct object *object, size_t *index)
{
	size_t count = 0;

	for (size_t i = 1; i < object->header.e_shnum; i++) {
		Elf64_Shdr section = object_section(object, i);

		if ((section.sh_flags & SHF_EXECINSTR) == 0 || section.sh_size == 0)
			continue;
		*index = i;
		count++;
	}
	return count;
}

/* The name of a relocation's symbol; "" if it has none or the file is damaged. */
static void object_symbol_name(const struct object *object, const Elf64_Shdr *relocations,
			       uint64_t symbol_index, char name[NAME_SHOWN_MAX])
{
	Elf64_Shdr symbols, names;
	Elf64_Sym symbol;
	uint64_t at;

	name[0] = '\0';
	if (relocations->sh_link >= object->header.e_shnum)
		return;
	symbols = object_section(object, relocations->sh_link);
	if (symbols.sh_link >= object->header.e_shnum ||
	    symbol_index >= symbols.sh_size / sizeof(symbol) ||
	    !object_is_inside(object, symbols.sh_offset, symbols.sh_size))
		return;
	memcpy(&symbol, object->data + symbols.sh_offset + symbol_index * sizeof(symbol),
	       sizeof(symbol));
	names = object_section(object, symbols.sh_link);
	if (symbol.st_name >= names.sh_size ||
	    !object_is_inside(object, names.sh_offset, names.sh_size))
		return;
	at = names.sh_offset + symbol.st_name;
	snprintf(name, NAME_SHOWN_MAX, "%.*s", (int)(object->size - at < NAME_SHOWN_MAX
							     ? object->size - at
							     : NAME_SHOWN_MAX - 1),
		 (const char *)object->data + at);
	for (char *c = name; *c != '\0'; c++) {
		if (*c < ' ' || *c > '~')
			*c = '?';
	}
}

/* Refuse relocations of a section. A relocation begins with its offset and information in both of
 * ELF's forms. */
static bool object_is_relocated(const struct object *object, size_t code_index,
				char problem[OBJECT_PROBLEM_MAX])
{
	for (size_t i = 1; i < object->header.e_shnum; i++) {
		Elf64_Shdr section = object_section(object, i);
		char name[NAME_SHOWN_MAX];
		Elf64_Rel first;

		if ((section.sh_type != SHT_RELA && section.sh_type != SHT_REL) ||
		    section.sh_info != code_index || section.sh_size == 0)
			continue;
		if (section.sh_size < sizeof(first) ||
		    !object_is_inside(object, section.sh_offset, sizeof(first))) {
			object_refuse(problem, "damaged: relocations are outside the file");
			return true;
		}
		memcpy(&first, object->data + section.sh_offset, sizeof(first));
		object_symbol_name(object, &section, ELF64_R_SYM(first.r_info), name);
		snprintf(problem, OBJECT_PROBLEM_MAX,
			 "needs a relocation at byte %" PRIu64 "%s%s; the code may not refer to "
			 "symbols outside it",
			 (uint64_t)first.r_offset, name[0] != '\0' ? ", of symbol " : "", name);
		return true;
	}
	return false;
}

bool object_find_code(const void *data, size_t size, struct object_code *code,
		      char problem[OBJECT_PROBLEM_MAX])
{
	struct object object = {.data = data, .size = size};
	Elf64_Shdr section;
	size_t index = 0, count;

	if (!object_read_header(&object, problem))
		return false;
	count = object_count_code(&object, &index);
	if (count == 0)
		return object_refuse(problem, "no code");
	if (count > 1)
		return object_refuse(problem, "code in more than one section");
	section = object_section(&object, index);
	if (section.sh_type != SHT_PROGBITS ||
	    !object_is_inside(&object, section.sh_offset, section.sh_size))
		return object_refuse(problem, "damaged: its code is outside the file");
	if (object_is_relocated(&object, index, problem))
		return false;
	*code = (struct object_code){
		.bytes = object.data + section.sh_offset, .size = section.sh_size,
	};
	return true;
}
