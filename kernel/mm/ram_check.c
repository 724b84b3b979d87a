/* SPDX-License-Identifier: MIT */
#include "kernel/mm/ram_check.h"

#include "lib/cpu/bytes.h"
#include "lib/cpu/interrupts.h"

#define PAGE_WORDS (RAM_CHECK_PAGE_BYTES / sizeof(uint64_t))
#define WHOLE_PAGES_MAX 16384u          /* 64 MiB */
#define LINE_WORDS 8u                   /* words of a cache line, at least */

static void write_back(const volatile uint64_t *word)
{
	cpu_write_back((const void *)(uintptr_t)word);
}

/* The value of a word: its address, or the complement. */
static uint64_t pattern(const volatile uint64_t *word, uint64_t invert)
{
	return (uintptr_t)word ^ invert;
}

/* The number of words before the first bad one. Only every step-th word is checked. */
static uint64_t check(volatile uint64_t *words, uint64_t count, uint64_t step, uint64_t invert)
{
	uint64_t good = 0;

	for (uint64_t i = 0; i < count; i += step)
		words[i] = pattern(&words[i], invert);
	for (uint64_t i = 0; i < count; i += step > LINE_WORDS ? step : LINE_WORDS)
		write_back(&words[i]);
	memory_fence();
	while (good < count && words[good] == pattern(&words[good], invert))
		good += step;
	return good;
}

/* The number of pages before the first bad one. */
static uint64_t check_pages(volatile uint64_t *words, uint64_t pages, uint64_t step)
{
	uint64_t good = check(words, pages * PAGE_WORDS, step, 0) / PAGE_WORDS;

	return check(words, good * PAGE_WORDS, step, UINT64_MAX) / PAGE_WORDS;
}

uint64_t ram_check(volatile uint64_t *words, uint64_t pages)
{
	uint64_t whole = pages < WHOLE_PAGES_MAX ? pages : WHOLE_PAGES_MAX;
	uint64_t good = check_pages(words, whole, 1);

	if (good < whole)
		return good;
	return whole + check_pages(words + whole * PAGE_WORDS, pages - whole, PAGE_WORDS);
}

/* Check single words. Restores their contents in reverse order, so that a word with two addresses
 * gets its first contents. */
void ram_check_places(struct ram_check_place *places, uint32_t count)
{
	for (uint32_t i = 0; i < count; i++) {
		places[i].kept = *places[i].word;
		*places[i].word = pattern(places[i].word, UINT64_MAX);
		write_back(places[i].word);
	}
	memory_fence();
	for (uint32_t i = 0; i < count; i++)
		places[i].is_bad = *places[i].word != pattern(places[i].word, UINT64_MAX);
	for (uint32_t i = count; i-- > 0;)
		*places[i].word = places[i].kept;
}
