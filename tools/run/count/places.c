/* SPDX-License-Identifier: MIT */
/* One address may have several names. For example, the function of a system call without arguments
 * is also that of 32-bit programs. This file therefore reads the lines itself, without
 * symbol_list.h. */
#include "tools/run/count/places.h"

#include <elf.h>
#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/file.h"
#include "tools/base/line.h"
#include "tools/plugin/program_places.h"

#define SYMBOLS_BYTES_MAX (64u << 20)
#define LINE_BYTES_MAX 4096
#define NAME_BYTES_MAX 128
#define WANTED_MAX 32

struct wanted {
	const char *symbol;
	enum place_kind kind;           /* PLACE_NONE: none, although a later line has its prefix */
	bool is_prefix;                 /* the rest of the symbol is the place's name */
	bool is_required;
	uint64_t offset;                /* from the symbol to the place */
	const char *name;               /* of the place; NULL: the symbol, or its rest */
};

static const struct wanted of_x86_64[] = {
	{"entry_SYSCALL_64", PLACE_ENTRY, .is_required = true},
	{"__x64_sys_", PLACE_CALL, .is_prefix = true, .is_required = true},
	{"asm_exc_", PLACE_EXCEPTION, .is_prefix = true, .is_required = true},
	{"asm_sysvec_", PLACE_INTERRUPT, .is_prefix = true, .is_required = true},
	{"irq_entries_start", PLACE_STUBS, .is_required = true},
	{"spurious_entries_start", PLACE_STUBS_END, .is_required = true},
	{"__switch_to_asm", PLACE_SWITCH, .is_required = true},
	{"do_exit", PLACE_EXIT, .is_required = true},
	{.symbol = "do_idle", .kind = PLACE_IDLE},
	{0},
};

#define UNNAMED "unknown"

/* Exceptions and interrupts of aarch64 begin in one table. The functions that they call show what
 * they are. Linux, arch/arm64/kernel/entry.S, "vectors"; entry-common.c. */
static const struct wanted of_aarch64[] = {
	{"vectors", PLACE_EXCEPTION, .is_required = true, .offset = 0x200, .name = UNNAMED},
	{"vectors", PLACE_INTERRUPT, .offset = 0x280, .name = UNNAMED},
	{"vectors", PLACE_ENTRY, .offset = 0x400, .name = UNNAMED},
	{"vectors", PLACE_INTERRUPT, .offset = 0x480, .name = UNNAMED},
	{"__arm64_sys_", PLACE_CALL, .is_prefix = true, .is_required = true},
	{"do_page_fault", PLACE_NAME, .is_required = true, .name = "page_fault"},
	{"do_translation_fault", PLACE_NAME, .name = "page_fault"},
	{"do_alignment_fault", PLACE_NAME, .name = "alignment"},
	{"arch_timer_handler_virt", PLACE_NAME, .name = "timer"},
	{"ipi_handler", PLACE_NAME, .name = "ipi"},
	{"pl011_int", PLACE_NAME, .name = "serial_port"},
	{"el0_svc", PLACE_NONE, .is_prefix = true},
	{"el0_interrupt", PLACE_NONE, .is_prefix = true},
	{.symbol = "el0_da", .kind = PLACE_NONE},
	{.symbol = "el0_ia", .kind = PLACE_NONE},
	{"el0_", PLACE_NAME, .is_prefix = true},
	{"el1_interrupt", PLACE_NONE, .is_prefix = true},
	{"el1_abort", PLACE_NONE, .is_prefix = true},
	{"el1_", PLACE_NAME, .is_prefix = true},
	{"cpu_switch_to", PLACE_SWITCH, .is_required = true},
	{"do_exit", PLACE_EXIT, .is_required = true},
	{.symbol = "do_idle", .kind = PLACE_IDLE},
	{0},
};

/* System calls, exceptions and interrupts of riscv64 have one entry. Linux,
 * arch/riscv/kernel/entry.S, "handle_exception"; traps.c. */
static const struct wanted of_riscv64[] = {
	{"handle_exception", PLACE_ENTRY, .is_required = true, .name = UNNAMED},
	{"__riscv_sys_", PLACE_CALL, .is_prefix = true, .is_required = true},
	{"do_irq", PLACE_BECOMES, .is_required = true, .name = UNNAMED},
	{"do_page_fault", PLACE_NAME, .is_required = true, .name = "page_fault"},
	{.symbol = "do_trap_ecall_u", .kind = PLACE_NONE},
	{"do_trap_", PLACE_NAME, .is_prefix = true},
	{"riscv_timer_interrupt", PLACE_NAME, .name = "timer"},
	{"sbi_ipi_handle", PLACE_NAME, .name = "ipi"},
	{"serial8250_interrupt", PLACE_NAME, .name = "serial_port"},
	{"__switch_to", PLACE_SWITCH, .is_required = true},
	{"do_exit", PLACE_EXIT, .is_required = true},
	{.symbol = "do_idle", .kind = PLACE_IDLE},
	{0},
};

/* OpenSBI, which QEMU loads at the begin of memory, and Linux 2 MiB after it. QEMU,
 * hw/riscv/boot.c, "riscv_calc_kernel_start_addr". */
#define FIRMWARE_PHYS 0x80000000u
#define FIRMWARE_END_PHYS 0x80200000u

static const struct wanted *wanted_of(const struct count_processor *processor)
{
	if (processor->elf_machine == EM_RISCV)
		return of_riscv64;
	return processor->elf_machine == EM_AARCH64 ? of_aarch64 : of_x86_64;
}

/* "ffffffff81c00080 T entry_SYSCALL_64"; symbols of modules have another word. One symbol may have
 * several places; the rest of a prefix is that of the first line. */
static void write_place(const char *line, const struct wanted *wanted, FILE *file, bool *found)
{
	char kind, symbol[NAME_BYTES_MAX];
	uint64_t address;
	int end = 0;

	if (sscanf(line, "%" SCNx64 " %c %127s%n", &address, &kind, symbol, &end) != 3 ||
	    strchr("tTwW", kind) == NULL || line[end + (int)strspn(line + end, "\r\n")] != '\0')
		return;
	for (size_t i = 0; wanted[i].symbol != NULL; i++) {
		const struct wanted *at = &wanted[i];
		size_t length = strlen(at->symbol);
		const char *name = at->name != NULL ? at->name
				   : at->is_prefix ? symbol + length : symbol;

		if (at->is_prefix ? strncmp(symbol, at->symbol, length) != 0
				  : strcmp(symbol, at->symbol) != 0)
			continue;
		found[i] = true;
		if (at->kind != PLACE_NONE)
			fprintf(file, "%c %" PRIx64 " %s\n", (char)at->kind,
				address + at->offset, name);
		if (at->kind == PLACE_NONE || at->is_prefix)
			break;
	}
}

bool places_write(const char *symbols, const char *path,
		  const struct count_processor *processor)
{
	const struct wanted *wanted = wanted_of(processor);
	FILE *in = file_open(symbols, SYMBOLS_BYTES_MAX, "list of symbols");
	FILE *out = in != NULL ? file_create(path) : NULL;
	bool found[WANTED_MAX] = {false}, good = out != NULL;
	size_t capacity = 0;
	char *line = NULL;

	while (good && line_read(&line, &capacity, in, LINE_BYTES_MAX) > 0)
		write_place(line, wanted, out, found);
	if (good && processor->elf_machine == EM_RISCV)
		fprintf(out, "%c %x firmware\n%c %x firmware\n", (char)PLACE_FIRMWARE,
			FIRMWARE_PHYS, (char)PLACE_FIRMWARE_END, FIRMWARE_END_PHYS);
	for (size_t i = 0; good && wanted[i].symbol != NULL; i++) {
		if (wanted[i].is_required && !found[i]) {
			warnx("%s: the kernel has no symbol %s%s; give another one with --kernel",
			      symbols, wanted[i].symbol, wanted[i].is_prefix ? "…" : "");
			good = false;
		}
	}
	free(line);
	if (in != NULL)
		fclose(in);
	if (good)
		return file_finish(out, path);
	file_abandon(out);
	return false;
}
