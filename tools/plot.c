/* gnuplot reads its script, data included, from a file on standard input and writes the picture to
 * standard output: there is no pipe that could fill up, and no path that it would have to quote.
 * Texts go in single quotes, between which it substitutes nothing. */
#include "tools/plot.h"

#include <err.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define PROGRAM "gnuplot"
#define WAIT_SECONDS_MAX 60
#define POLL_US 5000
#define MESSAGE_MAX 512

extern char **environ;

/* ---- The script ---- */

static void put_text(FILE *file, const char *text)
{
	putc('\'', file);
	for (; *text != '\0'; text++) {
		if (*text == '\'')
			putc('\'', file);
		putc((unsigned char)*text < ' ' ? ' ' : *text, file);
	}
	putc('\'', file);
}

static void put_title(FILE *file, const struct plot *plot)
{
	fputs("set title ", file);
	put_text(file, plot->title);
	if (plot->subtitle != NULL) {
		fputs(" . \"\\n\" . ", file);
		put_text(file, plot->subtitle);
	}
	putc('\n', file);
}

static void put_axis(FILE *file, char name, const struct plot_axis *axis)
{
	fprintf(file, "set %clabel ", name);
	put_text(file, axis->label);
	putc('\n', file);
	if (axis->is_log)
		fprintf(file, "set logscale %c 10\n", name);
	else
		fprintf(file, "set format %c '%%.10g'\n", name);
	if (axis->low != axis->high)
		fprintf(file, "set %crange [%.12g:%.12g]\n", name, axis->low, axis->high);
	else if (axis->from_zero)
		fprintf(file, "set %crange [0:*]\n", name);
	for (size_t i = 0; i < axis->name_count; i++) {
		fprintf(file, "set %ctics %s(", name, i == 0 ? "" : "add ");
		put_text(file, axis->names[i]);
		fprintf(file, " %zu)\n", i);
	}
}

/* A curve is drawn only if it has a point that can be. */
static bool is_drawn(const struct plot_curve *curve)
{
	for (size_t i = 0; i < curve->count; i++) {
		if (isfinite(curve->points[i].x) && isfinite(curve->points[i].y))
			return true;
	}
	return false;
}

/* Bars as gnuplot wants them: x, y, and the four sides. */
static void put_point(FILE *file, enum plot_style style, const struct plot_point *point)
{
	fprintf(file, "%.12g %.12g", point->x, point->y);
	if (style == PLOT_BARS)
		fprintf(file, " %.12g %.12g %.12g %.12g", point->x, point->x_end, point->base,
			point->y);
	putc('\n', file);
}

static void put_data(FILE *file, const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		fprintf(file, "$curve%zu << END\n", i);
		for (size_t j = 0; j < curve->count; j++) {
			if (isfinite(curve->points[j].x) && isfinite(curve->points[j].y))
				put_point(file, curve->style, &curve->points[j]);
		}
		fputs("END\n", file);
	}
}

static void put_curve(FILE *file, const struct plot_curve *curve, size_t number)
{
	static const char *const styles[] = {
		[PLOT_LINES] = "lines linewidth 1.5", [PLOT_STEPS] = "steps linewidth 1.5",
		[PLOT_POINTS] = "points pointtype 7 pointsize 0.4",
		[PLOT_IMPULSES] = "impulses linewidth 1",
		[PLOT_BARS] = "boxxyerror fillstyle solid 0.7",
	};

	fprintf(file, "$curve%zu with %s linetype %zu ", number, styles[curve->style], number + 2);
	if (curve->name == NULL) {
		fputs("notitle", file);
		return;
	}
	fputs("title ", file);
	put_text(file, curve->name);
}

static bool has_key(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (plot->curves[i].name != NULL && is_drawn(&plot->curves[i]))
			return true;
	}
	return false;
}

/* The first colour of "podo", which the colour-blind can tell apart too, is black. */
void plot_script(const struct plot *plot, FILE *file)
{
	const char *separator = "plot ";

	fputs("set encoding utf8\n"
	      "set terminal svg size 960,480 dynamic font 'DejaVu Sans,12' noenhanced "
	      "background '#ffffff'\n"
	      "set colorsequence podo\n"
	      "set grid linewidth 0.5\n"
	      "set tics nomirror\n"
	      "set offsets graph 0, graph 0, graph 0.05, graph 0\n"
	      "set border 3\n", file);
	fputs(has_key(plot) ? "set key outside right top noenhanced\n"
			    : "set key off\nset rmargin 6\n", file);
	put_title(file, plot);
	put_axis(file, 'x', &plot->x);
	put_axis(file, 'y', &plot->y);
	put_data(file, plot);
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (!is_drawn(&plot->curves[i]))
			continue;
		fputs(separator, file);
		put_curve(file, &plot->curves[i], i);
		separator = ", ";
	}
	putc('\n', file);
}

/* ---- gnuplot ---- */

/* Start it without anybody's settings. Returns 0 or an errno. */
static int start(FILE *script, int picture, FILE *messages, pid_t *pid)
{
	char *const arguments[] = {PROGRAM, "-d", NULL};
	posix_spawn_file_actions_t files;
	int error;

	posix_spawn_file_actions_init(&files);
	posix_spawn_file_actions_adddup2(&files, fileno(script), STDIN_FILENO);
	posix_spawn_file_actions_adddup2(&files, picture, STDOUT_FILENO);
	posix_spawn_file_actions_adddup2(&files, fileno(messages), STDERR_FILENO);
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

static void say_why(const char *path, FILE *messages)
{
	char line[MESSAGE_MAX];

	rewind(messages);
	warnx("%s: " PROGRAM " can't draw it", path);
	while (fgets(line, sizeof(line), messages) != NULL) {
		if (strspn(line, " \n^") != strlen(line))
			fprintf(stderr, "  %s", line);
	}
}

static bool draw(FILE *script, int picture, FILE *messages, const char *path)
{
	pid_t pid;
	int error = start(script, picture, messages, &pid);

	if (error == ENOENT)
		warnx("%s: " PROGRAM " is not installed (Debian's package gnuplot-nox has it)",
		      path);
	else if (error != 0)
		warnx("can't run " PROGRAM ": %s", strerror(error));
	if (error != 0)
		return false;
	if (wait_for(pid))
		return true;
	say_why(path, messages);
	return false;
}

/* A temporary file that holds the script, to be read from its start; NULL on failure. */
static FILE *make_script(const struct plot *plot)
{
	FILE *script = tmpfile();

	if (script == NULL)
		return NULL;
	plot_script(plot, script);
	if (fflush(script) == 0 && !ferror(script)) {
		rewind(script);
		return script;
	}
	fclose(script);
	return NULL;
}

static bool has_data(const struct plot *plot)
{
	for (size_t i = 0; i < plot->curve_count; i++) {
		if (is_drawn(&plot->curves[i]))
			return true;
	}
	return false;
}

static bool write_picture(const struct plot *plot, int picture, const char *path)
{
	FILE *script = make_script(plot), *messages = tmpfile();
	bool good = script != NULL && messages != NULL;

	if (good)
		good = draw(script, picture, messages, path);
	else
		warn("a temporary file for " PROGRAM);
	if (messages != NULL)
		fclose(messages);
	if (script != NULL)
		fclose(script);
	return good;
}

bool plot_write(const struct plot *plot, const char *path)
{
	int picture;
	bool good;

	if (!has_data(plot)) {
		warnx("%s: there is nothing to draw", path);
		return false;
	}
	picture = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (picture < 0) {
		warn("%s", path);
		return false;
	}
	good = write_picture(plot, picture, path);
	if (close(picture) != 0 && good) {
		warn("%s", path);
		good = false;
	}
	if (!good)
		unlink(path);
	return good;
}
