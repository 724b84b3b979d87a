/* SPDX-License-Identifier: MIT */
/* The summary as a page: the verdict, the key metrics on one axis, and what to do next. The lines
 * of all metrics are folded. The page has no scripts. */
#include "boot/efi/results/summary.h"

#include <stdbool.h>
#include <stdint.h>

#include "boot/efi/results/head.h"
#include "boot/efi/results/parts.h"
#include "lib/run_verdict.h"
#include "lib/text/fmt.h"
#include "lib/text/string.h"

#define TITLE_CHARS 160
#define METRICS_MAX 24
#define METRIC_CHARS 120                /* longer lines are no metrics */
#define METRIC_BYTES 900                /* a row of the table, with its escaped texts */
#define AROUND_BYTES 8192               /* the style and all other markup */
#define METRICS_TITLE " Key metrics"

static const char style[] =
	":root{color-scheme:light dark;--line:#8884;--dim:#59636e}"
	"@media(prefers-color-scheme:dark){:root{--dim:#9aa5b1}}"
	"body{font:15px/1.45 system-ui,sans-serif;max-width:60rem;margin:1rem auto;padding:0 1rem}"
	"pre{font:13px monospace;overflow-x:auto;margin:.3rem 0}.dim,th{color:var(--dim)}"
	".verdict{border-radius:.6rem;padding:.7rem 1rem;background:#8882}"
	".verdict b{font-size:1.3rem}.good b{color:#1a7f37}.bad b{color:#c02032}"
	"table{border-collapse:collapse;width:100%}td,th{border-bottom:1px solid var(--line);"
	"padding:.25rem .6rem;text-align:left;font-weight:400}th:last-child{width:30%}"
	"svg{width:100%;height:14px;overflow:visible}svg line{stroke:var(--line);stroke-width:3}"
	"circle{fill:#0b62c4}.n{text-align:right;font-weight:650}";

struct page {
	char *to;
	size_t used;
};

size_t summary_page_bytes_max(void)
{
	return AROUND_BYTES + METRICS_MAX * METRIC_BYTES;
}

static void put(struct page *page, const char *markup)
{
	size_t length = strlen(markup);

	memcpy(page->to + page->used, markup, length);
	page->used += length;
}

static void put_text(struct page *page, const char *text, size_t length)
{
	page->used += parts_put_escaped(page->to + page->used, text, length);
}

static void put_lines(struct page *page, const char *text, size_t length)
{
	page->used += parts_each_line(page->to + page->used, text, length, parts_put_page_line);
}

/* ---- Parts of a line ---- */

struct span {
	const char *text;
	size_t length;
};

/* The next words of a line, up to two blanks or the line's end, and at most TITLE_CHARS. Moves
 * *line behind the words. */
static struct span next_words(const char **line, const char *end)
{
	struct span span;

	while (*line < end && **line == ' ')
		(*line)++;
	span.text = *line;
	while (*line < end && !(**line == ' ' && (*line + 1 == end || (*line)[1] == ' ')))
		(*line)++;
	span.length = (size_t)(*line - span.text);
	if (span.length > TITLE_CHARS)
		span.length = TITLE_CHARS;
	return span;
}

static const char *line_end(const char *line, const char *end)
{
	while (line < end && *line != '\n')
		line++;
	return line;
}

/* ---- Verdict ---- */

static const char *verdict_class(struct span words)
{
	for (enum run_verdict verdict = 0; verdict <= RUN_DETERMINISTIC; verdict++) {
		const char *known = run_verdict_words(verdict);

		if (strlen(known) == words.length && memcmp(known, words.text, words.length) == 0)
			return run_verdict_is_bad(verdict)    ? "bad"
			       : run_verdict_is_good(verdict) ? "good"
							      : "";
	}
	return "";
}

/* The title line of the kernel's summary: build, machine and verdict. */
struct title {
	struct span machine, verdict;
};

static struct title read_title(const char *line, const char *end)
{
	struct title title = {.verdict.length = 0};

	next_words(&line, end);
	title.machine = next_words(&line, end);
	title.verdict = next_words(&line, end);
	return title;
}

/* ---- Key metrics ---- */

/* The binary logarithm of a number in sixty-fourths. */
static unsigned log2_64ths(uint64_t number)
{
	unsigned whole = 63 - (unsigned)__builtin_clzll(number);
	uint64_t mantissa = number << (63 - whole) >> 32;
	unsigned parts = whole;

	for (int i = 0; i < 6; i++) {
		mantissa = mantissa * mantissa >> 31;
		parts = parts << 1 | (mantissa >> 32 != 0);
		mantissa >>= mantissa >> 32 != 0;
	}
	return parts;
}

/* The place of a text such as "1896.2 ns" on the axis in thousandths; -1 for another unit. */
static int metric_place(struct span value)
{
	uint64_t picoseconds = 0;
	unsigned decimals = 0;
	bool is_fraction = false;
	size_t i = 0;
	long place;

	for (; i < value.length && value.text[i] != ' ' && picoseconds < UINT64_MAX / 100; i++) {
		char c = value.text[i];

		if (c == '.')
			is_fraction = true;
		else if (c < '0' || c > '9')
			return -1;
		else if (!is_fraction || decimals++ < 3)
			picoseconds = picoseconds * 10 + (uint64_t)(c - '0');
	}
	for (; decimals < 3; decimals++)
		picoseconds *= 10;
	if (value.length != i + 3 || memcmp(value.text + i, " ns", 3) != 0 || picoseconds == 0)
		return -1;
	place = ((long)log2_64ths(picoseconds) - (long)log2_64ths(1000)) * 1000 /
		(long)(log2_64ths(10000000000ull) - log2_64ths(1000));
	return place < 0 ? 0 : place > 1000 ? 1000 : (int)place;
}

static void put_metric(struct page *page, struct span name, struct span value)
{
	char mark[160] = "";
	int place = metric_place(value);

	put(page, "<tr><td>");
	put_text(page, name.text, name.length);
	put(page, "<td class=n>");
	put_text(page, value.text, value.length);
	if (place >= 0)
		fmt_buffer(mark, sizeof(mark), "<svg><line x2=\"%u.%u%%\" y1=7 y2=7 /><circle "
			   "cx=\"%u.%u%%\" cy=7 r=5 /></svg>", (unsigned)place / 10,
			   (unsigned)place % 10, (unsigned)place / 10, (unsigned)place % 10);
	put(page, "<td>");
	put(page, mark);
	put(page, "\n");
}

/* Write the lines below the title of the metrics, up to the first line that does not begin with a
 * blank. Returns where they end. */
static const char *put_metrics(struct page *page, const char *line, const char *end)
{
	unsigned count = 0;

	put(page, "<h2>What costs what</h2>\n<table><tr><th>operation<th class=n>median"
		  "<th>1 ns to 10 ms, logarithmic\n");
	while (line < end && *line == ' ' && count++ < METRICS_MAX) {
		const char *last = line_end(line, end), *at = line;
		struct span name = next_words(&at, last);

		if ((size_t)(last - line) > METRIC_CHARS)
			break;
		put_metric(page, name, next_words(&at, last));
		line = last < end ? last + 1 : end;
	}
	put(page, "</table>\n");
	return line;
}

static bool is_metrics_title(const char *line, const char *end)
{
	size_t length = sizeof(METRICS_TITLE) - 1;

	return (size_t)(end - line) >= length && memcmp(line, METRICS_TITLE, length) == 0;
}

/* ---- The page ---- */

/* Write the kernel's summary from its second line on: the machine in lines, then the key
 * metrics. */
static void put_summary(struct page *page, const char *summary, const char *end)
{
	const char *line = summary;

	while (line < end && !is_metrics_title(line, end)) {
		line = line_end(line, end);
		line += line < end;
	}
	put(page, "<pre>\n");
	put_lines(page, summary, (size_t)(line - summary));
	put(page, "</pre></div>\n");
	if (line == end)
		return;
	line = line_end(line, end);
	line = put_metrics(page, line < end ? line + 1 : end, end);
	put(page, "<pre class=dim>\n");
	put_lines(page, line, (size_t)(end - line));
	put(page, "</pre>\n");
}

size_t summary_page(char *to, const char *log, size_t log_bytes, const char *name)
{
	struct summary_parts parts = parts_split(log, log_bytes);
	const char *first = parts.summary, *end = parts.summary + parts.summary_bytes;
	struct page page = {.to = to};
	struct title title = {.verdict.length = 0};
	char head[HEAD_CHARS];
	size_t head_bytes = head_write(head, log, log_bytes, name);

	if (parts.summary_bytes > 0) {
		first = line_end(first, end);
		first += first < end;
		title = read_title(first, line_end(first, end));
	}
	put(&page, "<!DOCTYPE html>\n<meta charset=\"utf-8\">\n"
		   "<meta name=\"viewport\" content=\"width=device-width\">\n<title>Bareline: ");
	put_text(&page, name, strlen(name));
	put(&page, "</title>\n<style>");
	put(&page, style);
	put(&page, "</style>\n<h1>");
	if (title.verdict.length > 0)
		put_text(&page, title.machine.text, title.machine.length);
	else
		put_text(&page, name, strlen(name));
	put(&page, "</h1>\n<div class=\"verdict ");
	put(&page, title.verdict.length > 0 ? verdict_class(title.verdict) : "bad");
	put(&page, "\"><b>");
	if (title.verdict.length > 0)
		put_text(&page, title.verdict.text, title.verdict.length);
	else
		put(&page, "Partial");
	put(&page, "</b><pre>\n");
	put_lines(&page, head, head_bytes);
	put(&page, "</pre>\n");
	put_summary(&page, first, end);
	put(&page, "<h2>Next</h2>\n<p>On a PC with Bareline, this writes the whole report with its "
		   "charts:\n<pre>bareline collect DIRECTORY-OF-THE-STICK</pre>\n"
		   "<p class=dim>Files here: <a href=\"log.txt\">log.txt</a>, "
		   "<a href=\"summary.txt\">summary.txt</a>. Without a PC at hand, send log.txt.\n"
		   "<details");
	put(&page, parts.summary_bytes > 0 ? "" : " open");
	put(&page, "><summary>" SUMMARY_LINES_TITLE "</summary>\n<pre>\n");
	put_lines(&page, parts.lines, parts.lines_bytes);
	put(&page, "</pre></details>\n");
	return page.used;
}
