/* SPDX-License-Identifier: MIT */
/* The traced program of tests/memory/cachegrind.sh. Without a C library, so each run executes the
 * same instructions on the same addresses. Walks through memory in several orders, and through more
 * code than a small cache holds. */
#include <stdint.h>

#define WORDS 16384
#define STEPS 20000

/* A word at any address. */
typedef uint64_t unaligned __attribute__((aligned(1)));

static _Alignas(64) uint64_t words[WORDS];
static volatile uint64_t result;

/* A random sequence: Knuth, The Art of Computer Programming vol. 2, "The Linear Congruential
 * Method", with the factor of his MMIX. */
static uint64_t next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

static void walk_in_order(void)
{
	for (unsigned round = 0; round < 3; round++) {
		for (unsigned i = 0; i < WORDS; i++)
			words[i] += i;
	}
}

/* From column to column of a matrix stored row by row. */
static void walk_across(void)
{
	for (unsigned column = 0; column < 128; column++) {
		for (unsigned row = 0; row < WORDS / 128; row++)
			words[row * 128 + column]++;
	}
}

static void walk_at_random(uint64_t *state)
{
	for (unsigned i = 0; i < STEPS; i++)
		words[next(state) % WORDS] ^= i;
}

/* Words that cross two cache lines. */
static void walk_over_edges(uint64_t *state)
{
	for (unsigned i = 0; i < STEPS / 10; i++) {
		char *at = (char *)words + next(state) % (WORDS / 8 - 1) * 64 + 60;

		*(volatile unaligned *)at += i;
	}
}

__attribute__((noinline)) static uint64_t walk_down(uint64_t depth)
{
	volatile uint64_t here = depth;

	return depth == 0 ? here : walk_down(depth - 1) + here;
}

/* Functions of a line or two each. */
#define F(n) \
	__attribute__((noinline)) static uint64_t f##n(uint64_t x) \
	{ \
		x = (x ^ (n)) * 0x9e3779b97f4a7c15u; \
		x ^= x >> 29; \
		x = (x + (n)) * 0xbf58476d1ce4e5b9u; \
		return x ^ x >> 32; \
	}
#define EIGHT(X, n) X(n##0) X(n##1) X(n##2) X(n##3) X(n##4) X(n##5) X(n##6) X(n##7)
#define ALL(X) EIGHT(X, 1) EIGHT(X, 2) EIGHT(X, 3) EIGHT(X, 4) EIGHT(X, 5) EIGHT(X, 6) EIGHT(X, 7)
ALL(F)

static void walk_through_code(uint64_t *state)
{
#define NAME(n) f##n,
	static uint64_t (*const functions[])(uint64_t) = {ALL(NAME)};
	uint64_t x = 1;

	for (unsigned i = 0; i < STEPS; i++)
		x = functions[next(state) % (sizeof(functions) / sizeof(functions[0]))](x);
	result = x;
}

void _start(void);

__attribute__((force_align_arg_pointer, noreturn)) void _start(void)
{
	uint64_t state = 1;

	walk_in_order();
	walk_across();
	walk_at_random(&state);
	walk_over_edges(&state);
	result = walk_down(2000);
	walk_through_code(&state);
	__asm__ volatile("syscall" : : "a"(60), "D"(0));
	__builtin_unreachable();
}
