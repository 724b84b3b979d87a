/* SPDX-License-Identifier: MIT */
#include "tools/run/machine_request.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "lib/disk_pattern.h"
#include "lib/text/string.h"

#define NULL_DISK "null:"
#define PATTERN_DISK "pattern:"
#define SCRATCH_DISK "scratch:"
#define RAM_DISK "ram"
#define DISK_BYTES_MIN (1ul << 20)
#define NULL_DISK_BYTES_MAX (1ul << 40)
#define PATTERN_DISK_BYTES_MAX (1ul << 30)

static bool parse_disk_size(struct machine_request *machine, const char *text, unsigned long most,
			    struct option_problem *problem)
{
	unsigned long size;

	if (!text_number(text, &size) || size < DISK_BYTES_MIN || size > most ||
	    size % PATTERN_SECTOR_BYTES != 0)
		return option_refuse(problem, "not a size; give 1M to %luM", most >> 20);
	machine->disk.size_bytes = size;
	return true;
}

/* The token must not be guessed, because no other disk may have it. */
static bool make_token(struct machine_request *machine, struct option_problem *problem)
{
	if (getrandom(&machine->disk.token, sizeof(machine->disk.token), 0) ==
		    (ssize_t)sizeof(machine->disk.token) &&
	    machine->disk.token != 0)
		return true;
	return option_refuse(problem, "no random number for the disk's seal");
}

bool machine_request_parse_disk(void *to, const char *value, struct option_problem *problem)
{
	struct machine_request *machine = to;

	if (strncmp(value, NULL_DISK, strlen(NULL_DISK)) == 0) {
		machine->disk.kind = DISK_NULL;
		return parse_disk_size(machine, value + strlen(NULL_DISK), NULL_DISK_BYTES_MAX,
				       problem);
	}
	if (strncmp(value, PATTERN_DISK, strlen(PATTERN_DISK)) == 0) {
		machine->disk.kind = DISK_PATTERN;
		return parse_disk_size(machine, value + strlen(PATTERN_DISK),
				       PATTERN_DISK_BYTES_MAX, problem);
	}
	if (strncmp(value, SCRATCH_DISK, strlen(SCRATCH_DISK)) == 0) {
		machine->disk.kind = DISK_SCRATCH;
		return parse_disk_size(machine, value + strlen(SCRATCH_DISK),
				       PATTERN_DISK_BYTES_MAX, problem) &&
		       make_token(machine, problem);
	}
	if (strcmp(value, RAM_DISK) == 0) {
		machine->disk.kind = DISK_RAM;
		return true;
	}
	if (access(value, R_OK) != 0)
		return option_refuse(problem, "not a readable file; give a file, null:SIZE, "
				     "pattern:SIZE, scratch:SIZE or ram");
	machine->disk.kind = DISK_FILE;
	machine->disk.file = value;
	return true;
}

bool arch_is_aarch64(const char *arch)
{
	return arch != NULL && strcmp(arch, "aarch64") == 0;
}

#define FILES(directory, loader) { \
	[PROCESSOR_IMAGE] = directory "kernel.elf", \
	[PROCESSOR_STICK] = directory "bareline.img", \
	[PROCESSOR_LOADER] = directory loader, \
	[PROCESSOR_LINUX] = directory "linux/vmlinuz", \
	[PROCESSOR_PROGRAM] = directory "bareline-linux-static", \
	[PROCESSOR_SERVER] = directory "task-server-symbols", \
	[PROCESSOR_HYPERVISOR_INIT] = directory "hypervisor/init", \
	[PROCESSOR_MONITOR] = directory "hypervisor/monitor", \
	[PROCESSOR_SYMBOLS] = directory "hypervisor/symbols", \
	[PROCESSOR_COUNT_INIT] = directory "count/init", \
}

const char *processor_file(const char *arch, enum processor_file file)
{
	static const char *const of_x86_64[PROCESSOR_FILES] = FILES("", "BOOTX64.EFI");
	static const char *const of_aarch64[PROCESSOR_FILES] = FILES("aarch64/", "BOOTAA64.EFI");
	static const char *const of_riscv64[PROCESSOR_FILES] = FILES("riscv64/", "BOOTRISCV64.EFI");

	if (arch != NULL && strcmp(arch, "riscv64") == 0)
		return of_riscv64[file];
	return arch_is_aarch64(arch) ? of_aarch64[file] : of_x86_64[file];
}

bool machine_request_is_foreign(const struct machine_request *machine)
{
	return machine->arch != NULL && strcmp(machine->arch, "x86_64") != 0;
}

bool machine_request_is_virt(const struct machine_request *machine)
{
	return strcmp(machine->type, MACHINE_VIRT) == 0;
}

bool machine_request_has_disk(const struct machine_request *machine)
{
	return machine->disk.kind != DISK_NONE && machine->disk.kind != DISK_RAM;
}

/* Other threads read files, and QEMU's main loop serves NVMe and AHCI in several iterations. */
bool machine_request_has_exact_disk(const struct machine_request *machine)
{
	return !machine_request_has_disk(machine) ||
	       (machine->disk.kind == DISK_NULL && machine->disk.model == DISK_MODEL_VIRTIO);
}

unsigned long machine_request_mib(const char *memory)
{
	char *suffix;
	unsigned long number = strtoul(memory, &suffix, 10);

	switch (*suffix) {
	case 'k':
	case 'K':
		return number >> 10;
	case 'g':
	case 'G':
		return number << 10;
	case 't':
	case 'T':
		return number << 20;
	default:
		return number;
	}
}
