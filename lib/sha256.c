/* SPDX-License-Identifier: MIT */
/* Freestanding, because the kernel has no library with SHA-256. */
#include "lib/sha256.h"

#include "lib/text/string.h"

#define BLOCK_BYTES 64
#define LENGTH_BYTES 8
#define ROUNDS 64
#define WORDS 8

/* Section 4.2.2, "SHA-224 and SHA-256 Constants". */
static const uint32_t constants[ROUNDS] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
	0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
	0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
	0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
	0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
	0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
	0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
	0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
	0xc67178f2,
};

struct sha256 {
	uint32_t words[WORDS];
	uint8_t block[BLOCK_BYTES];
	size_t used;                    /* bytes in block */
	uint64_t bytes;                 /* in total */
};

static uint32_t rotate_right(uint32_t value, unsigned bits)
{
	return value >> bits | value << (32 - bits);
}

/* Section 6.2.2, "SHA-256 Hash Computation", step 1. */
static void sha256_expand(const uint8_t block[BLOCK_BYTES], uint32_t schedule[ROUNDS])
{
	for (size_t i = 0; i < BLOCK_BYTES / 4; i++)
		schedule[i] = (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
			      (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3];
	for (size_t i = BLOCK_BYTES / 4; i < ROUNDS; i++) {
		uint32_t a = schedule[i - 15], b = schedule[i - 2];

		schedule[i] = schedule[i - 16] + schedule[i - 7] +
			      (rotate_right(a, 7) ^ rotate_right(a, 18) ^ a >> 3) +
			      (rotate_right(b, 17) ^ rotate_right(b, 19) ^ b >> 10);
	}
}

/* Steps 2 to 4. The words are a to h of the standard. */
static void sha256_add_block(struct sha256 *hash)
{
	uint32_t schedule[ROUNDS], w[WORDS];

	sha256_expand(hash->block, schedule);
	memcpy(w, hash->words, sizeof(w));
	for (size_t i = 0; i < ROUNDS; i++) {
		uint32_t choice = (w[4] & w[5]) ^ (~w[4] & w[6]);
		uint32_t majority = (w[0] & w[1]) ^ (w[0] & w[2]) ^ (w[1] & w[2]);
		uint32_t one = w[7] + choice + constants[i] + schedule[i] +
			       (rotate_right(w[4], 6) ^ rotate_right(w[4], 11) ^
				rotate_right(w[4], 25));
		uint32_t two = majority + (rotate_right(w[0], 2) ^ rotate_right(w[0], 13) ^
					   rotate_right(w[0], 22));

		memmove(w + 1, w, (WORDS - 1) * sizeof(w[0]));
		w[4] += one;
		w[0] = one + two;
	}
	for (size_t i = 0; i < WORDS; i++)
		hash->words[i] += w[i];
	hash->used = 0;
}

static void sha256_add(struct sha256 *hash, const uint8_t *data, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		hash->block[hash->used++] = data[i];
		if (hash->used == BLOCK_BYTES)
			sha256_add_block(hash);
	}
	hash->bytes += size;
}

/* Section 5.1.1, "SHA-1, SHA-224 and SHA-256": a one bit, zeros, and the length in bits. */
static void sha256_end(struct sha256 *hash)
{
	static const uint8_t one = 0x80, zero = 0;
	uint64_t bits = hash->bytes * 8;
	uint8_t length[LENGTH_BYTES];

	sha256_add(hash, &one, 1);
	while (hash->used != BLOCK_BYTES - LENGTH_BYTES)
		sha256_add(hash, &zero, 1);
	for (size_t i = 0; i < LENGTH_BYTES; i++)
		length[i] = (uint8_t)(bits >> 8 * (LENGTH_BYTES - 1 - i));
	sha256_add(hash, length, sizeof(length));
}

void sha256_pair(const void *first, size_t first_size, const void *second, size_t second_size,
		 uint8_t digest[SHA256_BYTES])
{
	/* Section 5.3.3, "SHA-256": the initial hash value. */
	struct sha256 hash = {.words = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
					0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};

	sha256_add(&hash, first, first_size);
	sha256_add(&hash, second, second_size);
	sha256_end(&hash);
	for (size_t i = 0; i < SHA256_BYTES; i++)
		digest[i] = (uint8_t)(hash.words[i / 4] >> (24 - 8 * (i % 4)));
}
