/* The page from its first line to its last: header, figures, and the charts of each section. */
#include "tools/view/page.h"

#include <err.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tools/base/build_id.h"
#include "tools/base/escape.h"

/* The first document's definitions serve the whole page, since all documents have the same. */
#define DEFINITIONS_BEGIN "<defs>"
#define DEFINITIONS_END "</defs>"

/* What a column of the page, at its narrowest (.charts in page_style.c), has room for in pixels.
 * A network that is wider has the width of the page. */
#define COLUMN_ROOM 570

/* ---- Pictures ---- */

static char *read_back(FILE *file)
{
	long size = fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
	char *text = size < 0 ? NULL : malloc((size_t)size + 1);

	if (text == NULL)
		err(2, "pictures");
	rewind(file);
	text[fread(text, 1, (size_t)size, file)] = '\0';
	return text;
}

/* The documents of all charts that have a picture, one after the other, in memory that the caller
 * frees; NULL, having said why, on failure. */
static char *page_draw(const struct charts *charts)
{
	const struct plot **plots = calloc(charts->count + 1, sizeof(*plots));
	FILE *file = tmpfile();
	char *documents = NULL;
	size_t count = 0;

	if (plots == NULL || file == NULL)
		err(2, "pictures");
	for (size_t i = 0; i < charts->count; i++) {
		if (plot_has_data(&charts->items[i]->plot))
			plots[count++] = &charts->items[i]->plot;
	}
	if (count == 0)
		documents = calloc(1, 1);
	else if (plot_draw(plots, count, PLOT_PAGE, file))
		documents = read_back(file);
	fclose(file);
	free(plots);
	return documents;
}

static void write_definitions(const char *documents, FILE *file)
{
	const char *begin = strstr(documents, DEFINITIONS_BEGIN);
	const char *end = begin != NULL ? strstr(begin, DEFINITIONS_END) : NULL;

	if (end == NULL)
		return;
	fputs("<svg class=defs aria-hidden=true>\n", file);
	fwrite(begin, 1, (size_t)(end - begin) + strlen(DEFINITIONS_END), file);
	fputs("</svg>\n", file);
}

/* ---- An chart ---- */

static void page_write_key(const struct plot *plot, FILE *file)
{
	static const struct {
		const char *shape, *coloured;
	} swatches[] = {
		[CHART_LINES] = {"line", "border-color"},
		[CHART_LINES_POINTS] = {"line", "border-color"},
		[CHART_STEPS] = {"line", "border-color"},
		[CHART_IMPULSES] = {"line", "border-color"},
		[CHART_REFERENCE] = {"dash", "border-color"},
		[CHART_POINTS] = {"dot", "background"},
		[CHART_BARS] = {"bar", "background"},
	};

	fputs("<ul class=key>", file);
	for (size_t i = 0; i < plot->curve_count; i++) {
		const struct plot_curve *curve = &plot->curves[i];

		if (curve->name == NULL || plot_drawn_number(plot, i) == 0)
			continue;
		fprintf(file, "<li><i class=%s style=\"%s:%s\"></i>", swatches[curve->style].shape,
			swatches[curve->style].coloured, plot_colour(plot, i));
		escape_xml(file, curve->name);
		fputs("</li>", file);
	}
	fputs("</ul>\n", file);
}

static bool page_is_number(const char *text)
{
	char *end;

	strtod(text, &end);
	return end != text && *end == '\0';
}

static void page_write_rows(const struct table *table, FILE *file)
{
	fputs("<table><thead><tr>", file);
	for (size_t i = 0; i < table->column_count; i++) {
		fputs("<th scope=col>", file);
		escape_xml(file, table->columns[i]);
	}
	fputs("</thead><tbody>", file);
	for (size_t i = 0; i < table->cell_count; i++) {
		if (i % table->column_count == 0)
			fputs("\n<tr>", file);
		fputs(page_is_number(table->cells[i]) ? "<td class=n>" : "<td>", file);
		escape_xml(file, table->cells[i]);
	}
	fputs("</tbody></table>", file);
}

static void write_download(const struct exhibit *chart, FILE *file)
{
	char *text;
	size_t size;
	FILE *csv = open_memstream(&text, &size);

	if (csv == NULL)
		err(2, "out of memory");
	chart_csv(chart, csv);
	if (fclose(csv) != 0)
		err(2, "out of memory");
	fprintf(file, "<a download=\"%s.csv\" href=\"data:text/csv;charset=utf-8,", chart->name);
	escape_uri(file, text, size);
	fputs("\">CSV</a>", file);
	free(text);
}

/* A table without a picture is what there is to see, so it is open. */
static void page_write_table(const struct exhibit *chart, bool has_picture, FILE *file)
{
	const struct table *table = &chart->table;

	if (table->column_count == 0 || table->cell_count == 0)
		return;
	fprintf(file, "<details%s><summary>Data, %zu rows</summary>\n<div class=scroll tabindex=0 "
		"role=region aria-label=\"Data of %s\">", has_picture ? "" : " open",
		table->cell_count / table->column_count, chart->name);
	page_write_rows(table, file);
	fputs("</div>\n", file);
	write_download(chart, file);
	fputs("</details>\n", file);
}

static void write_chart(const struct exhibit *chart, const char **documents, FILE *file)
{
	bool has_plot = plot_has_data(&chart->plot);
	bool is_wide = chart->svg != NULL && chart->svg_width > COLUMN_ROOM;

	fprintf(file, "<figure id=\"%s\"%s>\n<h3>", chart->name, is_wide ? " class=wide" : "");
	escape_xml(file, chart->title);
	fputs("</h3>\n", file);
	page_write_key(&chart->plot, file);
	fputs("<div class=scroll tabindex=0 role=region aria-label=Picture>\n", file);
	if (has_plot)
		page_picture(&chart->plot, documents, file);
	if (chart->svg != NULL)
		page_network(chart, file);
	fputs("</div>\n", file);
	if (chart->note[0] != '\0') {
		fputs("<figcaption>", file);
		escape_xml(file, chart->note);
		fputs("</figcaption>\n", file);
	}
	page_write_table(chart, has_plot || chart->svg != NULL, file);
	fputs("</figure>\n", file);
}

/* ---- The page ---- */

static bool begins_section(const struct charts *charts, size_t i)
{
	return i == 0 ||
		strcmp(charts->items[i]->section, charts->items[i - 1]->section) != 0;
}

static void write_navigation(const struct charts *charts, bool has_figures, FILE *file)
{
	fputs("<nav aria-label=Sections><ul>\n", file);
	if (has_figures)
		fputs("<li><a href=\"#figures\">Figures</a></li>\n", file);
	for (size_t i = 0; i < charts->count; i++) {
		if (!begins_section(charts, i))
			continue;
		fprintf(file, "<li><a href=\"#section-%zu\">", i);
		escape_xml(file, charts->items[i]->section);
		fputs("</a></li>\n", file);
	}
	fputs("<li><a href=\"#losses\">What is missing</a></li>\n</ul></nav>\n", file);
}

static void write_charts(const struct charts *charts, const char *documents, FILE *file)
{
	for (size_t i = 0; i < charts->count; i++) {
		if (begins_section(charts, i)) {
			fprintf(file, "%s<h2 id=\"section-%zu\">", i > 0 ? "</div>\n" : "", i);
			escape_xml(file, charts->items[i]->section);
			fputs("</h2>\n<div class=charts>\n", file);
		}
		write_chart(charts->items[i], &documents, file);
	}
	if (charts->count > 0)
		fputs("</div>\n", file);
}

static void page_write_head(FILE *file)
{
	fputs("<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
	      "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
	      "<meta http-equiv=Content-Security-Policy content=\"default-src 'none'; style-src "
	      "'unsafe-inline';img-src data:\">\n<title>Bareline report</title>\n"
	      "<link rel=icon href=\"data:,\">\n<style>\n", file);
	fputs(page_style, file);
	fputs("</style>\n</head>\n<body>\n"
	      "<a class=skip href=\"#main\">To the figures</a>\n", file);
}

bool page_write(struct charts *charts, FILE *file)
{
	char *documents = page_draw(charts), *figures;

	if (documents == NULL)
		return false;
	figures = page_figures(charts);
	page_write_head(file);
	fputs("<header>\n", file);
	page_header(charts, file);
	fputs("</header>\n", file);
	write_navigation(charts, figures[0] != '\0', file);
	write_definitions(documents, file);
	fputs("<main id=main>\n", file);
	if (figures[0] != '\0')
		fprintf(file, "<h2 id=figures>The figures most people want</h2>\n"
			"<ul class=figures>\n%s</ul>\n", figures);
	write_charts(charts, documents, file);
	fputs("<h2 id=losses>What is missing, and what to know</h2>\n", file);
	page_missing(charts, file);
	fputs("</main>\n<footer>Medians, with 95 % intervals by order statistics. Point at a mark "
	      "to see its value. Made by bareline ", file);
	escape_xml(file, build_id);
	fputs(".</footer>\n</body>\n</html>\n", file);
	free(figures);
	free(documents);
	return !ferror(file);
}

bool page_write_file(struct charts *charts, const char *path)
{
	FILE *file = fopen(path, "w");
	bool good;

	if (file == NULL) {
		warn("%s", path);
		return false;
	}
	good = page_write(charts, file);
	if (fclose(file) != 0 && good) {
		warn("%s", path);
		good = false;
	}
	if (!good)
		unlink(path);
	return good;
}
