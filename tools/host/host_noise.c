/* SPDX-License-Identifier: MIT */
/* Linux, Documentation/filesystems/proc.rst, "Miscellaneous kernel statistics in /proc/stat" and
 * "Kernel data": /proc/stat and /proc/loadavg. */
#include "tools/host/host_noise.h"

#include <err.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tools/host/host_frequency.h"

#define STAT "/proc/stat"
#define LOAD "/proc/loadavg"
/* Lines with a number are for single CPUs. */
#define ALL_CPUS "cpu "
#define FIELDS 8
#define FIELD_STOLEN 7
/* 1 % of the time is more than any metric's interval allows for. */
#define STEAL_LOUD 0.01
/* QEMU's thread is one runnable task. This many tasks more than CPUs belong to others. */
#define LOAD_OF_OURS 1.5
/* More than any machine has: larger values in a manifest are invalid. */
#define TASKS_MAX 1e6
#define MHZ_MAX 1e6
/* A manifest has only the stolen fraction, which is converted to a part of this total. */
#define PARTS 1e9

bool host_time_parse(const char *line, struct host_time *time)
{
	uint64_t fields[FIELDS] = {0};
	int count = sscanf(line, ALL_CPUS "%" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64 " %" SCNu64
			   " %" SCNu64 " %" SCNu64 " %" SCNu64, &fields[0], &fields[1], &fields[2],
			   &fields[3], &fields[4], &fields[5], &fields[6], &fields[7]);

	if (count != FIELDS || strncmp(line, ALL_CPUS, strlen(ALL_CPUS)) != 0)
		return false;
	*time = (struct host_time){.stolen = fields[FIELD_STOLEN]};
	for (size_t i = 0; i < FIELDS; i++)
		time->total += fields[i];
	return true;
}

static bool host_time_read(struct host_time *time)
{
	char line[256];
	FILE *file = fopen(STAT, "re");
	bool is_read = file != NULL && fgets(line, sizeof(line), file) != NULL &&
		       host_time_parse(line, time);

	if (file != NULL)
		fclose(file);
	return is_read;
}

void host_noise_begin(struct host_noise *noise)
{
	*noise = (struct host_noise){.cpus = (unsigned)sysconf(_SC_NPROCESSORS_ONLN)};
	noise->is_known = host_time_read(&noise->began);
	noise->mhz_began = host_frequency_read(HOST_FREQUENCY_CPUS, HOST_FREQUENCY_INFO);
}

void host_noise_end(struct host_noise *noise)
{
	FILE *file = fopen(LOAD, "re");

	noise->mhz_ended = host_frequency_read(HOST_FREQUENCY_CPUS, HOST_FREQUENCY_INFO);
	noise->is_known = noise->is_known && host_time_read(&noise->ended) && file != NULL &&
			  fscanf(file, "%lf", &noise->load) == 1;
	if (file != NULL)
		fclose(file);
}

double host_noise_steal(const struct host_noise *noise)
{
	uint64_t total = noise->ended.total - noise->began.total;

	return total > 0 ? (double)(noise->ended.stolen - noise->began.stolen) / (double)total : 0;
}

static bool host_noise_has_load(const struct host_noise *noise)
{
	return noise->load > noise->cpus + LOAD_OF_OURS;
}

static bool host_noise_has_steal(const struct host_noise *noise)
{
	return host_noise_steal(noise) > STEAL_LOUD;
}

static bool host_noise_has_change(const struct host_noise *noise)
{
	return host_frequency_differs(noise->mhz_began, noise->mhz_ended);
}

bool host_noise_is_loud(const struct host_noise *noise)
{
	return noise->is_known && (host_noise_has_load(noise) || host_noise_has_steal(noise) ||
				   host_noise_has_change(noise));
}

static json_t *host_noise_mhz(double mhz)
{
	return mhz > 0 ? json_real(mhz) : json_null();
}

json_t *host_noise_json(const struct host_noise *noise)
{
	if (!noise->is_known)
		return json_null();
	return json_pack("{s:f, s:i, s:f, s:o, s:o, s:b}", "load", noise->load, "cpus",
			 (int)noise->cpus, "steal_part", host_noise_steal(noise),
			 "cpu_mhz_before", host_noise_mhz(noise->mhz_began), "cpu_mhz_after",
			 host_noise_mhz(noise->mhz_ended), "is_loud", host_noise_is_loud(noise));
}

/* A number from 0 to the limit; NAN if invalid. */
static double host_noise_number(const json_t *json, const char *name, double most)
{
	const json_t *number = json_object_get(json, name);
	double value = json_is_number(number) ? json_number_value(number) : NAN;

	return value >= 0 && value <= most ? value : NAN;
}

static double host_noise_known_mhz(const json_t *json, const char *name)
{
	double mhz = host_noise_number(json, name, MHZ_MAX);

	return isnan(mhz) ? 0 : mhz;
}

struct host_noise host_noise_of_json(const json_t *json)
{
	double load = host_noise_number(json, "load", TASKS_MAX);
	double cpus = host_noise_number(json, "cpus", TASKS_MAX);
	double part = host_noise_number(json, "steal_part", 1);

	if (isnan(load) || isnan(part) || !(cpus >= 1))
		return (struct host_noise){0};
	return (struct host_noise){
		.ended = {.total = PARTS, .stolen = (uint64_t)(part * PARTS)},
		.mhz_began = host_noise_known_mhz(json, "cpu_mhz_before"),
		.mhz_ended = host_noise_known_mhz(json, "cpu_mhz_after"),
		.load = load,
		.cpus = (unsigned)cpus,
		.is_known = true,
	};
}

/* Append a part. */
static void host_noise_add(char *text, const char *part)
{
	size_t used = strlen(text);

	snprintf(text + used, HOST_NOISE_TEXT_MAX - used, "%s%s", used > 0 ? ", and " : "", part);
}

void host_noise_describe(const struct host_noise *noise, char text[HOST_NOISE_TEXT_MAX])
{
	char part[128];

	text[0] = '\0';
	if (!host_noise_is_loud(noise))
		return;
	if (host_noise_has_load(noise)) {
		snprintf(part, sizeof(part), "%.1f runnable tasks on %u CPUs", noise->load,
			 noise->cpus);
		host_noise_add(text, part);
	}
	if (host_noise_has_steal(noise)) {
		snprintf(part, sizeof(part), "%.1f %% steal time",
			 host_noise_steal(noise) * 100);
		host_noise_add(text, part);
	}
	if (host_noise_has_change(noise)) {
		snprintf(part, sizeof(part), "CPU frequency changed from %.0f to %.0f MHz",
			 noise->mhz_began, noise->mhz_ended);
		host_noise_add(text, part);
	}
}

void host_noise_advise(const struct host_noise *noise, char text[HOST_NOISE_ADVICE_MAX])
{
	char what[HOST_NOISE_TEXT_MAX];

	host_noise_describe(noise, what);
	text[0] = '\0';
	if (what[0] == '\0')
		return;
	snprintf(text, HOST_NOISE_ADVICE_MAX,
		 "host was busy: %s; times are unreliable. Run again on an idle host%s, compare "
		 "with --runs N, or count instructions with --deterministic", what,
		 host_noise_has_change(noise) ? "at a fixed CPU frequency (cpupower frequency-set "
						"-g performance)" : "");
}

void host_noise_print(const struct host_noise *noise, bool is_part)
{
	char advice[HOST_NOISE_ADVICE_MAX], what[HOST_NOISE_TEXT_MAX];

	host_noise_advise(noise, advice);
	host_noise_describe(noise, what);
	if (advice[0] != '\0' && is_part)
		warnx("host was busy: %s", what);
	else if (advice[0] != '\0')
		warnx("%s", advice);
}
