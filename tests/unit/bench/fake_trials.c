/* SPDX-License-Identifier: MIT */
/* The scripted machine's trials of interrupts, faults, entries, tasks and other operations that the
 * platform times. The script sets the differences between time stamps. */
#include "tests/unit/bench/fake_platform.h"

#include <string.h>

#include "lib/cpu/clock.h"

#define FAKE_CALL_TICKS 1000000   /* more than any clock takes to be read */

int platform_interrupt_open(enum interrupt_source source)
{
	fake_request("interrupt open %u", source);
	if (fake.interrupt_open_status == 0)
		fake.interrupts_open++;
	fake.interrupt_source = source;
	return fake.interrupt_open_status;
}

void platform_interrupt_close(void)
{
	fake.interrupts_open--;
}

/* Only devices need a read, and only an NMI needs no end of interrupt. */
int platform_interrupt_trial(const struct interrupt_trial *trial, struct interrupt_stamps *stamps)
{
	static const char *const ways[INTERRUPT_SOURCES] = {
#define X(name, number, way, suites, needs, can_wait, summary) [number] = #way,
		IRQ_SOURCES(X)
#undef X
		[INTERRUPT_IPI] = "plain",
	};

	fake_request("interrupt %u %u %u %u", trial->source, trial->wait, trial->ring,
		     trial->flushed);
	*stamps = (struct interrupt_stamps){1000, 1010, 1017, 1030, 1031, 1060};
	if (strcmp(ways[trial->source], "device") != 0)
		stamps->handled = 0;
	if (strcmp(ways[trial->source], "nmi") == 0)
		stamps->acknowledged = 0;
	stamps->entered -= fake.interrupt_early_ticks;
	return fake.trial_status;
}

int platform_interrupt_keeps_translation(const struct interrupt_trial *trial, bool *is_kept)
{
	fake_request("translation %u %u", trial->source, trial->flushed);
	*is_kept = !trial->flushed || fake.never_flushes;
	return fake.trial_status;
}

int platform_interrupt_passes(enum interrupt_source source, struct interrupt_passes *passes)
{
	fake_request("passes %u", source);
	*passes = (struct interrupt_passes){5000, 5040 + (uint64_t)source};
	return fake.trial_status;
}

int platform_fault_trial(const struct fault_trial *trial, struct fault_stamps *stamps)
{
	fake_request("fault %u %u %u %lu", trial->kind, trial->action, trial->ring,
		     trial->page_bytes);
	fake.faults[trial->kind]++;
	*stamps = (struct fault_stamps){1000, 1020, 1050, 1090};
	/* A process's handler makes a system call. */
	if (fake.is_hosted && trial->action == FAULT_MAP) {
		stamps->returning += FAKE_CALL_TICKS;
		stamps->resumed += FAKE_CALL_TICKS;
	}
	return fake.trial_status;
}

int platform_probe_msr(uint32_t msr)
{
	fake_request("msr %#x", msr);
	return fake.trial_status;
}

int platform_demand_zero_trial(unsigned ring, uint64_t page_bytes, uint64_t *ticks)
{
	fake_request("demand %u %lu", ring, page_bytes);
	*ticks = page_bytes + ring;
	return fake.trial_status;
}

int platform_ipi_trial(uint32_t cpu, enum wait_kind wait, struct ipi_stamps *stamps)
{
	fake_request("ipi %u %u", cpu, wait);
	*stamps = (struct ipi_stamps){1000, 1000 + fake.ipi_ticks, 1700};
	return fake.trial_status;
}

uint32_t platform_shootdown_survivor(uint32_t cpus)
{
	return fake.never_flushes ? cpus - 1 : cpus;
}

int platform_shootdown_trial(uint32_t cpus, enum wait_kind wait, struct shootdown_stamps *stamps)
{
	fake_request("shootdown %u %u", cpus, wait);
	*stamps = (struct shootdown_stamps){1000, 1010, 1030, 1070};
	if (fake.hides_stages)
		stamps->invalidated = stamps->sent = 0;
	return fake.trial_status;
}

int platform_entry_open(enum entry_path path, enum entry_handler handler)
{
	fake_request("entry %u %u", path, handler);
	if (fake.trial_status == 0)
		fake.entries_open++;
	return fake.trial_status;
}

void platform_entry_close(void)
{
	fake.entries_open--;
}

uint64_t platform_call_user(uint64_t (*function)(uint64_t), uint64_t argument)
{
	(void)function;
	fake_request("user %lu", argument);
	return fake.user_ticks * argument;
}

int platform_entry_count(uint64_t (*function)(uint64_t), uint64_t argument, uint64_t *entries)
{
	(void)function;
	fake_request("entries %lu", argument);
	*entries = argument - fake.entries_missed;
	return 0;
}

int platform_task_open(const struct platform_task *task)
{
	fake_request("task %u", task->kind);
	fake.task = *task;
	fake.task_word = 0;
	if (fake.trial_status == 0)
		fake.tasks_open++;
	return fake.trial_status;
}

int platform_task_trial(struct task_stamps *stamps)
{
	uint64_t before = fake.task_word;

	stamps->begun = clock_read();
	stamps->result = (uint8_t)fake.task.work((uintptr_t)&fake.task_word);
	stamps->created = stamps->begun + fake.task_ticks;
	stamps->ended = stamps->created + fake.task_ticks;
	if (fake.task.kind == TASK_PROCESS && !fake.copies_leak)
		fake.task_word = before;
	return fake.task_status;
}

void platform_task_close(void)
{
	fake.tasks_open--;
}

int platform_ring_open(const struct platform_ring *ring)
{
	fake_request("ring %u %u %u %u %u %u %lu", ring->kind, ring->by, ring->cpu_ring,
		     ring->state, ring->with_pcid, ring->tasks, ring->working_set_bytes);
	fake.ring = *ring;
	if (fake.trial_status == 0)
		fake.rings_open++;
	return fake.trial_status;
}

void platform_ring_turn(uint64_t turns)
{
	fake_request("turns %lu", turns);
	fake.ring_turns = turns;
}

uint64_t platform_ring_changed_registers(void)
{
	return fake.changed_registers;
}

uint32_t platform_ring_tasks_without_memory(void)
{
	return fake.tasks_without_memory;
}

void platform_ring_close(void)
{
	fake.rings_open--;
}

int platform_process_timer(enum timer_way way, uint64_t deadline_tsc, uint64_t *expired_tsc)
{
	fake_request("timer %u", way);
	*expired_tsc = deadline_tsc + fake.late_ticks + way;
	return fake.trial_status;
}

int platform_wake_open(enum wake_way way, uint32_t cpu)
{
	fake_request("wake %u %u", way, cpu);
	fake.wakes_open += fake.wake_open_status == 0;
	fake.woken_cpu = cpu;
	return fake.wake_open_status;
}

int platform_wake_trial(struct wake_stamps *stamps)
{
	*stamps = (struct wake_stamps){1000, 1300, 1000 + fake.ipi_ticks, 1700};
	return fake.trial_status;
}

void platform_wake_close(void)
{
	fake.wakes_open--;
}

int platform_sleep_until(uint64_t deadline_tsc, uint64_t *woken_tsc)
{
	fake.slept_until_tsc = deadline_tsc;
	*woken_tsc = deadline_tsc + fake.late_ticks;
	return fake.trial_status;
}
