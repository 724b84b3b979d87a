/* SPDX-License-Identifier: MIT */
/* Linux on the image's machine: QEMU's arguments and the initial file system. */
#include "tests/unit/unit.h"

#include <libgen.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/arguments.h"
#include "tools/base/directory.h"
#include "tools/run/guest.h"
#include "tools/run/hypervisor.h"
#include "tools/run/boot/initramfs.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/qemu_command.h"
#include "tools/run/request_complete.h"
#include "tools/run/target_params.h"

/* ---- The machine ---- */

#define ARGUMENTS_MAX 15

static struct run_request guest_run;
static struct target_params guest_params;

static struct arguments arguments_of(char *const *words, int count)
{
	static const struct command run = {
		.name = "run",
		.groups = run_option_groups,
		.operands_max = OPERANDS_ANY,
	};
	struct qemu_command command = {
		.command_line = guest_params.line,
		.serial_log = "a log",
		.made_disk = "a disk",
	};
	const char *argv[ARGUMENTS_MAX + 1] = {0};
	struct arguments arguments;

	assert_true(count <= ARGUMENTS_MAX);
	memcpy(argv, words, (size_t)count * sizeof(*argv));
	run_request_init(&guest_run);
	arguments_parse(&run, &guest_run, count, (char **)argv);
	guest_run.machine.extra = (char **)argv + 1;
	run_request_complete(&guest_run);
	target_params_write(&guest_run, &guest_params);
	command.machine = guest_run.machine;
	command.machine.image = "a kernel";
	command.machine.cpu = "max";
	command.initramfs = guest_run.is_linux ? "an archive" : NULL;
	qemu_command_arguments(&command, &arguments);
	return arguments;
}

static const char *value_of(const struct arguments *arguments, const char *name)
{
	for (size_t i = 0; i + 1 < arguments->count; i++) {
		if (strcmp(arguments->items[i], name) == 0)
			return arguments->items[i + 1];
	}
	return NULL;
}

static bool has_argument(char *const *words, int count, const char *wanted)
{
	struct arguments arguments = arguments_of(words, count);
	bool found = false;

	for (size_t i = 0; i < arguments.count; i++)
		found = found || strcmp(arguments.items[i], wanted) == 0;
	arguments_free(&arguments);
	return found;
}

TEST(pc_that_is_recorded_has_no_drives)
{
	char *const recorded[] = {"run", "--deterministic", "--machine", "pc", NULL};
	char *const other[] = {"run", "--machine", "pc", NULL};

	assert_true(has_argument(recorded, 4, "-nodefaults"));
	assert_false(has_argument(other, 3, "-nodefaults"));
}

TEST(q35_that_counts_instructions_has_sata_only_with_an_added_drive)
{
	char *const counted[] = {"run", "--deterministic", "--", "-serial", "null", NULL};
	char *const drive[] = {"run", "--deterministic", "--", "-cdrom", "image", NULL};
	char *const other[] = {"run", NULL};

	assert_true(has_argument(counted, 5, "q35,sata=off"));
	assert_true(has_argument(drive, 5, "q35"));
	assert_true(has_argument(other, 1, "q35"));
}

TEST(uefi_loads_the_program_of_the_processor_without_a_disk)
{
	struct arguments arguments;
	const struct qemu_command command = {
		.machine = {
			.qemu = "qemu", .image = "program.efi", .firmware = FIRMWARE_UEFI,
			.media = MEDIA_FW_CFG, .type = "q35", .cpu = "max", .memory = "1G",
			.cpus = 1, .firmware_code = "code", .firmware_variables = "variables",
		},
		.command_line = "", .serial_log = "log", .uefi_variables = "copy",
	};
	bool is_loaded = false;

	assert_string_equal(processor_file(NULL, PROCESSOR_LOADER), "BOOTX64.EFI");
	assert_string_equal(processor_file("aarch64", PROCESSOR_LOADER), "aarch64/BOOTAA64.EFI");
	qemu_command_arguments(&command, &arguments);
	for (size_t i = 0; i + 1 < arguments.count; i++)
		is_loaded = is_loaded || (strcmp(arguments.items[i], "-kernel") == 0 &&
					  strcmp(arguments.items[i + 1], "program.efi") == 0);
	assert_true(is_loaded);
	arguments_free(&arguments);
}

TEST(path_is_kept_whole_in_every_argument)
{
	struct arguments arguments;
	const struct qemu_command command = {
		.machine = {
			.qemu = "qemu", .image = "a,b:c", .firmware = FIRMWARE_UEFI,
			.media = MEDIA_USB, .type = "q35", .cpu = "max", .memory = "1G", .cpus = 1,
			.firmware_code = "f,g", .firmware_variables = "h",
		},
		.command_line = "x=1,2", .serial_log = "d,e/log", .uefi_variables = "d,e/vars",
		.input_steps = "d,e/steps",
	};
	static const char *const wanted[] = {
		"format=raw,snapshot=on,if=none,id=stick,file=./a,,b:c",
		"if=pflash,format=raw,readonly=on,file=./f,,g",
		"if=pflash,format=raw,file=./d,,e/vars", "file,id=log,path=d,,e/log",
		"name=opt/org.bareline/cmdline,string=x=1,,2",
		"name=opt/org.bareline/input,file=d,,e/steps",
	};
	size_t found = 0;

	qemu_command_arguments(&command, &arguments);
	for (size_t i = 0; i < arguments.count; i++) {
		for (size_t j = 0; j < sizeof(wanted) / sizeof(wanted[0]); j++)
			found += strcmp(arguments.items[i], wanted[j]) == 0;
	}
	assert_int_equal(found, sizeof(wanted) / sizeof(wanted[0]));
	arguments_free(&arguments);
}

TEST(linux_runs_on_the_machine_of_the_image)
{
	char *const image[] = {"run", "--deterministic", "--memory", "1G", NULL};
	char *const guest[] = {"run", "--deterministic", "--linux", NULL};
	static const char *const differ[] = {"-append", "-initrd"};
	struct arguments metal = arguments_of(image, 4), hosted;
	size_t same = 0;

	hosted = arguments_of(guest, 3);
	for (size_t i = 0; i < hosted.count; i++) {
		if (strcmp(hosted.items[i], differ[0]) == 0 ||
		    strcmp(hosted.items[i], differ[1]) == 0) {
			i++;
			continue;
		}
		if (same < metal.count && strcmp(metal.items[same], differ[0]) == 0)
			same += 2;
		assert_string_equal(hosted.items[i], metal.items[same++]);
	}
	assert_int_equal(same, metal.count);
	assert_string_equal(value_of(&hosted, "-initrd"), "an archive");
	assert_null(value_of(&metal, "-initrd"));
	arguments_free(&hosted);
	arguments_free(&metal);
}

TEST(program_receives_the_measurement_options)
{
	char *const words[] = {"run", "--linux", "--suite", "full", "--bench", "os.*", "--bench",
			       "entry.*", "--append", "nopti", NULL};
	struct arguments arguments = arguments_of(words, 10);

	assert_string_equal(value_of(&arguments, "-append"),
			    "console=ttyS0 quiet panic=-1 no_timer_check nopti -- --quiet "
			    "--suite=full --bench=os.*,entry.*");
	arguments_free(&arguments);
}

TEST(disk_has_the_same_name_under_linux_and_in_the_image)
{
	char *const words[] = {
		"run", "--linux", "--disk", "null:16M", "--disk-model", "nvme", NULL,
	};
	struct arguments arguments = arguments_of(words, 4);

	assert_string_equal(value_of(&arguments, "-append"),
			    "console=ttyS0 quiet panic=-1 no_timer_check -- --quiet "
			    "--suite=quick --disk=/dev/vda --disk-name=virtio0");
	arguments_free(&arguments);
	arguments = arguments_of(words, 6);
	assert_non_null(strstr(value_of(&arguments, "-append"),
			       "--disk=/dev/nvme0n1 --disk-name=nvme0"));
	arguments_free(&arguments);
}

/* Linux makes it of its own memory, so QEMU has no disk, and nothing of it depends on the host. */
TEST(disk_in_memory_is_linuxs_and_can_be_counted)
{
	char *const words[] = {"run", "--linux", "--deterministic", "--disk", "ram", NULL};
	struct arguments arguments = arguments_of(words, 5);

	assert_non_null(strstr(value_of(&arguments, "-append"),
			       "--disk=/dev/ram0 --disk-name=ram0"));
	for (size_t i = 0; i < arguments.count; i++)
		assert_null(strstr(arguments.items[i], "virtio-blk"));
	arguments_free(&arguments);
}

/* A scratch disk has one name on both sides, and its token. */
TEST(scratch_disk_is_named_with_its_token)
{
	char *const words[] = {"run", "--linux", "--disk", "scratch:4M", NULL};
	struct arguments arguments = arguments_of(words, 4);
	char wanted[80];

	snprintf(wanted, sizeof(wanted), "--disk-name=virtio0 --disk-scratch=virtio0:%016lx",
		 (unsigned long)guest_run.machine.disk.token);
	assert_non_null(strstr(value_of(&arguments, "-append"), wanted));
	assert_int_not_equal(guest_run.machine.disk.token, 0);
	arguments_free(&arguments);
}

/* In the directory next to this program, which is searched for the fetched kernel's modules. */
static void make_module(const char *name)
{
	char *path = own_file(name);

	FILE *file;

	directory_make_new(dirname(path));
	free(path);
	path = own_file(name);
	file = fopen(path, "w");
	assert_non_null(file);
	fclose(file);
	free(path);
}

TEST(guest_loads_the_modules_of_its_devices_in_order)
{
	char *const plain[] = {"run", "--linux", NULL};
	char *const both[] = {"run", "--linux", "--keyboard", "--disk", "null:16M", NULL};
	char *const memory[] = {"run", "--linux", "--disk", "ram", NULL};
	static const char *const wanted[] = {"10-evdev.ko", "10-virtio.ko", "11-virtio_blk.ko"};
	struct arguments arguments = arguments_of(plain, 2);
	char **modules;

	make_module("linux/disk/11-virtio_blk.ko");
	make_module("linux/disk/10-virtio.ko");
	make_module("linux/keyboard/10-evdev.ko");
	assert_null(guest_modules(&guest_run));
	arguments_free(&arguments);
	arguments = arguments_of(both, 5);
	modules = guest_modules(&guest_run);
	for (size_t i = 0; i < sizeof(wanted) / sizeof(wanted[0]); i++)
		assert_string_equal(strrchr(modules[i], '/') + 1, wanted[i]);
	assert_null(modules[sizeof(wanted) / sizeof(wanted[0])]);
	guest_modules_free(modules);
	arguments_free(&arguments);
	make_module("linux/ramdisk/10-brd.ko");
	arguments = arguments_of(memory, 4);
	modules = guest_modules(&guest_run);
	assert_string_equal(strrchr(modules[0], '/') + 1, "10-brd.ko");
	assert_null(modules[1]);
	guest_modules_free(modules);
	arguments_free(&arguments);
}

TEST(cpu_that_measures_is_a_parameter_of_either_target)
{
	char *const linux_words[] = {"run", "--linux", "--cpus", "2", "--on-cpu", "1", NULL};
	char *const words[] = {"run", "--cpus", "2", "--on-cpu", "0", NULL};
	struct arguments arguments = arguments_of(linux_words, 6);

	assert_non_null(strstr(value_of(&arguments, "-append"), "--suite=quick --cpu=1"));
	arguments_free(&arguments);
	arguments = arguments_of(words, 5);
	assert_string_equal(value_of(&arguments, "-append"), "suite=quick cpu=0 exit=isa-debug");
	arguments_free(&arguments);
}

/* Parameters that are too long for the kernel's command line are passed in a file. */
TEST(command_line_too_long_for_the_kernel_is_passed_in_a_file)
{
	char events[3001] = "";
	char *const words[] = {"run", "--linux", "--pmc", events, "--append", "nopti", NULL};
	struct arguments arguments;

	while (strlen(events) + strlen("cycles,") < sizeof(events) - strlen("tlb"))
		strcat(events, "cycles,");
	strcat(events, "tlb");
	arguments = arguments_of(words, 6);
	assert_string_equal(value_of(&arguments, "-append"),
			    "console=ttyS0 quiet panic=-1 no_timer_check nopti");
	assert_true(guest_params.is_init_line_in_file);
	assert_int_equal(strlen(guest_params.init_line),
			 strlen("--quiet --suite=quick --pmc=") + strlen(events));
	assert_string_equal(strstr(guest_params.init_line, "cycles,tlb"), "cycles,tlb");
	arguments_free(&arguments);
}

/* ---- Its file system ---- */

#define HEADER_BYTES 110
#define PROGRAM "not really a program"

/* A header field by its number. After six characters of magic, fields have eight digits. */
static unsigned long field(const char *header, int field_number)
{
	char digits[9] = "";

	memcpy(digits, header + 6 + 8 * field_number, 8);
	return strtoul(digits, NULL, 16);
}

enum {FIELD_MODE = 1, FIELD_SIZE = 6, FIELD_NODE_MAJOR = 9, FIELD_NODE_MINOR, FIELD_NAME_SIZE};

static size_t aligned(size_t size)
{
	return (size + 3) & ~(size_t)3;
}

/* The header of a named entry. The archive must be well-formed up to it. */
static const char *entry(const char *archive, const char *name)
{
	while (strcmp(archive + HEADER_BYTES, "TRAILER!!!") != 0) {
		assert_memory_equal(archive, "070701", 6);
		assert_int_equal(field(archive, FIELD_NAME_SIZE),
				 strlen(archive + HEADER_BYTES) + 1);
		if (strcmp(archive + HEADER_BYTES, name) == 0)
			return archive;
		archive += aligned(HEADER_BYTES + field(archive, FIELD_NAME_SIZE)) +
			aligned(field(archive, FIELD_SIZE));
	}
	fail_msg("no entry %s", name);
	return NULL;
}

static void write_program(const char *path)
{
	FILE *file = fopen(path, "w");

	assert_non_null(file);
	fputs(PROGRAM, file);
	fclose(file);
}

static void make_archive(char archive[4096])
{
	char directory[] = "/tmp/bareline-test-XXXXXX", program[64], path[64];
	FILE *file;

	assert_non_null(mkdtemp(directory));
	snprintf(program, sizeof(program), "%s/program", directory);
	snprintf(path, sizeof(path), "%s/archive", directory);
	write_program(program);
	assert_true(initramfs_write(path, program, &(struct initramfs_extras){
		.line = "--quiet --suite=full",
		.modules = (char *const[]){program, program, NULL}}));
	file = fopen(path, "r");
	assert_non_null(file);
	memset(archive, 0, 4096);
	assert_uint_in_range(fread(archive, 1, 4095, file), HEADER_BYTES, 4094);
	fclose(file);
	unlink(program);
	unlink(path);
	rmdir(directory);
}

TEST(archive_contains_the_program_and_a_console)
{
	char archive[4096];
	const char *init, *console, *line;

	make_archive(archive);
	init = entry(archive, "init");
	assert_int_equal(field(init, FIELD_MODE), S_IFREG | 0755);
	assert_int_equal(field(init, FIELD_SIZE), strlen(PROGRAM));
	assert_memory_equal(init + aligned(HEADER_BYTES + sizeof("init")), PROGRAM,
			    strlen(PROGRAM));
	console = entry(archive, "dev/console");
	assert_int_equal(field(console, FIELD_MODE), S_IFCHR | 0600);
	assert_int_equal(field(console, FIELD_NODE_MAJOR), 5);
	assert_int_equal(field(console, FIELD_NODE_MINOR), 1);
	line = entry(archive, "bareline-arguments");
	assert_int_equal(field(line, FIELD_SIZE), strlen("--quiet --suite=full"));
	assert_memory_equal(line + aligned(HEADER_BYTES + sizeof("bareline-arguments")),
			    "--quiet --suite=full", strlen("--quiet --suite=full"));
	entry(archive, "proc");
	entry(archive, "sys");
}

TEST(archive_contains_modules_named_in_load_order)
{
	char archive[4096];

	make_archive(archive);
	assert_int_equal(field(entry(archive, "modules"), FIELD_MODE), S_IFDIR | 0755);
	assert_int_equal(field(entry(archive, "modules/00-program"), FIELD_SIZE), strlen(PROGRAM));
	assert_int_equal(field(entry(archive, "modules/01-program"), FIELD_MODE), S_IFREG | 0444);
}

/* A guest inside a guest machine has 1 GiB less, whatever the unit of the memory size. */
TEST(machine_that_runs_a_guest_has_1_gib_more)
{
	static const char *const sizes[][2] = {
		{"256M", "1280M"}, {"1G", "2048M"}, {"300", "1324M"}, {"2g", "3072M"},
		{"524288K", "1536M"}, {"1T", "1049600M"},
	};

	for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++) {
		char *memory = hypervisor_machine_memory(sizes[i][0]);

		assert_string_equal(memory, sizes[i][1]);
		free(memory);
	}
}

TEST(missing_program_is_reported)
{
	assert_false(initramfs_write("/nonexistent/archive", "/nonexistent/program",
				     &(struct initramfs_extras){.line = NULL}));
}
