/* `bareline run`: boots the image in QEMU and follows its serial log to the end. QEMU writes the log
 * to a file, which we read as it grows: only so is a deterministic run's pace its own. */
#include <err.h>
#include <fcntl.h>
#include <getopt.h>
#include <libgen.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/string.h"
#include "tools/accel.h"
#include "tools/commands.h"
#include "tools/finish.h"
#include "tools/live.h"
#include "tools/qemu.h"
#include "tools/run_directory.h"

#define KVM_DEVICE "/dev/kvm"
#define POLL_US 10000
#define TIMEOUT_DEFAULT_SECONDS 120
#define TIMEOUT_MAX_SECONDS 86400
/* How long QEMU may live on after the end marker. */
#define LINGER_SECONDS 5
#define COMMAND_LINE_MAX 1024
#define FAILURE_TEXT_MAX 256

static const char help[] =
	"Usage: bareline run [OPTION]... [-- QEMU-ARGUMENT...]\n"
	"Boot the image in QEMU, show the results and keep them in a directory.\n\n"
	"What runs:\n"
	"  --suite quick|full         which benchmarks (quick)\n"
	"  --bench GLOB               those that match instead; may be repeated\n"
	"  --append WORDS             more words for the target's command line\n"
	"The machine:\n"
	"  --firmware kernel|bios|uefi  QEMU loads the kernel itself, or firmware boots the image\n"
	"                             (kernel)\n"
	"  --image FILE               kernel or image to boot (the one beside this program)\n"
	"  --media disk|cd|usb        what the image is, for bios and uefi (disk)\n"
	"  --machine pc|q35           QEMU's machine (q35)\n"
	"  --cpus N, --memory SIZE    (1, 256M)\n"
	"  --cpu MODEL                QEMU's CPU model (max; host under KVM)\n"
	"  --accel auto|tcg|kvm       auto tries KVM and takes it if it is really fast (auto)\n"
	"  --deterministic            count instructions instead of time: repeatable to the tick\n"
	"  --qemu PATH                (qemu-system-x86_64)\n"
	"The run:\n"
	"  --timeout SECONDS          give up after so long (120)\n"
	"  -o, --output DIRECTORY     where to keep log, results.json and manifest.json\n"
	"                             (results/ and the time)\n";

enum accel_request {ACCEL_AUTO, ACCEL_TCG, ACCEL_KVM};

struct run_options {
	struct qemu_options qemu;
	enum accel_request accel;
	const char *suite;
	const char *append;
	const char *output;
	char benches[COMMAND_LINE_MAX];         /* comma-separated */
	unsigned long timeout_seconds;
};

/* ---- Options ---- */

enum {
	OPT_SUITE = 256, OPT_BENCH, OPT_APPEND, OPT_FIRMWARE, OPT_IMAGE, OPT_MEDIA, OPT_MACHINE,
	OPT_CPUS, OPT_MEMORY, OPT_CPU, OPT_ACCEL, OPT_DETERMINISTIC, OPT_QEMU, OPT_TIMEOUT,
};

static const struct option options[] = {
	{"help", no_argument, NULL, 'h'},
	{"suite", required_argument, NULL, OPT_SUITE},
	{"bench", required_argument, NULL, OPT_BENCH},
	{"append", required_argument, NULL, OPT_APPEND},
	{"firmware", required_argument, NULL, OPT_FIRMWARE},
	{"image", required_argument, NULL, OPT_IMAGE},
	{"media", required_argument, NULL, OPT_MEDIA},
	{"machine", required_argument, NULL, OPT_MACHINE},
	{"cpus", required_argument, NULL, OPT_CPUS},
	{"memory", required_argument, NULL, OPT_MEMORY},
	{"cpu", required_argument, NULL, OPT_CPU},
	{"accel", required_argument, NULL, OPT_ACCEL},
	{"deterministic", no_argument, NULL, OPT_DETERMINISTIC},
	{"qemu", required_argument, NULL, OPT_QEMU},
	{"timeout", required_argument, NULL, OPT_TIMEOUT},
	{"output", required_argument, NULL, 'o'},
	{0},
};

/* The index of the word among the choices, which NULL ends; anything else is a usage error. */
static int choose(const char *option, const char *word, const char *const *choices)
{
	for (int i = 0; choices[i] != NULL; i++) {
		if (strcmp(word, choices[i]) == 0)
			return i;
	}
	warnx("--%s %s: not one of the choices:", option, word);
	for (; *choices != NULL; choices++)
		fprintf(stderr, "  %s\n", *choices);
	exit(EXIT_USAGE);
}

static void check_number(const char *option, const char *text, unsigned long least,
			 unsigned long most, unsigned long *number)
{
	if (!text_number(text, number) || *number < least || *number > most)
		errx(EXIT_USAGE, "--%s %s: not a number from %lu to %lu", option, text, least, most);
}

static void add_bench(struct run_options *run, const char *glob)
{
	size_t used = strlen(run->benches);

	if (glob[strcspn(glob, " ,\"")] != '\0')
		errx(EXIT_USAGE, "--bench %s: a pattern has no blanks, commas or quotes", glob);
	if (used + strlen(glob) + 2 > sizeof(run->benches))
		errx(EXIT_USAGE, "--bench: too many patterns for the target's command line");
	snprintf(run->benches + used, sizeof(run->benches) - used, "%s%s", used > 0 ? "," : "", glob);
}

static void take_machine_option(struct run_options *run, int option, const char *value)
{
	static const char *const firmwares[] = {"kernel", "bios", "uefi", NULL};
	static const char *const media[] = {"disk", "cd", "usb", NULL};
	static const char *const machines[] = {"pc", "q35", NULL};
	static const char *const accels[] = {"auto", "tcg", "kvm", NULL};
	unsigned long number;

	switch (option) {
	case OPT_FIRMWARE:
		run->qemu.firmware = (enum qemu_firmware)choose("firmware", value, firmwares);
		break;
	case OPT_MEDIA:
		run->qemu.media = (enum qemu_media)choose("media", value, media);
		break;
	case OPT_MACHINE:
		run->qemu.machine = machines[choose("machine", value, machines)];
		break;
	case OPT_ACCEL:
		run->accel = (enum accel_request)choose("accel", value, accels);
		break;
	case OPT_CPUS:
		check_number("cpus", value, 1, 255, &number);
		run->qemu.cpus = value;
		break;
	case OPT_MEMORY:
		run->qemu.memory = value;
		break;
	case OPT_CPU:
		run->qemu.cpu = value;
		break;
	case OPT_IMAGE:
		run->qemu.image = value;
		break;
	case OPT_QEMU:
		run->qemu.program = value;
		break;
	case OPT_DETERMINISTIC:
		run->qemu.deterministic = true;
		break;
	}
}

static void take_option(struct run_options *run, int option, const char *value)
{
	static const char *const suites[] = {"quick", "full", NULL};

	switch (option) {
	case 'h':
		fputs(help, stdout);
		exit(EXIT_GOOD);
	case '?':
		exit(EXIT_USAGE);
	case 'o':
		run->output = value;
		break;
	case OPT_SUITE:
		run->suite = suites[choose("suite", value, suites)];
		break;
	case OPT_BENCH:
		add_bench(run, value);
		break;
	case OPT_APPEND:
		run->append = value;
		break;
	case OPT_TIMEOUT:
		check_number("timeout", value, 1, TIMEOUT_MAX_SECONDS, &run->timeout_seconds);
		break;
	default:
		take_machine_option(run, option, value);
		break;
	}
}

static void check_combination(const struct run_options *run)
{
	if (run->qemu.deterministic && run->qemu.firmware == FIRMWARE_UEFI)
		errx(EXIT_USAGE, "--deterministic counts every instruction of UEFI too, which takes "
		     "most of a minute; use --firmware kernel");
	if (run->qemu.deterministic && run->accel == ACCEL_KVM)
		errx(EXIT_USAGE, "--deterministic counts instructions, which only --accel tcg can");
}

static void take_options(struct run_options *run, int argc, char **argv)
{
	int option;

	while ((option = getopt_long(argc, argv, "ho:", options, NULL)) != -1)
		take_option(run, option, optarg);
	if (optind < argc && strcmp(argv[optind - 1], "--") != 0)
		errx(EXIT_USAGE, "'%s': QEMU's arguments come after --", argv[optind]);
	run->qemu.extra = argv + optind;
	check_combination(run);
}

/* ---- Before the start ---- */

static struct accel choose_accel(const struct run_options *run)
{
	struct accel accel = {.is_kvm = run->accel == ACCEL_KVM};

	if (run->qemu.deterministic)
		text_copy(accel.why, sizeof(accel.why), "instructions can be counted under TCG only");
	else if (run->accel != ACCEL_AUTO)
		text_copy(accel.why, sizeof(accel.why), "asked for");
	else
		accel_probe(KVM_DEVICE, &accel);
	fprintf(stderr, "Accelerator: %s (%s)\n", accel.is_kvm ? "KVM" : "TCG", accel.why);
	return accel;
}

/* The file of that name in the directory that this program is in. */
static char *beside_this_program(const char *name)
{
	char path[4096];
	ssize_t length = readlink("/proc/self/exe", path, sizeof(path) - 1);

	if (length < 0)
		err(EXIT_USAGE, "/proc/self/exe");
	path[length] = '\0';
	return run_directory_file(dirname(path), name);
}

static void write_command_line(const struct run_options *run, char line[COMMAND_LINE_MAX])
{
	int length = snprintf(line, COMMAND_LINE_MAX, "suite=%s%s%s exit=isa-debug%s%s", run->suite,
			      run->benches[0] != '\0' ? " bench=" : "", run->benches,
			      run->append[0] != '\0' ? " " : "", run->append);

	if (length >= COMMAND_LINE_MAX)
		errx(EXIT_USAGE, "the target's command line would be %d characters long; %d is the "
		     "most", length, COMMAND_LINE_MAX - 1);
}

/* ---- While it runs ---- */

struct child {
	pid_t pid;
	bool has_exited;
	int status;             /* as from waitpid */
	int log;                /* the growing serial log; -1 until QEMU has made it */
	const char *log_path;
	double started, ended;  /* seconds; ended: when the end marker came, or 0 */
};

/* Feed what the log has grown by. */
static void read_log(struct child *child, struct live *live)
{
	char bytes[65536];
	ssize_t count;

	if (child->log < 0)
		child->log = open(child->log_path, O_RDONLY | O_CLOEXEC);
	if (child->log < 0)
		return;
	while ((count = read(child->log, bytes, sizeof(bytes))) > 0)
		live_feed(live, bytes, (size_t)count);
}

/* How long the first record may take. */
static double silence_limit_seconds(const struct run_options *run)
{
	static const double limits[] = {
		[FIRMWARE_KERNEL] = 20, [FIRMWARE_BIOS] = 30, [FIRMWARE_UEFI] = 90,
	};

	return limits[run->qemu.firmware];
}

/* Whether it is time to end QEMU; why is set if that is a failure. */
static bool must_stop(const struct run_options *run, struct child *child, const struct live *live,
		      char why[FAILURE_TEXT_MAX])
{
	double now = live_seconds(), elapsed = now - child->started;

	if (live_signal() != 0)
		snprintf(why, FAILURE_TEXT_MAX, "interrupted by signal %d (%s)", live_signal(),
			 strsignal(live_signal()));
	else if (elapsed >= (double)run->timeout_seconds)
		snprintf(why, FAILURE_TEXT_MAX, "not at its end after %lu s (--timeout)",
			 run->timeout_seconds);
	else if (!live->has_record && elapsed >= silence_limit_seconds(run))
		snprintf(why, FAILURE_TEXT_MAX, "no record after %.0f s", silence_limit_seconds(run));
	else if (live->has_ended && child->ended == 0)
		child->ended = now;
	return why[0] != '\0' || (child->ended != 0 && now - child->ended >= LINGER_SECONDS);
}

/* What QEMU's end means, when it ended by itself. */
static void explain_exit(const struct child *child, const struct live *live,
			 char why[FAILURE_TEXT_MAX])
{
	int status = child->status;

	if (WIFSIGNALED(status))
		snprintf(why, FAILURE_TEXT_MAX, "QEMU was killed by signal %d (%s)", WTERMSIG(status),
			 strsignal(WTERMSIG(status)));
	else if (!live->has_ended)
		snprintf(why, FAILURE_TEXT_MAX, "QEMU ended with status %d before the target did",
			 WEXITSTATUS(status));
	else if (WEXITSTATUS(status) != QEMU_EXIT_SUCCESS)
		snprintf(why, FAILURE_TEXT_MAX, "the target reports failure (QEMU's exit status %d)",
			 WEXITSTATUS(status));
}

static void follow(const struct run_options *run, struct child *child, struct live *live,
		   char why[FAILURE_TEXT_MAX])
{
	while (!child->has_exited && !must_stop(run, child, live, why)) {
		usleep(POLL_US);
		child->has_exited = waitpid(child->pid, &child->status, WNOHANG) == child->pid;
		read_log(child, live);
	}
	if (child->has_exited)
		explain_exit(child, live, why);
	else
		child->status = qemu_stop(child->pid);
	read_log(child, live);
	if (child->log >= 0)
		close(child->log);
}

/* ---- One run, start to end ---- */

/* The files of the run that QEMU writes. */
struct files {
	char *log;
	char *output;           /* QEMU's own messages */
	char *variables;        /* UEFI's; only while it runs */
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
			    json_real(live_seconds() - child->started));
	json_object_set_new(manifest, "qemu_exited_by_itself", json_boolean(child->has_exited));
	json_object_set_new(manifest, "qemu_exit_status", has_status
			    ? json_integer(WEXITSTATUS(child->status)) : json_null());
}

/* QEMU's own messages, for a run that failed. */
static void put_qemu_output(const char *path)
{
	FILE *file = fopen(path, "r");
	char line[512];

	while (file != NULL && fgets(line, sizeof(line), file) != NULL)
		fprintf(stderr, "QEMU: %s", line);
	if (file != NULL)
		fclose(file);
}

/* manifest is released. */
static int start_and_follow(const struct run_options *run, const char *directory,
			    const struct files *files, json_t *manifest)
{
	struct child child = {.log = -1, .log_path = files->log, .started = live_seconds()};
	struct live *live = malloc(sizeof(*live));
	char why[FAILURE_TEXT_MAX] = "";
	struct arguments arguments;
	int status;

	if (live == NULL)
		err(EXIT_USAGE, "out of memory");
	qemu_arguments(&run->qemu, &arguments);
	json_object_set_new(manifest, "qemu_command", arguments_as_json(&arguments));
	live_init(live, stderr);
	live_catch_signals();
	child.pid = qemu_start(&arguments, files->output);
	arguments_free(&arguments);
	if (child.pid > 0)
		follow(run, &child, live, why);
	else
		text_copy(why, sizeof(why), "QEMU could not be started");
	unlink(files->variables);
	describe_end(manifest, &child);
	if (why[0] != '\0')
		put_qemu_output(files->output);
	status = finish_run(live, directory, manifest, why[0] != '\0' ? why : NULL);
	free(live);
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

static int run_in(struct run_options *run, const char *directory)
{
	const struct files files = {
		.log = run_directory_file(directory, RUN_LOG),
		.output = run_directory_file(directory, RUN_QEMU_OUTPUT),
		.variables = run_directory_file(directory, RUN_UEFI_VARIABLES),
	};
	char *version = qemu_version(run->qemu.program, files.output);
	int status = EXIT_FAILED;

	run->qemu.serial_log = files.log;
	run->qemu.uefi_variables = files.variables;
	if (version != NULL && qemu_prepare(&run->qemu))
		status = run_with(run, directory, &files, version);
	free(version);
	free(files.variables);
	free(files.output);
	free(files.log);
	return status;
}

int cmd_run(int argc, char **argv)
{
	struct run_options run = {
		.qemu = {.program = "qemu-system-x86_64", .machine = "q35", .memory = "256M",
			 .cpus = "1"},
		.suite = "quick", .append = "", .timeout_seconds = TIMEOUT_DEFAULT_SECONDS,
	};
	char command_line[COMMAND_LINE_MAX];
	char *own_image, *directory;
	int status;

	take_options(&run, argc, argv);
	write_command_line(&run, command_line);
	run.qemu.command_line = command_line;
	own_image = beside_this_program(run.qemu.firmware == FIRMWARE_KERNEL ? "kernel.elf"
									      : "bareline.img");
	if (run.qemu.image == NULL)
		run.qemu.image = own_image;
	if (access(run.qemu.image, R_OK) != 0)
		err(EXIT_USAGE, "%s (make builds it; --image names another)", run.qemu.image);
	directory = run_directory_make(run.output);
	if (directory == NULL)
		exit(EXIT_USAGE);
	status = run_in(&run, directory);
	free(directory);
	free(own_image);
	return status;
}
