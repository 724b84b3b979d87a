/* SPDX-License-Identifier: MIT */
/* With these options the serial log is complete and, in deterministic mode, reproducible. That
 * requires a file as its destination, since another reader's pace would affect it. docs/design.md
 * explains why this mode records. */
#include "tools/run/qemu.h"

#include <err.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/disk_pattern.h"
#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/run/boot/initramfs.h"
#include "tools/run/boot/linux_kernel.h"

/* fw_cfg file for the target's command line, if the boot loader cannot pass one. */
#define FW_CFG_COMMAND_LINE "opt/org.bareline/cmdline"

/* fw_cfg file for an input script. */
#define FW_CFG_INPUT "opt/org.bareline/input"

/* Disks of the option --disk. */
#define NULL_DISK "null:"
#define PATTERN_DISK "pattern:"
#define DISK_BYTES_MIN (1ul << 20)
#define NULL_DISK_BYTES_MAX (1ul << 40)
#define PATTERN_DISK_BYTES_MAX (1ul << 30)

/* Seed of QEMU's random numbers for the guest. */
#define RANDOM_SEED "1"

/* Record mode keeps the clock's thread from running while a CPU runs. Without it the thread may
 * find a halted CPU whose last instructions are not counted yet, and the next timer is late by
 * these. */
#define INSTRUCTION_COUNTING "shift=0,sleep=off"
#define RECORDING ",rr=record,rrfile=/dev/null"

/* Features of QEMU_CPU_PINNED: those of `max` in QEMU 7.2 without pcommit, which later versions
 * lack. */
#define PINNED_MODEL "qemu64-v1"
#define PINNED_FEATURES \
	",model-id=QEMU TCG CPU version 2.5+" \
	",3dnow=on,3dnowext=on,abm=on,acpi=on,adx=on,aes=on,arat=on,avx=on,avx2=on,bmi1=on" \
	",bmi2=on,clflushopt=on,clwb=on,cr8legacy=on,erms=on,f16c=on,fma=on,fsgsbase=on" \
	",la57=on,mmxext=on,monitor=on,movbe=on,mpx=on,npt=on,pclmulqdq=on,pdpe1gb=on,pks=on" \
	",pku=on,popcnt=on,rdrand=on,rdtscp=on,smap=on,smep=on,ss=on,sse4.1=on,sse4.2=on" \
	",sse4a=on,ssse3=on,svme-addr-chk=on,umip=on,vaes=on,vgif=on,xgetbv1=on,xsave=on" \
	",xsaveopt=on"

/* ---- Arguments ---- */

void qemu_add(struct arguments *arguments, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	arguments->items = xreallocarray(arguments->items, arguments->count + 2,
					 sizeof(*arguments->items));
	arguments->items[arguments->count++] = xvasprintf(format, args);
	arguments->items[arguments->count] = NULL;
	va_end(args);
}

void qemu_add_pair(struct arguments *arguments, const char *name, const char *value)
{
	qemu_add(arguments, "%s", name);
	qemu_add(arguments, "%s", value);
}

/* Add "-name" and "properties,…=value". All untrusted text is passed to QEMU this way, or as an
 * argument of its own. In a property list a comma in a value is doubled. */
static void qemu_add_value(struct arguments *arguments, const char *name, const char *properties,
			   const char *value)
{
	char *escaped = xcalloc(2, strlen(value) + 1), *out = escaped;

	for (; *value != '\0'; value++) {
		*out++ = *value;
		if (*value == ',')
			*out++ = ',';
	}
	qemu_add(arguments, "%s", name);
	qemu_add(arguments, "%s=%s", properties, escaped);
	free(escaped);
}

/* QEMU reads a path's start up to a colon as a protocol, unless it contains a slash. */
static void qemu_add_drive(struct arguments *arguments, const char *properties, const char *path)
{
	char *plain = xasprintf("%s%s", path[0] == '/' ? "" : "./", path);

	qemu_add_value(arguments, "-drive", properties, plain);
	free(plain);
}

/* ---- The disk ---- */

static bool parse_disk_size(struct qemu_options *options, const char *text, unsigned long most,
			    struct option_problem *problem)
{
	unsigned long size;

	if (!text_number(text, &size) || size < DISK_BYTES_MIN || size > most ||
	    size % PATTERN_SECTOR_BYTES != 0)
		return option_refuse(problem, "not a size; give 1M to %luM", most >> 20);
	options->disk.size_bytes = size;
	return true;
}

bool qemu_disk_parse(void *to, const char *value, struct option_problem *problem)
{
	struct qemu_options *options = to;

	if (strncmp(value, NULL_DISK, strlen(NULL_DISK)) == 0) {
		options->disk.kind = DISK_NULL;
		return parse_disk_size(options, value + strlen(NULL_DISK), NULL_DISK_BYTES_MAX,
				       problem);
	}
	if (strncmp(value, PATTERN_DISK, strlen(PATTERN_DISK)) == 0) {
		options->disk.kind = DISK_SEALED;
		return parse_disk_size(options, value + strlen(PATTERN_DISK),
				       PATTERN_DISK_BYTES_MAX, problem);
	}
	if (access(value, R_OK) != 0)
		return option_refuse(problem, "not a readable file; give a file, null:SIZE or "
				     "pattern:SIZE");
	options->disk.kind = DISK_FILE;
	options->disk.file = value;
	return true;
}

bool qemu_disk_is_selected(const struct qemu_options *options)
{
	return options->disk.kind != DISK_NONE;
}

/* Other threads read files, and QEMU's main loop serves NVMe and AHCI in several iterations. */
bool qemu_disk_is_exact(const struct qemu_options *options)
{
	return options->disk.kind == DISK_NONE ||
	       (options->disk.kind == DISK_NULL && options->disk.model == DISK_MODEL_VIRTIO);
}

/* QEMU supports no read-only AHCI disk. With a snapshot the file stays unchanged. */
static void add_disk_drive(struct arguments *arguments, const struct qemu_options *options)
{
	const char *guard = options->disk.model == DISK_MODEL_AHCI ? "snapshot=on" : "readonly=on";
	char *properties;

	if (options->disk.kind == DISK_NULL) {
		qemu_add(arguments, "-drive");
		qemu_add(arguments, "driver=null-co,size=%lu,read-zeroes=on,if=none,id=disk",
			 options->disk.size_bytes);
		return;
	}
	properties = xasprintf("format=raw,if=none,id=disk,%s,file", guard);
	qemu_add_drive(arguments, properties, options->disk.file);
	free(properties);
}

/* In deterministic mode QEMU must accept a request at once, in the CPU's thread, and not when
 * another thread wakes up, hence ioeventfd=off. */
static void add_disk(struct arguments *arguments, const struct qemu_options *options)
{
	if (!qemu_disk_is_selected(options))
		return;
	add_disk_drive(arguments, options);
	switch (options->disk.model) {
	case DISK_MODEL_VIRTIO:
		qemu_add_pair(arguments, "-device",
			      options->deterministic ? "virtio-blk-pci,drive=disk,ioeventfd=off"
						     : "virtio-blk-pci,drive=disk");
		break;
	case DISK_MODEL_NVME:
		qemu_add_pair(arguments, "-device", "nvme,drive=disk,serial=bareline");
		break;
	case DISK_MODEL_AHCI:
		qemu_add_pair(arguments, "-device", "ahci,id=sata");
		qemu_add_pair(arguments, "-device", "ide-hd,drive=disk,bus=sata.0");
		break;
	}
}

/* ---- The machine ---- */

static void add_medium(struct arguments *arguments, const struct qemu_options *options)
{
	switch (options->media) {
	case MEDIA_DISK:
		qemu_add_drive(arguments, "format=raw,snapshot=on,file", options->image);
		break;
	case MEDIA_CD:
		qemu_add_drive(arguments, "format=raw,media=cdrom,readonly=on,file",
			       options->image);
		break;
	case MEDIA_USB:
		qemu_add_drive(arguments, "format=raw,snapshot=on,if=none,id=stick,file",
			       options->image);
		qemu_add_pair(arguments, "-device", "qemu-xhci");
		qemu_add_pair(arguments, "-device", "usb-storage,drive=stick,bootindex=0");
		break;
	}
}

/* TCG omits a guest's memory fences if the machine can have one CPU only, although the device model
 * runs in another thread. Linux's shadow doorbells (NVMe 1.3, "Doorbell Buffer Config") are then
 * lost, and a request waits until the driver's timeout. Room for a second CPU restores the
 * fences. */
static bool needs_fences(const struct qemu_options *options)
{
	return options->init != NULL && !options->is_kvm && qemu_disk_is_selected(options) &&
	       options->disk.model == DISK_MODEL_NVME && strcmp(options->cpus, "1") == 0;
}

/* QEMU cannot replay several CPUs and refuses to record them, but counts only those of -smp. Added
 * as devices they make the same machine. */
static void add_cpus(struct arguments *arguments, const struct qemu_options *options)
{
	unsigned long count = strtoul(options->cpus, NULL, 10);
	bool is_pinned = strcmp(options->cpu, QEMU_CPU_PINNED) == 0;
	const char *cpu = is_pinned ? PINNED_MODEL PINNED_FEATURES : options->cpu;
	int model_chars = (int)strcspn(cpu, ",");

	qemu_add_pair(arguments, "-cpu", cpu);
	qemu_add(arguments, "-smp");
	if (!options->deterministic || count == 1) {
		qemu_add(arguments, "%s%s", options->cpus,
			 needs_fences(options) ? ",maxcpus=2" : "");
		return;
	}
	qemu_add(arguments, "1,maxcpus=%lu,sockets=1,cores=%lu,threads=1", count, count);
	for (unsigned long core = 1; core < count; core++) {
		qemu_add(arguments, "-device");
		qemu_add(arguments, "%.*s-x86_64-cpu,socket-id=0,core-id=%lu,thread-id=0",
			 model_chars, cpu, core);
	}
}

/* In record mode QEMU never answers commands to the default disc drive of a "pc", and the firmware
 * waits forever. Of the default devices only a display is missed. */
static void add_defaults(struct arguments *arguments, const struct qemu_options *options)
{
	if (!options->deterministic || strcmp(options->machine, "pc") != 0)
		return;
	qemu_add(arguments, "-nodefaults");
	qemu_add_pair(arguments, "-vga", "std");
}

static bool adds_drive(const struct qemu_options *options)
{
	for (char *const *extra = options->extra; extra != NULL && *extra != NULL; extra++) {
		if (strcmp(*extra, "-drive") == 0 || strcmp(*extra, "-cdrom") == 0 ||
		    strncmp(*extra, "-hd", strlen("-hd")) == 0 ||
		    strncmp(*extra, "ide-", strlen("ide-")) == 0)
			return true;
	}
	return false;
}

/* SeaBIOS searches q35's empty SATA ports longer than it takes for all else together, as a second
 * counts where instructions are; and with QEMU 11 the time differs between two runs. */
static void add_machine(struct arguments *arguments, const struct qemu_options *options)
{
	bool has_sata = !options->deterministic || options->firmware != FIRMWARE_KERNEL ||
			strcmp(options->machine, "q35") != 0 || adds_drive(options);

	qemu_add(arguments, "-machine");
	qemu_add(arguments, "%s%s", options->machine, has_sata ? "" : ",sata=off");
}

static void add_boot(struct arguments *arguments, const struct qemu_options *options)
{
	if (options->firmware == FIRMWARE_KERNEL) {
		qemu_add_pair(arguments, "-kernel", options->image);
		qemu_add_pair(arguments, "-append", options->command_line);
		if (options->init != NULL)
			qemu_add_pair(arguments, "-initrd", options->initramfs);
		return;
	}
	if (options->firmware_code != NULL)
		qemu_add_drive(arguments, "if=pflash,format=raw,readonly=on,file",
			       options->firmware_code);
	if (options->firmware_variables != NULL)
		qemu_add_drive(arguments, "if=pflash,format=raw,file", options->uefi_variables);
	add_medium(arguments, options);
	qemu_add_value(arguments, "-fw_cfg", "name=" FW_CFG_COMMAND_LINE ",string",
		       options->command_line);
}

static void add_input(struct arguments *arguments, const struct qemu_options *options)
{
	if (options->input_steps != NULL && options->init == NULL)
		qemu_add_value(arguments, "-fw_cfg", "name=" FW_CFG_INPUT ",file",
			       options->input_steps);
	if (options->has_monitor) {
		qemu_add(arguments, "-chardev");
		qemu_add(arguments, "socket,id=monitor,fd=%d", CHILD_EXTRA);
		qemu_add_pair(arguments, "-mon", "chardev=monitor,mode=control");
	}
}

void qemu_arguments(const struct qemu_options *options, struct arguments *arguments)
{
	*arguments = (struct arguments){0};
	qemu_add(arguments, "%s", options->program);
	add_machine(arguments, options);
	qemu_add_pair(arguments, "-accel", options->is_kvm ? "kvm" : "tcg");
	add_cpus(arguments, options);
	add_defaults(arguments, options);
	qemu_add_pair(arguments, "-m", options->memory);
	add_boot(arguments, options);
	qemu_add_value(arguments, "-chardev", "file,id=log,path", options->serial_log);
	qemu_add_pair(arguments, "-serial", "chardev:log");
	qemu_add_pair(arguments, "-device", "isa-debug-exit,iobase=0xf4,iosize=4");
	qemu_add_pair(arguments, "-display", "none");
	qemu_add_pair(arguments, "-monitor", "none");
	qemu_add_pair(arguments, "-net", "none");
	qemu_add(arguments, "-no-reboot");
	add_disk(arguments, options);
	add_input(arguments, options);
	if (options->deterministic) {
		qemu_add_pair(arguments, "-icount", qemu_disk_is_selected(options)
						    ? INSTRUCTION_COUNTING
						    : INSTRUCTION_COUNTING RECORDING);
		qemu_add_pair(arguments, "-rtc", "base=2026-01-01,clock=vm");
		qemu_add_pair(arguments, "-seed", RANDOM_SEED);
	}
	for (char *const *extra = options->extra; extra != NULL && *extra != NULL; extra++)
		qemu_add(arguments, "%s", *extra);
}

void arguments_free(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++)
		free(arguments->items[i]);
	free(arguments->items);
	*arguments = (struct arguments){0};
}

/* ---- Files ---- */

static bool copy_file(const char *from, const char *to)
{
	FILE *in = fopen(from, "rb"), *out = in != NULL ? fopen(to, "wb") : NULL;
	bool good = out != NULL;
	char bytes[65536];
	size_t count;

	while (good && (count = fread(bytes, 1, sizeof(bytes), in)) > 0)
		good = fwrite(bytes, 1, count, out) == count;
	good = good && !ferror(in);
	if (out != NULL)
		good = fclose(out) == 0 && good;
	if (!good)
		warn("%s: cannot copy to %s", from, to);
	if (in != NULL)
		fclose(in);
	return good;
}

static bool prepare_initramfs(const struct qemu_options *options)
{
	const struct initramfs_extras extras = {
		.line = options->init_line,
		.modules = options->modules,
		.input = options->input_steps,
	};

	if (!initramfs_write(options->initramfs, options->init, &extras))
		return false;
	return options->more_files == NULL ||
	       linux_initramfs_prepend(options->more_files, options->initramfs);
}

/* Write the file of a pattern disk. On failure, prints the cause and returns false. */
static bool prepare_disk(const struct qemu_options *options)
{
	uint64_t sectors = options->disk.size_bytes / PATTERN_SECTOR_BYTES;
	uint8_t sector[PATTERN_SECTOR_BYTES];
	FILE *file;

	if (options->disk.kind != DISK_SEALED)
		return true;
	file = file_create(options->disk.file);
	for (uint64_t number = 0; file != NULL && number < sectors; number++) {
		disk_pattern_write(sector, number, sectors);
		fwrite(sector, 1, sizeof(sector), file);
	}
	return file_finish(file, options->disk.file);
}

/* The firmware stores its last boot device in the variables, so a used copy would not boot from
 * another device. */
bool qemu_prepare(const struct qemu_options *options)
{
	if (options->firmware_variables != NULL &&
	    !copy_file(options->firmware_variables, options->uefi_variables))
		return false;
	return (options->init == NULL || prepare_initramfs(options)) && prepare_disk(options);
}

unsigned long qemu_memory_mib(const char *text)
{
	char *suffix;
	unsigned long number = strtoul(text, &suffix, 10);

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
