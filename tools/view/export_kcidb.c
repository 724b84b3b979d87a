/* SPDX-License-Identifier: MIT */
/* A submission to KCIDB, KernelCI's database (I/O schema 5.0 of kcidb-io): the build, the run as a
 * test with its verdict, each self-test, and each metric as a test with the status DONE and a
 * number. */
#include <stdlib.h>
#include <string.h>

#include "tools/base/alloc.h"
#include "tools/base/json_text.h"
#include "tools/base/real.h"
#include "tools/view/export.h"

/* The name of the submitting system, which the receiver may replace: it was agreed with
 * KernelCI. */
#define ORIGIN "bareline"

#define HASH_DIGITS 40

struct submission {
	json_t *tests;
	const struct compared_run *run;
	json_t *environment;
	char *build_id, *run_id;
	size_t number; /* of the next test of the run */
};

static void set_text(json_t *object, const char *name, const char *text)
{
	if (text != NULL && text[0] != '\0')
		json_object_set_new(object, name, json_string(text));
}

/* ---- Build ---- */

static json_t *make_checkout(const struct wire_manifest *manifest, const char *id)
{
	json_t *checkout = json_pack("{s:s, s:s, s:b}", "id", id, "origin", ORIGIN, "valid", 1);
	const char *build = manifest != NULL ? manifest->build : "";
	bool is_hash = strlen(build) == HASH_DIGITS &&
		       strspn(build, "0123456789abcdef") == HASH_DIGITS;

	set_text(checkout, is_hash ? "git_commit_hash" : "git_commit_name", build);
	set_text(checkout, "tree_name", "bareline");
	return checkout;
}

static json_t *make_build(const struct compared_run *run, const char *id)
{
	const struct wire_manifest *manifest = result_manifest(run->result);
	json_t *build = json_pack("{s:s, s:s, s:s, s:s}", "checkout_id", id, "id", id, "origin",
				  ORIGIN, "status", "PASS");
	const char *arch = result_arch(run->result);

	if (arch[strspn(arch, "abcdefghijklmnopqrstuvwxyz0123456789_")] == '\0')
		set_text(build, "architecture", arch);
	set_text(build, "compiler", manifest != NULL ? manifest->compiler : NULL);
	return build;
}

/* ---- Tests ---- */

static json_t *make_environment(const struct compared_run *run)
{
	const struct identity *identity = run->analysis->identity;
	const struct wire_manifest *manifest = result_manifest(run->result);
	json_t *environment = json_object(), *misc = json_object();

	set_text(environment, "comment", identity->name);
	set_text(misc, "machine", identity->id);
	set_text(misc, "model", identity->model);
	set_text(misc, "cpu", identity->cpu);
	set_text(misc, "microcode", identity->microcode);
	set_text(misc, "memory", identity->memory);
	set_text(misc, "firmware", identity->firmware);
	set_text(misc, "host", manifest != NULL ? manifest->host : NULL);
	set_text(misc, "kernel", manifest != NULL ? manifest->kernel : NULL);
	set_text(misc, "time_base", manifest != NULL ? manifest->time_base : NULL);
	json_object_set_new(environment, "misc", misc);
	return environment;
}

/* A path has letters, digits, dashes and underscores between its dots. */
static char *path_of(const char *bench)
{
	char *path = xasprintf("bareline%s%s", bench[0] != '\0' ? "." : "", bench);

	for (char *at = path; *at != '\0'; at++) {
		if (strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.",
			   *at) == NULL)
			*at = '_';
	}
	return path;
}

static json_t *add_test(struct submission *submission, const char *bench, const char *status)
{
	char *id = xasprintf("%s.%zu", submission->run_id, submission->number++);
	char *path = path_of(bench);
	json_t *test = json_pack("{s:s, s:s, s:s, s:s, s:s, s:O}", "build_id", submission->build_id,
				 "id", id, "origin", ORIGIN, "path", path, "status", status,
				 "environment", submission->environment);

	set_text(test, "start_time", submission->run->began);
	json_array_append_new(submission->tests, test);
	free(path);
	free(id);
	return test;
}

static void add_run(struct submission *submission)
{
	const struct analysis *analysis = submission->run->analysis;
	json_t *test = add_test(submission, "", analysis_is_good(analysis) ? "PASS" : "FAIL");

	if (analysis->validity.count > 0)
		set_text(test, "comment", analysis->validity.reasons[0]);
}

static void add_metric(void *context, const struct export_row *row)
{
	struct submission *submission = context;
	bool is_time = strcmp(row->metric->unit, "ns") == 0;
	json_t *test, *misc;

	if (row->is_cold)
		return;
	test = add_test(submission, row->metric->bench->info->name, "DONE");
	json_object_set_new(test, "number",
			    is_time ? json_pack("{s:f, s:s, s:s}", "value",
						row->stats.median * 1e-9, "unit", "s", "prefix",
						"metric")
				    : json_pack("{s:f, s:s}", "value", row->stats.median, "unit",
						row->metric->unit));
	misc = json_pack("{s:I, s:f, s:f}", "samples", (json_int_t)row->stats.n, "min",
			 row->stats.min, "p99", row->stats.p99);
	set_text(misc, "unit", row->metric->unit);
	set_text(misc, "point", row->metric->point);
	set_text(misc, "stage", row->metric->stage);
	json_object_set_new(test, "misc", misc);
}

/* ---- All ---- */

static bool has_id(const json_t *objects, const char *id)
{
	for (size_t i = 0; i < json_array_size(objects); i++) {
		if (strcmp(json_string_value(json_object_get(json_array_get(objects, i), "id")),
			   id) == 0)
			return true;
	}
	return false;
}

bool export_kcidb(const struct compared_runs *runs, FILE *file)
{
	json_t *checkouts = json_array(), *builds = json_array(), *tests = json_array(), *root;

	for (size_t i = 0; i < runs->count; i++) {
		const struct compared_run *run = &runs->items[i];
		const struct wire_manifest *manifest = result_manifest(run->result);
		const char *machine = run->analysis->identity->id;
		struct submission submission = {.tests = tests, .run = run};

		submission.build_id = xasprintf(ORIGIN ":%s",
						manifest != NULL ? manifest->build : "unknown");
		submission.run_id = xasprintf(ORIGIN ":%s/%s/%s", machine != NULL ? machine : "",
					      run->began != NULL ? run->began : "", run->path);
		submission.environment = make_environment(run);
		if (!has_id(builds, submission.build_id)) {
			json_array_append_new(checkouts,
					      make_checkout(manifest, submission.build_id));
			json_array_append_new(builds, make_build(run, submission.build_id));
		}
		add_run(&submission);
		for (size_t j = 0; j < SELFTESTS; j++) {
			const struct selftest *own = &run->analysis->selftests[j];
			bool is_judged = own->verdict == VERDICT_PASS ||
					 own->verdict == VERDICT_FAIL ||
					 own->verdict == VERDICT_UNEXPECTED;
			json_t *test = add_test(&submission, own->bench,
						!is_judged                     ? "SKIP"
						: own->verdict == VERDICT_FAIL ? "FAIL"
									       : "PASS");
			set_text(test, "comment", own->claim);
		}
		export_rows(run, add_metric, &submission);
		json_decref(submission.environment);
		free(submission.run_id);
		free(submission.build_id);
	}
	root = json_pack("{s:{s:i, s:i}, s:o, s:o, s:o}", "version", "major", 5, "minor", 0,
			 "checkouts", checkouts, "builds", builds, "tests", tests);
	json_text_write(root, file);
	json_decref(root);
	return true;
}
