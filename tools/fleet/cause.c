/* SPDX-License-Identifier: MIT */
/* Differences between a machine and most others of its model: in its records, and, if the machine
 * is odd, in what was measured. A difference need not be the cause, so it is stated as a
 * difference. */
#include <math.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/base/alloc.h"
#include "tools/base/proof.h"
#include "tools/fleet/changes.h"
#include "tools/fleet/run_row.h"
#include "tools/fleet/values.h"
#include "tools/stats/stats.h"

#define MEMORY_PART 0.9     /* less of the model's memory is a difference */
#define CLOCK_PART 0.02     /* of the core clock */
#define DISTURBED_TIMES 4.0 /* the model's share of disturbed samples */
#define DISTURBED_MIN 0.002 /* of the samples */
#define SPREAD_TIMES 4.0    /* the model's spread between boots */
#define FACTOR_FIGURES_MIN 5
#define FACTOR_MOST 0.9   /* of a model's figures differ by one factor */
#define FACTOR_SPREAD 0.1 /* of the factor's distance from 1 */
#define SHARE_ROUNDING 0.06 /* relative, of two digits */
#define GIB 1073741824.0

/* ---- Causes ---- */

struct causes {
	char *text; /* separated by semicolons */
};

static void cause_add(struct causes *causes, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

static void cause_add(struct causes *causes, const char *format, ...)
{
	va_list values;
	char *cause, *text;

	va_start(values, format);
	cause = xvasprintf(format, values);
	va_end(values);
	text = causes->text != NULL ? xasprintf("%s; %s", causes->text, cause) : xstrdup(cause);
	free(causes->text);
	free(cause);
	causes->text = text;
}

static bool is_less(double value, double usual)
{
	return value > 0 && usual > 0 && value < MEMORY_PART * usual;
}

/* Half the modules in as many channels is one channel of two, if the modules are of one size. */
static void cause_memory(struct causes *causes, const struct fleet_state *state,
			 const struct fleet_state *usual)
{
	bool is_single = state->memory_modules == 1 && usual->memory_modules > 1;

	if (is_less(state->memory_bytes, usual->memory_bytes))
		cause_add(causes, "%.3g of %.3g GiB memory%s", state->memory_bytes / GIB,
			  usual->memory_bytes / GIB,
			  is_single ? ", in one channel: 1 module, others have several" : "");
	else if (is_single)
		cause_add(causes, "memory in one channel: 1 module, others have %.0f",
			  usual->memory_modules);
	else if (is_less(state->memory_modules, usual->memory_modules))
		cause_add(causes, "%.0f of %.0f memory modules", state->memory_modules,
			  usual->memory_modules);
	if (is_less(state->memory_mts, usual->memory_mts))
		cause_add(causes, "memory at %.0f of %.0f MT/s", state->memory_mts,
			  usual->memory_mts);
	if (causes->text == NULL && usual->memory != NULL && state->memory[0] != '\0' &&
	    strcmp(state->memory, usual->memory) != 0)
		cause_add(causes, "memory %s, not %s", state->memory, usual->memory);
}

static double share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

/* The median of a number in the states of a model's machines, by the place of its member. */
static double states_median(const struct fleet *fleet, const struct fleet_model *model,
			    size_t member)
{
	double *numbers = xcalloc(model->count, sizeof(*numbers)), median;

	for (size_t i = 0; i < model->count; i++)
		numbers[i] = *(const double *)((const char *)&fleet->machines[model->first + i]
					       .state + member);
	median = stats_median(numbers, model->count);
	free(numbers);
	return median;
}

/* The share after the last "against" of a cause is that of the model's machines. */
static void share_prove(const struct causes *causes, const struct fleet *fleet,
			const struct fleet_model *model, size_t member)
{
	static const char against[] = ", against ";
	double samples = states_median(fleet, model, offsetof(struct fleet_state, samples));
	double expected = 100 * share(states_median(fleet, model, member), samples), shown = NAN;

	for (const char *at = causes->text; (at = strstr(at, against)) != NULL; at++)
		shown = strtod(at + strlen(against), NULL);
	proof_require(fabs(shown - expected) <= SHARE_ROUNDING * expected,
		      "the cause \"%s\" contradicts the model's machines, with %.3g %%",
		      causes->text, expected);
}

static void cause_disturbed(struct causes *causes, const struct fleet *fleet,
			    const struct fleet_machine *machine)
{
	const struct fleet_model *model = &fleet->models[machine->model];
	const struct fleet_state *state = &machine->state, *usual = &model->usual;
	double smis = share(state->smis, state->samples);
	double disturbed = share(state->disturbed, state->samples);

	if (smis > fmax(DISTURBED_MIN, DISTURBED_TIMES * share(usual->smis, usual->samples))) {
		cause_add(causes, "SMIs in %.2g %% of the samples, against %.2g %%", 100 * smis,
			  100 * share(usual->smis, usual->samples));
		share_prove(causes, fleet, model, offsetof(struct fleet_state, smis));
	} else if (disturbed > fmax(DISTURBED_MIN, DISTURBED_TIMES *
				    share(usual->disturbed, usual->samples))) {
		cause_add(causes, "%.2g %% of the samples disturbed, against %.2g %%",
			  100 * disturbed, 100 * share(usual->disturbed, usual->samples));
		share_prove(causes, fleet, model, offsetof(struct fleet_state, disturbed));
	}
}

static void cause_clock(struct causes *causes, const struct fleet_state *state,
			const struct fleet_state *usual)
{
	if (state->core_mhz > 0 && usual->core_mhz > 0 &&
	    fabs(state->core_mhz / usual->core_mhz - 1) > CLOCK_PART)
		cause_add(causes, "core clock %.0f MHz, against %.0f MHz%s", state->core_mhz,
			  usual->core_mhz,
			  state->core_mhz < usual->core_mhz ? ": throttled, or set lower" : "");
}

/* Nearly all figures differ by one factor, so the clock probably differs by this factor. Says
 * nothing if the core clock is known. */
static void cause_factor(struct causes *causes, const struct fleet *fleet,
			 const struct fleet_machine *machine)
{
	const struct fleet_model *model = &fleet->models[machine->model];
	size_t count = machine->odd_count, same = 0, all = model->figure_count;
	double *factors, factor;

	if (machine->state.core_mhz > 0 || count < FACTOR_FIGURES_MIN)
		return;
	factors = xcalloc(count, sizeof(*factors));
	for (size_t i = 0; i < count; i++)
		factors[i] = 1 + machine->deviations[i].change;
	factor = stats_median(factors, count);
	for (size_t i = 0; i < count; i++)
		same += fabs(factors[i] - factor) <= FACTOR_SPREAD * fabs(factor - 1);
	free(factors);
	for (size_t i = 0; i < fleet->figure_count; i++)
		all -= fleet_is_judged(model, i) && strcmp(fleet->figures[i].bench, RUN_CLOCK) == 0;
	if ((double)same >= FACTOR_MOST * (double)all)
		cause_add(causes, "%zu of %zu metrics by one factor, %.3g: as with a %s clock",
			  same, all, factor, factor > 1 ? "slower" : "faster");
}

/* A text of a machine's state, by the place of its member. */
static const char *state_text(const struct fleet_state *state, size_t member)
{
	return *(const char *const *)((const char *)state + member);
}

/* More machines of the model have its usual text than the one that differs from it. */
static void usual_prove(const struct fleet *fleet, const struct fleet_model *model,
			const char *what, size_t member, const char *own)
{
	const char *usual = state_text(&model->usual, member);
	size_t like_own = 0, like_usual = 0;

	for (size_t i = 0; i < model->count; i++) {
		const struct fleet_state *state = &fleet->machines[model->first + i].state;

		like_own += strcmp(state_text(state, member), own) == 0;
		like_usual += strcmp(state_text(state, member), usual) == 0;
	}
	proof_require(like_usual > like_own && like_own > 0,
		      "%s %s is of %zu machines, and %s, which is called usual, of %zu", what, own,
		      like_own, usual, like_usual);
}

static void cause_text(struct causes *causes, const struct fleet *fleet,
		       const struct fleet_machine *machine, const char *what, size_t member)
{
	const struct fleet_model *model = &fleet->models[machine->model];
	const char *own = state_text(&machine->state, member);
	const char *usual = state_text(&model->usual, member);

	if (usual == NULL || own[0] == '\0' || strcmp(own, usual) == 0)
		return;
	usual_prove(fleet, model, what, member, own);
	cause_add(causes, "%s %s, not %s", what, own, usual[0] != '\0' ? usual : "unknown");
}

/* The step that makes its latest boots differ in a figure; false if there is none. As many boots
 * before them show the level that it left. */
static bool cause_step(struct causes *causes, const struct fleet_figure *figure,
		       const struct fleet_series *series, size_t boots, double spread)
{
	struct change_point step = {0};
	size_t first = series != NULL && series->count > 2 * boots ? series->count - 2 * boots : 0;
	double part;
	char day[sizeof("2026-11-27")] = "";
	time_t when;
	struct tm fields;

	if (series == NULL ||
	    !change_point_clean(series->values + first, series->count - first, spread, &step) ||
	    first + step.first + boots <= series->count)
		return false;
	when = (time_t)series->times[first + step.first];
	if (gmtime_r(&when, &fields) != NULL)
		strftime(day, sizeof(day), "%Y-%m-%d", &fields);
	part = fleet_shown_change(figure, change_part(step.before, step.after));
	cause_add(causes, "a step of %+.1f %% on %s", 100 * part, day);
	return true;
}

/* Boots of an unsteady machine differ by more than those of its model. */
static void cause_spread(struct causes *causes, const struct fleet *fleet,
			 const struct fleet_machine *machine, const struct fleet_history *history)
{
	const struct fleet_model *model = &fleet->models[machine->model];

	for (size_t i = 0; i < machine->odd_count; i++) {
		const struct fleet_deviation *deviation = &machine->deviations[i];
		double within = model->figures[deviation->figure].within;

		if (deviation->boots < 3 || within <= 0 ||
		    deviation->spread <= SPREAD_TIMES * within)
			continue;
		if (!cause_step(causes, &fleet->figures[deviation->figure],
				fleet_series_of(history, (size_t)(machine - fleet->machines),
						deviation->figure),
				(size_t)deviation->boots, SPREAD_TIMES * within))
			cause_add(causes, "its boots differ %.2g times as much as those of others",
				  deviation->spread / within);
		return;
	}
}

static const char *keep_causes(struct fleet *fleet, const struct causes *causes)
{
	size_t size;

	if (causes->text == NULL)
		return "";
	size = strlen(causes->text) + 1;
	return memcpy(xarena_alloc(&fleet->arena, size), causes->text, size);
}

static void explain_machine(struct fleet *fleet, struct fleet_machine *machine,
			    const struct fleet_history *history)
{
	const struct fleet_model *model = &fleet->models[machine->model];
	const struct fleet_state *state = &machine->state, *usual = &model->usual;
	struct causes causes = {0};

	cause_memory(&causes, state, usual);
	cause_text(&causes, fleet, machine, "firmware", offsetof(struct fleet_state, firmware));
	cause_text(&causes, fleet, machine, "microcode", offsetof(struct fleet_state, microcode));
	cause_text(&causes, fleet, machine, "kernel", offsetof(struct fleet_state, kernel));
	cause_text(&causes, fleet, machine, "build", offsetof(struct fleet_state, build));
	if (state->unlike != NULL && state->unlike[0] != '\0')
		cause_add(&causes, "state: %s", state->unlike);
	machine->records = keep_causes(fleet, &causes);
	if (machine->odd_count > 0) {
		cause_clock(&causes, state, usual);
		cause_factor(&causes, fleet, machine);
		cause_disturbed(&causes, fleet, machine);
		cause_spread(&causes, fleet, machine, history);
		machine->cause = keep_causes(fleet, &causes);
	}
	free(causes.text);
}

void fleet_explain(struct fleet *fleet, const struct fleet_history *history)
{
	for (size_t i = 0; i < fleet->model_count; i++) {
		const struct fleet_model *model = &fleet->models[i];

		for (size_t j = 0; j < model->count && model->is_judged; j++)
			explain_machine(fleet, &fleet->machines[model->first + j], history);
	}
}
