/* SPDX-License-Identifier: MIT */
/* With these options the serial log is complete and, in deterministic mode, reproducible. A
 * reader's pace would affect a pipe or socket, so the log is a file. docs/design.md explains why
 * this mode records. */
#include "tools/run/qemu_command.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/boot_files.h"
#include "lib/qemu_exit.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"

/* Seed of QEMU's random numbers for the guest. */
#define RANDOM_SEED "1"

/* Record mode keeps the clock's thread from running while a CPU runs. Without record mode, the
 * thread may find a halted CPU whose last instructions are not counted yet. The next timer is then
 * late by these instructions. */
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

/* In a property list, a comma in a value is doubled. */
void qemu_add_value(struct arguments *arguments, const char *name, const char *properties,
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

/* Add a drive. If a path contains no slash, QEMU reads its start up to a colon as a protocol. */
static void qemu_add_drive(struct arguments *arguments, const char *properties, const char *path)
{
	char *plain = xasprintf("%s%s", path[0] == '/' ? "" : "./", path);

	qemu_add_value(arguments, "-drive", properties, plain);
	free(plain);
}

/* ---- The disk ---- */

/* QEMU supports no read-only AHCI disk. With a snapshot the file stays unchanged. */
static void add_disk_drive(struct arguments *arguments, const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;
	const char *guard = machine->disk.kind == DISK_SCRATCH    ? ""
			    : machine->disk.model == DISK_MODEL_AHCI ? ",snapshot=on"
								     : ",readonly=on";
	char *properties;

	if (machine->disk.kind == DISK_NULL) {
		qemu_add(arguments, "-drive");
		qemu_add(arguments, "driver=null-co,size=%lu,read-zeroes=on,if=none,id=disk",
			 machine->disk.size_bytes);
		return;
	}
	properties = xasprintf("format=raw,if=none,id=disk%s,file", guard);
	qemu_add_drive(arguments, properties, machine->disk.kind == DISK_FILE
						      ? machine->disk.file
						      : command->made_disk);
	free(properties);
}

/* In deterministic mode QEMU must accept a request at once, in the CPU's thread, and not when
 * another thread wakes up, hence ioeventfd=off. */
static void add_disk(struct arguments *arguments, const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;

	if (!machine_request_has_disk(machine))
		return;
	add_disk_drive(arguments, command);
	switch (machine->disk.model) {
	case DISK_MODEL_VIRTIO:
		qemu_add_pair(arguments, "-device",
			      machine->is_deterministic ? "virtio-blk-pci,drive=disk,ioeventfd=off"
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

static void add_medium(struct arguments *arguments, const struct machine_request *machine)
{
	switch (machine->media) {
	case MEDIA_DISK:
		qemu_add_drive(arguments, machine->is_riscv64
			       ? "format=raw,snapshot=on,if=none,id=image,file"
			       : "format=raw,snapshot=on,file", machine->image);
		if (machine->is_riscv64)
			qemu_add_pair(arguments, "-device", "virtio-blk-pci,drive=image");
		break;
	case MEDIA_CD:
		qemu_add_drive(arguments, "format=raw,media=cdrom,readonly=on,file",
			       machine->image);
		break;
	case MEDIA_FW_CFG:
		qemu_add_pair(arguments, "-kernel", machine->image);
		break;
	case MEDIA_USB:
		qemu_add_drive(arguments, "format=raw,snapshot=on,if=none,id=stick,file",
			       machine->image);
		qemu_add_pair(arguments, "-device", "qemu-xhci");
		qemu_add_pair(arguments, "-device", "usb-storage,drive=stick,bootindex=0");
		break;
	}
}

/* TCG omits a guest's memory fences if the machine can have one CPU only, although the device model
 * runs in another thread. Linux's shadow doorbells (NVMe 1.3, "Doorbell Buffer Config") are then
 * lost, and a request waits until the driver's timeout. Room for a second CPU restores the
 * fences. */
static bool needs_fences(const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;

	return command->initramfs != NULL && !command->is_kvm && machine->cpus == 1 &&
	       machine_request_has_disk(machine) && machine->disk.model == DISK_MODEL_NVME;
}

/* QEMU cannot replay several CPUs and refuses to record them, but it counts only the CPUs of -smp.
 * CPUs that are added as devices make the same machine, and QEMU records it. */
static void add_cpus(struct arguments *arguments, const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;
	const char *name = machine->cpu != NULL ? machine->cpu : "";
	bool is_pinned = strcmp(name, QEMU_CPU_PINNED) == 0;
	const char *cpu = is_pinned ? PINNED_MODEL PINNED_FEATURES : name;
	int model_chars = (int)strcspn(cpu, ",");

	if (cpu[0] != '\0')
		qemu_add_pair(arguments, "-cpu", cpu);
	qemu_add(arguments, "-smp");
	if (!machine->is_deterministic || machine->cpus == 1) {
		qemu_add(arguments, "%lu%s", machine->cpus,
			 needs_fences(command) ? ",maxcpus=2" : "");
		return;
	}
	qemu_add(arguments, "1,maxcpus=%lu,sockets=1,cores=%lu,threads=1", machine->cpus,
		 machine->cpus);
	for (unsigned long core = 1; core < machine->cpus; core++) {
		qemu_add(arguments, "-device");
		qemu_add(arguments, "%.*s-x86_64-cpu,socket-id=0,core-id=%lu,thread-id=0",
			 model_chars, cpu, core);
	}
}

static bool adds_drive(const struct machine_request *machine)
{
	for (char *const *extra = machine->extra; extra != NULL && *extra != NULL; extra++) {
		if (strcmp(*extra, "-drive") == 0 || strcmp(*extra, "-cdrom") == 0 ||
		    strncmp(*extra, "-hd", strlen("-hd")) == 0 ||
		    strncmp(*extra, "ide-", strlen("ide-")) == 0)
			return true;
	}
	return false;
}

/* Whether record mode is possible. In record mode, QEMU completes no request of a disk, and cannot
 * save the machine's state. */
static bool can_record(const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;

	return !command->is_saved && !machine_request_has_disk(machine) && !adds_drive(machine) &&
	       machine->firmware == FIRMWARE_KERNEL;
}

static void add_boot(struct arguments *arguments, const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;

	if (machine->firmware == FIRMWARE_KERNEL) {
		qemu_add_pair(arguments, "-kernel", machine->image);
		qemu_add_pair(arguments, "-append", command->command_line);
		if (machine->has_no_firmware)
			qemu_add_pair(arguments, "-bios", "none");
		else if (machine->firmware_code != NULL)
			qemu_add_pair(arguments, "-bios", machine->firmware_code);
		if (command->initramfs != NULL)
			qemu_add_pair(arguments, "-initrd", command->initramfs);
		return;
	}
	if (machine->firmware_is_program) {
		qemu_add_pair(arguments, "-kernel", machine->firmware_code);
		qemu_add_pair(arguments, "-append", command->command_line);
		add_medium(arguments, machine);
		return;
	}
	if (machine->firmware_code != NULL)
		qemu_add_drive(arguments, "if=pflash,format=raw,readonly=on,file",
			       machine->firmware_code);
	if (machine->firmware_variables != NULL)
		qemu_add_drive(arguments, "if=pflash,format=raw,file", command->uefi_variables);
	add_medium(arguments, machine);
	qemu_add_value(arguments, "-fw_cfg", "name=" FW_CFG_COMMAND_LINE ",string",
		       command->command_line);
}

static void add_input(struct arguments *arguments, const struct qemu_command *command)
{
	if (command->input_steps != NULL && command->initramfs == NULL)
		qemu_add_value(arguments, "-fw_cfg", "name=" FW_CFG_INPUT ",file",
			       command->input_steps);
	if (command->code != NULL && command->initramfs == NULL)
		qemu_add_value(arguments, "-fw_cfg", "name=" FW_CFG_CODE ",file", command->code);
	if (command->has_monitor) {
		qemu_add(arguments, "-chardev");
		qemu_add(arguments, "socket,id=monitor,fd=%d", CHILD_EXTRA);
		qemu_add_pair(arguments, "-mon", "chardev=monitor,mode=control");
	}
}

/* PCI functions interrupt this build's kernel by messages. The usual interrupt controller of virt
 * for riscv64, a PLIC, takes none. */
static bool needs_messages(const struct qemu_command *command)
{
	const struct machine_request *machine = &command->machine;

	return machine->is_riscv64 && machine->arch != NULL && command->initramfs == NULL &&
	       machine_request_has_disk(machine);
}

void qemu_command_arguments(const struct qemu_command *command, struct arguments *arguments)
{
	const struct machine_request *machine = &command->machine;
	bool has_sata;

	*arguments = (struct arguments){0};
	qemu_add(arguments, "%s", machine->qemu);
	/* Where instructions are counted, seconds are counted too, and SeaBIOS searches q35's empty
	 * SATA ports for longer than it needs for all else together. With QEMU 11 the time also
	 * differs between two runs. */
	has_sata = !machine->is_deterministic || machine->firmware != FIRMWARE_KERNEL ||
		   strcmp(machine->type, "q35") != 0 || adds_drive(machine);
	qemu_add(arguments, "-machine");
	qemu_add(arguments, "%s%s%s%s", machine->type, has_sata ? "" : ",sata=off",
		 machine->runs_guests ? ",virtualization=on,gic-version=3" : "",
		 needs_messages(command) ? ",aia=aplic-imsic" : "");
	qemu_add_pair(arguments, "-accel", command->is_kvm ? "kvm" : "tcg");
	add_cpus(arguments, command);
	/* In record mode QEMU never answers commands to the default disc drive of a "pc", and the
	 * firmware waits forever. Without the default devices, only a display is missed. */
	if (machine->is_deterministic && strcmp(machine->type, "pc") == 0) {
		qemu_add(arguments, "-nodefaults");
		qemu_add_pair(arguments, "-vga", "std");
	}
	qemu_add_pair(arguments, "-m", machine->memory);
	add_boot(arguments, command);
	qemu_add_value(arguments, "-chardev", "file,id=log,path", command->serial_log);
	qemu_add_pair(arguments, "-serial", "chardev:log");
	if (!machine_request_is_virt(machine)) {
		qemu_add(arguments, "-device");
		qemu_add(arguments, "isa-debug-exit,iobase=%#x,iosize=4", QEMU_EXIT_PORT);
	}
	/* Semihosting lets a kernel open files of the host, so only this build's own kernel has
	 * it. */
	if (machine->is_aarch64 && machine->arch != NULL && command->initramfs == NULL)
		qemu_add_pair(arguments, "-semihosting-config", "enable=on,target=native");
	qemu_add_pair(arguments, "-display", "none");
	qemu_add_pair(arguments, "-monitor", "none");
	qemu_add_pair(arguments, "-net", "none");
	qemu_add(arguments, "-no-reboot");
	add_disk(arguments, command);
	add_input(arguments, command);
	if (machine->is_deterministic) {
		qemu_add_pair(arguments, "-icount", can_record(command)
						    ? INSTRUCTION_COUNTING RECORDING
						    : INSTRUCTION_COUNTING);
		qemu_add_pair(arguments, "-rtc", "base=2026-01-01,clock=vm");
		qemu_add_pair(arguments, "-seed", RANDOM_SEED);
	}
	for (char *const *extra = machine->extra; extra != NULL && *extra != NULL; extra++)
		qemu_add(arguments, "%s", *extra);
}

void arguments_free(struct arguments *arguments)
{
	for (size_t i = 0; i < arguments->count; i++)
		free(arguments->items[i]);
	free(arguments->items);
	*arguments = (struct arguments){0};
}
