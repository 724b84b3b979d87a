/* SPDX-License-Identifier: MIT */
/* gnuplot reads its script from a file on standard input and writes charts to standard output. This
 * avoids full pipes and quoted paths. */
#include "tools/view/plot/plot.h"

#include <err.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define PROGRAM "gnuplot"
#define WAIT_SECONDS_MAX 60
#define MESSAGE_MAX 512

const char plot_is_missing[] = PROGRAM " is not installed; its package is " PROGRAM ", or "
			       PROGRAM "-nox on Debian";

bool plot_is_installed(void)
{
	char *program = child_program(PROGRAM);

	free(program);
	return program != NULL;
}

static void print_cause(FILE *messages)
{
	char line[MESSAGE_MAX];

	rewind(messages);
	warnx(PROGRAM " cannot draw the chart:");
	while (fgets(line, sizeof(line), messages) != NULL) {
		line[strcspn(line, "\n")] = '\0';
		utf8_make_printable(line);
		if (strspn(line, " ^") != strlen(line))
			fprintf(stderr, "  %s\n", line);
	}
}

/* Runs gnuplot without user settings. */
static bool plot_run(FILE *script, int plot, FILE *messages)
{
	char *const arguments[] = {PROGRAM, "-d", NULL};
	const struct child_files files = {.input = fileno(script), .output = plot,
					  .messages = fileno(messages), .extra = -1};
	struct child child;
	int error = child_start(&child, arguments, &files), status;
	bool has_ended;

	if (error == ENOENT)
		warnx("%s", plot_is_missing);
	else if (error != 0)
		warnx("can't run " PROGRAM ": %s", strerror(error));
	if (error != 0)
		return false;
	has_ended = child_await(&child, WAIT_SECONDS_MAX);
	status = child_stop(&child);
	if (has_ended && status == 0)
		return true;
	if (has_ended)
		print_cause(messages);
	else
		warnx(PROGRAM " was ended before it finished");
	return false;
}

/* Draw the script to a file. Closes the script. */
static bool plot_draw_script(FILE *script, FILE *file)
{
	FILE *messages = tmpfile();
	bool good = script != NULL && messages != NULL && file_rewind(script);

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

bool plot_draw(const struct plot *const *plots, size_t count, enum plot_medium medium, FILE *file)
{
	FILE *script = tmpfile();

	for (size_t i = 0; script != NULL && i < count; i++)
		plot_script(plots[i], medium, script);
	return plot_draw_script(script, file);
}

bool plot_draw_stack(const struct plot *const *plots, size_t count, enum plot_medium medium,
		     FILE *file)
{
	FILE *script = tmpfile();

	if (script != NULL)
		plot_script_stack(plots, count, medium, script);
	return plot_draw_script(script, file);
}

bool plot_medium_of(const char *path, enum plot_medium *medium)
{
	static const struct {
		const char *suffix;
		enum plot_medium medium;
	} media[] = {
		{".svg", PLOT_SVG}, {".png", PLOT_PNG}, {".pdf", PLOT_PDF}, {".eps", PLOT_EPS},
	};
	const char *slash = strrchr(path, '/');
	const char *suffix = strrchr(slash != NULL ? slash : path, '.');

	*medium = PLOT_SVG;
	for (size_t i = 0; suffix != NULL && i < sizeof(media) / sizeof(media[0]); i++) {
		*medium = media[i].medium;
		if (strcasecmp(suffix, media[i].suffix) == 0)
			return true;
	}
	return suffix == NULL;
}

bool plot_write(const struct plot *const *plots, size_t count, const char *path)
{
	enum plot_medium medium;
	FILE *plot;
	bool good = count > 0;

	if (!plot_medium_of(path, &medium)) {
		warnx("%s: unknown suffix; use one of " PLOT_SUFFIXES, path);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		good &= plot_has_data(plots[i]);
	if (!good) {
		warnx("%s: nothing to draw", path);
		return false;
	}
	plot = file_create(path);
	if (plot == NULL)
		return false;
	good = plot_draw_stack(plots, count, medium, plot);
	if (good)
		return file_finish(plot, path);
	file_abandon(plot);
	warnx("%s: not written", path);
	return false;
}
