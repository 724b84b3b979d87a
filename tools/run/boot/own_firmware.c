/* SPDX-License-Identifier: MIT */
/* A machine with invalid flash content fails silently, so the file is checked first. UEFI Platform
 * Initialization Specification, vol. 3, "EFI_FIRMWARE_VOLUME_HEADER": UEFI firmware begins with a
 * volume. coreboot, "CBFS": each file begins with a magic. */
#include "tools/run/boot/own_firmware.h"

#include <elf.h>
#include <err.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/exit_status.h"
#include "tools/run/boot/booted_file.h"

#define SIGNATURE_AT 40
#define SIGNATURE "_FVH"
#define COREBOOT_FILE "LARCHIVE"
/* QEMU maps whole pages, up to this size below 4 GiB. */
#define PAGE_BYTES 4096
#define BYTES_MAX (8u << 20)
/* A machine of aarch64 or riscv64 has two flashes of this size, which their files must fill. */
#define VIRT_BYTES (64u << 20)
#define VIRT_BYTES_RISCV64 (32u << 20)
/* QEMU, docs/system/riscv/virt.rst: SBI firmware is before the kernel. An ELF file has its
 * addresses. */
#define SBI_BYTES_MAX (2u << 20)

bool own_firmware_fits(size_t code_bytes, size_t variables_bytes)
{
	return code_bytes <= BYTES_MAX && variables_bytes <= BYTES_MAX - code_bytes;
}

static bool is_volume(const char *data, size_t size)
{
	return size >= SIGNATURE_AT + strlen(SIGNATURE) &&
	       memcmp(data + SIGNATURE_AT, SIGNATURE, strlen(SIGNATURE)) == 0;
}

const char *own_firmware_fault(const char *data, size_t size, enum own_firmware_kind kind)
{
	if (kind == FIRMWARE_OF_RISCV64)
		return size == 0 ? "empty"
		       : is_volume(data, size) && size != VIRT_BYTES_RISCV64
			       ? "not 32 MiB, the size of the machine's flash; extend it "
				 "by truncate -s 32M"
			       : NULL;
	if (kind == FIRMWARE_SBI)
		return size == 0 ? "empty"
		       : size > SBI_BYTES_MAX && memcmp(data, ELFMAG, SELFMAG) != 0
			       ? "larger than 2 MiB, the place before the kernel"
			       : NULL;
	if (kind == FIRMWARE_OF_AARCH64)
		return size == VIRT_BYTES ? NULL : "not 64 MiB, the size of the machine's flash; "
						   "extend it by truncate -s 64M";
	if (!is_volume(data, size) &&
	    memmem(data, size, COREBOOT_FILE, strlen(COREBOOT_FILE)) == NULL)
		return "neither a UEFI firmware volume nor coreboot";
	if (size % PAGE_BYTES != 0)
		return "size is not a multiple of 4 KiB";
	if (!own_firmware_fits(size, 0))
		return "larger than the 8 MiB flash of the machine";
	return NULL;
}

/* Returns the size. */
static size_t describe(const char *path, const char *key, enum own_firmware_kind kind,
		       json_t *manifest)
{
	const char *fault;
	size_t size;
	char *data = booted_file_load(path, &size);

	if (data == NULL)
		exit(EXIT_USAGE);
	fault = own_firmware_fault(data, size, kind);
	if (fault != NULL)
		errx(EXIT_USAGE, "%s: not usable as firmware: %s", path, fault);
	json_object_set_new(manifest, key, booted_file_json(path, data, size));
	free(data);
	return size;
}

void own_firmware_describe(const char *code, const char *variables, enum own_firmware_kind kind,
			   json_t *manifest)
{
	size_t code_bytes = describe(code, "firmware_code", kind, manifest);
	size_t variables_bytes = 0;

	if (variables != NULL)
		variables_bytes = describe(variables, "firmware_variables", kind, manifest);
	if (kind == FIRMWARE_OF_PC && !own_firmware_fits(code_bytes, variables_bytes))
		errx(EXIT_USAGE,
		     "%s (%zu bytes), %s (%zu bytes): together larger than the 8 MiB "
		     "flash of the machine",
		     code, code_bytes, variables, variables_bytes);
}

bool own_firmware_is_program(const char *path)
{
	size_t size;
	char *data = booted_file_load(path, &size);
	bool is_program;

	if (data == NULL)
		exit(EXIT_USAGE);
	is_program = !is_volume(data, size);
	free(data);
	return is_program;
}

bool own_firmware_is_given_by(const char *argument, const char *next)
{
	const char *name = argument + strspn(argument, "-");

	if (name == argument)
		return false;
	if (strcmp(name, "bios") == 0)
		return next == NULL || strcmp(next, "none") != 0;
	if (strcmp(name, "pflash") == 0)
		return true;
	if (next == NULL || strstr(next, "pflash") == NULL)
		return false;
	return strcmp(name, "drive") == 0 || strcmp(name, "machine") == 0 || strcmp(name, "M") == 0;
}
