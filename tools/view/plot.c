/* SPDX-License-Identifier: MIT */
/* gnuplot reads its script from a file on standard input and writes the pictures to standard
 * output: there is no pipe that could fill up, and no path that it would have to quote. */
#include "tools/view/plot.h"

#include <err.h>
#include <errno.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define PROGRAM "gnuplot"
#define WAIT_SECONDS_MAX 60
#define POLL_US 5000
#define MESSAGE_MAX 512

extern char **environ;

/* What it is to have as its standard files, in their order. Returns 0 or an errno. */
static int plot_pass_files(posix_spawn_file_actions_t *actions, const int numbers[3])
{
	int error = 0;

	for (int i = STDIN_FILENO; i <= STDERR_FILENO && error == 0; i++)
		error = posix_spawn_file_actions_adddup2(actions, numbers[i], i);
	return error;
}

/* Start it without anybody's settings. Returns 0 or an errno. */
static int plot_start(FILE *script, int picture, FILE *messages, pid_t *pid)
{
	const int numbers[] = {fileno(script), picture, fileno(messages)};
	char *const arguments[] = {PROGRAM, "-d", NULL};
	posix_spawn_file_actions_t files;
	int error = posix_spawn_file_actions_init(&files);

	if (error != 0)
		return error;
	error = plot_pass_files(&files, numbers);
	if (error == 0)
		error = posix_spawnp(pid, PROGRAM, &files, NULL, arguments, environ);
	posix_spawn_file_actions_destroy(&files);
	return error;
}

/* Returns whether it ended by itself, and well. */
static bool wait_for(pid_t pid)
{
	int status = 0;

	for (long waited = 0; waited < WAIT_SECONDS_MAX * 1000000L; waited += POLL_US) {
		if (waitpid(pid, &status, WNOHANG) == pid)
			return WIFEXITED(status) && WEXITSTATUS(status) == 0;
		usleep(POLL_US);
	}
	kill(pid, SIGKILL);
	waitpid(pid, &status, 0);
	warnx(PROGRAM " was not done after %d s", WAIT_SECONDS_MAX);
	return false;
}

static void say_why(FILE *messages)
{
	char line[MESSAGE_MAX];

	rewind(messages);
	warnx(PROGRAM " can't draw it");
	while (fgets(line, sizeof(line), messages) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		utf8_make_printable(line);
		if (strspn(line, " ^") != strlen(line))
			fprintf(stderr, "  %s\n", line);
	}
}

static bool plot_run(FILE *script, int picture, FILE *messages)
{
	pid_t pid;
	int error = plot_start(script, picture, messages, &pid);

	if (error == ENOENT)
		warnx(PROGRAM " is not installed (Debian's package gnuplot-nox has it)");
	else if (error != 0)
		warnx("can't run " PROGRAM ": %s", strerror(error));
	if (error != 0)
		return false;
	if (wait_for(pid))
		return true;
	say_why(messages);
	return false;
}

/* A temporary file that holds the script, to be read from its start; NULL on failure. */
static FILE *make_script(const struct plot *const *plots, size_t count, enum plot_medium medium)
{
	FILE *script = tmpfile();

	if (script == NULL)
		return NULL;
	for (size_t i = 0; i < count; i++)
		plot_script(plots[i], medium, script);
	if (file_rewind(script))
		return script;
	fclose(script);
	return NULL;
}

bool plot_draw(const struct plot *const *plots, size_t count, enum plot_medium medium, FILE *file)
{
	FILE *script = make_script(plots, count, medium), *messages = tmpfile();
	bool good = script != NULL && messages != NULL;

	fflush(file);
	if (good)
		good = plot_run(script, fileno(file), messages);
	else
		warn("a temporary file for " PROGRAM);
	if (messages != NULL)
		fclose(messages);
	if (script != NULL)
		fclose(script);
	return good;
}

enum plot_medium plot_medium_of(const char *path)
{
	const char *suffix = strrchr(path, '.');

	return suffix != NULL && strcmp(suffix, ".png") == 0 ? PLOT_PNG : PLOT_SVG;
}

bool plot_write(const struct plot *plot, const char *path)
{
	FILE *picture;
	bool good;

	if (!plot_has_data(plot)) {
		warnx("%s: there is nothing to draw", path);
		return false;
	}
	picture = file_create(path);
	if (picture == NULL)
		return false;
	good = plot_draw(&plot, 1, plot_medium_of(path), picture);
	if (good)
		return file_finish(picture, path);
	file_abandon(picture);
	warnx("%s: not written", path);
	return false;
}
