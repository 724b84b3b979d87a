/* The top of the page and its end: the same fields as those of the table, as lists. */
#include <string.h>

#include "tools/base/escape.h"
#include "tools/topic/report.h"
#include "tools/view/page.h"

/* Where fields go: a list is open from the first one on. */
struct list {
	FILE *file;
	bool is_open;
};

static void close_list(struct list *list)
{
	if (list->is_open)
		fputs("</dl>\n", list->file);
	list->is_open = false;
}

static void write_heading(void *context, const char *text)
{
	struct list *list = context;

	close_list(list);
	fputs("<h3>", list->file);
	escape_xml(list->file, text);
	fputs("</h3>\n", list->file);
}

static void page_header_write_field(void *context, enum report_style style, const char *name,
				    const char *text)
{
	struct list *list = context;

	if (!list->is_open)
		fputs("<dl>\n", list->file);
	list->is_open = true;
	fputs("<dt>", list->file);
	escape_xml(list->file, name + strspn(name, " "));
	fprintf(list->file, "</dt><dd%s>", style == STYLE_BAD ? " class=bad" : "");
	escape_xml(list->file, text);
	fputs("</dd>\n", list->file);
}

static void write_part(const struct charts *charts, FILE *file,
		       void (*part)(const struct report *report))
{
	struct list list = {.file = file};
	const struct report_sink sink = {write_heading, page_header_write_field, &list};
	const struct report report = {
		.out = file, .analysis = charts->analysis, .sink = &sink,
	};

	part(&report);
	close_list(&list);
}

static void write_badge(FILE *file, const char *kind, const char *text)
{
	fprintf(file, "<span class=\"badge %s\">", kind);
	escape_xml(file, text);
	fputs("</span>", file);
}

static void write_badges(const struct analysis *analysis, FILE *file)
{
	static const struct {
		const char *kind, *text;
	} bases[] = {
		[TIME_UNKNOWN] = {"bad", "time base unknown"},
		[TIME_REAL] = {"good", "real time"},
		[TIME_EMULATED] = {"warn", "emulated: the emulator’s time, not the machine’s"},
		[TIME_INSTRUCTIONS] = {"good", "instructions, counted exactly"},
	};
	const struct log_account *account = &analysis->result->account;
	size_t disturbed = analysis->result->records[WIRE_disturbed].count;
	size_t skipped = analysis->result->records[WIRE_skip].count;
	size_t faults = analysis->result->records[WIRE_fault].count;

	fputs("<p>", file);
	write_badge(file, analysis->valid ? "good" : "bad", analysis->valid ? "valid" : "INVALID");
	if (!result_is_complete(analysis->result) || account->lost > 0)
		write_badge(file, "bad", "incomplete");
	write_badge(file, bases[analysis->time_base].kind, bases[analysis->time_base].text);
	if (faults > 0)
		write_badge(file, "bad", "faults");
	fprintf(file, "<a href=\"#losses\">%zu skipped, %zu cut short, "
		"%zu disturbed samples</a></p>\n", skipped, faults, disturbed);
}

static void write_notice(FILE *file, const char *kind, const char *before, const char *text)
{
	fprintf(file, "<p class=\"notice%s\">%s", kind, before);
	escape_xml(file, text);
	fputs("</p>\n", file);
}

/* A forced comparison says at the top that it is one. */
static void write_comparison(const struct charts *charts, FILE *file)
{
	for (size_t i = 0; charts->refused != NULL && i < charts->refused->count; i++)
		write_notice(file, " bad", "FORCED: the comparison with Linux would be refused: ",
			     charts->refused->texts[i]);
	for (size_t i = 0; charts->notes != NULL && i < charts->notes->count; i++)
		write_notice(file, "", "The comparison with Linux: ", charts->notes->texts[i]);
}

static void page_header_write_reasons(const struct analysis *analysis, FILE *file)
{
	for (size_t i = 0; i < analysis->reason_count; i++)
		write_notice(file, " bad", "", analysis->reasons[i]);
	if (analysis->time_base == TIME_EMULATED)
		fputs("<p class=notice>Instructions are emulated by software here: figures in ns "
		      "are those of the emulator on its host, and say nothing of a real machine’s "
		      "caches, interrupts or faults.</p>\n", file);
}

void page_header(const struct charts *charts, FILE *file)
{
	const struct analysis *analysis = charts->analysis;
	const struct wire_manifest *manifest = result_manifest(analysis->result);
	const struct wire_cpu *cpu = result_cpu(analysis->result);

	fputs("<h1>Bareline report</h1>\n<p class=machine>", file);
	escape_xml(file, cpu != NULL && cpu->brand[0] != '\0' ? cpu->brand : "unnamed processor");
	if (manifest != NULL) {
		fputs(" · ", file);
		escape_xml(file, manifest->host);
		fputs(manifest->boot[0] != '\0' ? " by " : "", file);
		escape_xml(file, manifest->boot);
	}
	fputs("</p>\n", file);
	write_badges(analysis, file);
	page_header_write_reasons(analysis, file);
	write_comparison(charts, file);
	fputs("<details open><summary>Machine, boot and clock</summary>\n", file);
	write_part(charts, file, report_header);
	write_part(charts, file, report_selftests);
	fputs("</details>\n", file);
}

void page_missing(const struct charts *charts, FILE *file)
{
	write_part(charts, file, report_missing);
}
