/* SPDX-License-Identifier: MIT */
/* Firmware's state around the kernel. The kernel starts the other CPUs by PSCI, and switches them
 * off before it returns. The kernel itself also restores the interrupt controller and the serial
 * port. */
#include "boot/efi/resident.h"

#include "boot/efi/state.h"
#include "lib/aarch64/control.h"

/* Arm ARM, "CurrentEL" and "HCR_EL2", field E2H. */
#define EL2 (2u << 2)
#define HCR_E2H (1ull << 34)

#define TIMER_CONTROL 3u                /* CNTV_CTL_EL0, without the state of its interrupt */

const char *resident_unsupported_reason(void)
{
	if (read_register(CurrentEL) == EL2 && (read_register(hcr_el2) & HCR_E2H) != 0)
		return "firmware uses FEAT_VHE";
	return NULL;
}

void resident_prepare(struct handoff *handoff, const struct boot_info *info,
		      const struct loader_options *options)
{
	(void)handoff;
	(void)info;
	(void)options;
}

void resident_enter(struct handoff *handoff, uint64_t entry, uint64_t argument)
{
	world_enter(&handoff->boot, entry, argument);
}

unsigned resident_wait_for_cpus(struct handoff *handoff, char *text, size_t size)
{
	(void)handoff;
	(void)text;
	(void)size;
	return 0;
}

void resident_settle(void)
{
}

/* ---- State ---- */

static unsigned save_registers(uint64_t *to)
{
	to[0] = read_register(tpidr_el0);
	to[1] = read_register(tpidrro_el0);
	to[2] = read_register(tpidr_el1);
	to[3] = read_register(cntkctl_el1);
	to[4] = read_register(mdscr_el1);
	to[5] = read_register(contextidr_el1);
	return 6;
}

static void restore_registers(const uint64_t *from, unsigned count)
{
	(void)count;
	write_register(tpidr_el0, from[0]);
	write_register(tpidrro_el0, from[1]);
	write_register(tpidr_el1, from[2]);
	write_register(cntkctl_el1, from[3]);
	write_register(mdscr_el1, from[4]);
	write_register(contextidr_el1, from[5]);
}

static unsigned save_timers(uint64_t *to)
{
	to[0] = read_register(cntv_ctl_el0) & TIMER_CONTROL;
	to[1] = read_register(cntv_cval_el0);
	to[2] = read_register(cntp_ctl_el0) & TIMER_CONTROL;
	to[3] = read_register(cntp_cval_el0);
	return 4;
}

static void restore_timers(const uint64_t *from, unsigned count)
{
	(void)count;
	write_register(cntv_cval_el0, from[1]);
	write_register(cntv_ctl_el0, from[0]);
	write_register(cntp_cval_el0, from[3]);
	write_register(cntp_ctl_el0, from[2]);
}

/* "ID_AA64DFR0_EL1", field PMUVer. */
static bool has_pmu(void)
{
	uint64_t version = read_register(id_aa64dfr0_el1) >> 8 & 15;

	return version != 0 && version != 15;
}

static unsigned save_counters(uint64_t *to)
{
	if (!has_pmu())
		return 0;
	to[0] = read_register(pmcr_el0);
	to[1] = read_register(pmcntenset_el0);
	to[2] = read_register(pmintenset_el1);
	to[3] = read_register(pmuserenr_el0);
	return 4;
}

static void restore_counters(const uint64_t *from, unsigned count)
{
	(void)count;
	write_register(pmcntenclr_el0, ~from[1]);
	write_register(pmcntenset_el0, from[1]);
	write_register(pmintenclr_el1, ~from[2]);
	write_register(pmintenset_el1, from[2]);
	write_register(pmuserenr_el0, from[3]);
	write_register(pmcr_el0, from[0]);
}

const struct state_entry state_of_cpu[] = {
	{"registers", save_registers, restore_registers},
	{"timers", save_timers, restore_timers},
	{"performance counters", save_counters, restore_counters},
	{0},
};

/* Empty, because the kernel, not the loader, knows the addresses of devices. */
const struct state_entry state_of_machine[] = {{0}};

void state_drain_cpu(void)
{
	write_register(cntv_ctl_el0, 0);
	write_register(cntp_ctl_el0, 0);
}

void state_drain_machine(void)
{
}
