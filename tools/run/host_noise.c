/* SPDX-License-Identifier: MIT */
/* Linux, Documentation/filesystems/proc.rst, "Miscellaneous kernel statistics in /proc/stat" and
 * "Kernel data": /proc/stat and /proc/loadavg. */
#include "tools/run/host_noise.h"

#include <err.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define STAT "/proc/stat"
#define LOAD "/proc/loadavg"
/* What begins with the number of a CPU is of that alone. */
#define ALL_CPUS "cpu "
#define FIELDS 8
#define FIELD_STOLEN 7
/* One per cent of the time is more than any figure's interval allows for. */
#define STEAL_LOUD 0.01
/* QEMU's own thread is one task that wants to run; this many more than there are CPUs are
 * others. */
#define LOAD_OF_OURS 1.5

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
}

void host_noise_end(struct host_noise *noise)
{
	FILE *file = fopen(LOAD, "re");

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

bool host_noise_is_loud(const struct host_noise *noise)
{
	return noise->is_known &&
	       (host_noise_has_load(noise) || host_noise_steal(noise) > STEAL_LOUD);
}

json_t *host_noise_json(const struct host_noise *noise)
{
	if (!noise->is_known)
		return json_null();
	return json_pack("{s:f, s:i, s:f, s:b}", "load", noise->load, "cpus", (int)noise->cpus,
			 "steal_part", host_noise_steal(noise), "is_loud",
			 host_noise_is_loud(noise));
}

void host_noise_say(const struct host_noise *noise)
{
	char load[64] = "", steal[96] = "";

	if (!host_noise_is_loud(noise))
		return;
	if (host_noise_has_load(noise))
		snprintf(load, sizeof(load), ": %.1f tasks wanted its %u CPUs", noise->load,
			 noise->cpus);
	if (host_noise_steal(noise) > STEAL_LOUD)
		snprintf(steal, sizeof(steal), "%s %.1f %% of its time was taken by its own host",
			 load[0] != '\0' ? ", and" : ":", host_noise_steal(noise) * 100);
	warnx("the host was not quiet%s%s; times vary with that. Run again when it is, compare by "
	      "--runs N, or count instructions by --deterministic", load, steal);
}
