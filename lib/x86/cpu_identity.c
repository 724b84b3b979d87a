/* SPDX-License-Identifier: MIT */
/* CPUID's identification leaves as text and numbers. */
#include "lib/x86/cpu_identity.h"

#include "lib/text/fmt.h"
#include "lib/text/string.h"
#include "lib/x86/cpuid.h"

#define LEAF_BRAND 0x80000002u
#define BRAND_LEAVES 3u
#define FAMILY_EXTENDED 15u
#define FAMILY_INTEL_P6 6u

static void read_vendor(char vendor[13])
{
	struct cpuid r = cpuid(0, 0);

	memcpy(vendor, &r.ebx, 4);
	memcpy(vendor + 4, &r.edx, 4);
	memcpy(vendor + 8, &r.ecx, 4);
	vendor[12] = '\0';
}

/* Some CPUs pad the brand with leading blanks. */
static void read_brand(char brand[49])
{
	size_t blanks = 0;

	memset(brand, 0, 49);
	for (uint32_t i = 0; i < BRAND_LEAVES; i++) {
		struct cpuid r = cpuid_or_zero(LEAF_BRAND + i, 0);

		memcpy(brand + i * sizeof(r), &r, sizeof(r));
	}
	while (brand[blanks] == ' ')
		blanks++;
	memmove(brand, brand + blanks, 49 - blanks);
}

static void read_signature(struct cpu_identity *identity)
{
	uint32_t eax = cpuid_or_zero(1, 0).eax;

	identity->stepping = eax & 15;
	identity->model = eax >> 4 & 15;
	identity->family = eax >> 8 & 15;
	if (identity->family == FAMILY_INTEL_P6 || identity->family == FAMILY_EXTENDED)
		identity->model |= (eax >> 16 & 15) << 4;
	if (identity->family == FAMILY_EXTENDED)
		identity->family += eax >> 20 & 0xff;
}

void cpu_identity_read(struct cpu_identity *identity)
{
	read_vendor(identity->vendor);
	read_brand(identity->brand);
	read_signature(identity);
}

void cpu_hypervisor_read(char signature[CPU_HYPERVISOR_CHARS])
{
	struct cpuid r;

	memset(signature, 0, CPU_HYPERVISOR_CHARS);
	if (!cpu_has(FEATURE_HYPERVISOR))
		return;
	r = cpuid(CPUID_HYPERVISOR_BASE, 0);
	memcpy(signature, &r.ebx, 4);
	memcpy(signature + 4, &r.ecx, 4);
	memcpy(signature + 8, &r.edx, 4);
}

bool cpu_identity_is_amd(const struct cpu_identity *identity)
{
	return strcmp(identity->vendor, "AuthenticAMD") == 0 ||
	       strcmp(identity->vendor, "HygonGenuine") == 0;
}

void cpu_identity_features(char *text, size_t size)
{
	size_t used = 0;

	text[0] = '\0';
	for (int feature = 0; feature < FEATURE_COUNT && used < size; feature++) {
		if (cpu_has((enum cpuid_feature)feature))
			used += fmt_buffer(text + used, size - used, "%s%s", used > 0 ? "," : "",
					   cpuid_feature_name((enum cpuid_feature)feature));
	}
}
