/* SPDX-License-Identifier: MIT */
/* The page of a server: how many machines are done, which need the operator, and all. Texts of
 * machines are untrusted: their characters are checked when they are received, and the page escapes
 * them. */
#include "tools/serve/status.h"

#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/base/file.h"

#define TIME_CHARS 8
#define NAMES_SHOWN 4

/* A machine is silent after several times the longest run, which takes at least so long. */
#define SILENT_RUNS 3
#define RUN_SECONDS_MIN 300
#define RUN_SECONDS_UNKNOWN 900

static const char style[] =
	":root{color-scheme:light dark;--ink:#1a1e24;--dim:#59636e;--line:#e0e4e8;--card:#f6f7f9;"
	"--good:#1a7f37;--bad:#c02032;--warn:#855600;--good-card:#e7f5ea;--bad-card:#fdebec;"
	"--warn-card:#fff6da}"
	"@media(prefers-color-scheme:dark){:root{--ink:#e6e9ed;--dim:#9aa5b1;--line:#2b323b;"
	"--card:#171c23;--good:#4cc26b;--bad:#ff6b76;--warn:#e3b341;--good-card:#12291a;"
	"--bad-card:#35161a;--warn-card:#2c2411}}"
	"body{font:15px/1.45 system-ui,'Liberation Sans','DejaVu Sans',sans-serif;max-width:70rem;"
	"margin:1rem auto;padding:0 1rem;color:var(--ink);font-variant-numeric:tabular-nums;"
	"overflow-wrap:anywhere}"
	"h1{font-size:1.7rem;margin:.5rem 0 0}h2{font-size:1.3rem;margin:1.4rem 0 .3rem}"
	"small,.dim,th,footer{color:var(--dim);font-size:.87rem}"
	".verdict{border-radius:.6rem;padding:.8rem 1.1rem;margin:.9rem 0;background:var(--card)}"
	".verdict>b{font-size:1.3rem;display:block}.verdict ul{list-style:none;margin:.3rem 0 0;"
	"padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr))}"
	".verdict.good{background:var(--good-card)}.verdict.warn{background:var(--warn-card)}"
	".verdict.bad{background:var(--bad-card)}.good>b{color:var(--good)}"
	".bad>b{color:var(--bad)}.warn>b{color:var(--warn)}"
	"table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;"
	"padding:.25rem .8rem .25rem 0;border-bottom:1px solid var(--line)}"
	"th,td:first-child,td.dim{white-space:nowrap}"
	".tiles{display:grid;grid-template-columns:repeat(auto-fill,minmax(11rem,1fr));gap:.4rem;"
	"margin:0;padding:0;list-style:none}"
	".tiles li{border:1px solid var(--line);border-radius:.4rem;padding:.3rem .6rem}"
	".tiles li.bad{background:var(--bad-card)}.tiles li.warn{background:var(--warn-card)}"
	".tiles small{display:block}.tiles a{color:inherit}";

enum state {
	STATE_BAD, STATE_SILENT, STATE_TESTING, STATE_READING, STATE_DONE, STATE_EARLIER, STATES
};

static const struct {
	const char *sign, *class, *word;
} states[STATES] = {
	[STATE_BAD] = {"✗", "bad", "not usable"},
	[STATE_SILENT] = {"!", "warn", "silent"},
	[STATE_TESTING] = {"…", "", "testing"},
	[STATE_READING] = {"…", "", "being read"},
	[STATE_DONE] = {"✓", "good", "done"},
	[STATE_EARLIER] = {"–", "", "earlier result"},
};

struct overview {
	const struct machines *machines;
	time_t now, run_seconds; /* of the longest run; 0: none is known */
	enum state *states;      /* of each machine */
	size_t counts[STATES];
	FILE *file;
};

/* ---- States ---- */

static bool has_begun_again(const struct machine *machine)
{
	return machine->run[0] == '\0' || machine->began > machine->ended;
}

static time_t silent_seconds(const struct overview *overview)
{
	if (overview->run_seconds == 0)
		return SILENT_RUNS * RUN_SECONDS_UNKNOWN;
	return SILENT_RUNS * (overview->run_seconds > RUN_SECONDS_MIN ? overview->run_seconds
								      : RUN_SECONDS_MIN);
}

static enum state state_of(const struct overview *overview, const struct machine *machine)
{
	if (has_begun_again(machine))
		return machine->seen != 0 &&
				       overview->now - machine->seen > silent_seconds(overview)
			       ? STATE_SILENT
			       : STATE_TESTING;
	if (machine->verdict[0] == '\0')
		return STATE_EARLIER;
	if (machine->rating == MACHINE_UNRATED)
		return STATE_READING;
	return machine->rating == MACHINE_GOOD ? STATE_DONE : STATE_BAD;
}

static struct overview overview_make(const struct machines *machines, time_t now, FILE *file)
{
	struct overview overview = {
		.machines = machines, .now = now, .file = file,
		.states = xcalloc(machines->count + 1, sizeof(*overview.states)),
	};

	for (size_t i = 0; i < machines->count; i++) {
		const struct machine *machine = &machines->items[i];

		if (machine->began != 0 && machine->ended - machine->began > overview.run_seconds)
			overview.run_seconds = machine->ended - machine->began;
	}
	for (size_t i = 0; i < machines->count; i++) {
		overview.states[i] = state_of(&overview, &machines->items[i]);
		overview.counts[overview.states[i]]++;
	}
	return overview;
}

/* ---- Texts ---- */

static const char *name_of(const struct machine *machine)
{
	return machine->address[0] != '\0' ? machine->address : machine->mac;
}

static void write_time(const struct overview *overview, time_t when)
{
	char text[TIME_CHARS] = "";
	struct tm local;

	if (when != 0 && localtime_r(&when, &local) != NULL)
		strftime(text, sizeof(text), "%H:%M", &local);
	fputs(text, overview->file);
}

static unsigned minutes(time_t seconds)
{
	return (unsigned)((seconds + 30) / 60);
}

/* What an operator needs to know about a machine. */
static void write_what(const struct overview *overview, size_t i)
{
	const struct machine *machine = &overview->machines->items[i];
	FILE *file = overview->file;

	switch (overview->states[i]) {
	case STATE_SILENT:
		fprintf(file, "No result: last seen %u min ago",
			minutes(overview->now - machine->seen));
		if (overview->run_seconds > 0)
			fprintf(file, "; the longest run took %u min",
				minutes(overview->run_seconds));
		fputs(". Look at its screen", file);
		break;
	case STATE_TESTING:
		fputs(machine->config[0] != '\0' ? "Testing, with " : "Started", file);
		escape_xml(file, machine->config);
		break;
	case STATE_READING:
		fputs("Result ", file);
		escape_xml(file, machine->verdict);
		break;
	default:
		escape_xml(file, machine->verdict);
		fputs("; file results/…-", file);
		escape_xml(file, machine->run);
		fputs(".log", file);
	}
}

/* ---- Parts ---- */

static void write_names(const struct overview *overview)
{
	size_t count = 0, all = overview->counts[STATE_BAD] + overview->counts[STATE_SILENT];

	for (size_t i = 0; i < overview->machines->count && count < NAMES_SHOWN; i++) {
		if (overview->states[i] > STATE_SILENT)
			continue;
		fputs(count++ > 0 ? ", " : "", overview->file);
		escape_xml(overview->file, name_of(&overview->machines->items[i]));
	}
	if (all > count)
		fprintf(overview->file, " and %zu more", all - count);
}

static void write_check(const struct overview *overview, enum state state, const char *what)
{
	if (overview->counts[state] > 0)
		fprintf(overview->file, "<li class=\"%s\"><b>%s</b> %zu %s</li>",
			states[state].class, states[state].sign, overview->counts[state], what);
}

static void write_verdict(const struct overview *overview)
{
	size_t bad = overview->counts[STATE_BAD], silent = overview->counts[STATE_SILENT];
	size_t testing = overview->counts[STATE_TESTING] + overview->counts[STATE_READING];
	size_t all = overview->machines->count;
	FILE *file = overview->file;

	fprintf(file, "<div class=\"verdict %s\"><b>",
		bad > 0			   ? "bad"
		: silent > 0		   ? "warn"
		: testing > 0 || all == 0 ? ""
					   : "good");
	if (bad + silent > 0) {
		fprintf(file, "%zu machine%s you: ", bad + silent,
			bad + silent == 1 ? " needs" : "s need");
		write_names(overview);
	} else if (all == 0) {
		fputs("No machine has started yet", file);
	} else if (testing > 0) {
		fprintf(file, "%zu machine%s being tested", testing,
			testing == 1 ? " is" : "s are");
	} else {
		fputs("No machine needs you", file);
	}
	fprintf(file, "</b>%u results are stored.<ul>", machines_results(overview->machines));
	write_check(overview, STATE_DONE, "done, with a usable result");
	write_check(overview, STATE_BAD, "with a result that is not usable");
	write_check(overview, STATE_SILENT, "silent");
	write_check(overview, STATE_TESTING, "being tested");
	write_check(overview, STATE_READING, "with a result to be read");
	write_check(overview, STATE_EARLIER, "with an earlier result only");
	fputs("</ul></div>\n", file);
}

/* Machines that are not done; the ones that need the operator come first. */
static void write_attention(const struct overview *overview)
{
	size_t waiting = overview->machines->count - overview->counts[STATE_DONE] -
			 overview->counts[STATE_EARLIER];
	FILE *file = overview->file;

	if (waiting == 0)
		return;
	fputs("<h2>Look at</h2>\n<table><thead><tr><th>machine</th><th>what</th>"
	      "<th>last seen</th></tr></thead><tbody>\n", file);
	for (enum state state = STATE_BAD; state < STATE_DONE; state++) {
		for (size_t i = 0; i < overview->machines->count; i++) {
			const struct machine *machine = &overview->machines->items[i];

			if (overview->states[i] != state)
				continue;
			fprintf(file, "<tr id=\"machine-%zu\"><td class=\"%s\"><b>%s ", i,
				states[state].class, states[state].sign);
			escape_xml(file, name_of(machine));
			fputs("</b></td><td>", file);
			write_what(overview, i);
			fputs("</td><td class=dim>", file);
			write_time(overview, machine->seen);
			fputs("</td></tr>\n", file);
		}
	}
	fputs("</tbody></table>\n", file);
}

static void write_tiles(const struct overview *overview)
{
	FILE *file = overview->file;

	if (overview->machines->count == 0)
		return;
	fputs("<h2>All machines</h2>\n<ul class=tiles>\n", file);
	for (size_t i = 0; i < overview->machines->count; i++) {
		const struct machine *machine = &overview->machines->items[i];
		enum state state = overview->states[i];
		bool is_linked = state < STATE_DONE;

		fprintf(file, "<li class=\"%s\">", states[state].class);
		if (is_linked)
			fprintf(file, "<a href=\"#machine-%zu\">", i);
		escape_xml(file, machine->address[0] != '\0' ? machine->address : "not seen yet");
		fprintf(file, "%s <b>%s</b> ", is_linked ? "</a>" : "", states[state].sign);
		if (state == STATE_DONE)
			write_time(overview, machine->ended);
		else
			fputs(states[state].word, file);
		fputs("<small>", file);
		escape_xml(file, machine->mac);
		fputs("</small></li>\n", file);
	}
	fputs("</ul>\n", file);
}

/* ---- All ---- */

char *status_page(const struct machines *machines, time_t now)
{
	char *text;
	size_t size;
	FILE *file = file_in_memory(&text, &size);
	struct overview overview = overview_make(machines, now, file);
	size_t done = overview.counts[STATE_DONE];

	fprintf(file,
		"<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">\n"
		"<meta name=\"viewport\" content=\"width=device-width\">\n"
		"<meta http-equiv=\"refresh\" content=\"5\">\n"
		"<title>%zu of %zu done · Bareline</title>\n<style>%s</style>\n"
		"<h1>%zu of %zu machine%s done <small>at ",
		done, machines->count, style, done, machines->count,
		machines->count == 1 ? " is" : "s are");
	write_time(&overview, now);
	fputs("</small></h1>\n", file);
	write_verdict(&overview);
	write_attention(&overview);
	write_tiles(&overview);
	fputs("<footer><p>This page renews itself every 5 s. <code>bareline fleet</code> of this "
	      "directory compares each machine with its model.</footer>\n</html>\n", file);
	free(overview.states);
	file_end_memory(file, &text);
	return text;
}
