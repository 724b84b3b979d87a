/* SPDX-License-Identifier: MIT */
/* Identifiers derived from a hash of the log: unique across logs, and constant for equal logs. */
#ifndef TOOLS_FLOW_EXPORT_IDENTITY_H
#define TOOLS_FLOW_EXPORT_IDENTITY_H

#include <stdint.h>

#include "tools/flow/log.h"

/* A hash of a log's manifest, names and events. */
uint64_t flow_identity_hash(const struct flow_log *log);

/* The identifier of a number. Never 0. Different numbers give different identifiers. */
uint64_t flow_identity_of(uint64_t hash, uint64_t number);

/* A UUID derived from a hash, and its text: RFC 9562, "UUID Version 8". */
#define FLOW_UUID_BYTES 16
#define FLOW_UUID_TEXT_BYTES 37
void flow_identity_uuid(uint64_t hash, uint8_t uuid[FLOW_UUID_BYTES]);
void flow_identity_uuid_text(const uint8_t uuid[FLOW_UUID_BYTES], char text[FLOW_UUID_TEXT_BYTES]);

#endif
