/* SPDX-License-Identifier: MIT */
#include "tools/explain/code_names.h"

#include <err.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char *const code_layer_names[CODE_LAYERS] = {
	[CODE_METAL] = "metal", [CODE_USER] = "user", [CODE_KERNEL] = "kernel",
	[CODE_HYPERVISOR] = "hypervisor", [CODE_HYPERVISOR_USER] = "hypervisor's process",
	[CODE_FIRMWARE] = "firmware",
};

/* Addresses in 64-bit mode are sign-extended. */
#define HIGH_HALF 0xffff800000000000u
/* Linux maps a process's vDSO near its stack, far above a program at its link address. */
#define PROGRAMS_END 0x100000000u
/* Minimum percentage of kernel calls whose target is a function entry. Other targets are in
 * assembly, such as thunks and the code that fills the return stack buffer. */
#define CALLS_NAMED_PERCENT 80
#define CALLS_MIN 20

/* The image's user-mode code is mapped a second time, at an address with the same lower bits. */
#define USER_CODE_MASK 0xfffffu
#define PAGE_BYTES 4096u

static bool is_code(const struct elf_file *program, const struct profile_block *block,
		    uint64_t address)
{
	const uint8_t *code = elf_file_code(program, address, block->bytes);

	return code != NULL && memcmp(code, block->code, block->bytes) == 0;
}

static struct code_function function_named(enum code_layer layer, const struct symbol_list *symbols,
					   uint64_t address, const char *otherwise)
{
	const struct symbol *symbol = symbol_list_find(symbols, address);

	if (symbol == NULL)
		return (struct code_function){layer, otherwise, 0, false};
	return (struct code_function){layer, symbol->name, symbol->address, false};
}

/* Link address minus load address of the image's code, for a block in the lower half. */
static uint64_t metal_shift(const struct code_names *names, uint64_t address)
{
	return address < HIGH_HALF && names->user_code != 0
		       ? names->user_code + (address & USER_CODE_MASK) - address : 0;
}

/* The program that has the block at that distance from its link address; NULL if none has. */
static const struct elf_file *program_of(const struct code_names *names,
					 const struct profile_block *block, uint64_t shift)
{
	for (size_t i = 0; i < names->program_count; i++) {
		if (is_code(&names->programs[i], block, block->address + shift))
			return &names->programs[i];
	}
	return NULL;
}

/* The number of places in the code with the block's bytes, at the block's offset in a page. Sets
 * the last one's distance. */
static size_t count_aliases(const struct elf_code *code, const struct profile_block *block,
			    uint64_t *shift)
{
	uint64_t offset = (block->address - code->address) & (PAGE_BYTES - 1);
	size_t found = 0;

	for (; offset <= code->size && block->bytes <= code->size - offset; offset += PAGE_BYTES) {
		if (memcmp(code->bytes + offset, block->code, block->bytes) == 0) {
			*shift = code->address + offset - block->address;
			found++;
		}
	}
	return found;
}

/* The program whose code a user's kernel has mapped a second time, such as a trampoline, and the
 * distance from its link address. NULL unless exactly one place has the block's bytes. */
static const struct elf_file *aliased_program(const struct code_names *names,
					      const struct profile_block *block, uint64_t *shift)
{
	const struct elf_file *program = NULL;
	struct elf_code code;
	size_t found = 0;

	for (size_t i = 0; i < names->program_count; i++) {
		for (size_t j = 0; elf_file_code_part(&names->programs[i], &j, &code); j++) {
			size_t more = count_aliases(&code, block, shift);

			found += more;
			program = more > 0 ? &names->programs[i] : program;
		}
	}
	return found == 1 ? program : NULL;
}

/* The program of the bare machine that has the block, and its distance from the link address; NULL
 * if unknown. */
static const struct elf_file *metal_program(const struct code_names *names,
					    const struct profile_block *block, uint64_t *shift)
{
	const struct elf_file *program;

	for (size_t i = 0; i < names->program_count; i++) {
		*shift = names->shifts[i];
		if (*shift != 0 && is_code(&names->programs[i], block, block->address + *shift))
			return &names->programs[i];
	}
	*shift = metal_shift(names, block->address);
	program = program_of(names, block, *shift);
	return program == NULL && names->is_own ? aliased_program(names, block, shift) : program;
}

static struct code_function metal_function(const struct code_names *names,
					   const struct profile_block *block, uint64_t address)
{
	uint64_t shift;
	const struct elf_file *program = metal_program(names, block, &shift);
	bool is_first = program == &names->programs[0];
	enum code_layer layer = names->is_own ? (is_first ? CODE_KERNEL : CODE_USER)
					      : (is_first ? CODE_METAL : CODE_FIRMWARE);

	if (program == NULL && names->is_own)
		return (struct code_function){CODE_USER, "[unknown program]", 0, false};
	if (program == NULL)
		return (struct code_function){CODE_FIRMWARE, "[firmware]", 0, false};
	return function_named(layer, &program->symbols, address + shift, "[image]");
}

static struct code_function user_function(const struct code_names *names,
					  const struct profile_block *block, uint64_t address)
{
	const struct elf_file *program = program_of(names, block, 0);

	if (program != NULL)
		return function_named(CODE_USER, &program->symbols, address, "[program]");
	return (struct code_function){
		CODE_USER, block->address >= PROGRAMS_END ? "[vdso]" : "[process]", 0, false,
	};
}

/* The function of a block of the process that runs a guest, or of KVM at EL2. */
static struct code_function process_function(const struct code_names *names,
					     const struct profile_block *block, uint64_t address)
{
	const struct symbol *symbol = el2_code_symbol(&names->el2, &names->hypervisor, address);

	if (symbol != NULL)
		return (struct code_function){CODE_HYPERVISOR, symbol->name, symbol->address,
					      false};
	for (size_t i = 0; i < names->moved_count; i++) {
		const struct moved_program *program = &names->moved[i];

		if (moved_program_has(program, block))
			return function_named(CODE_HYPERVISOR_USER, &program->file.symbols,
					      address - program->shift, program->label);
	}
	return (struct code_function){CODE_HYPERVISOR_USER, "[process]", 0, false};
}

struct code_function code_function_of(const struct code_names *names,
				      const struct profile_block *block, uint64_t address,
				      bool is_host)
{
	if (is_host && address >= HIGH_HALF)
		return function_named(CODE_HYPERVISOR, &names->hypervisor, address, "[kernel]");
	if (is_host)
		return process_function(names, block, address);
	if (!names->is_linux)
		return metal_function(names, block, address);
	if (address < HIGH_HALF)
		return user_function(names, block, address);
	return function_named(CODE_KERNEL, &names->kernel, address, "[kernel]");
}

/* ---- Inlined functions ---- */

bool code_names_read_inlines(struct code_names *names)
{
	for (size_t i = 0; i < names->program_count; i++) {
		elf_file_read_inlines(&names->programs[i]);
		names->has_inlines |= names->programs[i].inlines != NULL;
	}
	return names->has_inlines;
}

struct inline_chain code_inlines_of(const struct code_names *names,
				    const struct profile_block *block, uint64_t address,
				    bool is_host)
{
	const struct elf_file *program;
	uint64_t shift = 0;

	if (!names->has_inlines || is_host || (names->is_linux && address >= HIGH_HALF))
		return (struct inline_chain){NULL, 0};
	program = names->is_linux ? program_of(names, block, 0)
				  : metal_program(names, block, &shift);
	if (program == NULL || program->inlines == NULL)
		return (struct inline_chain){NULL, 0};
	return inline_names_find(program->inlines, address + shift);
}

/* ---- Checks ---- */

/* If a block's address is in the code of the first program, the block must have that program's
 * bytes. If the bytes differ, the block belongs to another program, or the given file is not what
 * ran. With a user's kernel some blocks may differ, because processes may use the kernel's
 * addresses and the kernel may modify its code. */
static bool check_program(const struct code_names *names, const struct instruction_profile *trace)
{
	size_t same = 0, other = 0;
	uint64_t address = 0, shift = names->shifts[0];
	bool is_good;

	for (size_t i = 0; names->program_count > 0 && i < trace->block_list.count; i++) {
		const struct profile_block *block = &trace->blocks[i];
		bool is_found = program_of(names, block, shift) != NULL;

		if (elf_file_code(&names->programs[0], block->address + shift, block->bytes) ==
		    NULL)
			continue;
		same += is_found;
		other += !is_found;
		if (!is_found)
			address = block->address;
	}
	is_good = names->is_in_kvm ? same > 0 : names->is_own ? same > other : other == 0;
	if (is_good)
		return true;
	if (same == 0 && other == 0)
		warnx("%s: none of the %zu executed blocks is at an address of its code, and the "
		      "code of its marks was not executed elsewhere; give the file that ran",
		      names->first_name, trace->block_list.count);
	else
		warnx("%s: not the program that ran: %zu executed blocks have its code%s, and %zu "
		      "have other instructions, such as at %#" PRIx64, names->first_name, same,
		      shift != 0 ? ", moved to where its marks ran" : "", other, address);
	return false;
}

static bool check_kernel(const struct symbol_list *symbols, const struct instruction_profile *trace,
			 bool is_host, const char *what)
{
	struct number_map seen = {0};
	size_t calls = 0, named = 0;

	for (size_t i = 0; i < trace->node_list.count; i++) {
		uint64_t address = trace->blocks[trace->nodes[i].block].address;
		const struct symbol *symbol = symbol_list_find(symbols, address);

		if (trace->nodes[i].kind != 'C' || address < HIGH_HALF ||
		    trace->nodes[i].is_host != is_host || number_map_find(&seen, address) != NULL)
			continue;
		number_map_add(&seen, address, 0);
		calls++;
		named += symbol != NULL && symbol->address == address;
	}
	number_map_free(&seen);
	if (symbols->count == 0 || calls < CALLS_MIN ||
	    named * 100 >= calls * CALLS_NAMED_PERCENT)
		return true;
	warnx("the symbols are not those of the %s that ran: only %zu of %zu called "
	      "addresses are the start of a function", what, named, calls);
	return false;
}

bool code_names_check(const struct code_names *names, const struct instruction_profile *trace)
{
	return check_program(names, trace) &&
	       (!names->is_linux || check_kernel(&names->kernel, trace, false, "kernel")) &&
	       check_kernel(&names->hypervisor, trace, true, "hypervisor's kernel");
}

void code_names_free(struct code_names *names)
{
	for (size_t i = 0; i < names->program_count; i++)
		elf_file_free(&names->programs[i]);
	for (size_t i = 0; i < names->moved_count; i++)
		moved_program_free(&names->moved[i]);
	free(names->moved);
	free(names->first_name);
	symbol_list_free(&names->kernel);
	symbol_list_free(&names->hypervisor);
	*names = (struct code_names){0};
}
