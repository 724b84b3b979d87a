/* SPDX-License-Identifier: MIT */
/* Other activity of the host during a run, which affects times. */
#ifndef TOOLS_HOST_HOST_NOISE_H
#define TOOLS_HOST_HOST_NOISE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Sum over all CPUs since the kernel's start, in clock ticks. */
struct host_time {
	uint64_t total, stolen;
};

struct host_noise {
	struct host_time began, ended;
	double mhz_began, mhz_ended; /* of the fastest CPU; 0: unknown */
	double load;            /* runnable tasks, average over a minute */
	unsigned cpus;
	bool is_known;          /* /proc has the values */
};

/* Parse the line of all CPUs in /proc/stat. Returns false for any other line. */
bool host_time_parse(const char *line, struct host_time *time);

/* Measure at a machine's start and end. */
void host_noise_begin(struct host_noise *noise);
void host_noise_end(struct host_noise *noise);

/* Fraction of CPU time that the host's own hypervisor took. */
double host_noise_steal(const struct host_noise *noise);

/* Whether the activity is high enough to affect times. */
bool host_noise_is_loud(const struct host_noise *noise);

/* The activity as JSON, for the run's manifest. The caller releases it. */
json_t *host_noise_json(const struct host_noise *noise);

/* Read the values back from an untrusted manifest. Invalid numbers become unknown. */
struct host_noise host_noise_of_json(const json_t *json);

#define HOST_NOISE_TEXT_MAX 256

/* Write the activity, or "" if it is low. */
void host_noise_describe(const struct host_noise *noise, char text[HOST_NOISE_TEXT_MAX]);

#define HOST_NOISE_ADVICE_MAX 512

/* Write a sentence with the activity and advice, or "" if it is low. */
void host_noise_advise(const struct host_noise *noise, char text[HOST_NOISE_ADVICE_MAX]);

/* Print the activity to standard error if it is high, with advice. If this is one of several boots,
 * omits the advice, because the caller of the boots prints it once. */
void host_noise_print(const struct host_noise *noise, bool is_part);

#endif
