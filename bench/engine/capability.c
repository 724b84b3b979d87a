/* SPDX-License-Identifier: MIT */
/* The words by which records name what a machine has or lacks. */
#include "bench/platform.h"

const struct platform_capability_text platform_capability_texts[PLATFORM_CAPABILITY_COUNT] = {
#define X(symbol, word, summary) {word, summary},
	PLATFORM_CAPABILITIES(X)
#undef X
};
