/* SPDX-License-Identifier: MIT */
/* What else the host did while a machine ran: figures of time are then partly the host's. */
#ifndef TOOLS_HOST_HOST_NOISE_H
#define TOOLS_HOST_HOST_NOISE_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

/* Of all CPUs together, in clock ticks of the kernel's since it started. */
struct host_time {
	uint64_t total, stolen;
};

struct host_noise {
	struct host_time began, ended;
	double mhz_began, mhz_ended; /* of the fastest CPU; 0: not known */
	double load;            /* tasks that ran or wanted to, over the last minute */
	unsigned cpus;
	bool is_known;          /* there is a /proc that says so */
};

/* Read /proc/stat's line of all CPUs. Returns false if it is another. */
bool host_time_parse(const char *line, struct host_time *time);

/* Look as a machine is started and when it has ended. */
void host_noise_begin(struct host_noise *noise);
void host_noise_end(struct host_noise *noise);

/* The part of the CPUs' time that a hypervisor under the host took in between. */
double host_noise_steal(const struct host_noise *noise);

/* Whether so much went on that figures of time are not the machine's alone. */
bool host_noise_is_loud(const struct host_noise *noise);

/* For the run's manifest; the caller releases it. */
json_t *host_noise_json(const struct host_noise *noise);

/* The same back, of a manifest that may hold anything: what is not a number that can be one leaves
 * it unknown. */
struct host_noise host_noise_of_json(const json_t *json);

#define HOST_NOISE_TEXT_MAX 256

/* What went on, if it is loud; else empty. */
void host_noise_describe(const struct host_noise *noise, char text[HOST_NOISE_TEXT_MAX]);

#define HOST_NOISE_ADVICE_MAX 512

/* The same in a sentence, and what to do; else empty. */
void host_noise_advise(const struct host_noise *noise, char text[HOST_NOISE_ADVICE_MAX]);

/* Say that on standard error, if it is loud; of one of several boots what went on alone, since what
 * to do is said of them all. */
void host_noise_say(const struct host_noise *noise, bool is_part);

#endif
