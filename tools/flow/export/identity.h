/* SPDX-License-Identifier: MIT */
/* Identifiers that no other log's interactions have: made of a hash of the log, so that the same
 * log always has the same. */
#ifndef TOOLS_FLOW_EXPORT_IDENTITY_H
#define TOOLS_FLOW_EXPORT_IDENTITY_H

#include <stdint.h>

#include "tools/flow/log.h"

/* A hash of a log's manifest, names and events. */
uint64_t flow_identity_hash(const struct flow_log *log);

/* Two numbers of a hash have two results, and none is 0. */
uint64_t flow_identity_of(uint64_t hash, uint64_t number);

/* The universally unique identifier of a hash, as text: RFC 9562, "UUID Version 8". */
#define FLOW_UUID_BYTES 16
#define FLOW_UUID_TEXT_BYTES 37
void flow_identity_uuid(uint64_t hash, uint8_t uuid[FLOW_UUID_BYTES]);
void flow_identity_uuid_text(const uint8_t uuid[FLOW_UUID_BYTES], char text[FLOW_UUID_TEXT_BYTES]);

#endif
