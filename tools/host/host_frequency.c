/* SPDX-License-Identifier: MIT */
#include "tools/host/host_frequency.h"

#include <dirent.h>
#include <math.h>
#include <stdio.h>

#define KHZ_PER_MHZ 1000.0
#define DIFFERENCE_PART 0.05
#define PATH_BYTES_MAX 512
#define LINE_BYTES_MAX 512

/* The frequency of a CPU; 0 if unknown. */
static double frequency_of_cpu(const char *cpus, unsigned cpu)
{
	char path[PATH_BYTES_MAX];
	double khz = 0;
	FILE *file;

	snprintf(path, sizeof(path), "%s/cpu%u/cpufreq/scaling_cur_freq", cpus, cpu);
	file = fopen(path, "re");
	if (file != NULL && fscanf(file, "%lf", &khz) != 1)
		khz = 0;
	if (file != NULL)
		fclose(file);
	return khz > 0 && isfinite(khz) ? khz / KHZ_PER_MHZ : 0;
}

/* Numbers may have gaps, as CPUs can be offline. */
static double frequency_by_directory(const char *cpus)
{
	DIR *directory = opendir(cpus);
	const struct dirent *entry;
	double fastest = 0;
	unsigned cpu;

	while (directory != NULL && (entry = readdir(directory)) != NULL) {
		if (sscanf(entry->d_name, "cpu%u", &cpu) == 1)
			fastest = fmax(fastest, frequency_of_cpu(cpus, cpu));
	}
	if (directory != NULL)
		closedir(directory);
	return fastest;
}

static double frequency_by_info(const char *info)
{
	FILE *file = fopen(info, "re");
	char line[LINE_BYTES_MAX];
	double fastest = 0, mhz;

	while (file != NULL && fgets(line, sizeof(line), file) != NULL) {
		if (sscanf(line, "cpu MHz : %lf", &mhz) == 1 && isfinite(mhz))
			fastest = fmax(fastest, mhz);
	}
	if (file != NULL)
		fclose(file);
	return fastest;
}

double host_frequency_read(const char *cpus, const char *info)
{
	double mhz = frequency_by_directory(cpus);

	return mhz > 0 ? mhz : frequency_by_info(info);
}

bool host_frequency_differs(double before, double after)
{
	return before > 0 && after > 0 &&
	       fabs(after - before) > DIFFERENCE_PART * fmax(before, after);
}
