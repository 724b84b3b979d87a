/* The change as Markdown, for a comment on a merge request: a table of what changed, and the rest
 * in a number. */
#include "tools/base/escape.h"
#include "tools/topic/text_change.h"

static void change_markdown_write_reasons(FILE *file, const char *what,
					  const struct reasons *reasons)
{
	for (size_t i = 0; i < reasons->count; i++) {
		fprintf(file, "- %s: ", what);
		escape_markdown(file, reasons->texts[i]);
		putc('\n', file);
	}
}

static void change_markdown_write_row(FILE *file, const struct metric *metric)
{
	char base[CHANGE_CELL_MAX], other[CHANGE_CELL_MAX], percent[CHANGE_CELL_MAX];
	char p[CHANGE_CELL_MAX], delta[CHANGE_CELL_MAX];
	enum change change = metric->judgement.change;

	fputs("| ", file);
	escape_markdown(file, metric->bench);
	fputs(" | ", file);
	escape_markdown(file, metric->point);
	fputs(" | ", file);
	escape_markdown(file, metric->stage);
	fputs(" | ", file);
	escape_markdown(file, metric->sides[BASE].unit);
	fprintf(file, " | %s | %s | %s | %s | %s | %s |\n", change_figure(metric, BASE, base),
		change_figure(metric, NEW, other), change_percent(metric, percent),
		change_p(metric, p), change_delta(metric, delta),
		change == CHANGE_WORSE ? "**worse**" : change_name(change));
}

static void change_markdown_write_table(FILE *file, const struct comparison *comparison)
{
	fputs("\n| benchmark | point | stage | unit | base | new | change | p | delta | |\n"
	      "|---|---|---|---|--:|--:|--:|--:|--:|---|\n", file);
	for (size_t i = 0; i < comparison->metric_count; i++) {
		if (comparison->metrics[i].judgement.change > CHANGE_NONE)
			change_markdown_write_row(file, &comparison->metrics[i]);
	}
}

bool change_markdown_write(const struct change_report *change, FILE *file)
{
	const struct judging *judging = change->judging;
	char text[CHANGE_TEST_MAX];

	fprintf(file, "**Bareline: %s**\n\n", change_summary(judging, text));
	change_markdown_write_reasons(file, "**forced against**", change->refused);
	fprintf(file, "- test: %s\n", change_test(change, text));
	if (change_caution(change, text)[0] != '\0')
		fprintf(file, "- **caution**: %s\n", text);
	change_markdown_write_reasons(file, "note", change->notes);
	if (judging->changes[CHANGE_WORSE] + judging->changes[CHANGE_BETTER] +
	    judging->changes[CHANGE_OTHER] > 0)
		change_markdown_write_table(file, change->comparison);
	return fflush(file) == 0 && !ferror(file);
}
