/* SPDX-License-Identifier: MIT */
/* Reads an export again, with readers that its writers do not use, and compares each figure with
 * the raw samples. */
#ifndef TOOLS_VIEW_EXPORT_PROOF_H
#define TOOLS_VIEW_EXPORT_PROOF_H

#include "tools/compare/compared_runs.h"

/* A proof of a format. Ends the program if a figure is not of its samples. */
typedef void export_prover(const struct compared_runs *runs, const char *text);

void export_prove_csv(const struct compared_runs *runs, const char *text);
void export_prove_ndjson(const struct compared_runs *runs, const char *text);
void export_prove_samples(const struct compared_runs *runs, const char *text);
void export_prove_google_benchmark(const struct compared_runs *runs, const char *text);
void export_prove_openmetrics(const struct compared_runs *runs, const char *text);
void export_prove_bencher(const struct compared_runs *runs, const char *text);
void export_prove_hdr(const struct compared_runs *runs, const char *text);
void export_prove_kcidb(const struct compared_runs *runs, const char *text);

#endif
