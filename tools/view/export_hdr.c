/* SPDX-License-Identifier: MIT */
/* An HdrHistogram log: one line per metric, tagged with its name. The format has integers only, so
 * values are in thousandths of their unit: picoseconds for times. */
#include <math.h>
#include <stdlib.h>

#include "tools/base/round.h"
#include "tools/stats/hdr.h"
#include "tools/view/export.h"

static const char head[] =
	"#[Histogram log format version 1.3]\n"
	"#[StartTime: 0.000 (seconds since epoch)]\n"
	"\"StartTimestamp\",\"Interval_Length\",\"Interval_Max\","
	"\"Interval_Compressed_Histogram\"\n";

struct lines {
	FILE *file;
	bool name_runs;                 /* there are several */
};

/* A comma ends a tag; for some readers, a blank too. */
static void write_tag_part(FILE *file, const char *text)
{
	for (; *text != '\0'; text++)
		putc(*text == ',' || *text == ' ' ? ';' : *text, file);
}

static void write_tag(const struct lines *lines, const struct export_row *row)
{
	const char *parts[] = {
		lines->name_runs ? row->run->path : "",
		row->metric->bench->info->name,
		row->metric->point,
		row->metric->stage,
		row->is_cold ? "cold" : "",
		row->metric->unit,
	};
	const char *separator = "";

	fputs("Tag=", lines->file);
	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++) {
		if (parts[i][0] == '\0')
			continue;
		write_tag_part(lines->file, separator);
		write_tag_part(lines->file, parts[i]);
		separator = "/";
	}
}

static void export_hdr_write_line(void *context, const struct export_row *row)
{
	const struct lines *lines = context;
	struct hdr hdr;
	char *text;

	hdr_init(&hdr);
	for (size_t i = 0; i < row->set->summary.ticks.n; i++)
		hdr_add(&hdr,
			round_u64(fmin(row->set->values[i] * HDR_THOUSANDTHS,
				       (double)HDR_VALUE_MAX)));
	text = hdr_encode(&hdr);
	write_tag(lines, row);
	fprintf(lines->file, ",0.000,0.000,%.3f,%s\n", (double)hdr.max / HDR_THOUSANDTHS, text);
	free(text);
	hdr_free(&hdr);
}

bool export_hdr(const struct compared_runs *runs, FILE *file)
{
	struct lines lines = {.file = file, .name_runs = runs->count > 1};

	fputs(head, file);
	for (size_t i = 0; i < runs->count; i++)
		export_rows(&runs->items[i], export_hdr_write_line, &lines);
	return true;
}
