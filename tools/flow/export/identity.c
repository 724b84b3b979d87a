/* SPDX-License-Identifier: MIT */
/* FNV-1a over the contents of the log, and an invertible mixer. */
#include "tools/flow/export/identity.h"

#include <stdio.h>
#include <string.h>

/* "The FNV Non-Cryptographic Hash Algorithm", parameters of 64 bits. */
#define FNV_BASIS 0xcbf29ce484222325u
#define FNV_PRIME 0x100000001b3u

static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t size)
{
	for (size_t i = 0; i < size; i++)
		hash = (hash ^ ((const uint8_t *)bytes)[i]) * FNV_PRIME;
	return hash;
}

/* Includes the terminator, so that two texts differ from their concatenation. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
	return text != NULL ? hash_bytes(hash, text, strlen(text) + 1) : hash;
}

static uint64_t hash_names(uint64_t hash, const struct flow_names *names)
{
	for (size_t i = 0; i < names->count; i++)
		hash = hash_text(hash, names->items[i].name);
	return hash;
}

uint64_t flow_identity_hash(const struct flow_log *log)
{
	uint64_t hash = hash_bytes(FNV_BASIS, &log->manifest.tsc_hz, sizeof(log->manifest.tsc_hz));

	hash = hash_text(hash, log->manifest.build);
	hash = hash_text(hash, log->manifest.command_line);
	for (size_t i = 0; i < log->runs.count; i++)
		hash = hash_text(hash, log->runs.items[i].info.name);
	hash = hash_names(hash_names(hash, &log->objects), &log->threads);
	return hash_bytes(hash, log->events.items, log->events.count * sizeof(*log->events.items));
}

/* Steele, Lea and Flood, "Fast Splittable Pseudorandom Number Generators" (2014), the mixer of
 * SplitMix64. Each step is invertible. */
static uint64_t mix(uint64_t value)
{
	value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9u;
	value = (value ^ value >> 27) * 0x94d049bb133111ebu;
	return value ^ value >> 31;
}

/* Only 0 is mixed to 0, so each hash has one number that would get it. That number gets the
 * identifier of UINT64_MAX instead, which no interaction or sub-task has. */
uint64_t flow_identity_of(uint64_t hash, uint64_t number)
{
	uint64_t mixed = mix(hash + number);

	return mixed != 0 ? mixed : mix(hash + UINT64_MAX);
}

void flow_identity_uuid(uint64_t hash, uint8_t uuid[FLOW_UUID_BYTES])
{
	uint64_t halves[2] = {flow_identity_of(hash, 1), flow_identity_of(hash, 2)};

	memcpy(uuid, halves, FLOW_UUID_BYTES);
	uuid[6] = (uuid[6] & 0x0f) | 0x80;      /* version */
	uuid[8] = (uuid[8] & 0x3f) | 0x80;      /* variant */
}

void flow_identity_uuid_text(const uint8_t uuid[FLOW_UUID_BYTES], char text[FLOW_UUID_TEXT_BYTES])
{
	for (int i = 0; i < FLOW_UUID_BYTES; i++) {
		snprintf(text, 3, "%02x", uuid[i]);
		text += 2;
		if (i == 3 || i == 5 || i == 7 || i == 9)
			*text++ = '-';
	}
}
