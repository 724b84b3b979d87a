/* SPDX-License-Identifier: MIT */
/* Names of capabilities in records. */
#include "bench/platform.h"

const struct platform_capability_text platform_capability_texts[PLATFORM_CAPABILITY_COUNT] = {
#define X(symbol, word, summary) {word, summary},
	PLATFORM_CAPABILITIES(X)
#undef X
};
