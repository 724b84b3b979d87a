/* SPDX-License-Identifier: MIT */
/* QEMU writes the serial log to a file, which we read as it grows: only so is a deterministic run's
 * pace its own. */
#include "tools/run/machine.h"

#include <err.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/text/string.h"
#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/exit_status.h"
#include "tools/base/file.h"
#include "tools/base/signals.h"
#include "tools/results/run_directory.h"
#include "tools/run/accel.h"
#include "tools/run/baseline_check.h"
#include "tools/run/finish.h"
#include "tools/run/input_sender.h"
#include "tools/run/own_file.h"
#include "tools/run/progress.h"
#include "tools/run/qemu.h"

#define KVM_DEVICE "/dev/kvm"
#define POLL_US 10000
/* How long QEMU may live on after the end marker. */
#define LINGER_SECONDS 5
/* How long Linux may take to its first program, when its instructions are counted. */
#define SILENCE_OF_LINUX_SECONDS 300
#define FAILURE_TEXT_MAX 256

/* ---- Before the start ---- */

static struct accel choose_accel(const struct run_options *run)
{
	struct accel accel = {.is_kvm = run->accel == ACCEL_KVM};

	if (run->qemu.deterministic)
		text_copy(accel.why, sizeof(accel.why), "only TCG counts instructions");
	else if (run->accel != ACCEL_AUTO)
		text_copy(accel.why, sizeof(accel.why), "asked for");
	else
		accel_probe(KVM_DEVICE, &accel);
	fprintf(stderr, "Accelerator: %s (%s)\n", accel.is_kvm ? "KVM" : "TCG", accel.why);
	return accel;
}

/* ---- While it runs ---- */

struct child {
	pid_t pid;
	bool has_exited;
	int status; /* as from waitpid */
	int log; /* the growing serial log; -1 until QEMU has made it */
	const char *log_path;
	struct input_sender *sender; /* what types meanwhile, or NULL */
	double started, ended; /* seconds; ended: when the end marker came, or 0 */
};

/* Feed what the log has grown by. */
static void read_log(struct child *child, struct progress *progress)
{
	char bytes[65536];
	ssize_t count;

	if (child->log < 0)
		child->log = open(child->log_path, O_RDONLY | O_CLOEXEC);
	if (child->log < 0)
		return;
	while ((count = read(child->log, bytes, sizeof(bytes))) > 0)
		progress_feed(progress, bytes, (size_t)count);
}

/* How long the first record may take: on a quiet host a second, 3 and 9. A host with ten times
 * as much to do as it has CPUs is no broken target. */
static double silence_limit_seconds(const struct run_options *run)
{
	static const double limits[] = {
		[FIRMWARE_KERNEL] = 60,
		[FIRMWARE_BIOS] = 90,
		[FIRMWARE_UEFI] = 180,
	};

	return run->is_linux ? SILENCE_OF_LINUX_SECONDS : limits[run->qemu.firmware];
}

/* Whether it is time to end QEMU; why is set if that is a failure. */
static bool must_stop(const struct run_options *run, struct child *child,
		      const struct progress *progress, char why[FAILURE_TEXT_MAX])
{
	double now = clock_seconds(), elapsed = now - child->started;

	if (signals_caught() != 0)
		snprintf(why, FAILURE_TEXT_MAX, "interrupted by signal %d (%s)", signals_caught(),
			 strsignal(signals_caught()));
	else if (elapsed >= (double)run->timeout_seconds)
		snprintf(why, FAILURE_TEXT_MAX, "not at its end after %lu s (--timeout)",
			 run->timeout_seconds);
	else if (!progress->has_record && elapsed >= silence_limit_seconds(run))
		snprintf(why, FAILURE_TEXT_MAX, "no record after %.0f s",
			 silence_limit_seconds(run));
	else if (progress->has_ended && child->ended == 0)
		child->ended = now;
	return why[0] != '\0' || (child->ended != 0 && now - child->ended >= LINGER_SECONDS);
}

/* What QEMU's end means, when it ended by itself. */
static void explain_exit(const struct run_options *run, const struct child *child,
			 const struct progress *progress, char why[FAILURE_TEXT_MAX])
{
	int success = run->is_linux ? QEMU_EXIT_POWER_OFF : QEMU_EXIT_SUCCESS;
	int status = child->status;

	if (WIFSIGNALED(status))
		snprintf(why, FAILURE_TEXT_MAX, "QEMU was killed by signal %d (%s)",
			 WTERMSIG(status), strsignal(WTERMSIG(status)));
	else if (!progress->has_ended)
		snprintf(why, FAILURE_TEXT_MAX, "QEMU ended with status %d before the target did",
			 WEXITSTATUS(status));
	else if (WEXITSTATUS(status) != success)
		snprintf(why, FAILURE_TEXT_MAX, "the target reports failure (QEMU's status %d)",
			 WEXITSTATUS(status));
}

/* Let what types go on, and sleep until it has to again or the log is due. */
static void type_and_sleep(const struct child *child, char why[FAILURE_TEXT_MAX])
{
	double seconds = POLL_US * 1e-6;

	if (child->sender != NULL)
		seconds = input_sender_step(child->sender, seconds);
	if (seconds < 0)
		text_copy(why, FAILURE_TEXT_MAX, child->sender->qmp->problem);
	else
		usleep((useconds_t)(seconds * 1e6));
}

static void run_follow(const struct run_options *run, struct child *child,
		       struct progress *progress, char why[FAILURE_TEXT_MAX])
{
	while (!child->has_exited && why[0] == '\0' && !must_stop(run, child, progress, why)) {
		type_and_sleep(child, why);
		child->has_exited = waitpid(child->pid, &child->status, WNOHANG) == child->pid;
		read_log(child, progress);
	}
	if (child->has_exited)
		explain_exit(run, child, progress, why);
	else
		child->status = qemu_stop(child->pid);
	read_log(child, progress);
	if (child->log >= 0)
		close(child->log);
}

/* ---- One run, start to end ---- */

/* The files of the run that QEMU writes. */
struct files {
	char *log;
	char *output; /* QEMU's own messages */
	char *variables; /* UEFI's; only while it runs */
	char *initramfs; /* Linux's; the same */
	char *disk; /* a sealed one; only while it runs */
	char *input_steps; /* the script, if the target follows one itself */
};

static json_t *arguments_as_json(const struct arguments *arguments)
{
	json_t *array = json_array();

	for (size_t i = 0; i < arguments->count; i++)
		json_array_append_new(array, json_string(arguments->items[i]));
	return array;
}

static void describe_end(json_t *manifest, const struct child *child)
{
	bool has_status = child->has_exited && WIFEXITED(child->status);

	json_object_set_new(manifest, "elapsed_seconds",
			    json_real(clock_seconds() - child->started));
	json_object_set_new(manifest, "qemu_exited_by_itself", json_boolean(child->has_exited));
	json_object_set_new(manifest, "qemu_exit_status",
			    has_status ? json_integer(WEXITSTATUS(child->status)) : json_null());
}

/* QEMU's own messages, for a run that failed. */
static void write_qemu_output(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[512];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		fprintf(stderr, "QEMU: %s", line);
	if (file != NULL)
		fclose(file);
}

/* Returns the socket that QEMU is to have as its monitor. */
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

/* manifest is released. */
static int start_and_follow(const struct run_options *run, const char *directory,
			    const struct files *files, json_t *manifest)
{
	struct child child = {.log = -1, .log_path = files->log, .started = clock_seconds()};
	struct progress *progress = xmalloc(sizeof(*progress));
	char why[FAILURE_TEXT_MAX] = "";
	struct arguments arguments;
	struct input_sender sender;
	struct qmp qmp;
	int status, monitor = -1;

	progress_init(progress, stderr);
	progress->is_quiet = run->is_quiet;
	if (run->qemu.has_monitor) {
		monitor = start_typing(run, progress, &sender, &qmp);
		child.sender = &sender;
	}
	qemu_arguments(&run->qemu, &arguments);
	json_object_set_new(manifest, "qemu_command", arguments_as_json(&arguments));
	signals_catch();
	child.pid = qemu_start(&arguments, files->output, monitor);
	arguments_free(&arguments);
	if (monitor >= 0)
		close(monitor);
	if (child.pid > 0)
		run_follow(run, &child, progress, why);
	else
		text_copy(why, sizeof(why), "QEMU could not be started");
	unlink(files->variables);
	unlink(files->initramfs);
	unlink(files->disk);
	describe_end(manifest, &child);
	if (why[0] != '\0')
		write_qemu_output(files->output);
	status = finish_run(&(struct run_end){
		.progress = progress,
		.directory = directory,
		.manifest = manifest,
		.failure = why[0] != '\0' ? why : NULL,
		.sender = child.sender,
	});
	if (child.sender != NULL)
		stop_typing(&sender);
	free(progress);
	return status;
}

/* Choose the accelerator and run. */
static int run_with(struct run_options *run, const char *directory, const struct files *files,
		    const char *version)
{
	json_t *manifest = run_manifest_begin();
	struct accel accel = choose_accel(run);

	json_object_set_new(manifest, "qemu_version", json_string(version));
	json_object_set_new(manifest, "accelerator", json_string(accel.is_kvm ? "kvm" : "tcg"));
	json_object_set_new(manifest, "accelerator_reason", json_string(accel.why));
	run->qemu.is_kvm = accel.is_kvm;
	if (run->qemu.cpu == NULL)
		run->qemu.cpu = accel.is_kvm ? "host" : "max";
	return start_and_follow(run, directory, files, manifest);
}

/* False, having said why, if the file can't be written. */
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

static int run_in(struct run_options *run, const char *directory)
{
	const struct files files = {
		.log = run_directory_file(directory, RUN_LOG),
		.output = run_directory_file(directory, RUN_QEMU_OUTPUT),
		.variables = run_directory_file(directory, RUN_UEFI_VARIABLES),
		.initramfs = run_directory_file(directory, RUN_INITRAMFS),
		.disk = run_directory_file(directory, RUN_DISK),
		.input_steps = run_directory_file(directory, RUN_INPUT_STEPS),
	};
	char *version = qemu_version(run->qemu.program, files.output);
	int status = EXIT_FAILED;

	run->qemu.serial_log = files.log;
	run->qemu.uefi_variables = files.variables;
	run->qemu.initramfs = files.initramfs;
	if (run->qemu.disk.kind == DISK_SEALED)
		run->qemu.disk.file = files.disk;
	if (version != NULL && write_steps(run, files.input_steps) && qemu_prepare(&run->qemu))
		status = run_with(run, directory, &files, version);
	free(version);
	free(files.input_steps);
	free(files.disk);
	free(files.initramfs);
	free(files.variables);
	free(files.output);
	free(files.log);
	return status;
}

static const char *image_name(const struct run_options *run)
{
	if (run->is_linux)
		return "linux/vmlinuz";
	return run->qemu.firmware == FIRMWARE_KERNEL ? "kernel.elf" : "bareline.img";
}

static void check_readable(const char *path)
{
	if (access(path, R_OK) != 0)
		err(EXIT_USAGE, "%s (make builds it; --image names another)", path);
}

int run_machine(struct run_options *run)
{
	char *own_image = own_file(image_name(run));
	char *own_init = own_file("bareline-linux-static");
	struct baseline kept = {0};
	char *directory;
	int status;

	if (run->qemu.image == NULL)
		run->qemu.image = own_image;
	check_readable(run->qemu.image);
	if (run->is_linux) {
		run->qemu.init = own_init;
		check_readable(own_init);
	}
	if (run->baseline != NULL && !run->updates_baseline && !baseline_read(run->baseline, &kept))
		exit(EXIT_USAGE);
	directory = run_directory_make(run->output);
	if (directory == NULL)
		exit(EXIT_USAGE);
	status = run_in(run, directory);
	if (run->baseline != NULL)
		status = baseline_check(run, &kept, directory, status);
	baseline_free(&kept);
	free(directory);
	free(own_init);
	free(own_image);
	return status;
}
