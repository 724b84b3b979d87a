/* SPDX-License-Identifier: MIT */
/* Functions that a process cannot have: its own interrupts, device registers. */
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

enum firmware_answerer platform_firmware_answerer(void)
{
	return ANSWERED_BY_FIRMWARE;
}

uint64_t platform_firmware_cpu(uint32_t cpu)
{
	return cpu;
}

uint64_t platform_firmware_timer_due(void)
{
	return 0;
}

const char *platform_firmware_smi_problem(void)
{
	return "a process raises no SMIs";
}

const struct service_times *platform_service_times(void)
{
	return NULL;
}

const char *platform_runtime_enter(void)
{
	return "a process calls no services of firmware";
}

void platform_runtime_leave(void)
{
}

uint64_t platform_runtime_call(enum uefi_runtime_service service)
{
	(void)service;
	return 0;
}

const struct boot_times *platform_boot_times(void)
{
	return NULL;
}

void platform_prefetchers(bool on)
{
	(void)on;
}
