/* SPDX-License-Identifier: MIT */
/* SMBIOS contains each module's speed, width and slot, but not the number of channels. Some slots'
 * names contain the channel, such as "ChannelA-DIMM0". */
#include "tools/analysis/memory_peak.h"

#include <math.h>
#include <string.h>
#include <strings.h>

#include "tools/stats/stats.h"

#define SMBIOS_READ "read"
#define CHANNEL_WORD "channel"
#define LINE_BYTES 64.0
#define OUTSTANDING_BENCH "mem.mlp"

/* A store to a line that is not cached reads the line first. A non-temporal store does not read
 * it. */
static const struct bandwidth_model models[] = {
	{"mem.bandwidth.read", 1, 1, "each line is read"},
	{"mem.bandwidth.write", 2, 1, "each line is read before the store, and written back"},
	{"mem.bandwidth.fill", 2, 1, "each line is read before the store, and written back"},
	{"mem.bandwidth.copy", 3, 2,
	 "a line is read; another is read before the store, and written back"},
	{"mem.bandwidth.nt_write", 1, 0, "each line is written by non-temporal stores"},
	{"mem.bandwidth.nt_copy", 2, 1,
	 "a line is read; another is written by non-temporal stores"},
};

#define MODELS (sizeof(models) / sizeof(models[0]))

_Static_assert(MODELS <= BANDWIDTHS_MAX, "room for a prediction of each");

/* ---- The machine's memory ---- */

static const struct wire_memory_device *device_at(const struct result *result, size_t number)
{
	return &result->records[WIRE_memory_device].items[number].memory_device;
}

/* Length of a slot's name up to the end of its channel: "ChannelA" of "ChannelA-DIMM0", "P0 CHANNEL
 * B" of "P0 CHANNEL B". 0 if it has none. */
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

/* The part of a device's names up to its channel; NULL if there is none. */
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

/* Whether a preceding device is on the same channel. */
static bool channel_is_counted(const struct result *result, size_t number, const char *channel,
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

/* Returns 0 if the channel of any device is unknown. */
static uint64_t count_channels(const struct result *result)
{
	uint64_t channels = 0;

	for (size_t i = 0; i < result->records[WIRE_memory_device].count; i++) {
		size_t length;
		const char *channel = channel_of(device_at(result, i), &length);

		if (channel == NULL)
			return 0;
		channels += !channel_is_counted(result, i, channel, length);
	}
	return channels;
}

/* The missing SMBIOS data, as a message; NULL if it is complete. */
static const char *missing_smbios(const struct result *result)
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
	struct memory_peak peak = {.missing = missing_smbios(result)};

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

/* Seconds per line with the maximum number of outstanding loads: the curve's minimum; 0 if
 * unknown. */
static double line_seconds(const struct metrics *metrics)
{
	size_t count;
	const struct metric *items = metrics_of(metrics, OUTSTANDING_BENCH, &count);
	double least = INFINITY;

	for (size_t i = 0; i < count; i++) {
		if (metric_has_samples(&items[i]) && items[i].is_timed)
			least = fmin(least, metric_stats(&items[i]).median * 1e-9);
	}
	return isfinite(least) ? least : 0;
}

static const struct metric *bandwidth_metric(const struct metrics *metrics, const char *bench)
{
	size_t count;
	const struct metric *items = metrics_of(metrics, bench, &count), *best = NULL;
	uint64_t largest = 0, size_bytes, cpus;

	for (size_t i = 0; i < count; i++) {
		if (!metric_is_local(&items[i]) ||
		    !metric_parameter_number(&items[i], "cpus", &cpus) || cpus != 1 ||
		    !metric_parameter_number(&items[i], "size_bytes", &size_bytes) ||
		    !(metric_bandwidth(&items[i]) > 0) || size_bytes < largest)
			continue;
		if (size_bytes > largest || metric_bandwidth(&items[i]) > metric_bandwidth(best))
			best = &items[i];
		largest = size_bytes;
	}
	return best;
}

static double min_known(double a, double b)
{
	if (a == 0 || b == 0)
		return a + b;
	return fmin(a, b);
}

size_t memory_peak_predict(const struct metrics *metrics, const struct memory_peak *peak,
			   struct bandwidth_prediction predictions[BANDWIDTHS_MAX])
{
	double seconds = line_seconds(metrics);
	size_t count = 0;

	for (size_t i = 0; i < MODELS; i++) {
		struct bandwidth_prediction *prediction = &predictions[count];
		const struct metric *metric = bandwidth_metric(metrics, models[i].bench);
		double waited = models[i].loads * seconds;

		if (metric == NULL)
			continue;
		*prediction = (struct bandwidth_prediction){
			.model = &models[i],
			.metric = metric,
			.base = peak->bytes_per_second / models[i].crossings,
			.measured = metric_bandwidth(metric) * 1e9,
		};
		prediction->predicted = min_known(prediction->base,
						  stats_rate(LINE_BYTES, waited));
		count++;
	}
	return count;
}
