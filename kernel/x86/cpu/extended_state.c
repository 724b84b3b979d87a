/* SPDX-License-Identifier: MIT */
/* Linux makes the same choice, but prefers XSAVES, which also saves supervisor states. */
#include "kernel/machine/extended_state.h"

#include <stddef.h>

#include "lib/x86/extended_state.h"

static void save_changed(void *area)
{
	xsaveopt(area);
}

static void save_all(void *area)
{
	xsave(area);
}

static void restore_all(const void *area)
{
	xrstor(area);
}

static void save_legacy(void *area)
{
	fxsave(area);
}

static void restore_legacy(const void *area)
{
	fxrstor(area);
}

const struct extended_state_way *extended_state_best(void)
{
	static const struct extended_state_way by_xsaveopt = {save_changed, restore_all};
	static const struct extended_state_way by_xsave = {save_all, restore_all};
	static const struct extended_state_way by_fxsave = {save_legacy, restore_legacy};

	if (!xsave_is_enabled())
		return &by_fxsave;
	if (cpuid_or_zero(CPUID_XSAVE, 0).ebx > EXTENDED_STATE_BYTES)
		return NULL;
	if ((cpuid_or_zero(CPUID_XSAVE, 1).eax & CPUID_XSAVE_OPT) != 0)
		return &by_xsaveopt;
	return &by_xsave;
}
