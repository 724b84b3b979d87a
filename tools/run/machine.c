/* SPDX-License-Identifier: MIT */
/* Files, manifest and steps of a run, in order. */
#include "tools/run/machine.h"

#include <err.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/child.h"
#include "tools/base/clock.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/signals.h"
#include "tools/base/utf8.h"
#include "tools/host/nesting.h"
#include "tools/host/host_noise.h"
#include "tools/results/run_directory.h"
#include "tools/run/accel.h"
#include "tools/run/baseline_check.h"
#include "tools/run/baseline_conditions.h"
#include "tools/run/booted.h"
#include "tools/run/finish.h"
#include "tools/run/follow.h"
#include "tools/run/hypervisor.h"
#include "tools/run/input/input_sender.h"
#include "tools/run/progress.h"
#include "tools/run/qemu_process.h"
#include "tools/run/target_params.h"

#define KVM_DEVICE "/dev/kvm"
/* Minimum time for charts, however long the machine ran. */
#define FINISH_SECONDS 10
#define MESSAGES_SHOWN_BYTES 4096
#define MESSAGE_CHARS_MAX 512

/* ---- Before the start ---- */

/* A guest has KVM only if the host's KVM allows nesting. */
static void require_nesting(const struct run_options *run, struct accel *accel)
{
	const char *why;

	if (!accel->is_kvm || nesting_is_allowed(&why))
		return;
	if (run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--in-kvm with --accel kvm: %s", why);
	accel->is_kvm = false;
	text_copy(accel->why, sizeof(accel->why), why);
}

static struct accel choose_accel(const struct run_options *run)
{
	struct accel accel = {.is_kvm = run->accel == ACCEL_KVM};

	if (run->qemu.deterministic)
		text_copy(accel.why, sizeof(accel.why), "TCG is needed to count instructions");
	else if (run->accel != ACCEL_AUTO)
		text_copy(accel.why, sizeof(accel.why), "selected");
	else
		accel_probe(KVM_DEVICE, &accel);
	if (run->hypervisor.is_wanted)
		require_nesting(run, &accel);
	if (!run->is_quiet)
		fprintf(stderr, "Accelerator: %s (%s)\n", accel.is_kvm ? "KVM" : "TCG", accel.why);
	return accel;
}

/* ---- One run, start to end ---- */

/* Files written by QEMU or for it. */
struct files {
	char *log;
	char *output; /* QEMU's own messages */
	char *variables; /* UEFI variables; removed after the run */
	char *initramfs; /* initramfs of Linux; removed after the run */
	char *hypervisor; /* initramfs of the hypervisor; removed after the run */
	char *disk; /* pattern disk; removed after the run */
	char *input_steps; /* script, if the target plays it */
};

static json_t *arguments_as_json(const struct arguments *arguments)
{
	json_t *array = json_array();

	for (size_t i = 0; i < arguments->count; i++) {
		char *text = xstrdup(arguments->items[i]);

		utf8_make_printable(text);
		json_array_append_new(array, json_string(text));
		free(text);
	}
	return array;
}

static void describe_end(json_t *manifest, const struct follow *follow, double started)
{
	bool has_status = follow->has_exited && WIFEXITED(follow->status);
	uint64_t dropped = follow->qemu->messages.dropped_bytes;

	json_object_set_new(manifest, "elapsed_seconds", json_real(clock_seconds() - started));
	json_object_set_new(manifest, "qemu_exited_by_itself", json_boolean(follow->has_exited));
	json_object_set_new(manifest, "qemu_exit_status",
			    has_status ? json_integer(WEXITSTATUS(follow->status)) : json_null());
	if (dropped == 0)
		return;
	json_object_set_new(manifest, "qemu_messages_dropped_bytes",
			    json_integer((json_int_t)dropped));
	warnx("QEMU: too many messages; " RUN_QEMU_OUTPUT " omits %" PRIu64 " bytes", dropped);
}

/* Print QEMU's last messages after a failed run. */
static void write_qemu_output(const char *path)
{
	FILE *file = fopen(path, "re");
	char line[MESSAGE_CHARS_MAX];

	if (file != NULL && fseek(file, -MESSAGES_SHOWN_BYTES, SEEK_END) == 0 &&
	    fgets(line, sizeof(line), file) != NULL)
		fprintf(stderr, "QEMU: ... (see %s for all messages)\n", path);
	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		utf8_make_printable(line);
		fprintf(stderr, "QEMU: %s\n", line);
	}
	if (file != NULL)
		fclose(file);
}

/* Returns QEMU's end of the monitor's socket pair. */
static int start_typing(const struct run_options *run, struct progress *progress,
			struct input_sender *sender, struct qmp *qmp)
{
	int monitor = qmp_make(qmp);

	if (monitor < 0)
		exit(EXIT_FAILED);
	input_sender_init(sender, &run->script, qmp);
	progress->announce = input_sender_announce;
	progress->announced_to = sender;
	return monitor;
}

static void stop_typing(struct input_sender *sender)
{
	qmp_close(sender->qmp);
	input_sender_free(sender);
}

/* Run QEMU from start to end. */
static void boot(struct follow *follow, const struct files *files, int monitor, json_t *manifest)
{
	double started = clock_seconds();
	struct arguments arguments;
	struct host_noise noise;

	host_noise_begin(&noise);
	qemu_arguments(&follow->run->qemu, &arguments);
	json_object_set_new(manifest, "qemu_command", arguments_as_json(&arguments));
	if (qemu_start(follow->qemu, &arguments, files->output, monitor))
		follow_machine(follow);
	else
		text_copy(follow->why, FAILURE_TEXT_MAX, "cannot start QEMU");
	arguments_free(&arguments);
	if (monitor >= 0)
		close(monitor);
	unlink(files->variables);
	unlink(files->initramfs);
	unlink(files->hypervisor);
	unlink(files->disk);
	describe_end(manifest, follow, started);
	host_noise_end(&noise);
	json_object_set_new(manifest, "host_noise", host_noise_json(&noise));
	if (!follow->run->qemu.deterministic)
		host_noise_print(&noise, follow->run->is_part);
	if (follow->why[0] != '\0')
		write_qemu_output(files->output);
}

/* manifest is released. */
static int boot_and_finish(const struct run_options *run, const char *directory,
			   const struct files *files, json_t *manifest)
{
	struct progress *progress = xmalloc(sizeof(*progress));
	struct qemu qemu = {0};
	struct follow follow = {.run = run, .qemu = &qemu, .log_path = files->log,
				.progress = progress};
	struct input_sender sender;
	struct qmp qmp;
	int status, monitor = -1;

	progress_init(progress, stderr);
	progress->is_silent = run->is_quiet;
	progress->is_quiet = run->is_quiet || run->is_part;
	progress->wants_table = run->wants_table;
	progress->is_gate = run->baseline != NULL;
	if (run->qemu.has_monitor) {
		monitor = start_typing(run, progress, &sender, &qmp);
		follow.sender = &sender;
	}
	boot(&follow, files, monitor, manifest);
	child_set_deadline(fmax(run->deadline, clock_seconds() + FINISH_SECONDS));
	status = finish_run(&(struct run_end){
		.progress = progress,
		.directory = directory,
		.manifest = manifest,
		.failure = follow.why[0] != '\0' ? follow.why : NULL,
		.sender = follow.sender,
	});
	if (follow.why[0] != '\0' && !progress->has_record && run->hypervisor.is_wanted)
		hypervisor_print_missing(run);
	if (follow.sender != NULL)
		stop_typing(&sender);
	free(progress);
	return status;
}

/* Choose the accelerator and run. Releases manifest. */
static int run_with(struct run_options *run, const struct run_directory *directory,
		    const struct files *files, const char *version, json_t *manifest)
{
	struct accel accel = choose_accel(run);

	json_object_set_new(manifest, "qemu_version", json_string(version));
	json_object_set_new(manifest, "accelerator", json_string(accel.is_kvm ? "kvm" : "tcg"));
	json_object_set_new(manifest, "accelerator_reason", json_string(accel.why));
	run->qemu.is_kvm = accel.is_kvm;
	if (run->qemu.cpu == NULL)
		run->qemu.cpu = accel.is_kvm ? "host"
				: run->qemu.deterministic ? QEMU_CPU_PINNED : "max";
	json_object_set_new(manifest, "cpu_model", json_string(run->qemu.cpu));
	if (run->hypervisor.is_wanted &&
	    ((!accel.is_kvm && !nesting_check_emulated(run->qemu.program, version)) ||
	     !hypervisor_wrap(run, files->hypervisor, files->output, manifest))) {
		json_decref(manifest);
		run_directory_clear(directory);
		return EXIT_USAGE;
	}
	return boot_and_finish(run, directory->path, files, manifest);
}

/* On failure, prints the cause and returns false. */
static bool write_steps(struct run_options *run, const char *path)
{
	size_t length;
	char *text;
	FILE *file;

	if (run->input == NULL)
		return true;
	text = input_script_steps(&run->script, &length);
	file = file_create(path);
	if (file != NULL)
		fwrite(text, 1, length, file);
	free(text);
	run->qemu.input_steps = path;
	return file_finish(file, path);
}

/* manifest is released. */
static int run_in(struct run_options *run, const struct run_directory *directory, json_t *manifest)
{
	const struct files files = {
		.log = run_directory_file(directory->path, RUN_LOG),
		.output = run_directory_file(directory->path, RUN_QEMU_OUTPUT),
		.variables = run_directory_file(directory->path, RUN_UEFI_VARIABLES),
		.initramfs = run_directory_file(directory->path, RUN_INITRAMFS),
		.hypervisor = run_directory_file(directory->path, RUN_HYPERVISOR),
		.disk = run_directory_file(directory->path, RUN_DISK),
		.input_steps = run_directory_file(directory->path, RUN_INPUT_STEPS),
	};
	char *version = qemu_version(run->qemu.program, files.output);
	int status = EXIT_FAILED;

	run->qemu.serial_log = files.log;
	run->qemu.uefi_variables = files.variables;
	run->qemu.initramfs = files.initramfs;
	if (run->qemu.disk.kind == DISK_SEALED)
		run->qemu.disk.file = files.disk;
	if (version != NULL && write_steps(run, files.input_steps) && qemu_prepare(&run->qemu)) {
		status = run_with(run, directory, &files, version, manifest);
	} else {
		json_decref(manifest);
		run_directory_clear(directory);
	}
	free(version);
	free(files.input_steps);
	free(files.disk);
	free(files.hypervisor);
	free(files.initramfs);
	free(files.variables);
	free(files.output);
	free(files.log);
	return status;
}

/* Boot once, into the directory run->output, which is returned in *path, to be freed. */
static int run_boot(struct run_options *run, char **path)
{
	struct run_directory directory;
	struct booted_files own;
	json_t *manifest;
	int status;

	run->deadline = clock_seconds() + (double)run->timeout_seconds;
	child_set_deadline(run->deadline);
	booted_check(run);
	booted_files_name(run, &own);
	manifest = booted_describe(run);
	if (!run_directory_make(&directory, run->output))
		exit(EXIT_USAGE);
	status = run_in(run, &directory, manifest);
	*path = xstrdup(directory.path);
	run_directory_release(&directory);
	booted_files_free(run, &own);
	return status;
}

/* ---- Several boots ---- */

/* Boot each layout, in its own directory in run->output. */
static int run_layouts(const struct run_options *run, char **paths)
{
	struct run_directory parent;
	int status = EXIT_GOOD;

	booted_check(run);
	if (!run_directory_make_parent(&parent, run->output))
		exit(EXIT_USAGE);
	for (unsigned long i = 0; i < run->layouts && status == EXIT_GOOD; i++) {
		struct run_options boot = *run;
		char *output = xasprintf("%s/layout-%lu", parent.path, i + 1);

		boot.layout = i;
		boot.output = output;
		boot.is_part |= i > 0;
		target_params_write(&boot);
		boot.qemu.command_line = boot.command_line;
		if (!run->is_quiet)
			fprintf(stderr, "Boot %lu of %lu, with another memory layout\n",
				i + 1, run->layouts);
		status = run_boot(&boot, &paths[i]);
		free(output);
	}
	run_directory_release(&parent);
	return status;
}

int run_machine(struct run_options *run)
{
	char *paths[RUN_LAYOUTS_MAX] = {NULL};
	/* Each boot has its own copy of the options. */
	struct run_options boot = *run;
	struct baseline kept = {0};
	int status;

	signals_catch();
	if (run->baseline != NULL && !run->updates_baseline && !baseline_read(run->baseline, &kept))
		exit(EXIT_USAGE);
	if (run->baseline != NULL && !run->updates_baseline)
		baseline_conditions_require(run, &kept);
	status = run->layouts > 1 ? run_layouts(run, paths) : run_boot(&boot, &paths[0]);
	if (run->baseline != NULL)
		status = baseline_check(run, &kept, paths, status);
	for (size_t i = 0; i < RUN_LAYOUTS_MAX; i++)
		free(paths[i]);
	baseline_free(&kept);
	return status;
}
