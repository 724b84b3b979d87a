/* The top of the report: may these figures be believed, what machine are they of, and what is a
 * tick. */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "tools/base/build_id.h"
#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LIST_TEXT_MAX 512

/* Add to a comma-separated list in a buffer of LIST_TEXT_MAX, as far as it fits. */
static void text_header_append(char *list, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void text_header_append(char *list, const char *format, ...)
{
	size_t used = strlen(list);
	va_list args;

	used += (size_t)snprintf(list + used, LIST_TEXT_MAX - used, "%s", used > 0 ? ", " : "");
	if (used >= LIST_TEXT_MAX)
		return;
	va_start(args, format);
	vsnprintf(list + used, LIST_TEXT_MAX - used, format, args);
	va_end(args);
}

/* What a run without an end got to. A benchmark that the machine can't run at all has a skip record
 * and no other. */
static void write_rest(const struct report *report)
{
	const struct result *result = report->analysis->result;
	const struct record_list *plans = &result->records[WIRE_plan];
	const struct record_list *skips = &result->records[WIRE_skip];
	uint64_t begun = result->bench_count;

	if (begun > 0 && result->benches[begun - 1].done == NULL)
		report_field(report, STYLE_BAD, "", "%s was under way",
			     result->benches[begun - 1].info->name);
	for (size_t i = 0; i < skips->count; i++)
		begun += result_bench(result, skips->items[i].skip.bench) == NULL;
	if (plans->count > 0 && plans->items[0].plan.benches > begun)
		report_field(report, STYLE_BAD, "", "%" PRIu64 " of %" PRIu64 " benchmarks, those "
			     "after it in `bareline-linux --list`, were not begun",
			     plans->items[0].plan.benches - begun, plans->items[0].plan.benches);
}

static void text_header_write_validity(const struct report *report)
{
	const struct analysis *analysis = report->analysis;
	const struct wire_end *end = result_end(analysis->result);
	const char *name = analysis->reason_count == 0 ? "validity" : "";

	if (analysis->valid && result_is_complete(analysis->result))
		report_field(report, STYLE_PLAIN, "validity", "valid");
	for (size_t i = 0; i < analysis->reason_count; i++)
		report_field(report, STYLE_BAD, i == 0 ? "validity" : "", "%s%s",
			     i == 0 ? "INVALID: " : "", analysis->reasons[i]);
	if (end == NULL) {
		report_field(report, STYLE_BAD, name,
			     "INCOMPLETE: the log has no end marker; what is whole in it is shown");
		write_rest(report);
	} else if (!result_is_complete(analysis->result)) {
		report_field(report, STYLE_BAD, name, "INCOMPLETE: the target ended with \"%s\"",
			     end->status);
	}
}

static void write_machine(const struct report *report)
{
	const struct wire_cpu *cpu = result_cpu(report->analysis->result);

	if (cpu == NULL)
		return;
	report_field(report, STYLE_PLAIN, "processor", "%s (%s %" PRIu64 "/%" PRIu64 "/%" PRIu64
		     ", microcode %#" PRIx64 "), %" PRIu64 " of %" PRIu64 " CPUs running",
		     cpu->brand[0] != '\0' ? cpu->brand : "no name", cpu->vendor, cpu->family,
		     cpu->model, cpu->stepping, cpu->microcode, cpu->online, cpu->count);
}

static void text_header_write_caches(const struct report *report)
{
	const struct record_list *caches = &report->analysis->result->records[WIRE_cache];
	char list[LIST_TEXT_MAX] = "", size[POINT_TEXT_MAX];

	for (size_t i = 0; i < caches->count; i++) {
		const struct wire_cache *cache = &caches->items[i].cache;
		const char *type = strcmp(cache->type, "unified") == 0 ? "" : cache->type;

		text_header_append(list, "L%" PRIu64 "%.1s %s", cache->level, type,
				   point_size(cache->size_bytes, size));
	}
	report_field(report, STYLE_PLAIN, "caches", "%s",
		     caches->count > 0 ? list : "CPUID names none");
}

static void text_header_write_memory(const struct report *report)
{
	const struct record_list *ranges = &report->analysis->result->records[WIRE_memory];
	uint64_t usable = 0;

	for (size_t i = 0; i < ranges->count; i++) {
		if (strcmp(ranges->items[i].memory.type, "usable") == 0)
			usable += ranges->items[i].memory.size_bytes;
	}
	if (ranges->count > 0)
		report_field(report, STYLE_PLAIN, "memory",
			     "%" PRIu64 " MiB usable in a map of %zu ranges", usable >> 20,
			     ranges->count);
}

static void write_target(const struct report *report, const struct wire_manifest *manifest)
{
	bool is_hosted = manifest->kernel[0] != '\0';
	bool has_loader = manifest->loader[0] != '\0';
	bool has_hypervisor = manifest->hypervisor[0] != '\0';
	bool is_other_build = strcmp(manifest->build, build_id) != 0;

	report_field(report, STYLE_PLAIN, is_hosted ? "system" : "boot", "%s%s%s%s%s%s%s%s",
		     manifest->host, is_hosted ? " " : " by ",
		     is_hosted ? manifest->kernel : manifest->boot, has_loader ? " (" : "",
		     manifest->loader, has_loader ? ")" : "",
		     has_hypervisor ? ", under hypervisor " : ", no hypervisor",
		     manifest->hypervisor);
	report_field(report, STYLE_PLAIN, "mitigations", "%s", manifest->mitigations);
	report_field(report, STYLE_PLAIN, "build", "%s by %s%s%s", manifest->build,
		     manifest->compiler, is_other_build ? "; this program is of build " : "",
		     is_other_build ? build_id : "");
	report_field(report, STYLE_PLAIN, "suite", "%s; command line \"%s\"", manifest->suite,
		     manifest->command_line);
	if (manifest->format > WIRE_FORMAT)
		report_field(report, STYLE_BAD, "format", "the log is of format %" PRIu64 ", newer "
			     "than this program's %d: what it doesn't know is left out",
			     manifest->format, WIRE_FORMAT);
}

static void write_time_base(const struct report *report)
{
	static const char *const texts[] = {
		[TIME_UNKNOWN] = "unknown: ticks can't be turned into time",
		[TIME_REAL] = "real: a tick is a tick of the processor's clock",
		[TIME_EMULATED] = "emulated: instructions are emulated by software, so times are "
			"the emulator's on its host, not the machine's",
		[TIME_INSTRUCTIONS] = "instructions: a tick is one instruction; figures are exact "
			"and repeatable, and say nothing of time",
	};

	report_field(report, STYLE_PLAIN, "time base", "%s", texts[report->analysis->time_base]);
}

static const char *chosen_timer(const struct record_list *timers)
{
	for (size_t i = 0; i < timers->count; i++) {
		if (strcmp(timers->items[i].timer.status, "chosen") == 0)
			return timers->items[i].timer.name;
	}
	return "";
}

/* The TSC's frequency, and what every other clock has to say to it. */
static void write_tsc(const struct report *report, const struct wire_manifest *manifest)
{
	const struct record_list *timers = &report->analysis->result->records[WIRE_timer];
	const char *chosen = chosen_timer(timers);
	char list[LIST_TEXT_MAX] = "";
	bool disagrees = false;

	text_header_append(list, "%.6f GHz%s%s", (double)manifest->tsc_hz / 1e9,
			   chosen[0] != '\0' ? " by " : "", chosen);
	for (size_t i = 0; i < timers->count; i++) {
		const struct wire_timer *timer = &timers->items[i].timer;

		if (timer->tsc_hz == 0 || strcmp(timer->status, "chosen") == 0)
			continue;
		text_header_append(list, "%s %s (%+" PRId64 " ppm)", timer->name, timer->status,
				   timer->disagreement_ppm);
		disagrees |= strcmp(timer->status, "disagrees") == 0;
	}
	report_field(report, disagrees ? STYLE_BAD : STYLE_PLAIN, "TSC", "%s", list);
}

static void text_header_write_overhead(const struct report *report,
				       const struct wire_manifest *manifest)
{
	const struct overhead *overhead = &report->analysis->overhead;
	const char *tick = analysis_tick_name(report->analysis);
	char median[REPORT_NUMBER_MAX], p25[REPORT_NUMBER_MAX], p75[REPORT_NUMBER_MAX];
	const char *timing = manifest != NULL ? manifest->timing : "";

	if (overhead->state == OVERHEAD_MISSING) {
		report_field(report, STYLE_PLAIN, "timing", "%s; its cost is not subtracted: "
			     TIMING_BENCH " is not in the run", timing);
		return;
	}
	report_number(overhead->stats.median, 0, median);
	report_number(overhead->stats.p25, 0, p25);
	report_number(overhead->stats.p75, 0, p75);
	if (overhead->state == OVERHEAD_KNOWN)
		report_field(report, STYLE_PLAIN, "timing", "%s: %s %s (middle half %s to %s), "
			     "subtracted from every timed sample", timing, median, tick, p25, p75);
	else
		report_field(report, STYLE_BAD, "timing", "%s: %s %s, but its middle half spreads "
			     "from %s to %s: too unstable to subtract", timing, median, tick, p25,
			     p75);
}

void report_header(const struct report *report)
{
	const struct wire_manifest *manifest = result_manifest(report->analysis->result);

	if (report->sink == NULL)
		report_styled(report, STYLE_HEADING, "Bareline results\n");
	text_header_write_validity(report);
	write_machine(report);
	text_header_write_caches(report);
	text_header_write_memory(report);
	if (manifest != NULL)
		write_target(report, manifest);
	else
		report_field(report, STYLE_BAD, "manifest", "lost: machine and clock are unknown");
	write_time_base(report);
	if (manifest != NULL)
		write_tsc(report, manifest);
	text_header_write_overhead(report, manifest);
}

void report_selftests(const struct report *report)
{
	size_t not_applicable = 0;

	report_heading(report, "Self-tests");
	for (size_t i = 0; i < SELFTESTS; i++) {
		const struct selftest *test = &report->analysis->selftests[i];
		char value[REPORT_NUMBER_MAX], measured[POINT_TEXT_MAX] = "";

		if (test->verdict == VERDICT_NOT_APPLICABLE) {
			not_applicable++;
			continue;
		}
		if (test->verdict != VERDICT_NOT_CHECKED)
			snprintf(measured, sizeof(measured), ": %s %s",
				 report_number(test->value, 2, value), test->unit);
		report_field(report, test->verdict == VERDICT_FAIL ? STYLE_BAD : STYLE_PLAIN,
			     verdict_name(test->verdict), "%s: %s%s%s", test->bench, test->claim,
			     measured, test->verdict == VERDICT_UNEXPECTED
			     ? "; a core not known yet, or one whose clock was unsteady" : "");
	}
	if (not_applicable > 0)
		report_field(report, STYLE_PLAIN, "no verdict", "on %zu known answers of real "
			     "hardware, which this time base doesn't have", not_applicable);
}
