/* SPDX-License-Identifier: MIT */
/* Charts as files. rsvg-convert of librsvg converts SVG to other media. It reads a file on standard
 * input and writes to standard output. This avoids full pipes and quoted paths. */
#include "tools/view/plot/plot_file.h"

#include <err.h>
#include <errno.h>
#include <string.h>
#include <strings.h>

#include "tools/base/child.h"
#include "tools/base/file.h"
#include "tools/base/utf8.h"

#define PROGRAM "rsvg-convert"
#define WAIT_SECONDS_MAX 60
#define MESSAGE_MAX 512

static bool plot_run_converter(FILE *svg, enum plot_medium medium, FILE *file, FILE *messages)
{
	static const char *const formats[] = {[PLOT_PNG] = "png", [PLOT_PDF] = "pdf",
					      [PLOT_EPS] = "eps"};
	char *const arguments[] = {PROGRAM, "--zoom", medium == PLOT_PNG ? "1.5" : "1", "--format",
				   (char *)formats[medium], NULL};
	const struct child_files files = {.input = fileno(svg), .output = fileno(file),
					  .messages = fileno(messages), .extra = -1};
	struct child child;
	int error = child_start(&child, arguments, &files), status;
	bool has_ended;

	if (error == ENOENT)
		warnx(PROGRAM ", which converts SVG, is not installed; its package on Debian is "
		      "librsvg2-bin");
	else if (error != 0)
		warnx("can't run " PROGRAM ": %s", strerror(error));
	if (error != 0)
		return false;
	has_ended = child_await(&child, WAIT_SECONDS_MAX);
	status = child_stop(&child);
	if (has_ended && status == 0)
		return true;
	if (has_ended) {
		char line[MESSAGE_MAX];

		rewind(messages);
		warnx(PROGRAM " cannot convert the chart:");
		while (fgets(line, sizeof(line), messages) != NULL) {
			line[strcspn(line, "\n")] = '\0';
			utf8_make_printable(line);
			fprintf(stderr, "  %s\n", line);
		}
	} else {
		warnx(PROGRAM " was ended before it finished");
	}
	return false;
}

static bool plot_convert(const struct plot *const *plots, size_t count,
			 const struct plot_style *style, enum plot_medium medium, FILE *file)
{
	FILE *messages = tmpfile(), *svg = tmpfile();
	bool good = svg != NULL && messages != NULL;

	if (good) {
		plot_write_svg(plots, count, style, svg);
		good = file_rewind(svg);
	}
	fflush(file);
	if (good)
		good = plot_run_converter(svg, medium, file, messages);
	else
		warn("a temporary file for " PROGRAM);
	if (messages != NULL)
		fclose(messages);
	if (svg != NULL)
		fclose(svg);
	return good;
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

bool plot_write(const struct plot *const *plots, size_t count, const struct plot_style *style,
		const char *path)
{
	enum plot_medium medium;
	FILE *file;
	bool good = count > 0;

	if (!plot_medium_of(path, &medium)) {
		warnx("%s: unknown suffix; use one of " PLOT_SUFFIXES, path);
		return false;
	}
	for (size_t i = 0; i < count; i++)
		good &= plot_has_data(plots[i]);
	if (!good) {
		warnx("%s: not written, because the chart has no values", path);
		return false;
	}
	if (!plot_fits(plots, count, style)) {
		warnx("%s: the chart has no room in this size; use a larger one, --no-title, or "
		      "another --legend", path);
		return false;
	}
	file = file_create(path);
	if (file == NULL)
		return false;
	if (medium == PLOT_SVG)
		plot_write_svg(plots, count, style, file);
	else
		good = plot_convert(plots, count, style, medium, file);
	if (good)
		return file_finish(file, path);
	file_abandon(file);
	warnx("%s: not written", path);
	return false;
}
