/* SPDX-License-Identifier: MIT */
/* CPUID features as a table. */
#include "lib/x86/cpuid.h"

static const struct {
	const char *name;
	uint32_t leaf, subleaf;
	enum cpuid_register reg;
	unsigned bit;
} features[] = {
#define X(symbol, word, leaf, subleaf, reg, bit) {word, leaf, subleaf, reg, bit},
	CPUID_FEATURES(X)
#undef X
};

bool cpu_has(enum cpuid_feature feature)
{
	struct cpuid r = cpuid_or_zero(features[feature].leaf, features[feature].subleaf);
	const uint32_t registers[] = {r.eax, r.ebx, r.ecx, r.edx};

	return registers[features[feature].reg] >> features[feature].bit & 1;
}

const char *cpuid_feature_name(enum cpuid_feature feature)
{
	return features[feature].name;
}
