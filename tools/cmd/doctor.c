/* SPDX-License-Identifier: MIT */
/* `bareline doctor`: the host check. */
#include <err.h>
#include <libserialport.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/arguments.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/host/nesting.h"
#include "tools/run/accel.h"
#include "tools/run/boot/firmware_search.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/qemu_process.h"

#define KVM_DEVICE "/dev/kvm"
#define SEABIOS "bios-256k.bin"

struct settings {
	const char *qemu;
	struct table_output output;
};

static const struct option_spec options[] = {
	{.name = "qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct settings, qemu),
	 .help = "check this QEMU (qemu-system-x86_64)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = table_options, .offset = offsetof(struct settings, output)},
	{.options = replace_options},
	{0},
};

/* A row. found is NULL if the item is missing; remedy then says how to get it. */
struct finding {
	const char *item, *found, *purpose, *remedy;
	bool is_needed;         /* `bareline run` needs it */
};

/* Returns false if a needed item is missing. */
static bool doctor_add(struct table *table, const struct finding *finding)
{
	bool is_found = finding->found != NULL;
	struct row *row = table_row(table);

	row->is_bad = !is_found && finding->is_needed;
	row->is_dimmed = !is_found && !finding->is_needed;
	if (!is_found)
		row->remark = finding->remedy;
	cell_verdict(table, is_found ? TABLE_GOOD : finding->is_needed ? TABLE_BAD : TABLE_NEUTRAL,
		     is_found ? "found" : "missing");
	cell_string(table, finding->item);
	cell_string(table, finding->purpose);
	cell_string(table, is_found ? finding->found : "");
	cell_string(table, is_found ? "" : finding->remedy);
	return is_found || !finding->is_needed;
}

/* ---- Programs ---- */

/* First line of the program's version output; NULL if it is missing or does not run. */
static const char *doctor_version(struct table *table, const char *name)
{
	char *version, *program = child_program(name);
	const char *text = NULL;

	free(program);
	if (program == NULL)
		return NULL;
	version = qemu_version_of(name);
	if (version != NULL)
		text = tables_text(table->of, "%s", version);
	free(version);
	return text;
}

/* Returns whether QEMU is installed. */
static bool doctor_add_programs(const struct settings *settings, struct table *table)
{
	bool is_well = doctor_add(table, &(struct finding){
		"QEMU", doctor_version(table, settings->qemu), "all virtual machines",
		tables_text(table->of, "%s: not in PATH, or does not run; install package "
			    "qemu-system-x86 (Debian, Ubuntu, Fedora, Arch), "
			    "qemu-system-x86_64 (Alpine) or qemu-x86 (openSUSE), or select "
			    "another with --qemu", settings->qemu), true});

	doctor_add(table, &(struct finding){
		"rsvg-convert", doctor_version(table, "rsvg-convert"), "charts as PNG, PDF and EPS",
		"rsvg-convert: not in PATH, or does not run; install package librsvg2-bin "
		"(Debian, Ubuntu), librsvg2-tools (Fedora), librsvg (Arch) or rsvg-convert "
		"(Alpine, openSUSE); without it charts are SVG only", false});
	doctor_add(table, &(struct finding){
		"assembler", doctor_version(table, "as"), "text of your instructions",
		"as: not in PATH, or does not run; install package binutils; without it run takes "
		"only bytes and object files (--code)", false});
	return is_well;
}

/* ---- Files ---- */

/* The running kernel's file, as a suggestion for --kernel; "" if not found. Distributions install
 * it in /boot or in the directory of its modules. */
static const char *doctor_host_kernel(struct table *table)
{
	static const char *const places[] = {
		"/boot/vmlinuz-%s", "/lib/modules/%s/vmlinuz", "/boot/vmlinuz-linux",
		"/boot/vmlinuz-lts", "/run/current-system/kernel",
	};
	const char *hint = "";
	struct utsname host;

	if (uname(&host) != 0)
		return "";
	for (size_t i = 0; i < COUNT(places) && hint[0] == '\0'; i++) {
		const char *release = strstr(places[i], "%s");
		char *path = release == NULL ? xstrdup(places[i]) :
			xasprintf("%.*s%s%s", (int)(release - places[i]), places[i], host.release,
				  release + strlen("%s"));

		if (access(path, F_OK) == 0)
			hint = tables_text(table->of, ", such as this host's %s%s", path,
					   access(path, R_OK) == 0 ? ""
								   : " (readable by root only)");
		free(path);
	}
	return hint;
}

/* The first file is needed by `bareline run`. */
static bool doctor_add_own_files(struct table *table)
{
	static const struct {
		const char *name, *item, *purpose;
		const char *replaces;   /* option to select another file, or NULL */
	} files[] = {
		{"kernel.elf", "the kernel", "bareline run", NULL},
		{"bareline.img", "the image", "run --firmware bios|uefi, sticks", NULL},
		{"bareline-linux", "the Linux process", "metrics of this system", NULL},
		{"linux/vmlinuz", "a Linux kernel", "run --linux, overhead --qemu", "--kernel"},
		{"hypervisor/vmlinuz", "a Linux kernel with KVM", "run --in-kvm, layers",
		 "--hypervisor-kernel"},
		{"bareline-linux-static", "init program for Linux", "run --linux, explain", NULL},
		{"task-server-symbols", "symbols of its helper", "explain --layer linux", NULL},
		{"bareline-plugin.so", "QEMU plugin for counting", "explain", NULL},
		{"hypervisor/init", "init program for KVM", "explain, run --in-kvm, layers",
		 NULL},
		{"hypervisor/symbols", "program that reads kernel symbols", "explain --layer linux",
		 NULL},
	};
	bool is_well = true;

	for (size_t i = 0; i < COUNT(files); i++) {
		char *path = own_file(files[i].name);
		char *places = own_file_places_text(files[i].name);
		const char *other = "";

		if (files[i].replaces != NULL)
			other = tables_text(table->of, " (needs apt-get), or select another with "
					    "%s%s", files[i].replaces, doctor_host_kernel(table));
		is_well &= doctor_add(table, &(struct finding){
			files[i].item,
			access(path, R_OK) == 0 ? tables_text(table->of, "%s", path) : NULL,
			files[i].purpose,
			tables_text(table->of, "run `make build/%s` in the source tree%s (looked "
				    "for: %s)", files[i].name, other, places),
			i == 0});
		free(places);
		free(path);
	}
	return is_well;
}

static void doctor_add_uefi(const char *directories, enum own_firmware_kind kind,
			    struct table *table)
{
	static const struct {
		const char *item, *purpose;
	} texts[] = {
		[FIRMWARE_OF_PC] = {"UEFI", "run --firmware uefi"},
		[FIRMWARE_OF_AARCH64] = {"UEFI for aarch64", "run --arch aarch64 --firmware uefi"},
		[FIRMWARE_OF_RISCV64] = {"UEFI for riscv64", "run --arch riscv64 --firmware uefi"},
	};
	char *places = firmware_places(directories, kind);
	struct firmware_files uefi;

	firmware_find_uefi("", directories, kind, &uefi);
	doctor_add(table, &(struct finding){
		texts[kind].item,
		uefi.code != NULL ? tables_text(table->of, "%s", uefi.code) : NULL,
		texts[kind].purpose,
		tables_text(table->of, "looked for: %s; install package %s, or select another "
			    "with --firmware-code and --firmware-vars", places,
			    firmware_packages(kind)), false});
	free(uefi.variables);
	free(uefi.code);
	free(places);
}

static void doctor_add_firmware(const char *qemu, struct table *table)
{
	char *directories = qemu != NULL ? qemu_data_directories(qemu) : xstrdup("");
	char *bios = firmware_find_file(directories, SEABIOS);

	doctor_add(table, &(struct finding){
		"BIOS", bios != NULL ? tables_text(table->of, "%s", bios) : NULL,
		"all machines without UEFI",
		SEABIOS ": not in QEMU's directories (qemu-system-x86_64 -L help); install package "
		"seabios, seabios-bin (Fedora) or qemu-seabios (openSUSE)", false});
	doctor_add_uefi(directories, FIRMWARE_OF_PC, table);
	doctor_add_uefi(directories, FIRMWARE_OF_AARCH64, table);
	doctor_add_uefi(directories, FIRMWARE_OF_RISCV64, table);
	free(bios);
	free(directories);
}

/* ---- KVM ---- */

static void doctor_add_kvm(struct table *table)
{
	struct accel accel = {0};
	const char *why = NULL, *how;

	accel_probe(KVM_DEVICE, &accel);
	why = tables_text(table->of, "%s", accel.why);
	if (access(KVM_DEVICE, F_OK) != 0)
		how = "enable virtualisation in the firmware setup (VT-x, SVM) and load kvm_intel "
		      "or kvm_amd; in a virtual machine, its host must allow nesting";
	else if (access(KVM_DEVICE, R_OK | W_OK) != 0)
		how = "join the group of " KVM_DEVICE ": adduser USER kvm";
	else
		how = "KVM is emulated or the host is too busy; QEMU will use TCG";
	doctor_add(table, &(struct finding){
		"KVM", accel.is_kvm ? why : NULL, "hardware timing in QEMU",
		tables_text(table->of, "%s; %s", why, how), false});
	doctor_add(table, &(struct finding){
		"KVM in KVM", accel.is_kvm && nesting_is_allowed(&why) ? "allowed" : NULL,
		"run --in-kvm in real time", "load kvm_intel or kvm_amd with nested=1; "
		"--deterministic does not need it", false});
}

/* ---- Serial ports ---- */

static const char *doctor_ports(struct table *table)
{
	struct sp_port **ports = NULL;
	const char *list = "";

	if (sp_list_ports(&ports) != SP_OK)
		return NULL;
	for (size_t i = 0; ports[i] != NULL; i++) {
		const char *name = sp_get_port_name(ports[i]);

		if (access(name, R_OK | W_OK) == 0)
			list = tables_join(table->of, list, ", ",
					   tables_text(table->of, "%s", name));
	}
	sp_free_port_list(ports);
	return list[0] != '\0' ? list : NULL;
}

/* ---- The command ---- */

/* Returns whether `bareline run` has all it needs. */
static bool doctor_fill(const struct settings *settings, struct tables *tables)
{
	static const struct column columns[] = {
		{"verdict", COLUMN_VERDICT, 0, "", NULL},
		{"what", COLUMN_TEXT, COLUMN_KEY, NULL, NULL},
		{"purpose", COLUMN_TEXT, 0, "for", NULL},
		{"found", COLUMN_TEXT, 0, NULL, NULL},
		{"remedy", COLUMN_TEXT, COLUMN_DATA, NULL, NULL},
	};
	struct table *table = table_begin(tables, "", "host", "", columns, COUNT(columns));
	bool has_qemu = doctor_add_programs(settings, table), is_well = has_qemu;
	const char *qemu = has_qemu ? settings->qemu : NULL, *version;

	table->flags = TABLE_REMARKS | TABLE_WHOLE;
	is_well &= doctor_add_own_files(table);
	doctor_add_firmware(qemu, table);
	doctor_add_kvm(table);
	version = qemu != NULL ? doctor_version(table, qemu) : NULL;
	doctor_add(table, &(struct finding){
		"KVM under emulation",
		version != NULL && nesting_is_emulated(version) ? version : NULL,
		"run --in-kvm, layers", "KVM cannot run guests on the SVM that this QEMU emulates; "
		"select QEMU 7.2 with --qemu", false});
	doctor_add(table, &(struct finding){
		"a serial port", doctor_ports(table), "bareline capture",
		"connect an adapter, or join the group of /dev/tty*: adduser USER dialout; "
		"without one, a machine shows its results on its screen", false});
	return is_well;
}

static int doctor_run(int argc, char **argv)
{
	struct settings settings = {.qemu = "qemu-system-x86_64"};
	struct tables tables;
	bool is_well, is_written;

	arguments_parse(&doctor_command, &settings, argc, argv);
	tables_init(&tables, "Host check");
	is_well = doctor_fill(&settings, &tables);
	is_written = table_output_write(&settings.output, &tables);
	tables_free(&tables);
	if (!is_written)
		return EXIT_MACHINE;
	return is_well ? EXIT_GOOD : EXIT_FAILED;
}

const struct command doctor_command = {
	.name = "bareline doctor",
	.summary = "check this host for missing programs and files",
	.usage = "[OPTION]...",
	.about = "Check this host for what the other commands need: QEMU, firmware, KVM and "
		 "whether it is hardware-assisted, built files, serial ports. Print how "
		 "to get what is missing.",
	.groups = groups,
	.exit_status = "0 `bareline run` has all it needs\n"
		       "1 something is missing\n"
		       "2 wrong arguments\n"
		       "3 the output could not be written",
	.run = doctor_run,
};
