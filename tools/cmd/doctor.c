/* SPDX-License-Identifier: MIT */
/* `bareline doctor`: what this host has of what the other commands need. */
#include <err.h>
#include <libserialport.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/arguments.h"
#include "tools/base/child.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/commands.h"
#include "tools/cmd/table_output.h"
#include "tools/run/accel.h"
#include "tools/run/boot/own_firmware.h"
#include "tools/run/hypervisor.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/qemu_process.h"

#define KVM_DEVICE "/dev/kvm"
#define SEABIOS "/usr/share/seabios/bios-256k.bin"

struct settings {
	const char *qemu;
	struct table_output output;
};

static const struct option_spec options[] = {
	{.name = "qemu", .kind = OPTION_TEXT, .argument = "PROGRAM",
	 .offset = offsetof(struct settings, qemu),
	 .help = "which QEMU (qemu-system-x86_64)"},
	{0},
};

static const struct option_group groups[] = {
	{.options = options},
	{.options = table_options, .offset = offsetof(struct settings, output)},
	{0},
};

/* A row: what it is, what was found or NULL, what it is for, and how to get it where it is not. */
struct finding {
	const char *what, *found, *purpose, *remedy;
	bool is_needed;         /* `bareline run` does nothing without it */
};

/* Returns whether all is well that has to be. */
static bool doctor_add(struct table *table, const struct finding *finding)
{
	bool is_there = finding->found != NULL;
	struct row *row = table_row(table);

	row->is_bad = !is_there && finding->is_needed;
	row->is_aside = !is_there && !finding->is_needed;
	if (!is_there)
		row->remark = finding->remedy;
	cell_verdict(table, is_there ? TABLE_GOOD : finding->is_needed ? TABLE_BAD : TABLE_NEUTRAL,
		     is_there ? "there" : "lacking");
	cell_string(table, finding->what);
	cell_string(table, finding->purpose);
	cell_string(table, is_there ? finding->found : "");
	cell_string(table, is_there ? "" : finding->remedy);
	return is_there || !finding->is_needed;
}

/* ---- Programs ---- */

/* The first line of what it says of its version; NULL when there is none that runs. */
static const char *doctor_version(struct table *table, const char *name)
{
	char scratch[] = "/tmp/bareline-doctor-XXXXXX";
	const char *kept = NULL;
	char *version, *program = child_program(name);
	int file;

	free(program);
	if (program == NULL)
		return NULL;
	file = mkstemp(scratch);
	if (file < 0)
		err(EXIT_MACHINE, "%s", scratch);
	close(file);
	version = qemu_version(name, scratch);
	unlink(scratch);
	if (version != NULL)
		kept = tables_text(table->of, "%s", version);
	free(version);
	return kept;
}

static bool doctor_add_programs(const struct settings *settings, struct table *table)
{
	bool is_well = doctor_add(table, &(struct finding){
		"QEMU", doctor_version(table, settings->qemu), "every virtual machine",
		"Debian: apt install qemu-system-x86; or name another with --qemu", true});

	doctor_add(table, &(struct finding){
		"gnuplot", doctor_version(table, "gnuplot"), "the page and pictures of a run",
		"Debian: apt install gnuplot-nox", false});
	return is_well;
}

/* ---- Files ---- */

static const char *doctor_file(const char *path)
{
	return access(path, R_OK) == 0 ? path : NULL;
}

static bool doctor_add_own_files(struct table *table)
{
	static const struct {
		const char *name;
		struct finding finding;
	} files[] = {
		{"kernel.elf", {"the kernel", NULL, "bareline run", "make build/kernel.elf", true}},
		{"bareline.img", {"the image", NULL, "run --firmware bios|uefi, sticks",
				  "make image", false}},
		{"bareline-linux", {"the Linux process", NULL, "this system's own figures",
				    "make build/bareline-linux", false}},
		{"linux/vmlinuz", {"a Linux kernel", NULL, "run --linux, overhead --qemu",
				   "make build/linux/vmlinuz fetches the distribution's; "
				   "--kernel names another", false}},
		{"hypervisor/vmlinuz", {"a Linux kernel with KVM", NULL, "run --in-kvm, layers",
					"make build/hypervisor/vmlinuz fetches the distribution's; "
					"--hypervisor-kernel names another", false}},
		{"bareline-linux-static", {"Linux's first program", NULL, "run --linux, explain",
					   "make build/bareline-linux-static", false}},
		{"task-server-symbols", {"its helper's functions", NULL, "explain --layer linux",
					 "make build/task-server-symbols", false}},
		{"bareline-plugin.so", {"the plugin that counts", NULL, "explain",
					"make build/bareline-plugin.so", false}},
		{"hypervisor/init", {"a first program for KVM", NULL,
				     "explain, run --in-kvm, layers",
				     "make build/hypervisor/init", false}},
		{"hypervisor/symbols", {"what asks Linux for its functions", NULL,
					"explain --layer linux",
					"make build/hypervisor/symbols", false}},
	};
	bool is_well = true;

	for (size_t i = 0; i < COUNT(files); i++) {
		struct finding finding = files[i].finding;
		char *path = own_file(files[i].name);

		finding.found = doctor_file(path) != NULL ? tables_text(table->of, "%s", path)
							  : NULL;
		is_well &= doctor_add(table, &finding);
		free(path);
	}
	return is_well;
}

static void doctor_add_firmware(struct table *table)
{
	doctor_add(table, &(struct finding){
		"BIOS", doctor_file(SEABIOS), "every machine but UEFI's",
		"Debian: apt install seabios; QEMU may also bring its own", false});
	doctor_add(table, &(struct finding){
		"UEFI", doctor_file(OWN_FIRMWARE_VARIABLES) != NULL ? doctor_file(OWN_FIRMWARE_CODE)
								     : NULL,
		"run --firmware uefi", "Debian: apt install ovmf; or name your own with "
		"--firmware-code and --firmware-vars", false});
}

/* ---- KVM ---- */

static void doctor_add_kvm(struct table *table)
{
	struct accel accel = {0};
	const char *why = NULL, *how;

	accel_probe(KVM_DEVICE, &accel);
	why = tables_text(table->of, "%s", accel.why);
	if (access(KVM_DEVICE, F_OK) != 0)
		how = "turn virtualisation on in the firmware's setup (VT-x, SVM), load kvm_intel "
		      "or kvm_amd; in a virtual machine its host has to allow nesting";
	else if (access(KVM_DEVICE, R_OK | W_OK) != 0)
		how = "join the group that may use " KVM_DEVICE ": adduser USER kvm";
	else
		how = "this is no real one, or the host is far too busy: QEMU emulates instead";
	doctor_add(table, &(struct finding){
		"KVM", accel.is_kvm ? why : NULL, "times of the real processor in QEMU",
		tables_text(table->of, "%s; %s", why, how), false});
	doctor_add(table, &(struct finding){
		"KVM in KVM", accel.is_kvm && hypervisor_can_nest(&why) ? "allowed" : NULL,
		"run --in-kvm in real time", "load kvm_intel or kvm_amd with nested=1, where KVM "
		"is real; --deterministic needs none", false});
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

/* Returns whether `bareline run` can be expected to work. */
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
	bool is_well = doctor_add_programs(settings, table);

	table->flags = TABLE_REMARKS | TABLE_WHOLE;
	is_well &= doctor_add_own_files(table);
	doctor_add_firmware(table);
	doctor_add_kvm(table);
	doctor_add(table, &(struct finding){
		"a serial port", doctor_ports(table), "bareline capture",
		"plug in an adapter, or join the group that may use /dev/tty*: adduser USER "
		"dialout; without one a machine shows its results on its screen", false});
	return is_well;
}

static int doctor_run(int argc, char **argv)
{
	struct settings settings = {.qemu = "qemu-system-x86_64"};
	struct tables tables;
	bool is_well, is_written;

	arguments_parse(&doctor_command, &settings, argc, argv);
	tables_init(&tables, "What this host has for bareline");
	is_well = doctor_fill(&settings, &tables);
	is_written = table_output_write(&settings.output, &tables);
	tables_free(&tables);
	if (!is_written)
		return EXIT_MACHINE;
	return is_well ? EXIT_GOOD : EXIT_FAILED;
}

const struct command doctor_command = {
	.name = "bareline doctor",
	.summary = "what this host has of what is needed, and how to get the rest",
	.usage = "[OPTION]...",
	.about = "Look for what the other commands need: QEMU, firmware, KVM and whether it is a "
		 "real one, gnuplot, what is built, serial ports; and say of what is lacking how "
		 "to get it.",
	.groups = groups,
	.exit_status = "0 `bareline run` has what it needs\n"
		       "1 it has not\n"
		       "2 wrong arguments\n"
		       "3 the output could not be written",
	.run = doctor_run,
};
