/* SPDX-License-Identifier: MIT */
/* Backtraces of a made-up stack. */
#include "tests/unit/unit.h"

#include "lib/backtrace.h"

#define TEXT 0x1000
#define TEXT_END 0x1300
#define STACK 0x8000
#define WORDS 64

static uint64_t stack[WORDS];           /* at STACK */

static int read_stack(uint64_t address, uint64_t *value)
{
	if (address < STACK || address >= STACK + sizeof(stack) || address % 8 != 0)
		return -14;
	*value = stack[(address - STACK) / 8];
	return 0;
}

/* Functions at TEXT, + 0x100 and + 0x200. */
static const struct {
	struct symbol symbols[3];
	char names[16];
} program = {
	{{TEXT, 24}, {TEXT + 0x100, 30}, {TEXT + 0x200, 34}}, "start\0run\0leaf",
};
static const struct backtrace_image image = {
	TEXT, TEXT_END, program.symbols, COUNT(program.symbols), read_stack,
};

/* A frame at this word, called from an address, with its caller's frame. */
static void put_frame(size_t word, uint64_t caller_word, uint64_t return_address)
{
	stack[word] = STACK + 8 * caller_word;
	stack[word + 1] = return_address;
}

static void assert_trace(uint64_t rip, uint64_t rbp, const char *expected)
{
	char text[256];

	backtrace_walk(&image, rip, rbp, text, sizeof(text));
	assert_string_equal(text, expected);
}

TEST(callers_follow_the_innermost_function)
{
	memset(stack, 0, sizeof(stack));
	put_frame(2, 10, TEXT + 0x110);
	put_frame(10, 20, TEXT);
	put_frame(20, 0, TEXT + 0x2ff);
	assert_trace(TEXT + 0x200, STACK + 16, "leaf+0x0 < run+0x10 < start+0x0 < leaf+0xff");
	assert_trace(TEXT + 0x1ff, 7, "run+0xff");      /* unreadable */
	assert_trace(0x42, STACK + 16, "0x42 < run+0x10 < start+0x0 < leaf+0xff");
}

TEST(walk_ends_outside_the_program)
{
	memset(stack, 0, sizeof(stack));
	put_frame(2, 10, TEXT + 1);
	put_frame(10, 20, TEXT_END);
	assert_trace(TEXT, STACK + 16, "start+0x0 < start+0x1");
	put_frame(10, 20, TEXT - 1);
	assert_trace(TEXT, STACK + 16, "start+0x0 < start+0x1");
	assert_trace(TEXT, STACK + sizeof(stack) - 8, "start+0x0");       /* half a frame */
	assert_trace(TEXT_END, 0, "0x1300");
}

/* A frame below or at its callee is garbage, or a loop. */
TEST(walk_ends_at_a_frame_that_is_not_above)
{
	memset(stack, 0, sizeof(stack));
	put_frame(4, 4, TEXT + 2);
	assert_trace(TEXT, STACK + 32, "start+0x0 < start+0x2");
	put_frame(4, 2, TEXT + 3);
	put_frame(2, 8, TEXT + 4);
	assert_trace(TEXT, STACK + 32, "start+0x0 < start+0x3");
}

TEST(walk_has_at_most_16_functions)
{
	char text[256], *at = text;
	size_t count = 1;

	memset(stack, 0, sizeof(stack));
	for (size_t i = 0; i + 3 < WORDS; i += 2)
		put_frame(i, i + 2, TEXT + 0x100);
	backtrace_walk(&image, TEXT, STACK, text, sizeof(text));
	while ((at = strstr(at, " < ")) != NULL) {
		at++;
		count++;
	}
	assert_int_equal(count, 16);
}

TEST(text_is_truncated_to_its_size)
{
	char text[13];

	memset(stack, 0, sizeof(stack));
	put_frame(2, 10, TEXT + 0x110);
	put_frame(10, 0, TEXT);
	backtrace_walk(&image, TEXT + 0x200, STACK + 16, text, sizeof(text));
	assert_string_equal(text, "leaf+0x0 < r");
}

/* Sign-extended addresses. */
TEST(program_may_be_in_the_highest_memory)
{
	static const struct {
		struct symbol symbol;
		char name[8];
	} high = {{INT32_MIN, 8}, "kernel"};
	const struct backtrace_image kernel = {
		0xffffffff80000000, 0xffffffff80001000, &high.symbol, 1, read_stack,
	};
	char text[64];

	backtrace_walk(&kernel, 0xffffffff80000010, 0, text, sizeof(text));
	assert_string_equal(text, "kernel+0x10");
}
