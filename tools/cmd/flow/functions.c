/* SPDX-License-Identifier: MIT */
#include "tools/cmd/flow/functions.h"

#include <err.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/explain/elf_file.h"
#include "tools/flow/log.h"

/* Each has a probe at its begin and its end. */
#define FUNCTIONS_MAX 1024u

/* A file whose functions are named. */
struct named_file {
	char *path;
	struct elf_file elf;
};

/* Open the file before the colon of a name, or the program, and set rest to what follows. A path
 * with a space would end a probe's definition early. */
static bool file_open(struct named_file *file, const char *name, const char *program,
		      const char **rest)
{
	const char *colon = strrchr(name, ':');
	char *path = colon != NULL ? xstrndup(name, (size_t)(colon - name)) : xstrdup(program);

	*rest = colon != NULL ? colon + 1 : name;
	file->path = realpath(path, NULL);
	if (file->path == NULL)
		warn("%s", path);
	else if (strpbrk(file->path, " \t\n") != NULL)
		warnx("%s: the path has a space, so Linux cannot probe it; link the file to "
		      "another path", file->path);
	free(path);
	if (file->path != NULL && strpbrk(file->path, " \t\n") == NULL &&
	    elf_file_read(&file->elf, file->path)) {
		/* A goroutine's stack moves, and with it the address to which a function
		 * returns. */
		if (elf_file_symbol(&file->elf, "runtime.goexit") == 0)
			return true;
		warnx("%s: a Go program, which a probe at a function's end would crash",
		      file->path);
		elf_file_free(&file->elf);
	}
	free(file->path);
	return false;
}

static void file_close(struct named_file *file)
{
	elf_file_free(&file->elf);
	free(file->path);
}

/* Where the code at an address is in the file; 0: nowhere. */
static uint64_t offset_of(const struct named_file *file, const struct symbol *symbol)
{
	const uint8_t *code = elf_file_code(&file->elf, symbol->address, 1);

	return code != NULL ? (uint64_t)(code - (const uint8_t *)file->elf.data) : 0;
}

/* Add a function of the object with the latest number. */
static void functions_add(struct functions *functions, const struct named_file *file,
			  uint64_t offset, const struct tracer_function *like)
{
	struct tracer_function function = *like;

	function.path = xstrdup(file->path);
	function.name = xstrdup(like->name);
	function.offset = offset;
	function.number = functions->objects;
	FLOW_LIST_ADD(*functions, function);
}

static bool functions_add_procedures(struct functions *functions, const char *name,
				     const char *program)
{
	struct named_file file;
	const char *pattern;
	size_t before = functions->count;

	if (!file_open(&file, name, program, &pattern))
		return false;
	for (size_t i = 0; i < file.elf.symbols.count && functions->count < FUNCTIONS_MAX; i++) {
		const struct symbol *symbol = &file.elf.symbols.items[i];
		uint64_t offset = offset_of(&file, symbol);

		if (offset == 0 || !text_glob(pattern, symbol->name))
			continue;
		functions->objects++;
		functions_add(functions, &file, offset, &(struct tracer_function){
			.name = symbol->name, .kind = TRACER_PROCEDURE});
	}
	if (functions->count == before)
		warnx("%s: no function %s; inlined ones cannot be recorded", file.path, pattern);
	else if (functions->count == FUNCTIONS_MAX)
		warnx("%s: more than %u functions to record; give a narrower pattern", file.path,
		      FUNCTIONS_MAX - 1);
	file_close(&file);
	return functions->count > before && functions->count < FUNCTIONS_MAX;
}

static bool functions_add_one(struct functions *functions, const struct named_file *file,
			      const char *name, size_t size, const struct tracer_function *like)
{
	for (size_t i = 0; i < file->elf.symbols.count; i++) {
		const struct symbol *symbol = &file->elf.symbols.items[i];
		uint64_t offset = offset_of(file, symbol);

		if (offset == 0 || strlen(symbol->name) != size ||
		    memcmp(symbol->name, name, size) != 0)
			continue;
		functions_add(functions, file, offset, like);
		return true;
	}
	warnx("%s: no function %.*s; inlined ones cannot be recorded", file->path, (int)size, name);
	return false;
}

static bool functions_add_memory(struct functions *functions, const char *name, bool is_queue,
				 const char *program)
{
	struct named_file file;
	const char *pair, *comma;
	struct tracer_function like = {.is_queue = is_queue};
	bool is_found;

	if (!file_open(&file, name, program, &pair))
		return false;
	comma = strchr(pair, ',');
	if (comma == NULL)
		warnx("%s: give the function that writes and the one that reads, as in put,get",
		      name);
	like.name = (char *)(uintptr_t)pair;
	like.kind = TRACER_WRITE;
	functions->objects++;
	is_found = comma != NULL &&
		   functions_add_one(functions, &file, pair, (size_t)(comma - pair), &like);
	like.kind = TRACER_READ;
	is_found = is_found &&
		   functions_add_one(functions, &file, comma + 1, strlen(comma + 1), &like);
	file_close(&file);
	return is_found;
}

bool functions_find(struct functions *functions, const struct function_names *names,
		    const char *program)
{
	bool is_good = true;

	for (size_t i = 0; i < names->procedures.count && is_good; i++)
		is_good = functions_add_procedures(functions, names->procedures.items[i], program);
	for (size_t i = 0; i < names->shared.count && is_good; i++)
		is_good = functions_add_memory(functions, names->shared.items[i], false, program);
	for (size_t i = 0; i < names->queues.count && is_good; i++)
		is_good = functions_add_memory(functions, names->queues.items[i], true, program);
	return is_good;
}

void functions_free(struct functions *functions)
{
	for (size_t i = 0; i < functions->count; i++) {
		free(functions->items[i].path);
		free(functions->items[i].name);
	}
	free(functions->items);
	*functions = (struct functions){0};
}
