/* SPDX-License-Identifier: MIT */
/* QEMU writes the serial log to a file, which is read as it grows. A pipe would let the reader's
 * pace affect a deterministic run. Reads are bounded, so that timeouts are checked in between. */
#include "tools/run/follow.h"

#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "lib/qemu_exit.h"
#include "lib/text/string.h"
#include "tools/base/clock.h"
#include "tools/base/signals.h"
#include "tools/base/waiting.h"

#define POLL_US 10000
#define CHUNK_BYTES 65536
/* Far more than a machine sends between two checks. */
#define CHUNKS_AT_ONCE 64
/* Maximum time from the end marker to QEMU's end. */
#define LINGER_SECONDS 5
/* Maximum time of QEMU to write the files of its plugins when it is asked to end. */
#define QUIT_SECONDS 30
/* Maximum time of Linux to its first program while instructions are counted. */
#define SILENCE_OF_LINUX_SECONDS 300

/* Enough to recognise the start of a log. */
#define HEAD_BYTES 64
#define WAIT_TEXT_MAX 192

struct watch {
	struct follow *follow;
	int log;                        /* the serial log; -1 until QEMU has created it */
	uint64_t read_bytes;            /* of the log */
	char head[HEAD_BYTES];          /* its first bytes */
	size_t head_bytes;
	/* Times in seconds: start, last output, end marker or 0. */
	double began, heard, ended;
	uint64_t awaited;               /* number of the benchmark in the line of the wait */
};

/* ---- The line of the wait ---- */

static void begin_wait(const struct follow *follow)
{
	const struct run_request *run = follow->request;
	char text[WAIT_TEXT_MAX];

	if (follow->progress->is_silent)
		return;
	snprintf(text, sizeof(text), "Booting %s%s",
		 run->hypervisor.is_wanted ? "a guest under KVM"
		 : run->is_linux	   ? "Linux"
					   : "the image",
		 run->machine.is_deterministic ? ", instructions counted" : "");
	waiting_begin(text, text);
}

/* After the boot, the line names the benchmark that runs. */
static void show_wait(struct watch *watch)
{
	const struct progress *progress = watch->follow->progress;
	char key[WAIT_TEXT_MAX], text[WAIT_TEXT_MAX];

	if (!progress->is_silent && progress->begun != watch->awaited) {
		watch->awaited = progress->begun;
		snprintf(key, sizeof(key), "%s%s", progress->bench,
			 watch->follow->request->machine.is_deterministic ? " counted" : "");
		snprintf(text, sizeof(text), "[%2" PRIu64 "/%" PRIu64 "] %s", progress->begun,
			 progress->planned, progress->bench);
		waiting_begin(key, text);
	}
	waiting_tick();
}

/* ---- The log ---- */

static uint64_t log_bytes_max(const struct follow *follow)
{
	return (uint64_t)follow->request->log_limit_mib << 20;
}

/* Feed new content of the log, or part of it. Returns whether there may be more. */
static bool read_log(struct watch *watch)
{
	struct follow *follow = watch->follow;
	char bytes[CHUNK_BYTES];
	ssize_t count = 0;

	if (watch->log < 0)
		watch->log = open(follow->log_path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	if (watch->log < 0)
		return false;
	for (int chunk = 0; chunk < CHUNKS_AT_ONCE; chunk++) {
		count = read(watch->log, bytes, sizeof(bytes));
		if (count <= 0)
			return false;
		if (watch->read_bytes == 0) {
			watch->head_bytes = (size_t)count < HEAD_BYTES ? (size_t)count : HEAD_BYTES;
			memcpy(watch->head, bytes, watch->head_bytes);
		}
		watch->read_bytes += (uint64_t)count;
		progress_feed(follow->progress, bytes, (size_t)count);
		watch->heard = clock_seconds();
	}
	return true;
}

/* Whether another program changed what was read. After a truncation, QEMU continues at its old
 * place, so the file begins with a hole. */
static bool is_log_changed(const struct watch *watch)
{
	struct stat status;
	char head[HEAD_BYTES];

	return watch->log >= 0 && fstat(watch->log, &status) == 0 &&
	       ((uint64_t)status.st_size < watch->read_bytes ||
		pread(watch->log, head, watch->head_bytes, 0) != (ssize_t)watch->head_bytes ||
		memcmp(head, watch->head, watch->head_bytes) != 0);
}

static bool is_too_long(const struct watch *watch)
{
	struct stat status;

	return watch->log >= 0 && fstat(watch->log, &status) == 0 &&
	       (uint64_t)status.st_size > log_bytes_max(watch->follow);
}

/* Maximum time to the first record, which --no-output-timeout can extend. An idle host needs 1, 3
 * and 9 s for these three ways to boot. A host with ten times as many tasks as CPUs must not exceed
 * the limit. A guest's records arrive after its end. */
static double silence_limit_seconds(const struct run_request *run)
{
	static const double limits[] = {
		[FIRMWARE_KERNEL] = 60,
		[FIRMWARE_BIOS] = 90,
		[FIRMWARE_UEFI] = 180,
	};

	if (run->hypervisor.is_wanted)
		return (double)(run->no_output_timeout_seconds ? run->no_output_timeout_seconds
						     : run->timeout_seconds);
	return fmax(run->is_linux ? SILENCE_OF_LINUX_SECONDS : limits[run->machine.firmware],
		    (double)run->first_record_seconds);
}

/* Whether output is overdue. If so, sets why. */
static bool is_too_silent(struct follow *follow, double began, double heard, double now)
{
	const struct run_request *run = follow->request;
	double first_limit = silence_limit_seconds(run);

	if (!follow->progress->has_record && now - began >= first_limit &&
	    follow->progress->panic[0] != '\0')
		text_copy(follow->why, FAILURE_TEXT_MAX, follow->progress->panic);
	else if (!follow->progress->has_record && now - began >= first_limit)
		snprintf(follow->why, FAILURE_TEXT_MAX, "no record received for %.0f s after "
			 "start (--no-output-timeout)", first_limit);
	else if (follow->progress->has_record && run->no_output_timeout_seconds != 0 &&
		 now - heard >= (double)run->no_output_timeout_seconds)
		snprintf(follow->why, FAILURE_TEXT_MAX,
			 "no output for %lu s (--no-output-timeout)",
			 run->no_output_timeout_seconds);
	return follow->why[0] != '\0';
}

static void explain_stop(struct follow *follow)
{
	if (signals_caught() != 0)
		signals_describe(follow->why, FAILURE_TEXT_MAX);
	else
		snprintf(follow->why, FAILURE_TEXT_MAX, "not finished after %lu s (--timeout)",
			 follow->request->timeout_seconds);
}

/* Whether to end QEMU. For a failure, sets why. */
static bool must_stop(struct watch *watch)
{
	struct follow *follow = watch->follow;
	const struct run_request *run = follow->request;
	double now = clock_seconds();

	if (!child_may_wait())
		explain_stop(follow);
	else if (is_too_long(watch))
		snprintf(follow->why, FAILURE_TEXT_MAX,
			 "serial log exceeds %lu MiB (--log-limit)", run->log_limit_mib);
	else if (follow->progress->has_ended && watch->ended == 0)
		watch->ended = now;
	return follow->why[0] != '\0' ||
	       (watch->ended == 0 && is_too_silent(follow, watch->began, watch->heard, now)) ||
	       (watch->ended != 0 && now - watch->ended >= LINGER_SECONDS);
}

/* ---- What QEMU's end means, when it ended by itself ---- */

/* The log has no end marker. */
static void explain_early_exit(struct follow *follow, int status)
{
	bool is_image = !follow->request->is_linux;

	if (follow->progress->panic[0] != '\0')
		text_copy(follow->why, FAILURE_TEXT_MAX, follow->progress->panic);
	else if (is_image && (status == QEMU_EXIT_SUCCESS || status == QEMU_EXIT_FAILURE))
		snprintf(follow->why, FAILURE_TEXT_MAX, "the target reported %s (QEMU exit status "
			 "%d), but %s", status == QEMU_EXIT_SUCCESS ? "success" : "failure",
			 status, follow->progress->has_record
				 ? "the end of its log is missing"
				 : "no record was received; check that it writes to the first "
				   "serial port");
	else
		snprintf(follow->why, FAILURE_TEXT_MAX, "QEMU exited with status %d before the "
			 "target finished%s", status, status == QEMU_EXIT_POWER_OFF
				 ? ": the machine was reset or powered off" : "");
}

static void explain_exit(struct follow *follow)
{
	int status = WEXITSTATUS(follow->status);

	if (follow->progress->has_ended && WIFEXITED(follow->status) && status != 0 &&
	    (unsigned long)status == follow->request->exit_good)
		return;
	if (WIFSIGNALED(follow->status))
		snprintf(follow->why, FAILURE_TEXT_MAX, "QEMU was killed by signal %d (%s)",
			 WTERMSIG(follow->status), strsignal(WTERMSIG(follow->status)));
	else if (!follow->progress->has_ended)
		explain_early_exit(follow, status);
	else if (!follow->request->is_linux && status == QEMU_EXIT_FAILURE)
		snprintf(follow->why, FAILURE_TEXT_MAX,
			 "the target reported failure (QEMU exit status %d)", status);
	else if (status == QEMU_EXIT_POWER_OFF && follow->progress->faulted > 0)
		snprintf(follow->why, FAILURE_TEXT_MAX,
			 "the target reported failure: %" PRIu64 " benchmark%s aborted",
			 follow->progress->faulted,
			 follow->progress->faulted > 1 ? "s" : "");
	else if (status != QEMU_EXIT_POWER_OFF && (status != QEMU_EXIT_SUCCESS ||
						   follow->request->is_linux))
		snprintf(follow->why, FAILURE_TEXT_MAX,
			 "QEMU exited with status %d after the target finished%s", status,
			 follow->progress->is_own_kernel
				 ? "; if that is success, use --exit-good" : "");
}

void follow_machine(struct follow *follow)
{
	struct watch watch = {.follow = follow, .log = -1, .began = clock_seconds()};

	watch.heard = watch.began;
	begin_wait(follow);
	while (!follow->has_exited && follow->why[0] == '\0' && !must_stop(&watch)) {
		double seconds = POLL_US * 1e-6;

		/* Continue sending input, and sleep until the next event or check. */
		if (follow->sender != NULL)
			seconds = input_sender_step(follow->sender, seconds);
		if (seconds < 0 && !child_may_wait())
			explain_stop(follow);
		else if (seconds < 0)
			text_copy(follow->why, FAILURE_TEXT_MAX, follow->sender->qmp->problem);
		else
			usleep((useconds_t)(seconds * 1e6));
		follow->has_exited = qemu_has_ended(follow->qemu);
		read_log(&watch);
		show_wait(&watch);
	}
	waiting_end(follow->why[0] == '\0');
	/* A user's kernel may never power off. */
	if (!follow->has_exited && follow->why[0] == '\0' && watch.ended != 0)
		qemu_quit(follow->qemu, QUIT_SECONDS);
	follow->status = qemu_end(follow->qemu);
	/* Read the rest of the finished log, up to the limit. */
	while (watch.follow->progress->received < log_bytes_max(watch.follow) && read_log(&watch))
		continue;
	watch.follow->is_log_changed = is_log_changed(&watch);
	if (watch.log >= 0)
		close(watch.log);
	if (follow->has_exited && follow->why[0] == '\0')
		explain_exit(follow);
	/* A user's kernel need not report failures by its exit status. */
	if (follow->why[0] == '\0' && follow->progress->is_own_kernel &&
	    follow->progress->faulted > 0)
		snprintf(follow->why, FAILURE_TEXT_MAX,
			 "the target reported failure: %" PRIu64 " benchmark%s aborted",
			 follow->progress->faulted, follow->progress->faulted > 1 ? "s" : "");
}
