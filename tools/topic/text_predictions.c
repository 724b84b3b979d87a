/* What was predicted from the run's own primitives, against what it measured. */
#include <err.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/record/point.h"
#include "tools/topic/report.h"

#define LABEL_COLUMNS 46
#define LABEL_BYTES_MAX 256
#define MODEL_MARGIN 6

static FILE *open_text(char **text, size_t *size)
{
	FILE *file = open_memstream(text, size);

	if (file == NULL)
		err(2, "out of memory");
	return file;
}

static void text_predictions_write_name(FILE *file, const struct figure_name *name)
{
	char point[LABEL_BYTES_MAX];

	point_label(name->point, point, sizeof(point));
	fprintf(file, "%s%s%s%s%s", name->bench, point[0] != '\0' ? " " : "", point,
		name->stage[0] != '\0' ? ", " : "", name->stage);
}

static void text_predictions_write_label(const struct report *report,
					 const struct figure_name *operation)
{
	char *text;
	size_t size;
	FILE *file = open_text(&text, &size);

	fputs("  ", file);
	text_predictions_write_name(file, operation);
	fclose(file);
	report_label(report, text, LABEL_COLUMNS);
	free(text);
}

/* "= 2 × cpu.loop + selftest.l1_load: why" */
static void write_model(const struct report *report, const struct prediction *model)
{
	char *text;
	size_t size;
	FILE *file = open_text(&text, &size);

	for (size_t i = 0; i < PREDICTION_TERMS_MAX; i++) {
		const struct prediction_term *term = &model->terms[i];

		if (term->primitive.bench == NULL)
			break;
		fputs(i == 0 ? "= " : term->count < 0 ? " - " : " + ", file);
		if (fabs(term->count) != 1)
			fprintf(file, "%g × ", fabs(term->count));
		text_predictions_write_name(file, &term->primitive);
	}
	fprintf(file, ": %s", model->why);
	fclose(file);
	fprintf(report->out, "%*s", MODEL_MARGIN, "");
	report_wrapped(report, MODEL_MARGIN, text);
	free(text);
}

static void text_predictions_write_number(const struct report *report, double value)
{
	char number[REPORT_NUMBER_MAX];

	if (report->analysis->ns_per_tick > 0)
		value *= report->analysis->ns_per_tick;
	fprintf(report->out, "%11s", report_number(value, 2, number));
}

static void write_missing(const struct report *report, const struct figure_name *missing)
{
	fprintf(report->out, "no prediction\n%*swithout ", MODEL_MARGIN, "");
	text_predictions_write_name(report->out, missing);
	putc('\n', report->out);
}

static void text_predictions_write_values(const struct report *report,
					  const struct predicted *predicted)
{
	if (predicted->base != 0)
		text_predictions_write_number(report, predicted->base);
	else
		fprintf(report->out, "%11s", "-");
	text_predictions_write_number(report, predicted->predicted);
	text_predictions_write_number(report, predicted->measured);
	text_predictions_write_number(report, predicted->residual);
	if (predicted->measured > 0)
		fprintf(report->out, "%8.0f %%",
			100 * predicted->residual / predicted->measured);
	putc('\n', report->out);
}

static void text_predictions_write_prediction(const struct report *report,
					      const struct predicted *predicted)
{
	text_predictions_write_label(report, &predicted->model->operation);
	if (predicted->missing != NULL) {
		write_missing(report, predicted->missing);
		return;
	}
	text_predictions_write_values(report, predicted);
	write_model(report, predicted->model);
}

static void text_predictions_write_heads(const struct report *report)
{
	report_styled(report, STYLE_HEADING, "\nPredicted against measured, from primitives of the "
		      "same run [%s]\n", report->analysis->ns_per_tick > 0 ? "ns"
		      : analysis_tick_name(report->analysis));
	report_styled(report, STYLE_DIM, "%-*s%11s%11s%11s%11s%10s\n", LABEL_COLUMNS,
		      "  one operation", "base", "predicted", "measured", "residual", "part");
}

void report_predictions(const struct report *report)
{
	const struct analysis *analysis = report->analysis;
	bool begun = false;

	for (size_t i = 0; i < analysis->predicted_count; i++) {
		const struct predicted *predicted = &analysis->predicted[i];

		if (!report_wants(report, predicted->model->operation.bench))
			continue;
		if (!begun)
			text_predictions_write_heads(report);
		begun = true;
		text_predictions_write_prediction(report, predicted);
	}
}
