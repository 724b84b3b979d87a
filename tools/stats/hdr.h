/* SPDX-License-Identifier: MIT */
/* Histograms as HdrHistogram keeps and logs them: log-linear buckets that hold any value to three
 * digits, so that percentiles far out survive being merged over runs and machines. */
#ifndef TOOLS_STATS_HDR_H
#define TOOLS_STATS_HDR_H

#include <stdint.h>

struct hdr {
	uint64_t *counts;
	uint64_t max;           /* of all values */
};

void hdr_init(struct hdr *hdr);
void hdr_free(struct hdr *hdr);

/* Count a value; one above HDR_VALUE_MAX is counted as that. */
#define HDR_VALUE_MAX ((UINT64_C(1) << 53) - 1)
void hdr_add(struct hdr *hdr, uint64_t value);

/* The histogram as a log has it, version 2 of the encoding, compressed, in base64; the caller frees
 * the text. HdrHistogram's own description of it is the comment of AbstractHistogram,
 * "encodeIntoCompressedByteBuffer". */
char *hdr_encode(const struct hdr *hdr);

#endif
