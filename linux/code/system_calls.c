/* SPDX-License-Identifier: MIT */
#include "linux/code/system_calls.h"

#include <string.h>
#include <sys/syscall.h>

#define MOV_BYTES 5                     /* MOV EAX, imm32 */
#define OPCODE_MOV_EAX 0xb8

static bool is_harmless(uint32_t number)
{
#define X(call) if (number == call) return true;
	CODE_HARMLESS_CALLS(X)
#undef X
	return false;
}

static bool is_call(const uint8_t *at)
{
	static const uint8_t calls[][2] = {{0x0f, 0x05}, {0x0f, 0x34}, {0xcd, 0x80}};

	for (size_t i = 0; i < sizeof(calls) / sizeof(calls[0]); i++) {
		if (memcmp(at, calls[i], sizeof(calls[i])) == 0)
			return true;
	}
	return false;
}

static bool follows_harmless_number(const uint8_t *text, size_t index)
{
	uint32_t number;

	if (index < MOV_BYTES || text[index] != 0x0f || text[index + 1] != 0x05 ||
	    text[index - MOV_BYTES] != OPCODE_MOV_EAX)
		return false;
	memcpy(&number, text + index - sizeof(number), sizeof(number));
	return is_harmless(number);
}

enum code_calls code_calls_of(const uint8_t *text, size_t bytes)
{
	enum code_calls calls = CODE_CALLS_NONE;

	for (size_t i = 0; i + 1 < bytes; i++) {
		if (!is_call(text + i))
			continue;
		if (!follows_harmless_number(text, i))
			return CODE_CALLS_ANY;
		calls = CODE_CALLS_HARMLESS;
	}
	return calls;
}
