/* SPDX-License-Identifier: MIT */
/* Files to boot a machine with: what they are, unbootable files, and checksums. */
#include "tests/unit/unit.h"

#include <elf.h>
#include <errno.h>
#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/directory.h"
#include "tools/run/boot/firmware_search.h"
#include "tools/run/boot/linux_kernel.h"
#include "tools/run/boot/own_firmware.h"
#include "tools/run/boot/sha256.h"

/* ---- Checksums ---- */

/* NIST, "Examples with Intermediate Values", SHA-256: one block, two blocks, and empty input. */
TEST(sha256_matches_the_standard)
{
	static const char *const cases[][2] = {
		{"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
		{"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
		{"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
		 "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
	};
	char hex[SHA256_HEX_CHARS + 1];

	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		sha256_hex(cases[i][0], strlen(cases[i][0]), hex);
		assert_string_equal(hex, cases[i][1]);
	}
}

/* ---- Kernels ---- */

TEST(kernel_version_is_read_from_a_boot_image)
{
	char image[2048] = {0}, *version;

	memcpy(image + 0x202, "HdrS", 4);
	image[0x1f1] = 3;
	image[0x20f] = 3;       /* 0x300, and a sector */
	strcpy(image + 0x500, "6.9.1-mine (me@here) #1 SMP");
	assert_null(linux_kernel_fault(image, sizeof(image), &version));
	assert_string_equal(version, "6.9.1-mine");
	free(version);
	image[0x20f] = 7;       /* after its setup code */
	assert_null(linux_kernel_fault(image, sizeof(image), &version));
	assert_null(version);
}

/* An ELF file with one segment of notes: another owner's and Xen's. */
struct vmlinux {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	struct {
		Elf64_Nhdr other;
		char other_owner[4];
		char other_text[4];
		Elf64_Nhdr entry;
		char owner[4];
		char address[8];
	} notes;
	char banner[40];
};

static struct vmlinux make_vmlinux(void)
{
	struct vmlinux file = {
		.header = {.e_machine = EM_X86_64, .e_phnum = 1,
			   .e_phoff = offsetof(struct vmlinux, segment)},
		.segment = {.p_type = PT_NOTE, .p_offset = offsetof(struct vmlinux, notes),
			    .p_filesz = sizeof(file.notes)},
		.notes = {.other = {.n_namesz = 4, .n_descsz = 3, .n_type = 3},
			  .other_owner = "GNU",
			  .entry = {.n_namesz = 4, .n_descsz = 8, .n_type = 18},
			  .owner = "Xen"},
		.banner = "Linux version 6.9.2 (me@here)",
	};

	memcpy(file.header.e_ident, ELFMAG, SELFMAG);
	return file;
}

TEST(uncompressed_kernel_is_recognised_by_its_note)
{
	struct vmlinux file = make_vmlinux();
	char *version;

	assert_null(linux_kernel_fault((const char *)&file, sizeof(file), &version));
	assert_string_equal(version, "6.9.2");
	free(version);
	file.notes.entry.n_type = 17;
	assert_non_null(linux_kernel_fault((const char *)&file, sizeof(file), &version));
}

TEST(an_image_is_a_kernel_of_the_processor_in_its_header)
{
	char image[64] = {0}, *version;

	assert_non_null(linux_kernel_fault(image, sizeof(image), &version));
	memcpy(image + 56, "RSC\x05", 4);
	assert_null(linux_kernel_fault(image, sizeof(image), &version));
	assert_true(linux_kernel_is_for(image, sizeof(image), "riscv64"));
	assert_false(linux_kernel_is_for(image, sizeof(image), "aarch64"));
	memcpy(image + 56, "ARM\x64", 4);
	assert_true(linux_kernel_is_for(image, sizeof(image), "aarch64"));
	assert_false(linux_kernel_is_for(image, sizeof(image), NULL));
	assert_false(linux_kernel_is_for(image, 56, "aarch64"));
	assert_true(linux_kernel_is_for("HdrS", 4, NULL));
}

TEST(offsets_in_a_damaged_kernel_are_not_followed)
{
	struct vmlinux file = make_vmlinux(), damaged = file;
	char *version;

	damaged.header.e_phnum = 0xffff;
	assert_non_null(linux_kernel_fault((const char *)&damaged, sizeof(file), &version));
	damaged = file;
	damaged.header.e_phoff = UINT64_MAX - 8;
	assert_non_null(linux_kernel_fault((const char *)&damaged, sizeof(file), &version));
	damaged = file;
	damaged.segment.p_filesz = UINT64_MAX;
	assert_non_null(linux_kernel_fault((const char *)&damaged, sizeof(file), &version));
	damaged = file;
	damaged.notes.other.n_namesz = UINT32_MAX;
	assert_non_null(linux_kernel_fault((const char *)&damaged, sizeof(file), &version));
	assert_non_null(linux_kernel_fault((const char *)&file, 20, &version));
	assert_non_null(linux_kernel_fault("", 0, &version));
}

TEST(counted_cpus_start_under_linux_6_5_and_later)
{
	assert_false(linux_kernel_starts_counted_cpus("6.1.0-56-cloud-amd64"));
	assert_false(linux_kernel_starts_counted_cpus("6.4.16"));
	assert_false(linux_kernel_starts_counted_cpus("5.19.0"));
	assert_true(linux_kernel_starts_counted_cpus("6.5.0"));
	assert_true(linux_kernel_starts_counted_cpus("6.12.117+deb12-cloud-amd64"));
	assert_true(linux_kernel_starts_counted_cpus("7.0.1"));
	assert_true(linux_kernel_starts_counted_cpus("next"));
	assert_true(linux_kernel_starts_counted_cpus(NULL));
}

/* ---- Firmware ---- */

TEST(firmware_is_a_uefi_volume_or_a_coreboot_image)
{
	static char flash[8192];

	assert_non_null(own_firmware_fault(flash, sizeof(flash), FIRMWARE_OF_PC));
	memcpy(flash + 40, "_FVH", 4);
	assert_null(own_firmware_fault(flash, sizeof(flash), FIRMWARE_OF_PC));
	assert_non_null(own_firmware_fault(flash, sizeof(flash) - 1, FIRMWARE_OF_PC));
	memset(flash, 0, sizeof(flash));
	memcpy(flash + 5000, "LARCHIVE", 8);
	assert_null(own_firmware_fault(flash, sizeof(flash), FIRMWARE_OF_PC));
	assert_non_null(own_firmware_fault("", 0, FIRMWARE_OF_PC));
	assert_null(own_firmware_fault(flash, 64 << 20, FIRMWARE_OF_AARCH64));
	assert_non_null(own_firmware_fault(flash, sizeof(flash), FIRMWARE_OF_AARCH64));
	assert_null(own_firmware_fault(flash, 2 << 20, FIRMWARE_SBI));
	assert_non_null(own_firmware_fault(flash, (2 << 20) + 1, FIRMWARE_SBI));
	memcpy(flash, "\177ELF", 4);
	assert_null(own_firmware_fault(flash, (2 << 20) + 1, FIRMWARE_SBI));
	assert_non_null(own_firmware_fault("", 0, FIRMWARE_SBI));
	assert_null(own_firmware_fault(flash, sizeof(flash), FIRMWARE_OF_RISCV64));
	assert_non_null(own_firmware_fault("", 0, FIRMWARE_OF_RISCV64));
	memcpy(flash + 40, "_FVH", 4);
	assert_non_null(own_firmware_fault(flash, sizeof(flash), FIRMWARE_OF_RISCV64));
	assert_null(own_firmware_fault(flash, 32 << 20, FIRMWARE_OF_RISCV64));
}

TEST(firmware_code_and_variables_share_8_mib)
{
	assert_true(own_firmware_fits(8 << 20, 0));
	assert_true(own_firmware_fits(7 << 20, 1 << 20));
	assert_false(own_firmware_fits(7 << 20, (1 << 20) + 4096));
	assert_false(own_firmware_fits((8 << 20) + 4096, 0));
	assert_false(own_firmware_fits(4096, SIZE_MAX));
}

static char *make_file(const char *root, const char *name)
{
	char *path = xasprintf("%s%s", root, name);
	char *directory = xstrdup(path);
	FILE *file;

	assert_true(directory_make_new(dirname(directory)) || errno == EEXIST);
	file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
	free(directory);
	return path;
}

/* A list entry counts only with its variables. QEMU's own firmware comes last. */
TEST(firmware_is_found_in_the_places_of_distributions_and_of_qemu)
{
	char root[] = "/tmp/test_firmware_XXXXXX", *paths[6], *directories, *command;
	struct firmware_files found;

	assert_non_null(mkdtemp(root));
	directories = xasprintf("/nonexistent\n%s/data\n", root);
	paths[0] = make_file(root, "/usr/share/OVMF/OVMF_CODE_4M.fd");
	assert_false(firmware_find_uefi(root, directories, FIRMWARE_OF_PC, &found));
	assert_null(found.code);
	paths[1] = make_file(root, "/data/edk2-x86_64-code.fd");
	paths[2] = make_file(root, "/data/edk2-i386-vars.fd");
	assert_false(firmware_find_uefi(root, "", FIRMWARE_OF_PC, &found));
	assert_true(firmware_find_uefi(root, directories, FIRMWARE_OF_PC, &found));
	assert_string_equal(found.code, paths[1]);
	assert_string_equal(found.variables, paths[2]);
	free(found.code);
	free(found.variables);
	paths[3] = make_file(root, "/usr/share/edk2/ovmf/OVMF_CODE.fd");
	paths[4] = make_file(root, "/usr/share/edk2/ovmf/OVMF_VARS.fd");
	assert_true(firmware_find_uefi(root, directories, FIRMWARE_OF_PC, &found));
	assert_string_equal(found.code, paths[3]);
	assert_string_equal(found.variables, paths[4]);
	free(found.code);
	free(found.variables);
	assert_false(firmware_find_uefi(root, directories, FIRMWARE_OF_AARCH64, &found));
	free(make_file(root, "/usr/share/AAVMF/AAVMF_CODE.fd"));
	free(make_file(root, "/usr/share/AAVMF/AAVMF_VARS.fd"));
	assert_true(firmware_find_uefi(root, directories, FIRMWARE_OF_AARCH64, &found));
	assert_non_null(strstr(found.code, "/usr/share/AAVMF/AAVMF_CODE.fd"));
	free(found.code);
	free(found.variables);
	assert_false(firmware_find_uefi(root, directories, FIRMWARE_OF_RISCV64, &found));
	free(make_file(root, "/usr/lib/u-boot/qemu-riscv64_smode/u-boot.bin"));
	assert_true(firmware_find_uefi(root, directories, FIRMWARE_OF_RISCV64, &found));
	assert_non_null(strstr(found.code, "/u-boot.bin"));
	assert_null(found.variables);
	free(found.code);
	paths[5] = firmware_find_file(directories, "edk2-i386-vars.fd");
	assert_string_equal(paths[5], paths[2]);
	assert_null(firmware_find_file(directories, "bios-256k.bin"));
	command = xasprintf("rm -r %s", root);
	assert_int_equal(system(command), 0);
	free(command);
	free(directories);
	for (size_t i = 0; i < sizeof(paths) / sizeof(paths[0]); i++)
		free(paths[i]);
}

TEST(qemu_options_that_give_firmware_are_recognised)
{
	assert_true(own_firmware_is_given_by("-bios", "x"));
	assert_true(own_firmware_is_given_by("--pflash", NULL));
	assert_true(own_firmware_is_given_by("-drive", "file=x,if=pflash"));
	assert_true(own_firmware_is_given_by("-machine", "q35,pflash0=x"));
	assert_false(own_firmware_is_given_by("-drive", "file=x,if=virtio"));
	assert_false(own_firmware_is_given_by("-drive", NULL));
	assert_false(own_firmware_is_given_by("bios", NULL));
}
