/* SPDX-License-Identifier: MIT */
/* Firmware says a module's speed, width and slot, but not how many channels there are: only the
 * slots' names tell, as "ChannelA-DIMM0" does. */
#include "tools/analysis/memory_peak.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#define SMBIOS_READ "read"
#define CHANNEL_WORD "channel"
#define LINE_BYTES 64.0
#define OUTSTANDING_BENCH "mem.mlp"

/* A store to a line that the caches do not have reads it first, unless it is one past them. */
static const struct bandwidth_model models[] = {
	{"mem.bandwidth.read", 1, 1, "each line is read"},
	{"mem.bandwidth.write", 2, 1,
	 "each line is read before it is written to, and written back"},
	{"mem.bandwidth.fill", 2, 1, "each line is read before it is written to, and written back"},
	{"mem.bandwidth.copy", 3, 2, "a line is read, and another as when writing"},
	{"mem.bandwidth.nt_write", 1, 0, "each line is written past the caches"},
	{"mem.bandwidth.nt_copy", 2, 1, "a line is read, and another written past the caches"},
};

#define MODELS (sizeof(models) / sizeof(models[0]))

_Static_assert(MODELS <= BANDWIDTHS_MAX, "room for a prediction of each");

/* ---- The machine's memory ---- */

static const struct wire_memory_device *device_at(const struct result *result, size_t number)
{
	return &result->records[WIRE_memory_device].items[number].memory_device;
}

/* The length of a slot's name up to the end of its channel, "ChannelA" of "ChannelA-DIMM0" and "P0
 * CHANNEL B" of "P0 CHANNEL B"; 0 when it names none. */
static size_t channel_length(const char *name)
{
	const char *at = name;

	while (*at != '\0' && strncasecmp(at, CHANNEL_WORD, strlen(CHANNEL_WORD)) != 0)
		at++;
	if (*at == '\0')
		return 0;
	at += strlen(CHANNEL_WORD);
	at += strspn(at, " _-");
	return *at != '\0' ? (size_t)(at + 1 - name) : 0;
}

/* The part of a device's names that says its channel; NULL when none does. */
static const char *channel_of(const struct wire_memory_device *device, size_t *length)
{
	const char *name = device->locator;

	*length = channel_length(name);
	if (*length == 0) {
		name = device->bank;
		*length = channel_length(name);
	}
	return *length != 0 ? name : NULL;
}

/* Whether a device before it is on the same channel. */
static bool channel_is_known(const struct result *result, size_t number, const char *channel,
			     size_t length)
{
	for (size_t i = 0; i < number; i++) {
		size_t other_length;
		const char *other = channel_of(device_at(result, i), &other_length);

		if (other != NULL && other_length == length && strncmp(other, channel, length) == 0)
			return true;
	}
	return false;
}

/* 0 unless every device's name says its own. */
static uint64_t count_channels(const struct result *result)
{
	uint64_t channels = 0;

	for (size_t i = 0; i < result->records[WIRE_memory_device].count; i++) {
		size_t length;
		const char *channel = channel_of(device_at(result, i), &length);

		if (channel == NULL)
			return 0;
		channels += !channel_is_known(result, i, channel, length);
	}
	return channels;
}

/* Why nothing can be said; NULL if it can. */
static const char *smbios_lacks(const struct result *result)
{
	const struct record_list *smbios = &result->records[WIRE_smbios];

	if (smbios->count == 0)
		return "SMBIOS memory data: not in the log";
	if (strcmp(smbios->items[0].smbios.status, SMBIOS_READ) != 0)
		return "SMBIOS memory data: not read";
	return result->records[WIRE_memory_device].count == 0
		       ? "memory devices: SMBIOS lists none"
		       : NULL;
}

struct memory_peak memory_peak_find(const struct result *result)
{
	struct memory_peak peak = {.missing = smbios_lacks(result)};

	for (size_t i = 0; i < result->records[WIRE_memory_device].count; i++) {
		const struct wire_memory_device *device = device_at(result, i);
		uint64_t mts = device->mts != 0 ? device->mts : device->rated_mts;

		if (peak.missing == NULL && mts == 0)
			peak.missing = "memory speed: not in SMBIOS";
		if (peak.missing == NULL && device->data_bits == 0)
			peak.missing = "memory width: not in SMBIOS";
		peak.mts = i == 0 || mts < peak.mts ? mts : peak.mts;
		peak.bits = i == 0 || device->data_bits < peak.bits ? device->data_bits : peak.bits;
	}
	if (peak.missing != NULL)
		return peak;
	peak.channels = count_channels(result);
	peak.bytes_per_second = (double)peak.mts * 1e6 * (double)peak.bits / 8 *
				(double)(peak.channels > 0 ? peak.channels : 1);
	return peak;
}

/* ---- Bandwidth ---- */

/* Seconds a line, when a core has as many under way as it can: the least of the curve. */
static double line_seconds(const struct figures *figures)
{
	size_t count;
	const struct figure *items = figures_of(figures, OUTSTANDING_BENCH, &count);
	double least = INFINITY;

	for (size_t i = 0; i < count; i++) {
		if (figure_has_samples(&items[i]) && items[i].is_timed)
			least = fmin(least, figure_stats(&items[i]).median * 1e-9);
	}
	return isfinite(least) ? least : 0;
}

static const struct figure *bandwidth_figure(const struct figures *figures, const char *bench)
{
	size_t count;
	const struct figure *items = figures_of(figures, bench, &count), *best = NULL;
	uint64_t largest = 0, size_bytes, cpus;

	for (size_t i = 0; i < count; i++) {
		if (!figure_number(&items[i], "cpus", &cpus) || cpus != 1 ||
		    !figure_number(&items[i], "size_bytes", &size_bytes) ||
		    !(figure_bandwidth(&items[i]) > 0) || size_bytes < largest)
			continue;
		if (size_bytes > largest || figure_bandwidth(&items[i]) > figure_bandwidth(best))
			best = &items[i];
		largest = size_bytes;
	}
	return best;
}

static double least_known(double a, double b)
{
	if (a == 0 || b == 0)
		return a + b;
	return fmin(a, b);
}

size_t memory_peak_predict(const struct figures *figures, const struct memory_peak *peak,
			   struct bandwidth_prediction predictions[BANDWIDTHS_MAX])
{
	double seconds = line_seconds(figures);
	size_t count = 0;

	for (size_t i = 0; i < MODELS; i++) {
		struct bandwidth_prediction *prediction = &predictions[count];
		const struct figure *figure = bandwidth_figure(figures, models[i].bench);
		double waited = models[i].loads * seconds;

		if (figure == NULL)
			continue;
		*prediction = (struct bandwidth_prediction){
			.model = &models[i],
			.figure = figure,
			.base = peak->bytes_per_second / models[i].crossings,
			.measured = figure_bandwidth(figure) * 1e9,
		};
		prediction->predicted = least_known(prediction->base,
						    waited > 0 ? LINE_BYTES / waited : 0);
		count++;
	}
	return count;
}
