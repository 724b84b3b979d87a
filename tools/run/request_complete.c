/* SPDX-License-Identifier: MIT */
#include "tools/run/request_complete.h"

#include <elf.h>
#include <err.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/text/string.h"
#include "lib/text/ticks.h"
#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/record/catalogue.h"
#include "tools/run/boot/firmware_search.h"
#include "tools/run/boot/own_firmware.h"
#include "tools/run/export_file.h"
#include "tools/run/guest.h"
#include "tools/run/qemu_process.h"
#include "tools/run/target_params.h"


/* With less memory the distribution's kernel cannot unpack its initramfs and reboots silently. */
#define MEMORY_OF_LINUX_MIB_MIN 80
#define NO_OUTPUT_QUICK_SECONDS 120
#define NO_OUTPUT_FULL_SECONDS 900
#define TIMEOUT_FACTOR 10
#define INPUT_GRACE_SECONDS 30          /* for a target that reads input late */

/* QEMU, docs/system/riscv/virt.rst: a kernel at the start of memory leaves no room for firmware. */
#define RISCV_MEMORY_BEGIN 0x80000000u

/* CPU models that are the same on every QEMU. */
static const struct image_processor {
	const char *arch;               /* word of --arch; NULL: none */
	uint16_t elf_machine;
	uint8_t elf_class;
	const char *qemu, *cpu;
	const char *counted_cpu;        /* with --deterministic */
} processors[] = {
	/* On some versions of QEMU, these two registers contain QEMU's version. */
	{"riscv64", EM_RISCV, ELFCLASS64, "qemu-system-riscv64", "rv64", "rv64,marchid=0,mimpid=0"},
	{NULL, EM_RISCV, ELFCLASS32, "qemu-system-riscv32", "rv32", "rv32"},
	{NULL, EM_LOONGARCH, ELFCLASS64, "qemu-system-loongarch64", "la464-loongarch-cpu",
	 "la464-loongarch-cpu"},
	/* A tick of the clock is then an instruction, as on x86-64. */
	{"aarch64", EM_AARCH64, ELFCLASS64, "qemu-system-aarch64", "cortex-a57",
	 "cortex-a57,cntfrq=1000000000"},
};

static void check_disk(const struct run_request *run)
{
	if (run->machine.disk.kind == DISK_RAM && !run->is_linux)
		errx(EXIT_USAGE, "--disk ram: a disk in memory of Linux; add --linux, or use "
		     "--disk null:SIZE");
	if (!machine_request_has_disk(&run->machine))
		return;
	if (run->is_linux && guest_disk(&run->machine)->path == NULL)
		errx(EXIT_USAGE, "--disk-model: the distribution's kernel for virtual machines has "
		     "no AHCI driver; use virtio or nvme");
	if (run->is_linux && run->machine.is_deterministic)
		errx(EXIT_USAGE, "--disk: not exact for Linux with --deterministic, because QEMU "
		     "cannot record disks; omit one of the two, or use --disk ram");
	if (run->machine.is_deterministic && !machine_request_has_exact_disk(&run->machine))
		errx(EXIT_USAGE, "--disk: uses host time, which --deterministic does not count; "
		     "use --disk null:SIZE --disk-model virtio");
}

static void check_hypervisor(const struct run_request *run)
{
	const struct hypervisor_options *hypervisor = &run->hypervisor;

	if (!hypervisor->is_wanted) {
		if (hypervisor->kernel_count > 0 || hypervisor->initramfs != NULL ||
		    hypervisor->qemu != NULL || hypervisor->append != NULL)
			errx(EXIT_USAGE, "--hypervisor-...: applies to a KVM guest only; add "
			     "--in-kvm");
		return;
	}
	if (hypervisor->kernel_count > 1)
		errx(EXIT_USAGE, "--hypervisor-kernel: given more than once; use `bareline layers` "
		     "to compare several kernels");
	if (hypervisor->initramfs != NULL && hypervisor->qemu != NULL)
		errx(EXIT_USAGE, "--hypervisor-qemu: unused with --hypervisor-initramfs, which "
		     "contains a QEMU; omit one of the two");
	if (run->machine.firmware != FIRMWARE_KERNEL)
		errx(EXIT_USAGE, "--in-kvm: cannot boot through firmware; use --firmware kernel");
	if (run->machine.disk.kind != DISK_NONE)
		errx(EXIT_USAGE, "--in-kvm: guests have no disk; omit --disk");
	if (run->input != NULL)
		errx(EXIT_USAGE, "--in-kvm: guests have no keyboard; omit --input");
	if (run->machine.is_deterministic && run->machine.cpus != 1)
		errx(EXIT_USAGE, "--in-kvm --deterministic: needs one CPU, because the "
		     "hypervisor's Linux does not start others while instructions are counted; use "
		     "--cpus 1");
}

static void check_firmware(const struct run_request *run)
{
	const struct machine_request *machine = &run->machine;

	if (machine->media == MEDIA_FW_CFG && machine->firmware != FIRMWARE_UEFI)
		errx(EXIT_USAGE, "--media fw_cfg: only UEFI loads a program from there; add "
		     "--firmware uefi");
	if (machine->firmware_variables != NULL && machine->firmware_code == NULL)
		errx(EXIT_USAGE, "--firmware-vars: needs the matching code; add --firmware-code");
	if (machine->firmware_code != NULL && machine->firmware == FIRMWARE_KERNEL &&
	    (!machine->is_riscv64 || machine->has_no_firmware))
		errx(EXIT_USAGE, machine->is_riscv64
		     ? "--firmware-code: the image is where firmware would be; omit the option"
		     : "--firmware-code: needs the kind of firmware; add --firmware uefi or bios");
	for (char *const *extra = machine->extra; extra != NULL && *extra != NULL; extra++) {
		if (own_firmware_is_given_by(extra[0], extra[1]))
			errx(EXIT_USAGE, "%s: firmware must be recorded in the manifest; use "
			     "%s--firmware-code FILE%s", *extra,
			     machine->is_riscv64 ? "" : "--firmware uefi ",
			     machine->is_riscv64 ? "" : " --firmware-vars FILE");
	}
}

static void check_linux(const struct run_request *run)
{
	if (linux_options_are_used(&run->linux) && !run->is_linux)
		errx(EXIT_USAGE, "--kernel, --initramfs, --kernel-append: apply to Linux only; add "
		     "--linux");
	if (run->layouts > 1 && !(run->is_linux && run->machine.is_deterministic))
		errx(EXIT_USAGE, "--layouts: applies to --linux --deterministic only; the image "
		     "has one memory layout, and times vary anyway");
	if (run->linux.kernel_count > 1)
		errx(EXIT_USAGE, "--kernel: given more than once; use `bareline overhead` to "
		     "compare several kernels");
	if (run->linux.kernel_count > 0 && run->machine.image != NULL)
		errx(EXIT_USAGE, "--kernel, --image: both select what to boot; omit one");
	if (run->is_linux && run->machine.firmware != FIRMWARE_KERNEL)
		errx(EXIT_USAGE, "--linux: cannot boot through firmware; use --firmware kernel");
	if (run->is_linux && run->linux.kernel_count == 0 &&
	    machine_request_mib(run->machine.memory) < MEMORY_OF_LINUX_MIB_MIN)
		errx(EXIT_USAGE, "--memory %s: the distribution's Linux does not boot with less "
		     "than %dM", run->machine.memory, MEMORY_OF_LINUX_MIB_MIN);
	if (!run->is_linux && run->machine.image != NULL && linux_kernel_is_at(run->machine.image))
		errx(EXIT_USAGE, "--image %s: is a Linux kernel; use --linux --kernel, or with "
		     "`bareline overhead` put --kernel before --",
		     run->machine.image);
}

static void check_baseline(const struct run_request *run)
{
	unsigned standard = 0;

	if (run->baseline != NULL && !run->machine.is_deterministic)
		errx(EXIT_USAGE, "--baseline: compares exact metrics; add --deterministic");
	if (run->is_strict && run->baseline == NULL)
		errx(EXIT_USAGE, "--strict: applies to a baseline; add --baseline FILE");
	if (run->explain != NULL && (run->baseline == NULL || run->updates_baseline))
		errx(EXIT_USAGE, "--explain: explains differences from a baseline; add --baseline "
		     "FILE and omit --update");
	if (run->updates_baseline && run->baseline == NULL)
		errx(EXIT_USAGE, "--update: applies to a baseline; add --baseline FILE");
	for (enum output_format format = 0; format < OUTPUT_FORMATS; format++) {
		if (run->outputs[format] != NULL &&
		    (run->baseline == NULL || run->updates_baseline))
			errx(EXIT_USAGE, "--%s: reports a comparison with a baseline; add "
			     "--baseline FILE and omit --update", output_option(format));
		standard += file_is_standard(run->outputs[format]);
	}
	if (standard > 1)
		errx(EXIT_USAGE, "--ktap, --junit, --markdown, --annotations: only one may write "
		     "to standard output");
}

static void check_virt(const struct run_request *run)
{
	if (!machine_request_is_virt(&run->machine))
		return;
	if ((run->hypervisor.is_wanted && !arch_is_aarch64(run->machine.arch)) ||
	    (!machine_request_is_foreign(&run->machine) &&
	     (run->is_linux || run->machine.image == NULL)))
		errx(EXIT_USAGE, "--machine virt: boots a kernel of riscv64 or aarch64; add "
		     "--arch aarch64 or --image FILE, and omit --linux and --in-kvm");
	if (run->machine.firmware == FIRMWARE_UEFI && run->machine.media == MEDIA_DISK &&
	    run->machine.is_deterministic && machine_request_has_disk(&run->machine))
		errx(EXIT_USAGE, "--disk: the image is a second disk, whose reads --deterministic "
		     "does not count; use --media usb");
	if ((run->machine.is_aarch64 || run->machine.is_riscv64) &&
	    (run->input != NULL || run->has_keyboard))
		errx(EXIT_USAGE, "--input, --keyboard: a machine of %s has no keyboard controller; "
		     "omit the option", run->machine.is_aarch64 ? "aarch64" : "riscv64");
	if (run->machine.firmware != FIRMWARE_KERNEL && !machine_request_is_foreign(&run->machine))
		errx(EXIT_USAGE, "--machine virt: QEMU must load the kernel; use --firmware "
		     "kernel");
	if (run->machine.firmware == FIRMWARE_BIOS)
		errx(EXIT_USAGE, "--firmware bios: a machine of %s has no BIOS; use "
		     "--firmware uefi", run->machine.arch);
	if (run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--machine virt: is emulated; omit --accel kvm");
	if (run->machine.is_deterministic && run->machine.cpus > 1)
		errx(EXIT_USAGE, "--machine virt --deterministic: QEMU records one CPU; omit "
		     "--cpus");
}

static void check_sequences(const struct run_request *run)
{
	const struct sequence_options *code = &run->code;

	if (!sequence_options_are_used(code)) {
		if (code->init != NULL || code->unroll != 0 || code->loops != 0 ||
		    code->ring != SEQUENCE_RING_3 || code->page != SEQUENCE_PAGE_4K ||
		    code->output != NULL)
			errx(EXIT_USAGE, "--asm-init, --unroll, --loop, --ring, --code-page, "
			     "--code-output: apply to your instructions; add --asm, --asm-file or "
			     "--code");
		return;
	}
	if (code->ring == SEQUENCE_RING_0 && run->is_linux)
		errx(EXIT_USAGE, "--ring 0: a Linux process has no privileges; omit --linux");
	if (run->hypervisor.is_wanted && !run->is_linux)
		errx(EXIT_USAGE, "--asm, --asm-file, --code: not passed to the image in a guest; "
		     "omit --in-kvm, or add --linux");
}

static void check_export(const struct run_request *run)
{
	if (run->exported == NULL)
		return;
	if (!export_file_is_known(run->exported))
		errx(EXIT_USAGE, "--export %s: the suffix is none of " EXPORT_FILE_SUFFIXES "; "
		     "`bareline export` writes other formats", run->exported);
	if (run->runs > 1 || run->layouts > 1 || run->baseline != NULL)
		errx(EXIT_USAGE, "--export: writes one boot; omit --runs, --layouts and "
		     "--baseline, or use `bareline export`");
	if (!file_may_create(run->exported))
		exit(EXIT_USAGE);
}

static void check_combination(const struct run_request *run)
{
	if (run->on_cpu != RUN_ANY_CPU && run->on_cpu >= run->machine.cpus)
		errx(EXIT_USAGE, "--on-cpu %lu: the machine has %lu CPU%s, numbered from 0; add "
		     "--cpus %lu", run->on_cpu, run->machine.cpus,
		     run->machine.cpus == 1 ? "" : "s", run->on_cpu + 1);
	check_export(run);
	check_virt(run);
	check_hypervisor(run);
	check_linux(run);
	check_firmware(run);
	check_disk(run);
	if (run->machine.is_deterministic && run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--deterministic: KVM cannot count instructions; use --accel tcg");
	check_baseline(run);
	check_sequences(run);
	if (run->runs > 1 && (run->baseline != NULL || run->layouts > 1 || run->input != NULL))
		errx(EXIT_USAGE, "--runs: repeats one boot; omit --baseline, --layouts and "
		     "--input");
	if (run->input == NULL && run->input_source != INPUT_SOURCE_DEFAULT)
		errx(EXIT_USAGE, "--input-source: applies to a script; add --input FILE");
	if (run->input_source == INPUT_SOURCE_HOST && run->is_linux)
		errx(EXIT_USAGE, "--input-source host: applies to the image only; under --linux "
		     "use --input-source controller");
	if (run->has_keyboard && !run->is_linux)
		errx(EXIT_USAGE, "--keyboard: applies to Linux only, as the image has its own "
		     "driver; add --linux");
	if (run->traces_gaps && !run->is_linux)
		errx(EXIT_USAGE, "--trace-gaps: applies to Linux only, as the image knows its own "
		     "interrupts; add --linux");
	if (run->input != NULL && run->machine.is_deterministic &&
	    run->input_source == INPUT_SOURCE_HOST)
		errx(EXIT_USAGE, "--input-source host: the host cannot type while instructions are "
		     "counted; use --input-source controller");
}

/* Prepare the target for the script: it waits for the script's duration and some extra time. */
static void options_prepare_input(struct run_request *run)
{
	uint64_t script_us = 0;
	unsigned long seconds;

	if (run->input_source == INPUT_SOURCE_DEFAULT)
		run->input_source = run->machine.is_deterministic || run->is_linux
					    ? INPUT_SOURCE_CONTROLLER
					    : INPUT_SOURCE_HOST;
	run->has_keyboard |= run->is_linux;
	if (!input_script_load(run->input, &run->script))
		exit(EXIT_USAGE);
	if (run->script.has_syncs && run->input_source == INPUT_SOURCE_HOST)
		errx(EXIT_USAGE, "%s: 'sync on' is not supported by QEMU's devices; use "
		     "--input-source controller", run->input);
	for (size_t i = 0; i < run->script.count; i++)
		script_us += run->script.events[i].pause_us;
	seconds = (unsigned long)(script_us / 1000000) + INPUT_GRACE_SECONDS;
	if (run->duration.text == NULL) {
		snprintf(run->input_duration, sizeof(run->input_duration), "%lus", seconds);
		run->duration.text = run->input_duration;
		run->duration.ns = seconds * NS_PER_SECOND;
	}
	if (run->benches[0] == '\0')
		text_copy(run->benches, sizeof(run->benches),
			  run->input_source == INPUT_SOURCE_HOST ? "input.live" : "input.script");
}

/* A busy host slows a run down, but output continues. */
static void options_limit_time(struct run_request *run)
{
	bool is_long = run->hypervisor.is_wanted || strcmp(run->suite, "full") == 0;

	run->first_record_seconds = run->no_output_timeout_seconds;
	if (run->timeout_seconds != 0)
		return;
	if (run->no_output_timeout_seconds == 0)
		run->no_output_timeout_seconds = (is_long ? NO_OUTPUT_FULL_SECONDS
							  : NO_OUTPUT_QUICK_SECONDS) +
						 2 * (run->duration.ns / NS_PER_SECOND);
	run->timeout_seconds = TIMEOUT_FACTOR * run->no_output_timeout_seconds;
}

/* A header of 32 or 64 bits. A header of 64 bits is longer, and a file of either class has at least
 * its size. */
union elf_header {
	Elf64_Ehdr of_64;
	Elf32_Ehdr of_32;
};

/* The first bytes of a file, as many as a header has. */
static bool read_header(const char *path, union elf_header *header)
{
	FILE *file = fopen(path, "re");
	bool is_read = file != NULL && fread(header, sizeof(*header), 1, file) == 1;

	if (file != NULL)
		fclose(file);
	return is_read;
}

static bool is_elf_header(const union elf_header *header)
{
	return memcmp(header->of_64.e_ident, ELFMAG, SELFMAG) == 0 &&
	       header->of_64.e_ident[EI_DATA] == ELFDATA2LSB;
}

static void use_processor(struct machine_request *machine, const struct image_processor *processor)
{
	if (strcmp(machine->qemu, QEMU_DEFAULT) == 0)
		machine->qemu = processor->qemu;
	if (machine->cpu == NULL)
		machine->cpu = machine->is_deterministic ? processor->counted_cpu : processor->cpu;
	machine->type = MACHINE_VIRT;
	machine->is_aarch64 = processor->elf_machine == EM_AARCH64;
	machine->is_riscv64 = processor->elf_machine == EM_RISCV &&
			      processor->elf_class == ELFCLASS64;
}

void machine_request_complete_arch(struct machine_request *machine)
{
	for (size_t i = 0; i < sizeof(processors) / sizeof(processors[0]); i++) {
		if (processors[i].arch != NULL && strcmp(processors[i].arch, machine->arch) == 0)
			use_processor(machine, &processors[i]);
	}
}

/* If the image is an ELF file or a Linux Image for one of these processors, choose QEMU, machine
 * and CPU model, unless the user has chosen them. */
static void choose_processor(struct machine_request *machine)
{
	union elf_header header = {0};
	bool is_read = read_header(machine->image, &header);
	bool is_elf = is_read && is_elf_header(&header);
	const char *of_image = is_read && !is_elf ? linux_image_arch((const char *)&header,
								     sizeof(header)) : NULL;

	for (size_t i = 0; i < sizeof(processors) / sizeof(processors[0]); i++) {
		const struct image_processor *processor = &processors[i];
		uint8_t class = header.of_64.e_ident[EI_CLASS];
		uint64_t entry = class == ELFCLASS64 ? header.of_64.e_entry : header.of_32.e_entry;

		if (is_elf ? header.of_64.e_machine != processor->elf_machine ||
				     class != processor->elf_class
			   : of_image == NULL || processor->arch == NULL ||
				     strcmp(of_image, processor->arch) != 0)
			continue;
		use_processor(machine, processor);
		machine->has_no_firmware = is_elf && processor->elf_machine == EM_RISCV &&
					   entry == RISCV_MEMORY_BEGIN;
	}
}

/* The image of --arch is this build's own. */
static void choose_arch(struct run_request *run)
{
	struct machine_request *machine = &run->machine;

	if (machine->image != NULL)
		errx(EXIT_USAGE, "--arch, --image: both select what to boot; omit --arch, as the "
		     "image tells its processor");
	if (run->hypervisor.is_wanted && !arch_is_aarch64(machine->arch))
		errx(EXIT_USAGE, "--in-kvm: KVM gives a guest of %s no cycle counter; omit one of "
		     "the two", machine->arch);
	machine_request_complete_arch(machine);
}

static void find_uefi(struct machine_request *machine)
{
	enum own_firmware_kind kind = machine->is_aarch64   ? FIRMWARE_OF_AARCH64
				      : machine->is_riscv64 ? FIRMWARE_OF_RISCV64
							    : FIRMWARE_OF_PC;
	struct firmware_files found;
	char *directories = NULL;

	if (!firmware_find_uefi("", "", kind, &found)) {
		directories = qemu_data_directories(machine->qemu);
		if (!firmware_find_uefi("", directories, kind, &found))
			errx(EXIT_USAGE, "--firmware uefi: no UEFI firmware found; install "
			     "it (%s), or select it with --firmware-code (see `bareline doctor`)",
			     firmware_packages(kind));
	}
	free(directories);
	machine->firmware_code = found.code;
	machine->firmware_variables = found.variables;
}

/* U-Boot is a program, EDK2 the content of a flash, in which a machine begins since QEMU 8.1. */
static void choose_start(struct machine_request *machine)
{
	machine->firmware_is_program = own_firmware_is_program(machine->firmware_code);
	if (machine->firmware_is_program && machine->firmware_variables != NULL)
		errx(EXIT_USAGE, "--firmware-vars: %s is a program, which has no flash for "
		     "variables; omit the option", machine->firmware_code);
	if (machine->firmware_is_program && machine->media == MEDIA_FW_CFG)
		errx(EXIT_USAGE, "--media fw_cfg: %s loads no program from there; use another "
		     "medium, or EDK2 with --firmware-code and --firmware-vars",
		     machine->firmware_code);
}

void run_request_complete(struct run_request *run)
{
	struct target_params params;    /* only for the check of their length */

	run->machine.memory = run_request_memory(run);
	if (machine_request_is_foreign(&run->machine))
		choose_arch(run);
	else if (!run->is_linux && run->machine.image != NULL &&
	    run->machine.firmware == FIRMWARE_KERNEL)
		choose_processor(&run->machine);
	check_combination(run);
	/* A user's image may have other benchmarks. */
	if (run->machine.image == NULL && !catalogue_check_patterns(run->benches))
		exit(EXIT_USAGE);
	if (run->linux.kernel_count > 0)
		run->machine.image = run->linux.kernels[0];
	if (run->machine.firmware == FIRMWARE_UEFI && run->machine.firmware_code == NULL)
		find_uefi(&run->machine);
	if (run->machine.firmware == FIRMWARE_UEFI && run->machine.is_riscv64)
		choose_start(&run->machine);
	if (run->input != NULL)
		options_prepare_input(run);
	if (sequence_options_are_used(&run->code)) {
		/* Without --bench, run only the sequences. */
		run->sequences = xmalloc(sizeof(*run->sequences));
		sequences_load(&run->code, run->sequences);
		if (!run->machine.is_deterministic)
			sequences_predict(run->sequences);
		if (run->benches[0] == '\0')
			text_copy(run->benches, sizeof(run->benches), SEQUENCES_BENCH);
	}
	options_limit_time(run);
	if (run->layouts == 0)
		run->layouts = run->is_linux && run->baseline != NULL ? RUN_LAYOUTS_FOR_BASELINE
								      : 1;
	run->is_part |= !output_has_text(run->outputs);
	target_params_write(run, &params);
}
