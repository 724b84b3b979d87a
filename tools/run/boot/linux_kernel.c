/* SPDX-License-Identifier: MIT */
/* Checks the header of a kernel before the start, because with an invalid kernel QEMU or the
 * machine fails silently. The header is defined by Linux (Documentation/arch/x86/boot.rst, "The
 * Real-Mode Kernel Header"). An uncompressed kernel is entered by PVH, which Xen defines. */
#include "tools/run/boot/linux_kernel.h"

#include <elf.h>
#include <err.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"
#include "tools/run/boot/booted_file.h"

#define SECTOR_BYTES 512u
#define SETUP_SECTORS 0x1f1
#define SIGNATURE_AT 0x202
#define SIGNATURE "HdrS"
#define VERSION_POINTER 0x20e   /* in 512-byte sectors, without the first */
#define HEADER_BYTES 0x210
#define VERSION_CHARS_MAX 200

/* Since 6.5, the boot CPU waits in cpuhp_wait_for_sync_state() (kernel/cpu.c), and pauses there. */
#define PAUSES_SINCE_MAJOR 6
#define PAUSES_SINCE_MINOR 5

/* Xen, public/elfnote.h, XEN_ELFNOTE_PHYS32_ENTRY. */
#define NOTE_OWNER "Xen"
#define NOTE_ENTRY 18
#define NOTE_ALIGNMENT 4

static bool linux_add_kernel(void *to, const char *value, struct option_problem *problem)
{
	struct linux_options *options = to;

	if (options->kernel_count == LINUX_KERNELS_MAX)
		return option_refuse(problem, "given more than %d times", LINUX_KERNELS_MAX);
	options->kernels[options->kernel_count++] = value;
	return true;
}

const struct option_spec linux_options[] = {
	{.name = "kernel", .kind = OPTION_CALL, .argument = "FILE", .call = linux_add_kernel,
	 .help = "boot this kernel, a bzImage or a vmlinux, or with --arch aarch64 or riscv64 an "
		 "Image (the distribution's)"},
	{.name = "initramfs", .kind = OPTION_TEXT, .argument = "FILE",
	 .offset = offsetof(struct linux_options, initramfs),
	 .help = "unpack this archive into the initramfs first; modules in its /modules are "
		 "loaded in name order"},
	{.name = "kernel-append", .kind = OPTION_TEXT, .argument = "PARAMS",
	 .offset = offsetof(struct linux_options, append),
	 .help = "append PARAMS to the kernel's command line"},
	{0},
};

bool linux_options_are_used(const struct linux_options *options)
{
	return options->kernel_count > 0 || options->initramfs != NULL || options->append != NULL;
}

/* ---- Kernels ---- */

static unsigned two_bytes(const char *data, size_t at)
{
	return (unsigned)(unsigned char)data[at] | (unsigned)(unsigned char)data[at + 1] << 8;
}

/* The 32-bit word at an offset. */
static char *word_at(const char *data, size_t size, size_t at)
{
	size_t most = size - at < VERSION_CHARS_MAX ? size - at : VERSION_CHARS_MAX;
	size_t length = strnlen(data + at, most);
	char *text = xstrndup(data + at, length), *end = text + strcspn(text, " \n");

	*end = '\0';
	utf8_make_printable(text);
	return text;
}

static char *boot_image_version(const char *data, size_t size)
{
	size_t pointer = two_bytes(data, VERSION_POINTER), at = pointer + SECTOR_BYTES;
	size_t setup_bytes = ((size_t)(unsigned char)data[SETUP_SECTORS] + 1) * SECTOR_BYTES;

	return pointer != 0 && at < setup_bytes && at < size ? word_at(data, size, at) : NULL;
}

static bool is_boot_image(const char *data, size_t size)
{
	return size > HEADER_BYTES && memcmp(data + SIGNATURE_AT, SIGNATURE, 4) == 0;
}

const char *linux_image_arch(const char *data, size_t size)
{
	static const struct {
		const char *arch, *magic;
	} images[] = {{"aarch64", LINUX_IMAGE_MAGIC}, {"riscv64", LINUX_IMAGE_MAGIC_RISCV}};

	for (size_t i = 0; i < sizeof(images) / sizeof(images[0]); i++) {
		if (size > LINUX_IMAGE_MAGIC_AT + strlen(images[i].magic) &&
		    memcmp(data + LINUX_IMAGE_MAGIC_AT, images[i].magic,
			   strlen(images[i].magic)) == 0)
			return images[i].arch;
	}
	return NULL;
}

/* Whether a note segment has the PVH entry. A note is three words, a name and a description. */
static bool notes_have_entry(const char *notes, size_t size)
{
	size_t at = 0;

	while (size - at >= sizeof(Elf64_Nhdr)) {
		const char *owner = notes + at + sizeof(Elf64_Nhdr);
		size_t rest = size - at - sizeof(Elf64_Nhdr), length;
		Elf64_Nhdr note;

		memcpy(&note, notes + at, sizeof(note));
		length = ((size_t)note.n_namesz + NOTE_ALIGNMENT - 1) / NOTE_ALIGNMENT *
				 NOTE_ALIGNMENT +
			 ((size_t)note.n_descsz + NOTE_ALIGNMENT - 1) / NOTE_ALIGNMENT *
				 NOTE_ALIGNMENT;
		if (length > rest)
			return false;
		if (note.n_type == NOTE_ENTRY && note.n_namesz == sizeof(NOTE_OWNER) &&
		    memcmp(owner, NOTE_OWNER, sizeof(NOTE_OWNER)) == 0)
			return true;
		at += sizeof(note) + length;
	}
	return false;
}

static bool is_vmlinux(const char *data, size_t size)
{
	Elf64_Ehdr header;
	Elf64_Phdr segment;

	if (size < sizeof(header))
		return false;
	memcpy(&header, data, sizeof(header));
	if (memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_machine != EM_X86_64 ||
	    header.e_phoff > size || header.e_phnum > (size - header.e_phoff) / sizeof(segment))
		return false;
	for (unsigned i = 0; i < header.e_phnum; i++) {
		memcpy(&segment, data + header.e_phoff + i * sizeof(segment), sizeof(segment));
		if (segment.p_type == PT_NOTE && segment.p_offset <= size &&
		    segment.p_filesz <= size - segment.p_offset &&
		    notes_have_entry(data + segment.p_offset, segment.p_filesz))
			return true;
	}
	return false;
}

const char *linux_kernel_fault(const char *data, size_t size, char **version)
{
	static const char banner[] = "Linux version ";
	const char *found;

	*version = NULL;
	if (is_boot_image(data, size)) {
		*version = boot_image_version(data, size);
		return NULL;
	}
	if (!is_vmlinux(data, size) && linux_image_arch(data, size) == NULL)
		return "neither a bzImage, nor a vmlinux with PVH entry (CONFIG_PVH), nor an Image "
		       "for arm64 or riscv64";
	found = memmem(data, size, banner, sizeof(banner) - 1);
	if (found != NULL)
		*version = word_at(data, size, (size_t)(found - data) + sizeof(banner) - 1);
	return NULL;
}

bool linux_kernel_is_for(const char *data, size_t size, const char *arch)
{
	const char *own = linux_image_arch(data, size);

	return strcmp(own != NULL ? own : ARCH_DEFAULT, arch != NULL ? arch : ARCH_DEFAULT) == 0;
}

bool linux_kernel_is_at(const char *path)
{
	char header[HEADER_BYTES + 1];
	FILE *file = fopen(path, "re");
	size_t size = file != NULL ? fread(header, 1, sizeof(header), file) : 0;

	if (file != NULL)
		fclose(file);
	return is_boot_image(header, size);
}

/* ---- Initial file systems ---- */

/* Whether the data is a cpio archive, plain or in a compression format of lib/decompress.c. Linux,
 * Documentation/driver-api/early-userspace/buffer-format.rst. */
static bool is_archive(const char *data, size_t size)
{
	static const struct {
		const char *bytes;
		size_t count;
	} magics[] = {
		{"070701", 6}, {"070702", 6}, {"\x1f\x8b", 2}, {"\xfd" "7zXZ", 5},
		{"\x28\xb5\x2f\xfd", 4}, {"\x02\x21\x4c\x18", 4}, {"BZh", 3}, {"\x5d\0\0", 3},
		{"\x89LZO", 4},
	};

	for (size_t i = 0; i < sizeof(magics) / sizeof(magics[0]); i++) {
		if (size >= magics[i].count && memcmp(data, magics[i].bytes, magics[i].count) == 0)
			return true;
	}
	return false;
}

/* An archive must be aligned to 4 bytes. */
static bool write_both(const char *path, const char *first, size_t first_size, const char *second,
		       size_t second_size)
{
	FILE *file = file_create(path);

	if (file == NULL)
		return false;
	fwrite(first, 1, first_size, file);
	while (first_size++ % SECTOR_BYTES != 0)
		putc('\0', file);
	fwrite(second, 1, second_size, file);
	return file_finish(file, path);
}

bool linux_initramfs_prepend(const char *archive, const char *path)
{
	size_t first_size, second_size;
	char *first = booted_file_load(archive, &first_size);
	char *second = first != NULL ? booted_file_load(path, &second_size) : NULL;
	bool written = second != NULL && write_both(path, first, first_size, second, second_size);

	free(second);
	free(first);
	return written;
}

/* ---- All of it ---- */

/* Like file_load(), but exits on failure. */
static char *require(const char *path, size_t *size)
{
	char *data = booted_file_load(path, size);

	if (data == NULL)
		exit(EXIT_USAGE);
	return data;
}

static json_t *kernel_json(const char *path, const char *arch)
{
	char *version;
	size_t size;
	char *data = require(path, &size);
	const char *fault = linux_kernel_fault(data, size, &version);
	const char *of_image = linux_image_arch(data, size);
	json_t *kernel = booted_file_json(path, data, size);

	if (fault != NULL)
		errx(EXIT_USAGE, "%s: not a kernel: %s", path, fault);
	if (!linux_kernel_is_for(data, size, arch))
		errx(EXIT_USAGE, "%s: a kernel for another processor; use --arch %s", path,
		     of_image != NULL ? of_image : ARCH_DEFAULT);
	json_object_set_new(kernel, "form",
			    json_string(of_image != NULL            ? "Image"
					: is_boot_image(data, size) ? "bzImage" : "vmlinux"));
	if (version != NULL)
		json_object_set_new(kernel, "version", json_string(version));
	free(version);
	free(data);
	return kernel;
}

static json_t *initramfs_json(const char *path)
{
	size_t size;
	char *data = require(path, &size);
	json_t *initramfs = booted_file_json(path, data, size);

	if (!is_archive(data, size))
		errx(EXIT_USAGE, "%s: not an initramfs; give a cpio archive in newc format, plain "
		     "or compressed", path);
	free(data);
	return initramfs;
}

bool linux_kernel_starts_counted_cpus(const char *version)
{
	unsigned major, minor;

	if (version == NULL || sscanf(version, "%3u.%3u", &major, &minor) != 2)
		return true;
	return major > PAUSES_SINCE_MAJOR ||
	       (major == PAUSES_SINCE_MAJOR && minor >= PAUSES_SINCE_MINOR);
}

void linux_kernel_require_counted_cpus(const json_t *manifest)
{
	const char *path, *version = NULL;

	if (json_unpack((json_t *)manifest, "{s:{s:s, s?s}}", "linux_kernel", "path", &path,
			"version", &version) != 0 ||
	    linux_kernel_starts_counted_cpus(version))
		return;
	errx(EXIT_USAGE, "%s: Linux %s; before %d.%d Linux cannot start a second CPU while "
	     "instructions are counted (docs/ci.md); use a newer --kernel, --cpus 1, or real time",
	     path, version, PAUSES_SINCE_MAJOR, PAUSES_SINCE_MINOR);
}

void linux_kernel_describe(const char *kernel, const char *arch, const char *initramfs,
			   const char *program, json_t *manifest)
{
	size_t size;
	char *data = require(program, &size);

	json_object_set_new(manifest, "linux_kernel", kernel_json(kernel, arch));
	if (initramfs != NULL)
		json_object_set_new(manifest, "linux_initramfs", initramfs_json(initramfs));
	json_object_set_new(manifest, "linux_program", booted_file_json(program, data, size));
	free(data);
}
