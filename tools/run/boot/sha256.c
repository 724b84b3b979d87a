/* SPDX-License-Identifier: MIT */
/* FIPS 180-4, "Secure Hash Standard", with its names of functions and variables. Files are in
 * memory as a whole, so there is no state between calls. */
#include "tools/run/boot/sha256.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define BLOCK_BYTES 64
#define LENGTH_BYTES 8
#define ROUNDS 64
#define WORDS 8

/* "SHA-224 and SHA-256 Constants". */
static const uint32_t constants[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5,
	0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3,
	0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc,
	0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13,
	0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
	0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5,
	0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208,
	0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2,
};

/* "Setting the Initial Hash Value (H(0))". */
static const uint32_t initial[WORDS] = {
	0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
	0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
};

static uint32_t rotate(uint32_t word, unsigned bits)
{
	return word >> bits | word << (32 - bits);
}

static void prepare_schedule(const unsigned char *block, uint32_t schedule[ROUNDS])
{
	for (unsigned t = 0; t < 16; t++, block += 4)
		schedule[t] = (uint32_t)block[0] << 24 | (uint32_t)block[1] << 16 |
			      (uint32_t)block[2] << 8 | block[3];
	for (unsigned t = 16; t < ROUNDS; t++) {
		uint32_t early = schedule[t - 15], late = schedule[t - 2];

		schedule[t] = (rotate(late, 17) ^ rotate(late, 19) ^ late >> 10) + schedule[t - 7] +
			      (rotate(early, 7) ^ rotate(early, 18) ^ early >> 3) +
			      schedule[t - 16];
	}
}

static void take_block(uint32_t hash[WORDS], const unsigned char *block)
{
	uint32_t schedule[ROUNDS], v[WORDS];

	prepare_schedule(block, schedule);
	memcpy(v, hash, sizeof(v));
	for (unsigned t = 0; t < ROUNDS; t++) {
		uint32_t sum1 = rotate(v[4], 6) ^ rotate(v[4], 11) ^ rotate(v[4], 25);
		uint32_t sum0 = rotate(v[0], 2) ^ rotate(v[0], 13) ^ rotate(v[0], 22);
		uint32_t choice = (v[4] & v[5]) ^ (~v[4] & v[6]);
		uint32_t majority = (v[0] & v[1]) ^ (v[0] & v[2]) ^ (v[1] & v[2]);
		uint32_t t1 = v[7] + sum1 + choice + constants[t] + schedule[t];

		memmove(v + 1, v, (WORDS - 1) * sizeof(*v));
		v[4] += t1;
		v[0] = t1 + sum0 + majority;
	}
	for (unsigned i = 0; i < WORDS; i++)
		hash[i] += v[i];
}

/* "Padding the Message": a one bit, zeros, and the length in bits as the last 8 bytes of a
 * block. */
static void take_rest(uint32_t hash[WORDS], const unsigned char *rest, size_t count, size_t size)
{
	unsigned char blocks[2 * BLOCK_BYTES] = {0};
	size_t end = count + 1 + LENGTH_BYTES <= BLOCK_BYTES ? BLOCK_BYTES : 2 * BLOCK_BYTES;
	uint64_t bits = (uint64_t)size * 8;

	if (count > 0)
		memcpy(blocks, rest, count);
	blocks[count] = 0x80;
	for (size_t i = 1; i <= LENGTH_BYTES; i++, bits >>= 8)
		blocks[end - i] = (unsigned char)bits;
	for (size_t at = 0; at < end; at += BLOCK_BYTES)
		take_block(hash, blocks + at);
}

void sha256_hex(const void *data, size_t size, char hex[SHA256_HEX_CHARS + 1])
{
	const unsigned char *bytes = data;
	uint32_t hash[WORDS];
	size_t whole = size - size % BLOCK_BYTES;

	memcpy(hash, initial, sizeof(hash));
	for (size_t at = 0; at < whole; at += BLOCK_BYTES)
		take_block(hash, bytes + at);
	take_rest(hash, bytes + whole, size - whole, size);
	for (unsigned i = 0; i < WORDS; i++)
		snprintf(hex + (size_t)8 * i, 9, "%08x", (unsigned)hash[i]);
}
