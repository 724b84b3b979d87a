/* SPDX-License-Identifier: MIT */
/* Functions that a process cannot have: its own interrupts, device registers, the scheduler. */
#include <errno.h>

#include "bench/platform.h"

int platform_interrupt_open(enum interrupt_source source)
{
	(void)source;
	return -ENOTSUP;
}

void platform_interrupt_close(void)
{
}

int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	(void)trial;
	(void)stamps;
	return -ENOTSUP;
}

int platform_interrupt_keeps_translation(const struct interrupt_trial *trial, bool *is_kept)
{
	(void)trial;
	(void)is_kept;
	return -ENOTSUP;
}

int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes)
{
	(void)source;
	(void)passes;
	return -ENOTSUP;
}

int platform_probe_msr(uint32_t msr)
{
	(void)msr;
	return -ENOTSUP;
}

int platform_register(enum platform_register which, uint64_t *where)
{
	(void)which;
	(void)where;
	return -ENOTSUP;
}

int platform_raise_smi(void)
{
	return -ENOTSUP;
}

const char *platform_flow_line(const char **missing)
{
	*missing = NULL;
	return NULL;
}

int platform_flow_open(const struct flow_run *run)
{
	(void)run;
	return -ENOTSUP;
}

int platform_flow_act(uint64_t *response_ticks)
{
	(void)response_ticks;
	return -ENOTSUP;
}

int platform_flow_serve(void)
{
	return -ENOTSUP;
}

const char *platform_flow_problem(void)
{
	return NULL;
}

void platform_flow_close(const char *name)
{
	(void)name;
}

void platform_flow_record(uint64_t events)
{
	(void)events;
}

void platform_prefetchers(bool on)
{
	(void)on;
}
