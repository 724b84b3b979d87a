/* SPDX-License-Identifier: MIT */
#include "tools/run/count/elf_needs.h"

#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"

#define LIBRARIES_MAX 1024

struct reader {
	const char *bytes;
	size_t size;
	Elf64_Ehdr header;
};

static bool read_at(const struct reader *reader, uint64_t offset, void *to, size_t size)
{
	if (offset > reader->size || size > reader->size - offset)
		return false;
	memcpy(to, reader->bytes + offset, size);
	return true;
}

static bool read_segment(const struct reader *reader, size_t number, Elf64_Phdr *segment)
{
	return number < reader->header.e_phnum &&
	       read_at(reader, reader->header.e_phoff + number * sizeof(*segment), segment,
		       sizeof(*segment));
}

static bool find_segment(const struct reader *reader, uint32_t type, Elf64_Phdr *segment)
{
	for (size_t i = 0; read_segment(reader, i, segment); i++) {
		if (segment->p_type == type)
			return true;
	}
	return false;
}

/* The text at an offset, which must end before `end`; NULL if it does not. */
static const char *text_at(const struct reader *reader, uint64_t offset, uint64_t end)
{
	if (end > reader->size || offset >= end ||
	    memchr(reader->bytes + offset, '\0', end - offset) == NULL)
		return NULL;
	return reader->bytes + offset;
}

/* The file offset of an address; the file's size if no segment has the address. */
static uint64_t offset_of(const struct reader *reader, uint64_t address)
{
	Elf64_Phdr segment;

	for (size_t i = 0; read_segment(reader, i, &segment); i++) {
		if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
		    address - segment.p_vaddr < segment.p_filesz)
			return segment.p_offset + (address - segment.p_vaddr);
	}
	return reader->size;
}

/* The value of the first entry with this tag, or 0. */
static uint64_t dynamic_value(const struct reader *reader, const Elf64_Phdr *dynamic, int64_t tag)
{
	Elf64_Dyn entry;

	for (uint64_t at = 0; at < dynamic->p_filesz; at += sizeof(entry)) {
		if (!read_at(reader, dynamic->p_offset + at, &entry, sizeof(entry)) ||
		    entry.d_tag == DT_NULL)
			return 0;
		if (entry.d_tag == tag)
			return entry.d_un.d_val;
	}
	return 0;
}

static const char *read_dynamic(struct elf_needs *needs, const struct reader *reader,
				const Elf64_Phdr *dynamic)
{
	uint64_t strings = offset_of(reader, dynamic_value(reader, dynamic, DT_STRTAB));
	uint64_t path = dynamic_value(reader, dynamic, DT_RUNPATH);
	Elf64_Dyn entry;

	if (path == 0)
		path = dynamic_value(reader, dynamic, DT_RPATH);
	if (path != 0)
		needs->path = text_at(reader, strings + path, reader->size);
	for (uint64_t at = 0; at < dynamic->p_filesz; at += sizeof(entry)) {
		const char *name;

		if (!read_at(reader, dynamic->p_offset + at, &entry, sizeof(entry)))
			return "damaged: its dynamic section is outside of the file";
		if (entry.d_tag == DT_NULL)
			break;
		if (entry.d_tag != DT_NEEDED)
			continue;
		name = text_at(reader, strings + entry.d_un.d_val, reader->size);
		if (name == NULL || name[0] == '\0' || needs->count == LIBRARIES_MAX)
			return "damaged: the name of a library is outside of the file";
		needs->libraries = xreallocarray(needs->libraries, needs->count + 1,
						 sizeof(*needs->libraries));
		needs->libraries[needs->count++] = name;
	}
	return NULL;
}

bool elf_needs_is_elf(const char *bytes, size_t size)
{
	return size >= SELFMAG && memcmp(bytes, ELFMAG, SELFMAG) == 0;
}

const char *elf_needs_read(struct elf_needs *needs, const char *bytes, size_t size,
			   const struct count_processor *processor)
{
	struct reader reader = {.bytes = bytes, .size = size};
	const char *wrong = NULL;
	Elf64_Phdr segment;

	*needs = (struct elf_needs){0};
	if (!elf_needs_is_elf(bytes, size) || !read_at(&reader, 0, &reader.header,
						       sizeof(reader.header)))
		return "not an ELF file";
	if (reader.header.e_ident[EI_CLASS] != ELFCLASS64 ||
	    reader.header.e_machine != processor->elf_machine)
		return processor->foreign;
	if (find_segment(&reader, PT_INTERP, &segment)) {
		needs->interpreter = text_at(&reader, segment.p_offset,
					     segment.p_offset + segment.p_filesz);
		if (needs->interpreter == NULL || needs->interpreter[0] != '/')
			return "damaged: its interpreter is no path";
	}
	if (find_segment(&reader, PT_DYNAMIC, &segment))
		wrong = read_dynamic(needs, &reader, &segment);
	if (wrong != NULL)
		elf_needs_free(needs);
	return wrong;
}

void elf_needs_free(struct elf_needs *needs)
{
	free(needs->libraries);
	*needs = (struct elf_needs){0};
}
