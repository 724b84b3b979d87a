/* SPDX-License-Identifier: MIT */
/* The reason of a skip is a claim about the machine, which is provoked both ways: a benchmark runs
 * on a machine that has what it needs, and is skipped with the reason on the same machine without
 * it. */
#include "tests/unit/unit.h"

#include <string.h>

#include "bench/engine/registry.h"
#include "lib/text/errno.h"
#include "tests/unit/bench/bench_run.h"
#include "tests/unit/bench/fake_disk.h"
#include "tests/unit/bench/fake_platform.h"

/* ---- Reasons ---- */

static const struct claim {
	const char *name, *bench;
	const char *missing;            /* the word of the reason */
	uint32_t has;                   /* more capabilities of the machine */
	uint32_t cpus;                  /* 0: one */
	bool is_hosted, is_timed;       /* a process; its TSC is a clock */
	int *field, value;              /* of the machine, set to take away what is needed */
	uint32_t lacks;                 /* capabilities that are taken away */
	bool is_full;                   /* not in the quick suite */
	bool has_other_points;          /* without it: as many, of another parameter */
} claims[] = {
	{"a fault that the machine cannot raise", "fault.not_present", "fault",
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"no page for a fault", "fault.not_present", "memory",
	 .field = &fake.trial_status, .value = -ENOMEM},
	{"no page for a shoot-down", "fault.shootdown", "memory", CAN_SMP, 2,
	 .field = &fake.trial_status, .value = -ENOMEM},
	{"no shoot-down", "fault.shootdown", "shootdown", CAN_SMP, 2,
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"no thread for a shoot-down", "fault.shootdown", "tasks", CAN_SMP, 2,
	 .field = &fake.trial_status, .value = -EAGAIN},
	{"no thread for a pair", "mem.c2c", "tasks", CAN_SMP, 2,
	 .field = &fake.run_on_status, .value = -EAGAIN},
	{"no page for a major fault", "fault.major", "memory", CAN_DISK,
	 .field = &fake_disk.trial_status, .value = -ENOMEM},
	{"a page cache that keeps a file", "fault.major", "page_cache", CAN_DISK, .is_hosted = true,
	 .field = &fake_disk.trial_status, .value = -ENOTSUP},
	{"a disk that cannot be opened", "disk.read", "disk", CAN_DISK, .is_timed = true,
	 .field = &fake_disk.open_status, .value = -ENOTSUP},
	{"no buffers for a disk", "disk.read", "memory", CAN_DISK, .is_timed = true,
	 .field = &fake_disk.open_status, .value = -ENOMEM},
	{"a disk that does not answer", "disk.read", "disk", CAN_DISK, .is_timed = true,
	 .field = &fake_disk.probe_status, .value = -ENODEV},
	{"a disk of long sectors", "disk.read", "sector", CAN_DISK, .is_timed = true,
	 .field = (int *)&fake_disk.facts.sector_bytes, .value = 8192},
	{"a cache of a disk with longer sectors", "disk.cached", "sector", CAN_DISK,
	 .is_timed = true, .field = (int *)&fake_disk.facts.sector_bytes, .value = 8192},
	{"no ring of tasks", "os.switch_thread", "ring", CAN_THREADS,
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"no system calls of tasks", "os.switch_thread", "syscall", CAN_THREADS,
	 .field = &fake.trial_status, .value = -ENOSYS},
	{"no priority of tasks", "os.switch_thread", "priority", CAN_THREADS,
	 .field = &fake.trial_status, .value = -EPERM},
	{"no memory for a ring", "os.switch_thread", "memory", CAN_THREADS,
	 .field = &fake.trial_status, .value = -ENOMEM},
	{"no thread of a ring", "os.switch_thread", "tasks", CAN_THREADS,
	 .field = &fake.trial_status, .value = -EAGAIN},
	{"no memory for a thread", "os.thread_create", "memory", CAN_THREADS,
	 .field = &fake.trial_status, .value = -ENOMEM},
	{"no choice of stacks", "os.thread_create", "stack", CAN_THREADS,
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"no thread at all", "os.thread_create", "tasks", CAN_THREADS,
	 .field = &fake.trial_status, .value = -EAGAIN},
	{"no further thread", "os.thread_create", "tasks", CAN_THREADS,
	 .field = &fake.task_status, .value = -EAGAIN},
	{"sleep that does not show", "os.wake", "sleep", CAN_THREADS, .is_hosted = true,
	 .is_timed = true, .field = &fake.wake_open_status, .value = -ENOTSUP},
	{"no loopback", "os.wake", "loopback", CAN_THREADS, .is_hosted = true,
	 .is_timed = true, .field = &fake.wake_open_status, .value = -ENODEV},
	{"no thread to wake", "os.wake", "tasks", CAN_THREADS, .is_hosted = true,
	 .is_timed = true, .field = &fake.wake_open_status, .value = -EAGAIN},
	{"no timer of a process", "os.timer", "timer", .is_hosted = true, .is_timed = true,
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"no source of interrupts", "irq.self_ipi", "self_ipi",
	 .field = &fake.interrupt_open_status, .value = -ENOTSUP},
	{"no interrupt from a source", "irq.self_ipi", "self_ipi",
	 .field = &fake.interrupt_open_status, .value = -ENODEV},
	{"no source for a gap", "irq.fixed_work", "self_ipi",
	 .field = &fake.interrupt_open_status, .value = -ENOTSUP},
	{"no interrupt between CPUs", "smp.ipi", "ipi", CAN_SMP, 2,
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"no system call", "entry.null_syscall", "syscall", .field = &fake.trial_status,
	 .value = -ENOTSUP},
	{"no idle priority", "noise.gaps", "idle_priority", .is_hosted = true, .is_timed = true,
	 .field = &fake.trial_status, .value = -ENOTSUP},
	{"CPUs in turns", "noise.gaps", "time", CAN_SMP, 2, .is_timed = true,
	 .field = (int *)&fake.time_base, .value = TIME_INSTRUCTIONS,
	 .has_other_points = true},
	{"no tick", "idle.profile", "lapic_timer", CAN_PRIVILEGED | CAN_MWAIT, .is_timed = true,
	 .lacks = CAN_LAPIC_TIMER, .is_full = true},
	{"no MWAIT", "idle.profile", "mwait", CAN_PRIVILEGED | CAN_MWAIT, .is_timed = true,
	 .lacks = CAN_MWAIT, .is_full = true},
	{"no halt", "idle.profile", "privileged", CAN_PRIVILEGED | CAN_MWAIT, .is_timed = true,
	 .lacks = CAN_PRIVILEGED, .is_full = true},
	{"no such rest", "idle.profile", "idle_kind", .is_timed = true,
	 .field = &fake.trial_status, .value = -ENOTSUP, .is_full = true},
	{"no 16-byte exchange", "mem.atomic", "cmpxchg16b", CAN_CMPXCHG16B,
	 .lacks = CAN_CMPXCHG16B},
	{"no wide loads", "mem.bandwidth.read", "avx2", CAN_AVX2, .lacks = CAN_AVX2},
	{"no control of prefetchers", "mem.prefetch", "prefetch_control",
	 .lacks = CAN_PREFETCH_CONTROL},
	{"no large pages", "fault.demand_zero", "page_2m", .lacks = CAN_PAGE_2M},
};

static void make_machine(const struct claim *claim)
{
	bench_run_reset(NULL);
	fake.capabilities |= claim->has;
	fake.cpu_count = claim->cpus > 0 ? claim->cpus : 1;
	fake.is_hosted = claim->is_hosted;
	if (claim->is_timed)
		fake.time_base = TIME_REAL;
	fake_disk.has_pattern = false;  /* the contents are not used and slow to make */
}

static void run(const struct claim *claim)
{
	if (claim->is_full)
		bench_run_every_point(claim->bench);
	else
		bench_run(claim->bench);
}

static size_t skips_with(const char *missing)
{
	const struct wire_record *record;
	size_t count = 0;

	for (size_t i = 0; (record = fake_record(WIRE_skip, i)) != NULL; i++)
		count += strcmp(record->skip.missing, missing) == 0;
	return count;
}

static void print_records(void)
{
	const struct wire_record *record;

	for (size_t i = 0; (record = fake_record(WIRE_skip, i)) != NULL; i++)
		print_message("skip %s %s: %s, %s\n", record->skip.bench, record->skip.point,
			      record->skip.missing, record->skip.detail);
	for (size_t i = 0; (record = fake_record(WIRE_fault, i)) != NULL; i++)
		print_message("fault %s %s: %s\n", record->fault.bench, record->fault.point,
			      record->fault.detail);
}

static void reason_is_true_both_ways(void **state)
{
	const struct claim *claim = *state;
	size_t series;

	make_machine(claim);
	run(claim);
	series = fake_record_count(WIRE_series);
	if (series == 0 || skips_with(claim->missing) != 0) {
		print_records();
		fail_msg("a machine that has it: skipped, or no results");
	}
	make_machine(claim);
	fake.capabilities &= ~claim->lacks;
	if (claim->field != NULL)
		*claim->field = claim->value;
	run(claim);
	if (skips_with(claim->missing) == 0 ||
	    (!claim->has_other_points && fake_record_count(WIRE_series) >= series)) {
		print_records();
		fail_msg("a machine that lacks it: no such skip, or as many results");
	}
}
TEST_CASES(reason_is_true_both_ways, claims);

/* ---- Memory ---- */

/* Benchmarks of a family that ask for memory. The end of a sweep over sizes is a reason too. */
TEST_WITH(memory_benchmarks_without_memory_are_skipped_for_it, bench_run_reset, NULL)
{
	size_t skipped = 0;

	for (size_t i = 0; registry_benchmarks[i] != NULL; i++) {
		const char *name = registry_benchmarks[i]->name;

		bench_run_reset(NULL);
		fake.capabilities |= CAN_SMP;
		fake.cpu_count = 2;
		fake.map_status = -ENOMEM;
		if (strncmp(name, "mem.", 4) != 0)
			continue;
		bench_run_every_point(name);
		if (fake.map_calls == 0)
			continue;
		skipped++;
		if (skips_with("memory") == 0 || fake_record_count(WIRE_series) > 0) {
			print_records();
			fail_msg("%s: not skipped for missing memory", name);
		}
	}
	assert_true(skipped > 5);
}
