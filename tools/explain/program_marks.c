/* SPDX-License-Identifier: MIT */
#include "tools/explain/program_marks.h"

const struct program_marks program_marks_of_header = {"bl_point_begin", "bl_point_end"};

static const struct program_marks program_marks_of_image = {"point_run", "records_point"};

static bool has_marks(const struct elf_file *elf, const struct program_marks *marks)
{
	return elf_file_symbol(elf, marks->begin) != 0 && elf_file_symbol(elf, marks->end) != 0;
}

const struct program_marks *program_marks_find(const struct elf_file *elf)
{
	if (has_marks(elf, &program_marks_of_image))
		return &program_marks_of_image;
	return has_marks(elf, &program_marks_of_header) ? &program_marks_of_header : NULL;
}

bool program_marks_are_at(const char *path)
{
	struct elf_file elf;
	bool are_there;

	if (!elf_file_is_supported(path) || !elf_file_load(&elf, path))
		return false;
	are_there = program_marks_find(&elf) != NULL;
	elf_file_free(&elf);
	return are_there;
}
