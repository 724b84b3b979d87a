/* A file a table, a line a row, times in ticks: for spreadsheets and scripts. */
#include <err.h>
#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "tools/base/alloc.h"
#include "tools/base/escape.h"
#include "tools/idle/output.h"

static void csv_write_runs(const struct idle_view *view, FILE *file)
{
	fputs("run,bench,point,cpu,kind,tick_hz,undisturbed_ticks,threshold_ticks,observed_ticks,"
	      "busy_ticks,passes,passes_lost,passes_missing,gaps,interrupts,bursts,readings\n",
	      file);
	for (size_t i = 0; i < view->run_count; i++) {
		const struct idle_run *run = &view->runs[i];
		const struct wire_idle *info = run->trace->info;

		fprintf(file, "%" PRIu64 ",", info->id);
		escape_csv(file, run->trace->bench);
		putc(',', file);
		escape_csv(file, info->point);
		fprintf(file, ",%" PRIu64 ",", info->cpu);
		escape_csv(file, info->kind);
		fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%zu,%"
			PRIu64 ",%" PRIu64 ",%zu,%" PRIu64 ",%" PRIu64 ",", info->tick_hz,
			run->gaps.base, run->gaps.threshold, run->gaps.observed, run->gaps.busy,
			run->trace->pass_count, info->passes_lost,
			run->trace->passes_missing, run->gaps.count, info->interrupts, run->bursts);
		escape_csv(file, info->readings);
		putc('\n', file);
	}
}

static void csv_write_passes(const struct idle_view *view, FILE *file)
{
	fputs("run,begin_ticks,end_ticks,interrupts,reading0,reading1,"
	      "reading2,utilisation\n", file);
	for (size_t i = 0; i < view->run_count; i++) {
		const struct idle_run *run = &view->runs[i];

		for (size_t j = 0; j < run->trace->pass_count; j++) {
			const struct idle_pass *pass = &run->trace->passes[j];

			fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
				",%" PRIu64 ",%" PRIu64 ",%.6f\n", run->trace->info->id,
				pass->begin, pass->end, pass->interrupts, pass->readings[0],
				pass->readings[1], pass->readings[2],
				idle_utilisation(&run->gaps, pass));
		}
	}
}

static void csv_write_gaps(const struct idle_view *view, FILE *file)
{
	fputs("run,start_ticks,length_ticks,cause,interrupts,smis,more_instructions\n", file);
	for (size_t i = 0; i < view->run_count; i++) {
		const struct idle_run *run = &view->runs[i];

		for (size_t j = 0; j < run->gaps.count; j++) {
			const struct idle_gap *gap = &run->gaps.items[j];

			fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", run->trace->info->id,
				gap->start, gap->length);
			escape_csv(file, run->gaps.causes[gap->cause].name);
			fprintf(file, ",%" PRIu64 ",%" PRIu64 ",", gap->interrupts, gap->smis);
			if (run->gaps.has_instructions)
				fprintf(file, "%.0f", gap->instructions);
			putc('\n', file);
		}
	}
}

static void csv_write_trials(const struct idle_view *view, FILE *file)
{
	fputs("run,vector,entered_ticks,idle_loop_ticks,handler_ticks,application_ticks,"
	      "late_ticks\n", file);
	for (size_t i = 0; i < view->run_count; i++) {
		const struct idle_run *run = &view->runs[i];

		for (size_t j = 0; j < run->trial_count; j++) {
			const struct idle_trial *trial = &run->trials[j];

			fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",", run->trace->info->id,
				trial->vector, trial->entered);
			if (trial->has_idle_loop)
				fprintf(file, "%" PRIu64, trial->idle_loop);
			fprintf(file, ",%" PRIu64 ",%" PRIu64 ",", trial->handler,
				trial->application);
			if (trial->has_late)
				fprintf(file, "%" PRIu64, trial->late);
			putc('\n', file);
		}
	}
}

static void write_stretches(const struct idle_view *view, FILE *file)
{
	fputs("log,begin_ticks,end_ticks,state,cpu_busy,queued,io\n", file);
	for (size_t i = 0; i < view->talk_count; i++) {
		const struct message_run *run = view->talks[i].run;

		for (size_t j = 0; j < run->stretch_count; j++) {
			const struct message_stretch *stretch = &run->stretches[j];

			fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%s,%d,%d,%d\n",
				run->info->id, stretch->begin, stretch->end,
				stretch->state == STATE_THINK ? "think" : "wait",
				(stretch->inputs & THINK_WAIT_BUSY) != 0,
				(stretch->inputs & THINK_WAIT_QUEUED) != 0,
				(stretch->inputs & THINK_WAIT_IO) != 0);
		}
	}
}

static void write_messages(const struct idle_view *view, FILE *file)
{
	fputs("log,message,code,kind,queued_ticks,taken_ticks,done_ticks\n", file);
	for (size_t i = 0; i < view->talk_count; i++) {
		const struct message_run *run = view->talks[i].run;

		for (size_t j = 0; j < run->message_count; j++) {
			const struct message *message = &run->messages[j];

			fprintf(file, "%" PRIu64 ",%" PRIu32 ",%" PRIu32 ",%s,%" PRIu64 ",%" PRIu64
				",%" PRIu64 "\n", run->info->id, message->number, message->code,
				message_type_name(message_type(message)), message->queued,
				message->taken, message->done);
		}
	}
}

static void write_noise(const struct idle_view *view, FILE *file)
{
	fputs("bench,point,cpu,verdict,limit_ticks,from_ticks,gaps,first_ticks\n", file);
	for (size_t i = 0; i < view->noise_count; i++) {
		const struct noise *noise = &view->noise[i];

		for (size_t j = 0; j < noise->bin_count; j++) {
			escape_csv(file, noise->bench);
			putc(',', file);
			escape_csv(file, noise->info->point);
			fprintf(file, ",%" PRIu64 ",%s,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64
				"\n", noise->info->cpu, noise_verdict_name(noise->verdict),
				noise->limit, UINT64_C(1) << j, noise->counts[j],
				noise->firsts[j]);
		}
	}
}

/* A set of figures is of a run or of a log, by number. */
static void csv_write_types(FILE *file, const char *of, uint64_t id,
			    const struct event_set *figures)
{
	for (size_t i = 0; i < figures->type_count; i++) {
		const struct event_set_type *type = &figures->types[i];

		if (type->count == 0)
			continue;
		fprintf(file, "%s,%" PRIu64 ",", of, id);
		escape_csv(file, type->name);
		fprintf(file, ",%zu,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g,%.12g\n", type->count,
			type->min, type->median, type->mean, type->sigma, type->max, type->total,
			type->burden);
	}
}

static void write_all_types(const struct idle_view *view, FILE *file)
{
	fputs("of,id,type,n,min,median,mean,sigma,max,total,burden\n", file);
	for (size_t i = 0; i < view->run_count; i++)
		csv_write_types(file, "run", view->runs[i].trace->info->id, &view->runs[i].figures);
	for (size_t i = 0; i < view->talk_count; i++)
		csv_write_types(file, "log", view->talks[i].run->info->id, &view->talks[i].figures);
}

static void csv_write_bins(FILE *file, const char *of, uint64_t id, const struct event_set *figures)
{
	for (size_t i = 0; i < figures->bin_count; i++)
		fprintf(file, "%s,%" PRIu64 ",%.12g,%.12g,%zu,%.12g\n", of, id,
			figures->bins[i].low, figures->bins[i].high, figures->bins[i].count,
			figures->bins[i].sum);
}

static void write_all_bins(const struct idle_view *view, FILE *file)
{
	fputs("of,id,low,high,n,total\n", file);
	for (size_t i = 0; i < view->run_count; i++)
		csv_write_bins(file, "run", view->runs[i].trace->info->id, &view->runs[i].figures);
	for (size_t i = 0; i < view->talk_count; i++)
		csv_write_bins(file, "log", view->talks[i].run->info->id, &view->talks[i].figures);
}

static void csv_write_above(FILE *file, const char *of, uint64_t id,
			    const struct event_set *figures)
{
	for (size_t i = 0; i < figures->above_count; i++) {
		const struct latency_arrivals *above = &figures->above[i];

		fprintf(file, "%s,%" PRIu64 ",%" PRIu64 ",%zu,", of, id, above->threshold,
			above->count);
		if (above->has_mean)
			fprintf(file, "%.12g", above->mean);
		putc(',', file);
		if (above->has_sigma)
			fprintf(file, "%.12g", above->sigma);
		putc('\n', file);
	}
}

static void write_all_above(const struct idle_view *view, FILE *file)
{
	fputs("of,id,threshold_ticks,n,mean_ticks,sigma_ticks\n", file);
	for (size_t i = 0; i < view->run_count; i++)
		csv_write_above(file, "run", view->runs[i].trace->info->id, &view->runs[i].figures);
	for (size_t i = 0; i < view->talk_count; i++)
		csv_write_above(file, "log", view->talks[i].run->info->id, &view->talks[i].figures);
}

static bool csv_write_table(const struct idle_view *view, const char *directory, const char *name,
			    void (*put)(const struct idle_view *view, FILE *file))
{
	bool good;
	char *path;
	FILE *file;

	path = xasprintf("%s/%s.csv", directory, name);
	file = fopen(path, "w");
	good = file != NULL;
	if (good) {
		put(view, file);
		good = !ferror(file);
		good = fclose(file) == 0 && good;
	}
	if (!good)
		warn("%s", path);
	free(path);
	return good;
}

bool idle_csv_write(const struct idle_view *view, const char *directory)
{
	static const struct {
		const char *name;
		void (*put)(const struct idle_view *view, FILE *file);
	} tables[] = {
		{"runs", csv_write_runs},     {"passes", csv_write_passes},
		{"gaps", csv_write_gaps},     {"trials", csv_write_trials},
		{"types", write_all_types},   {"histogram", write_all_bins},
		{"above", write_all_above},   {"think-wait", write_stretches},
		{"messages", write_messages}, {"noise", write_noise},
	};
	bool good = true;

	if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
		warn("%s", directory);
		return false;
	}
	for (size_t i = 0; i < sizeof(tables) / sizeof(tables[0]) && good; i++)
		good = csv_write_table(view, directory, tables[i].name, tables[i].put);
	return good;
}
