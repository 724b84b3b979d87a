/* SPDX-License-Identifier: MIT */
/* The sessions are the tasks of "Using Latency to Evaluate Computer System Performance",
 * section 5. Each boot also measures a simple event, the keystroke of section 4. In real time,
 * documents are saved to a scratch disk. Writes cannot be counted, so with --deterministic nothing
 * is saved, and Linux makes the presenter's disk of its own memory. */
#include "tools/cmd/idle_session.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tools/base/alloc.h"
#include "tools/base/exit_status.h"
#include "tools/cmd/interleaved_options.h"
#include "tools/run/boot/installed_kernel.h"
#include "tools/run/boot/own_file.h"
#include "tools/run/boots/interleaved.h"

#define TRIALS 5                        /* as in the document */
#define SIMPLE_EVENT "input.keystroke"

/* A script and a disk, or NULL. */
struct session_needs {
	const char *script, *disk;
};

static const struct session_kind {
	const char *name, *bench;
	struct session_needs timed, counted;
} kinds[] = {
	{"editing", "app.editor", {"sessions/saving.txt", "scratch:4M"},
	 {"sessions/editing.txt", NULL}},
	{"presenter", "app.presenter", {"sessions/presenting.txt", "scratch:4M"},
	 {"sessions/presenting.txt", "ram"}},
	{"word", "app.word", {"sessions/writing.txt", NULL}, {"sessions/writing.txt", NULL}},
};

static const struct session_kind *session_find(const char *name)
{
	const struct session_kind *kind = kinds;

	while (strcmp(kind->name, name) != 0)
		kind++;
	return kind;
}

static const struct session_needs *session_needs(const struct idle_session *session)
{
	const struct session_kind *kind = session_find(session->name);

	return session->is_deterministic ? &kind->counted : &kind->timed;
}

const char *const idle_session_names[] = {"editing", "presenter", "word", NULL};

const struct option_spec idle_session_options[] = {
	{.name = "session", .kind = OPTION_WORD, .choices = idle_session_names,
	 .offset = offsetof(struct idle_session, name),
	 .help = "boot systems in QEMU for this session; its documents are saved to a scratch "
		 "disk, except with --deterministic"},
	{.name = "kernels", .kind = OPTION_FLAG,
	 .offset = offsetof(struct idle_session, are_kernels),
	 .help = "with --session: each PATH is a kernel to boot, with the modules of its package, "
		 "or the version of an installed one, such as 6.1 or 6.12-rt"},
	{.name = "bare-metal", .kind = OPTION_FLAG,
	 .offset = offsetof(struct idle_session, has_bare_metal),
	 .help = "with --session: also boot the image, as the first system"},
	{.name = "trials", .kind = OPTION_NUMBER, .argument = "N", .least = 1,
	 .most = IDLE_SESSION_TRIALS_MAX,
	 .offset = offsetof(struct idle_session, trials),
	 .help = "with --session: boot each system N times (5)"},
	{.name = "deterministic", .kind = OPTION_FLAG,
	 .offset = offsetof(struct idle_session, is_deterministic),
	 .help = "with --session: count instructions instead of time"},
	{.name = "keep", .kind = OPTION_TEXT, .argument = "DIRECTORY", .writes = true,
	 .offset = offsetof(struct idle_session, directory),
	 .help = "with --session: write the runs to DIRECTORY (results/TIMESTAMP)"},
	{0},
};

bool idle_session_is_wanted(const struct idle_session *session)
{
	return session->name != NULL || session->are_kernels || session->has_bare_metal ||
	       session->trials != 0 || session->is_deterministic || session->directory != NULL;
}

static void session_check(const struct idle_session *session, size_t kernels)
{
	if (session->name == NULL || !session->are_kernels)
		errx(EXIT_USAGE, "--bare-metal, --trials, --deterministic, --keep: apply to new "
		     "runs; add --session NAME --kernels");
	if (session->has_bare_metal + kernels < 2)
		errx(EXIT_USAGE, "--kernels: a comparison needs two or more kernels, or one and "
		     "--bare-metal");
	if (kernels > LINUX_KERNELS_MAX)
		errx(EXIT_USAGE, "--kernels: give at most %d kernels", LINUX_KERNELS_MAX);
	if (session->is_deterministic && session->trials > RUN_LAYOUTS_MAX)
		errx(EXIT_USAGE, "--trials: more than %d with --deterministic, as each trial has "
		     "another memory layout", RUN_LAYOUTS_MAX);
}

static bool is_same_file(const char *left, const char *right)
{
	struct stat a, b;

	return stat(left, &a) == 0 && stat(right, &b) == 0 && a.st_dev == b.st_dev &&
	       a.st_ino == b.st_ino;
}

/* Kernels that are no files, by their versions, become paths, which the caller frees. */
static char **session_find_kernels(char **kernels, size_t count)
{
	char **paths = xcalloc(count, sizeof(*paths));

	for (size_t i = 0; i < count; i++) {
		paths[i] = access(kernels[i], F_OK) == 0 || strchr(kernels[i], '/') != NULL
				   ? xstrdup(kernels[i])
				   : installed_kernel(INSTALLED_KERNELS, kernels[i]);
		if (paths[i] == NULL)
			errx(EXIT_USAGE, "%s: no such file, and no kernel of this version in "
			     INSTALLED_KERNELS, kernels[i]);
	}
	return paths;
}

/* Move different kernels to the front, and return their number. A shell's pattern may match a
 * kernel that is also named: vmlinuz-6.1* matches that of 6.12. */
static size_t session_drop_repeated(char **kernels, size_t count)
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		size_t same = 0;

		while (same < kept && !is_same_file(kernels[same], kernels[i]))
			same++;
		if (same < kept) {
			warnx("%s: the same file as %s; it is booted once", kernels[i],
			      kernels[same]);
		} else {
			char *kernel = kernels[i];

			kernels[i] = kernels[kept];
			kernels[kept++] = kernel;
		}
	}
	return kept;
}

/* Complete the request: the session chooses what the user did not choose. */
static void session_complete(const struct idle_session *session, struct run_request *run,
			     char *script)
{
	const char *disk = session_needs(session)->disk;
	struct option_problem problem;

	run->has_keyboard = true;
	if (run->input == NULL)
		run->input = script;
	if (run->input_source == INPUT_SOURCE_DEFAULT)
		run->input_source = INPUT_SOURCE_CONTROLLER;
	if (strcmp(run->input_pace, "both") == 0)
		run->input_pace = "paced";
	if (disk != NULL && run->machine.disk.kind == DISK_NONE &&
	    !machine_request_parse_disk(&run->machine, disk, &problem))
		errx(EXIT_USAGE, "--disk %s: %s", disk, problem.text);
	/* The image counts the reads of a virtio disk, so its points would be of another disk. */
	if (session->has_bare_metal && run->machine.disk.kind == DISK_RAM)
		errx(EXIT_USAGE, "--session presenter --deterministic: the presenter's disk is in "
		     "Linux's memory when instructions are counted, and bare metal has none; omit "
		     "bare metal (bareline idle), or --deterministic");
}

/* Read the runs of each system, which are in the order of their boots. */
static bool session_read(struct idle_session_systems *systems, char *const *directories,
			 size_t trials)
{
	for (size_t i = 0; i < systems->count; i++) {
		for (size_t j = 0; j < trials; j++) {
			if (!compared_runs_add(&systems->items[i], directories[i * trials + j]))
				return false;
		}
	}
	return true;
}

int idle_session_boot(const struct idle_session *session, const struct patterns *more,
		      char **kernels, size_t count, int argc, char **argv,
		      struct idle_session_systems *systems)
{
	struct interleaved_boots boots = {
		.boots = session->trials != 0 ? session->trials : TRIALS,
		.directory = session->directory,
		.has_bare_metal = session->has_bare_metal,
	};
	struct patterns benches = more != NULL ? *more : (struct patterns){0};
	char **paths = session_find_kernels(kernels, count), **directories, *script;
	size_t given = count;
	struct run_request run;
	int status;

	*systems = (struct idle_session_systems){0};
	count = session_drop_repeated(paths, count);
	session_check(session, count);
	systems->bench = session_find(session->name)->bench;
	patterns_add(&benches, SIMPLE_EVENT);
	patterns_add(&benches, systems->bench);
	interleaved_options_parse(&run, &benches, session->is_deterministic, argc, argv);
	if (run.linux.kernel_count > 0)
		errx(EXIT_USAGE, "--kernel: name kernels after --kernels");
	for (size_t i = 0; i < count; i++)
		run.linux.kernels[run.linux.kernel_count++] = paths[i];
	script = own_file(session_needs(session)->script);
	session_complete(session, &run, script);
	boots.run = &run;
	systems->count = session->has_bare_metal + count;
	systems->items = xcalloc(systems->count, sizeof(*systems->items));
	directories = xcalloc(systems->count * boots.boots, sizeof(*directories));
	status = interleaved_boot_trials(&boots, directories);
	if (status == EXIT_GOOD && !session_read(systems, directories, boots.boots))
		status = EXIT_USAGE;
	for (size_t i = 0; i < systems->count * boots.boots; i++)
		free(directories[i]);
	for (size_t i = 0; i < given; i++)
		free(paths[i]);
	free(paths);
	free(directories);
	free(script);
	return status;
}

void idle_session_free(struct idle_session_systems *systems)
{
	for (size_t i = 0; i < systems->count; i++)
		compared_runs_free(&systems->items[i]);
	free(systems->items);
}

int idle_session_run(const struct idle_session *session, const struct idle_systems_request *request,
		     char **kernels, size_t count, int argc, char **argv)
{
	struct idle_session_systems systems;
	int status = idle_session_boot(session, NULL, kernels, count, argc, argv, &systems);

	if (status == EXIT_GOOD)
		status = idle_systems_show_trials(request, systems.items, systems.count,
						  systems.bench);
	idle_session_free(&systems);
	return status;
}
