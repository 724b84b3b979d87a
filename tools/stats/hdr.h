/* SPDX-License-Identifier: MIT */
/* Histograms in HdrHistogram's format. Log-linear buckets store each value with three digits, so
 * that extreme percentiles remain accurate when histograms of runs and machines are merged. */
#ifndef TOOLS_STATS_HDR_H
#define TOOLS_STATS_HDR_H

#include <stdint.h>

struct hdr {
	uint64_t *counts;
	uint64_t max;           /* of all values */
};

void hdr_init(struct hdr *hdr);
void hdr_free(struct hdr *hdr);

/* Count a value. Values above HDR_VALUE_MAX are counted as HDR_VALUE_MAX. */
#define HDR_VALUE_MAX ((UINT64_C(1) << 53) - 1)
#define HDR_THOUSANDTHS 1000.0  /* of a unit: an export's values are in them */
void hdr_add(struct hdr *hdr, uint64_t value);

/* Encode the histogram for a log: encoding version 2, compressed, base64. The caller frees the
 * text. The format is defined by the comments of HdrHistogram's AbstractHistogram,
 * "encodeIntoCompressedByteBuffer". */
char *hdr_encode(const struct hdr *hdr);

#endif
