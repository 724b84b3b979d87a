/* SPDX-License-Identifier: MIT */
/* Exported samples of a series whose samples are in several records, one of which the log lacks.
 * Exports in which one figure is wrong. */
#include "tests/unit/unit.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/wire/samples.h"
#include "tests/unit/tools/small_log.h"
#include "tools/analysis/analysis.h"
#include "tools/base/exit_status.h"
#include "tools/view/export.h"
#include "tools/view/export_proof.h"

static void put_samples(struct small_log *log, uint64_t cpu, uint64_t first, const uint64_t *ticks,
			size_t n)
{
	uint8_t data[SMALL_LOG_SAMPLES_MAX * SAMPLE_BYTES_MAX];
	struct wire_samples samples = {
		.series = log->series, .cpu = cpu, .first = first, .n = n, .data = {data, 0},
	};

	samples_pack(ticks, n, data, sizeof(data), &samples.data.size);
	wire_write(&log->writer, WIRE_samples, &samples);
}

TEST(each_exported_sample_has_the_cpu_and_number_of_its_record)
{
	static const uint64_t first[] = {10, 11}, later[] = {12, 13, 14};
	char *text, *rest;
	size_t size, lines = 0;
	FILE *file = open_memstream(&text, &size);
	struct compared_run run = {.path = (char *)"r"};
	const struct compared_runs runs = {.items = &run, .count = 1};
	struct small_log log;

	small_log_begin(&log);
	small_log_bench(&log, "mem.tlb");
	small_log_samples(&log, "", first, COUNT(first));
	put_samples(&log, 1, 5, later, COUNT(later));
	run.result = small_log_end(&log);
	run.analysis = analysis_new(run.result);
	assert_true(export_samples(&runs, file));
	fclose(file);
	strtok_r(text, "\n", &rest);            /* the head */
	for (char *line; (line = strtok_r(NULL, "\n", &rest)) != NULL; lines++) {
		static const char *const wanted[] = {
			",warm,0,0,10,", ",warm,0,1,11,", ",warm,1,5,12,", ",warm,1,6,13,",
			",warm,1,7,14,",
		};

		assert_true(lines < COUNT(wanted));
		assert_non_null(strstr(line, wanted[lines]));
	}
	assert_int_equal(lines, 5);
	free(text);
	analysis_free(run.analysis);
	result_free(run.result);
}

/* ---- Proofs ---- */

typedef bool exporter(const struct compared_runs *runs, FILE *file);

static const struct proved_format {
	const char *name;
	exporter *write;
	export_prover *prove;
} proved_formats[] = {
	{"csv", export_csv, export_prove_csv}, {"ndjson", export_ndjson, export_prove_ndjson},
	{"samples", export_samples, export_prove_samples},
	{"google benchmark", export_google_benchmark, export_prove_google_benchmark},
	{"openmetrics", export_openmetrics, export_prove_openmetrics},
	{"bencher", export_bencher, export_prove_bencher},
	{"kcidb", export_kcidb, export_prove_kcidb},
};

/* Run in a child process, whose exit status is returned. */
static int proof_status(export_prover *prove, const struct compared_runs *runs, const char *text)
{
	pid_t child = fork();
	int status;

	if (child == 0) {
		dup2(open("/dev/null", O_WRONLY), STDERR_FILENO);
		prove(runs, text);
		_exit(EXIT_GOOD);
	}
	assert_int_equal(waitpid(child, &status, 0), child);
	return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Three samples, whose median has the digits 193 in every format. */
static void changed_figure_is_found(void **state)
{
	static const uint64_t ticks[] = {71930, 60000, 90000, 80000, 50000};
	const struct proved_format *format = *state;
	struct compared_run run = {.path = (char *)"r"};
	const struct compared_runs runs = {.items = &run, .count = 1};
	struct small_log log;
	char *text, *digits;
	size_t size;
	FILE *file = open_memstream(&text, &size);

	small_log_begin_with(&log, "real");
	small_log_bench(&log, "mem.tlb");
	small_log_samples(&log, "", ticks, COUNT(ticks));
	run.result = small_log_end(&log);
	run.analysis = analysis_new(run.result);
	run.analysis->valid = true;     /* it lacks only the self-tests */
	assert_true(format->write(&runs, file));
	fclose(file);
	assert_int_equal(proof_status(format->prove, &runs, text), EXIT_GOOD);
	digits = strstr(text, "193");
	assert_non_null(digits);
	digits[2] = '4';
	assert_int_equal(proof_status(format->prove, &runs, text), EXIT_FAILED);
	free(text);
	analysis_free(run.analysis);
	result_free(run.result);
}
TEST_CASES(changed_figure_is_found, proved_formats);
