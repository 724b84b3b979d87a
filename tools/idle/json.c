/* The view as JSON. Times stay in ticks, which are exact; tsc_hz and unit_ticks turn them into
 * others. */
#include <jansson.h>
#include <math.h>

#include "tools/base/json_text.h"
#include "tools/idle/output.h"
#include "tools/record/json_record.h"

static void json_add(json_t *array, json_t *value)
{
	json_array_append_new(array, value);
}

static void set_ticks(json_t *object, const char *key, uint64_t ticks)
{
	json_object_set_new(object, key, json_from_u64(ticks));
}

/* JSON has no infinity: what is beyond all numbers is null. */
static json_t *real(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* ---- Figures ---- */

static json_t *type_as_json(const struct event_set_type *type)
{
	json_t *object = json_pack("{s:s, s:I}", "name", type->name, "n", (json_int_t)type->count);

	json_object_set_new(object, "min", real(type->min));
	json_object_set_new(object, "median", real(type->median));
	json_object_set_new(object, "mean", real(type->mean));
	json_object_set_new(object, "sigma", real(type->sigma));
	json_object_set_new(object, "max", real(type->max));
	json_object_set_new(object, "total", real(type->total));
	set_ticks(object, "tolerated_ticks", type->tolerance);
	json_object_set_new(object, "burden", real(type->burden));
	return object;
}

static json_t *bin_as_json(const struct latency_bin *bin)
{
	json_t *object = json_pack("{s:o, s:o, s:I, s:o}", "low", real(bin->low), "high",
				   real(bin->high), "n", (json_int_t)bin->count, "total",
				   real(bin->sum));

	set_ticks(object, "first_ticks", bin->first_start);
	return object;
}

static json_t *above_as_json(const struct latency_arrivals *above)
{
	json_t *object = json_object();

	set_ticks(object, "threshold_ticks", above->threshold);
	json_object_set_new(object, "n", json_integer((json_int_t)above->count));
	json_object_set_new(object, "mean_ticks",
			    above->has_mean ? real(above->mean) : json_null());
	json_object_set_new(object, "sigma_ticks",
			    above->has_sigma ? real(above->sigma) : json_null());
	return object;
}

static void set_figures(json_t *object, const struct event_set *figures)
{
	json_t *types = json_array(), *bins = json_array(), *above = json_array();

	for (size_t i = 0; i < figures->type_count; i++) {
		if (figures->types[i].count > 0)
			json_add(types, type_as_json(&figures->types[i]));
	}
	for (size_t i = 0; i < figures->bin_count; i++)
		json_add(bins, bin_as_json(&figures->bins[i]));
	for (size_t i = 0; i < figures->above_count; i++)
		json_add(above, above_as_json(&figures->above[i]));
	json_object_set_new(object, "types", types);
	json_object_set_new(object, "histogram", bins);
	json_object_set_new(object, "above", above);
}

/* ---- Idle loops ---- */

static json_t *gap_as_json(const struct idle_gaps *gaps, const struct idle_gap *gap)
{
	json_t *object = json_object();

	set_ticks(object, "start_ticks", gap->start);
	set_ticks(object, "length_ticks", gap->length);
	json_object_set_new(object, "cause", json_string(gaps->causes[gap->cause].name));
	set_ticks(object, "interrupts", gap->interrupts);
	set_ticks(object, "smis", gap->smis);
	if (gaps->has_instructions)
		json_object_set_new(object, "more_instructions", real(gap->instructions));
	return object;
}

static json_t *trial_as_json(const struct idle_trial *trial)
{
	json_t *object = json_object();

	set_ticks(object, "vector", trial->vector);
	set_ticks(object, "entered_ticks", trial->entered);
	if (trial->has_idle_loop)
		set_ticks(object, "idle_loop_ticks", trial->idle_loop);
	set_ticks(object, "handler_ticks", trial->handler);
	set_ticks(object, "application_ticks", trial->application);
	if (trial->has_late)
		set_ticks(object, "late_ticks", trial->late);
	return object;
}

static json_t *run_as_json(const struct idle_run *run)
{
	const struct idle_gaps *gaps = &run->gaps;
	const struct wire_record record = {.kind = WIRE_idle, .idle = *run->trace->info};
	json_t *object = json_object(), *list = json_array(), *trials = json_array();

	json_object_set_new(object, "bench", json_string(run->trace->bench));
	json_object_set_new(object, "record", json_from_record(&record));
	set_ticks(object, "passes_missing", run->trace->passes_missing);
	set_ticks(object, "events_missing", run->trace->events_missing);
	set_ticks(object, "undisturbed_ticks", gaps->base);
	set_ticks(object, "threshold_ticks", gaps->threshold);
	set_ticks(object, "observed_ticks", gaps->observed);
	set_ticks(object, "busy_ticks", gaps->busy);
	json_object_set_new(object, "utilisation", real(run->utilisation));
	set_ticks(object, "bursts", run->bursts);
	set_figures(object, &run->figures);
	for (size_t i = 0; i < gaps->count; i++)
		json_add(list, gap_as_json(gaps, &gaps->items[i]));
	for (size_t i = 0; i < run->trial_count; i++)
		json_add(trials, trial_as_json(&run->trials[i]));
	json_object_set_new(object, "gaps", list);
	json_object_set_new(object, "trials", trials);
	return object;
}

/* ---- Messages and noise ---- */

static json_t *state_as_json(const struct think_wait *machine, unsigned inputs)
{
	json_t *object = json_pack("{s:b, s:b, s:b}", "cpu_busy", (inputs & THINK_WAIT_BUSY) != 0,
				   "queued", (inputs & THINK_WAIT_QUEUED) != 0, "io",
				   (inputs & THINK_WAIT_IO) != 0);

	set_ticks(object, "think_ticks", machine->ticks[STATE_THINK][inputs]);
	set_ticks(object, "wait_ticks", machine->ticks[STATE_WAIT][inputs]);
	return object;
}

static json_t *message_as_json(const struct message *message)
{
	json_t *object = json_object();

	set_ticks(object, "number", message->number);
	set_ticks(object, "code", message->code);
	json_object_set_new(object, "kind", json_string(message_type_name(message_type(message))));
	set_ticks(object, "queued_ticks", message->queued);
	set_ticks(object, "taken_ticks", message->taken);
	set_ticks(object, "done_ticks", message->done);
	return object;
}

static json_t *talk_as_json(const struct idle_talk *talk)
{
	const struct message_run *run = talk->run;
	const struct wire_record record = {.kind = WIRE_message_log, .message_log = *run->info};
	json_t *object = json_object(), *states = json_array(), *messages = json_array();

	json_object_set_new(object, "bench", json_string(run->bench));
	json_object_set_new(object, "record", json_from_record(&record));
	set_ticks(object, "events_missing", run->events_missing);
	set_ticks(object, "think_ticks", think_wait_ticks(&run->machine, STATE_THINK));
	set_ticks(object, "wait_ticks", think_wait_ticks(&run->machine, STATE_WAIT));
	set_ticks(object, "waits", run->machine.waits);
	json_object_set_new(object, "agrees_with_target", json_boolean(run->is_same));
	for (unsigned inputs = 0; inputs < THINK_WAIT_INPUTS; inputs++)
		json_add(states, state_as_json(&run->machine, inputs));
	for (size_t i = 0; i < run->message_count; i++)
		json_add(messages, message_as_json(&run->messages[i]));
	json_object_set_new(object, "states", states);
	set_figures(object, &talk->figures);
	json_object_set_new(object, "messages", messages);
	return object;
}

static json_t *noise_as_json(const struct noise *noise)
{
	const struct wire_record record = {.kind = WIRE_noise, .noise = *noise->info};
	json_t *object = json_object(), *bins = json_array();

	json_object_set_new(object, "bench", json_string(noise->bench));
	json_object_set_new(object, "record", json_from_record(&record));
	json_object_set_new(object, "verdict", json_string(noise_verdict_name(noise->verdict)));
	set_ticks(object, "limit_ticks", noise->limit);
	json_object_set_new(object, "available", real(noise->available));
	for (size_t i = 0; i < noise->bin_count; i++) {
		json_t *bin = json_object();

		set_ticks(bin, "from_ticks", UINT64_C(1) << i);
		set_ticks(bin, "n", noise->counts[i]);
		set_ticks(bin, "first_ticks", noise->firsts[i]);
		json_add(bins, bin);
	}
	json_object_set_new(object, "bins", bins);
	return object;
}

bool idle_json_write(const struct idle_view *view, FILE *file)
{
	const struct wire_manifest *manifest = result_manifest(view->analysis->result);
	json_t *root = json_pack("{s:s, s:s, s:s, s:f}", "schema", IDLE_SCHEMA, "time_base",
				 manifest != NULL ? manifest->time_base : "", "unit",
				 view->scale.unit, "unit_ticks", view->scale.unit_ticks);
	json_t *runs = json_array(), *talks = json_array(), *noise = json_array();
	bool written;

	set_ticks(root, "tsc_hz", manifest != NULL ? manifest->tsc_hz : 0);
	set_ticks(root, "malformed", view->traces.malformed + view->messages.malformed);
	set_ticks(root, "unattached", view->traces.unattached);
	set_ticks(root, "over_limit", view->traces.over_limit);
	for (size_t i = 0; i < view->run_count; i++)
		json_add(runs, run_as_json(&view->runs[i]));
	for (size_t i = 0; i < view->talk_count; i++)
		json_add(talks, talk_as_json(&view->talks[i]));
	for (size_t i = 0; i < view->noise_count; i++)
		json_add(noise, noise_as_json(&view->noise[i]));
	json_object_set_new(root, "runs", runs);
	json_object_set_new(root, "message_logs", talks);
	json_object_set_new(root, "noise", noise);
	written = json_text_write(root, file);
	json_decref(root);
	return written;
}
