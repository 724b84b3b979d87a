/* SPDX-License-Identifier: MIT */
#include "tools/run/capture_port.h"

#include <err.h>
#include <stdint.h>
#include <stdlib.h>

#include "tools/base/alloc.h"
#include "tools/base/clock.h"
#include "tools/base/exit_status.h"
#include "tools/base/signals.h"
#include "tools/results/run_directory.h"
#include "tools/run/finish.h"
#include "tools/run/progress.h"

#define READ_WAIT_MS 200
#define FAILURE_TEXT_MAX 256

/* If a limit is reached, set why the capture stops. began and last are the times of the begin and
 * of the last input. */
static void check_limits(const struct port_capture *capture, const struct progress *progress,
			 double began, double last, char why[FAILURE_TEXT_MAX])
{
	double now = clock_seconds();

	if (progress->received > (uint64_t)capture->log_limit_mib << 20)
		snprintf(why, FAILURE_TEXT_MAX, "log exceeds %lu MiB (--log-limit)",
			 capture->log_limit_mib);
	else if (capture->timeout_seconds != 0 &&
		 now - last >= (double)capture->timeout_seconds)
		snprintf(why, FAILURE_TEXT_MAX, "no input for %lu s (--timeout)",
			 capture->timeout_seconds);
	else if (capture->limit_seconds != 0 && now - began >= (double)capture->limit_seconds)
		snprintf(why, FAILURE_TEXT_MAX, "not finished after %lu s (--run-limit)",
			 capture->limit_seconds);
}

/* Read up to the end marker. Sets why if the capture fails. */
static void capture_follow(const struct port_capture *capture, struct progress *progress, FILE *log,
			   char why[FAILURE_TEXT_MAX])
{
	double began = clock_seconds(), last = began;
	char bytes[4096];

	while (!progress->has_ended && why[0] == '\0') {
		ssize_t count = port_read(capture->port, bytes, sizeof(bytes), READ_WAIT_MS);

		if (signals_caught() != 0) {
			signals_describe(why, FAILURE_TEXT_MAX);
			return;
		}
		if (count < 0) {
			snprintf(why, FAILURE_TEXT_MAX, capture->port->has_program
				 ? "%s: ended before the run did" : "%s: disconnected",
				 capture->device);
			return;
		}
		if (count > 0) {
			last = clock_seconds();
			progress_feed(progress, bytes, (size_t)count);
			if (fwrite(bytes, 1, (size_t)count, log) != (size_t)count ||
			    fflush(log) != 0)
				snprintf(why, FAILURE_TEXT_MAX, "log: write failed");
		}
		if (why[0] == '\0' && !progress->has_ended)
			check_limits(capture, progress, began, last, why);
	}
}

int capture_port(const struct port_capture *capture, const char *directory)
{
	char *path = run_directory_file(directory, RUN_LOG);
	struct progress *progress = xmalloc(sizeof(*progress));
	char why[FAILURE_TEXT_MAX] = "";
	FILE *log = fopen(path, "wb");
	json_t *manifest = run_manifest_begin();
	double started = clock_seconds();
	int status;

	if (log == NULL)
		err(EXIT_MACHINE, "%s", path);
	json_object_set_new(manifest, "device", json_string(capture->device));
	if (capture->baud != 0)
		json_object_set_new(manifest, "baud", json_integer((json_int_t)capture->baud));
	progress_init(progress, stderr);
	progress->wants_table = capture->wants_table;
	if (capture->baud == 0)
		fprintf(stderr, "Listening to %s\n", capture->device);
	else
		fprintf(stderr, "Listening on %s at %lu baud\n", capture->device, capture->baud);
	capture_follow(capture, progress, log, why);
	if (fclose(log) != 0 && why[0] == '\0')
		snprintf(why, FAILURE_TEXT_MAX, "log: write failed");
	free(path);
	json_object_set_new(manifest, "elapsed_seconds", json_real(clock_seconds() - started));
	status = finish_run(&(struct run_end){
		.progress = progress,
		.directory = directory,
		.manifest = manifest,
		.failure = why[0] != '\0' ? why : NULL,
	});
	free(progress);
	return status;
}
