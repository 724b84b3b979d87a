/* SPDX-License-Identifier: MIT */
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

#define KVM_DEVICE "/dev/kvm"
/* Minimum time for charts, however long the machine ran. */
#define FINISH_SECONDS 10

/* ---- Before the start ---- */

/* A guest has KVM only if the host's KVM allows nesting. */
static void require_nesting(const struct run_request *run, struct accel *accel)
{
	const char *why;

	if (!accel->is_kvm || nesting_is_allowed(&why))
		return;
	if (run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--in-kvm with --accel kvm: %s", why);
	accel->is_kvm = false;
	text_copy(accel->why, sizeof(accel->why), why);
}

static struct accel choose_accel(const struct run_request *run)
{
	struct accel accel = {.is_kvm = run->accel == ACCEL_KVM};

	if (run->machine.is_deterministic)
		text_copy(accel.why, sizeof(accel.why), "TCG is needed to count instructions");
	else if (machine_request_is_virt(&run->machine))
		text_copy(accel.why, sizeof(accel.why), "the machine has another processor");
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

/* Run QEMU from start to end. */
static void run_qemu(const struct boot *boot, struct follow *follow, int monitor, json_t *manifest)
{
	double started = clock_seconds();
	struct arguments arguments;
	struct host_noise noise;
	bool has_status;
	uint64_t dropped;

	host_noise_begin(&noise);
	qemu_command_arguments(&boot->command, &arguments);
	json_object_set_new(manifest, "qemu_command", arguments_as_json(&arguments));
	if (qemu_start(follow->qemu, &arguments, boot->messages, monitor))
		follow_machine(follow);
	else
		text_copy(follow->why, FAILURE_TEXT_MAX, "cannot start QEMU");
	arguments_free(&arguments);
	if (monitor >= 0)
		close(monitor);
	boot_remove_files(boot);
	has_status = follow->has_exited && WIFEXITED(follow->status);
	dropped = follow->qemu->messages.dropped_bytes;
	json_object_set_new(manifest, "elapsed_seconds", json_real(clock_seconds() - started));
	json_object_set_new(manifest, "qemu_exited_by_itself", json_boolean(follow->has_exited));
	json_object_set_new(manifest, "qemu_exit_status",
			    has_status ? json_integer(WEXITSTATUS(follow->status)) : json_null());
	if (dropped != 0) {
		json_object_set_new(manifest, "qemu_messages_dropped_bytes",
				    json_integer((json_int_t)dropped));
		warnx("QEMU: too many messages; " RUN_QEMU_OUTPUT " omits %" PRIu64 " bytes",
		      dropped);
	}
	host_noise_end(&noise);
	json_object_set_new(manifest, "host_noise", host_noise_json(&noise));
	if (!boot->request->machine.is_deterministic)
		host_noise_print(&noise, boot->request->is_part);
	if (follow->why[0] != '\0')
		qemu_print_messages(boot->messages);
}

/* Run the machine and finish its run. deadline is that of the run, by clock_seconds(). manifest is
 * released. */
static int run_and_finish(const struct boot *boot, const char *directory, double deadline,
			  json_t *manifest)
{
	const struct run_request *request = boot->request;
	struct progress *progress = xmalloc(sizeof(*progress));
	struct qemu qemu = {0};
	struct follow follow = {.request = request, .qemu = &qemu, .log_path = boot->log,
				.progress = progress};
	struct input_sender sender;
	struct qmp qmp;
	int status, monitor = -1;

	progress_init(progress, stderr);
	progress->is_silent = request->is_quiet;
	progress->is_quiet = request->is_quiet || request->is_part;
	progress->wants_table = request->wants_table;
	progress->wants_json = request->wants_json;
	progress->is_gate = request->baseline != NULL;
	if (boot->command.has_monitor) {
		monitor = qmp_make(&qmp);
		if (monitor < 0)
			exit(EXIT_FAILED);
		input_sender_init(&sender, &request->script, &qmp);
		progress->announce = input_sender_announce;
		progress->announced_to = &sender;
		follow.sender = &sender;
	}
	run_qemu(boot, &follow, monitor, manifest);
	child_set_deadline(fmax(deadline, clock_seconds() + FINISH_SECONDS));
	status = finish_run(&(struct run_end){
		.request = request,
		.progress = progress,
		.directory = directory,
		.manifest = manifest,
		.failure = follow.why[0] != '\0' ? follow.why : NULL,
		.sender = follow.sender,
	});
	if (follow.is_log_changed) {
		/* Results are those of the records received. Readers prefer the log, so it gets
		 * another name. */
		char *aside = run_directory_file(directory, RUN_LOG_CHANGED);

		if (rename(boot->log, aside) == 0)
			warnx("%s: changed by another program during the run; renamed to "
			      RUN_LOG_CHANGED ". " RUN_RESULTS " has all received records",
			      boot->log);
		else
			warn("%s", boot->log);
		free(aside);
	}
	if (follow.why[0] != '\0' && !progress->has_record && request->hypervisor.is_wanted)
		hypervisor_print_missing(boot);
	if (follow.sender != NULL) {
		qmp_close(sender.qmp);
		input_sender_free(&sender);
	}
	free(progress);
	return status;
}

/* Choose the accelerator and complete the command. On failure, prints the cause and returns
 * false. */
static bool complete_command(struct boot *boot, const char *version, json_t *manifest)
{
	const struct run_request *request = boot->request;
	struct qemu_command *command = &boot->command;
	struct accel accel = choose_accel(request);

	if (request->machine.is_deterministic && request->machine.firmware != FIRMWARE_KERNEL &&
	    !request->is_quiet)
		warnx("--deterministic: instructions of firmware and boot loader are counted too, "
		      "which may take minutes; --firmware kernel is faster");
	json_object_set_new(manifest, "qemu_version", json_string(version));
	json_object_set_new(manifest, "accelerator", json_string(accel.is_kvm ? "kvm" : "tcg"));
	json_object_set_new(manifest, "accelerator_reason", json_string(accel.why));
	command->is_kvm = accel.is_kvm;
	if (command->machine.cpu == NULL && !machine_request_is_virt(&command->machine))
		command->machine.cpu = accel.is_kvm			   ? "host"
				       : command->machine.is_deterministic ? QEMU_CPU_PINNED
									   : "max";
	json_object_set_new(manifest, "cpu_model",
			    json_string(command->machine.cpu != NULL ? command->machine.cpu
								     : "default"));
	return !request->hypervisor.is_wanted ||
	       ((accel.is_kvm || request->machine.is_aarch64 ||
		 nesting_check_emulated(command->machine.qemu, version)) &&
		hypervisor_wrap(boot, manifest));
}

/* manifest is released. */
static int run_in(struct boot *boot, const struct run_directory *directory, double deadline,
		  json_t *manifest)
{
	char *version;
	bool is_ready = false;
	int status = EXIT_FAILED;

	boot_name_files(boot, directory->path);
	version = qemu_version(boot->request->machine.qemu, boot->messages);
	if (version != NULL && boot_write_files(boot)) {
		is_ready = complete_command(boot, version, manifest);
		status = EXIT_USAGE;
	}
	free(version);
	if (is_ready)
		return run_and_finish(boot, directory->path, deadline, manifest);
	json_decref(manifest);
	run_directory_clear(directory);
	return status;
}

/* Boot once, into the directory request->output, which is returned in *path, to be freed. */
static int run_boot(const struct run_request *request, char **path)
{
	double deadline = clock_seconds() + (double)request->timeout_seconds;
	struct run_directory directory;
	struct boot boot;
	json_t *manifest;
	int status;

	child_set_deadline(deadline);
	booted_check(request);
	boot_init(&boot, request);
	manifest = booted_describe(&boot);
	if (!run_directory_make(&directory, request->output))
		exit(EXIT_USAGE);
	status = run_in(&boot, &directory, deadline, manifest);
	*path = xstrdup(directory.path);
	run_directory_release(&directory);
	boot_free(&boot);
	return status;
}

/* ---- Several boots ---- */

/* Boot each layout, in its own directory in request->output. */
static int run_layouts(const struct run_request *request, char **paths)
{
	struct run_directory parent;
	int status = EXIT_GOOD;

	booted_check(request);
	if (!run_directory_make_parent(&parent, request->output))
		exit(EXIT_USAGE);
	for (unsigned long i = 0; i < request->layouts && status == EXIT_GOOD; i++) {
		struct run_request one = *request;
		char *output = xasprintf("%s/layout-%lu", parent.path, i + 1);

		one.layout = i;
		one.output = output;
		one.is_part |= i > 0;
		if (!request->is_quiet)
			fprintf(stderr, "Boot %lu of %lu, with another memory layout\n",
				i + 1, request->layouts);
		status = run_boot(&one, &paths[i]);
		free(output);
	}
	run_directory_release(&parent);
	return status;
}

int run_machine(const struct run_request *request)
{
	char *paths[RUN_LAYOUTS_MAX] = {NULL};
	bool is_compared = request->baseline != NULL && !request->updates_baseline;
	struct baseline base = {0};
	int status;

	if (is_compared && !baseline_read(request->baseline, &base))
		exit(EXIT_USAGE);
	if (is_compared)
		baseline_conditions_require(request, &base);
	signals_catch();
	status = request->layouts > 1 ? run_layouts(request, paths) : run_boot(request, &paths[0]);
	signals_release();
	if (request->baseline != NULL)
		status = baseline_check(request, &base, paths, status);
	for (size_t i = 0; i < RUN_LAYOUTS_MAX; i++)
		free(paths[i]);
	baseline_free(&base);
	return status;
}
