/* SPDX-License-Identifier: MIT */
/* The stamps of trials with other CPUs and of page faults enclose exactly the step that they are
 * named after. A clock that counts its reads and the steps shows the order. */
#include "tests/unit/unit.h"

#include <errno.h>

#include "kernel/machine/exception.h"
#include "lib/x86/control.h"
#include "lib/x86/msr.h"

#define LIB_X86_TSC_H

static uint64_t clock_read(void);
static uint64_t model_read_cr2(void);
static void model_invlpg(const volatile void *address);
static void model_wrmsr(uint32_t msr, uint64_t value);

#define invlpg model_invlpg
#define read_cr2 model_read_cr2
#define wrmsr model_wrmsr
#include "kernel/trial/major_fault.c"
#include "kernel/trial/shootdown.c"
#include "kernel/x86/trial/ipi.c"
#include "kernel/x86/trial/irq_lapic.c"

#define OTHER_CPUS 3
#define APIC_ID 7                       /* of CPU 0 */

static struct {
	uint64_t now;                   /* clock reads and steps so far */
	uint64_t invalidated, waited, paged_in;
	uint64_t sent[OTHER_CPUS];
	uint32_t sends, target[OTHER_CPUS];
	bool is_lost, page_is_missing;
	unsigned ended;
	struct standby standby;         /* the latest */
	struct trap_frame *unhandled;
} machine;

struct lapic_access lapic_access = {.is_x2apic = true};
uint64_t trial_ipi_entered;
uint32_t trial_ipi_has_run;
volatile uint32_t *trial_eoi_register;

/* Never called: send() has their effect. */
void trial_ipi_enter_xapic(void)
{
}

void trial_ipi_enter_x2apic(void)
{
}

static uint64_t clock_read(void)
{
	return machine.now++;
}

/* An interrupt reaches its CPU at once. */
static void send(uint32_t apic_id)
{
	assert_true(machine.sends < OTHER_CPUS);
	machine.target[machine.sends] = apic_id;
	machine.sent[machine.sends++] = machine.now++;
	if (machine.is_lost)
		return;
	trial_ipi_entered = machine.now++;
	trial_ipi_has_run = 1;
	page.acknowledged++;
}

static void model_wrmsr(uint32_t msr, uint64_t value)
{
	assert_int_equal(msr, LAPIC_MSR(LAPIC_ICR));
	assert_int_equal((uint8_t)value, VECTOR_TRIAL);
	send((uint32_t)(value >> 32));
}

int interrupt_send(uint32_t apic_id, uint8_t vector)
{
	assert_int_equal(vector, VECTOR_TRIAL);
	send(apic_id);
	return 0;
}

static void model_invlpg(const volatile void *address)
{
	assert_ptr_equal(address, PAGE_VIRT);
	assert_int_equal(*page.entry, 0);
	machine.invalidated = machine.now++;
}

static uint64_t model_read_cr2(void)
{
	return prepared.page_virt;
}

void clock_wait_us(uint64_t us)
{
	assert_int_equal(us, IRQ_TIMER_DELAY_US);
	machine.waited = machine.now++;
}

uint64_t clock_limit_hz(void)
{
	return 1000;    /* a wait ends after few reads */
}

uint32_t smp_hardware_id(uint32_t cpu)
{
	return APIC_ID + cpu;
}

int standby_begin(const struct standby *standby)
{
	machine.standby = *standby;
	return 0;
}

int standby_end(void)
{
	machine.ended++;
	return 0;
}

void exception_unhandled(struct trap_frame *frame)
{
	machine.unhandled = frame;
}

void interrupt_enter_at(uint8_t vector, void (*entry)(void))
{
	(void)vector;
	(void)entry;
}

void interrupt_handle(uint8_t vector, interrupt_handler *handler)
{
	(void)vector;
	(void)handler;
}

/* ---- What the tested functions do not call ---- */

#define NOT_CALLED(name, type, ...) \
	type name(__VA_ARGS__) \
	{ \
		fail(); \
	}

uint64_t page_entry_allowed_bits = UINT64_MAX;

#pragma GCC diagnostic ignored "-Wreturn-type"
#pragma GCC diagnostic ignored "-Wunused-parameter"
NOT_CALLED(self_interrupt_works, bool, void)
NOT_CALLED(timer_deadline_works, bool, void)
NOT_CALLED(lapic_reaches, bool, uint32_t apic_id)
NOT_CALLED(cpu_hardware_id, uint32_t, void)
NOT_CALLED(timer_hz, uint64_t, void)
NOT_CALLED(timer_select, void, enum timer_mode mode, uint8_t vector)
NOT_CALLED(irq_source_ticks, uint64_t, uint64_t counts, uint64_t rate_hz)
NOT_CALLED(clock_after_us, uint64_t, uint64_t us)
NOT_CALLED(smp_online, unsigned, void)
NOT_CALLED(smp_run, int, unsigned cpu, void (*function)(void *), void *argument)
NOT_CALLED(smp_wait, int, unsigned cpu, uint32_t limit_ms)
NOT_CALLED(probe_read, int, uint64_t address, uint64_t *value)
NOT_CALLED(memory_mark_number, uint64_t, void)
NOT_CALLED(memory_alloc, uint64_t, uint64_t size, uint64_t align)
NOT_CALLED(paging_entry, uint64_t *, uint64_t virt, uint64_t page_size)
NOT_CALLED(trial_enable_interrupts, void, bool on)
NOT_CALLED(trial_fault_read, uint64_t, uint64_t address)
NOT_CALLED(user_mode_call, uint64_t, uint64_t (*function)(uint64_t), uint64_t argument)

static int reset(void **state)
{
	(void)state;
	memset(&machine, 0, sizeof(machine));
	memset(&page, 0, sizeof(page));
	memset(&prepared, 0, sizeof(prepared));
	trial_ipi_has_run = 0;
	return 0;
}

/* ---- Interrupts of other CPUs ---- */

TEST_WITH(interrupted_cpu_waits_as_the_trial_says, reset, NULL)
{
	struct ipi_stamps stamps;

	for (enum wait_kind wait = WAIT_SPIN; wait <= WAIT_HLT; wait++) {
		assert_int_equal(platform_ipi_trial(2, wait, &stamps), 0);
		assert_int_equal(machine.standby.first, 2);
		assert_int_equal(machine.standby.count, 1);
		assert_int_equal(machine.standby.wait, wait);
		machine.sends = 0;
	}
}

TEST_WITH(ipi_stamps_are_next_to_sending_and_after_the_handler, reset, NULL)
{
	struct ipi_stamps stamps;

	assert_int_equal(platform_ipi_trial(2, WAIT_HLT, &stamps), 0);
	assert_int_equal(machine.sends, 1);
	assert_int_equal(machine.target[0], APIC_ID + 2);
	assert_int_equal(stamps.sent + 1, machine.sent[0]);
	assert_int_equal(stamps.entered, trial_ipi_entered);
	assert_int_equal(stamps.seen, trial_ipi_entered + 1);
	assert_int_equal(machine.ended, 1);
}

TEST_WITH(lost_ipi_ends_the_wait, reset, NULL)
{
	struct ipi_stamps stamps;

	machine.is_lost = true;
	assert_int_equal(platform_ipi_trial(2, WAIT_HLT, &stamps), -ETIMEDOUT);
	assert_int_equal(machine.ended, 1);
}

TEST_WITH(ipi_to_this_cpu_is_stamped_after_the_delay_and_before_sending, reset, NULL)
{
	ipi_send_later((void *)(uintptr_t)APIC_ID);
	assert_int_equal(machine.target[0], APIC_ID);
	assert_int_equal(ipi_raised_tsc(), machine.waited + 1);
	assert_int_equal(ipi_raised_tsc() + 1, machine.sent[0]);
}

/* ---- Shoot-downs ---- */

TEST_WITH(shootdown_stamps_separate_the_three_steps, reset, NULL)
{
	struct shootdown_stamps stamps;
	uint64_t entry = PTE_PRESENT;

	page.entry = &entry;
	assert_int_equal(shootdown_shoot_down(1, OTHER_CPUS, &stamps), 0);
	assert_int_equal(machine.sends, OTHER_CPUS);
	for (uint32_t i = 0; i < OTHER_CPUS; i++)
		assert_int_equal(machine.target[i], APIC_ID + 1 + i);
	assert_int_equal(stamps.begun + 1, machine.invalidated);
	assert_int_equal(stamps.invalidated, machine.invalidated + 1);
	assert_int_equal(stamps.invalidated + 1, machine.sent[0]);
	assert_true(stamps.sent > machine.sent[OTHER_CPUS - 1]);
	assert_int_equal(stamps.acknowledged, stamps.sent + 1);
}

TEST_WITH(shootdown_without_an_answer_ends, reset, NULL)
{
	struct shootdown_stamps stamps;
	uint64_t entry = PTE_PRESENT;

	page.entry = &entry;
	machine.is_lost = true;
	assert_int_equal(shootdown_shoot_down(1, OTHER_CPUS, &stamps), -ETIMEDOUT);
}

/* ---- Page faults with a disk ---- */

static const uint8_t *page_in(void *unused, uint64_t number)
{
	(void)unused;
	assert_int_equal(number, 5);
	assert_int_equal(*prepared.entry, 0);
	machine.paged_in = machine.now++;
	return machine.page_is_missing ? NULL : (const uint8_t *)(RAM_BASE_VIRT + 2 * PAGE_4K);
}

static const struct major_fault_trial TRIAL = {.page_in = page_in, .page = 5};

TEST_WITH(major_fault_stamps_enclose_the_pager, reset, NULL)
{
	struct trap_frame frame = {.r8 = 1, .rip = 100, .rsi = 200};
	uint64_t entry = 0;

	prepared.trial = &TRIAL;
	prepared.entry = &entry;
	machine.now = 10;
	major_fault(&frame);
	assert_int_equal(prepared.stamps.touched, 1);
	assert_int_equal(prepared.stamps.entered, 10);
	assert_int_equal(machine.paged_in, 11);
	assert_int_equal(prepared.stamps.paged, 12);
	assert_int_equal(prepared.stamps.returning, 13);
	assert_int_equal(entry & (PTE_ADDRESS | PTE_PRESENT | PTE_USER), 2 * PAGE_4K | PTE_PRESENT);
	assert_int_equal(frame.rip, 100);
	assert_null(machine.unhandled);
}

TEST_WITH(page_that_cannot_be_read_stays_absent_and_the_access_is_skipped, reset, NULL)
{
	struct trap_frame frame = {.r8 = 1, .rip = 100, .rsi = 200};
	uint64_t entry = 0;

	prepared.trial = &TRIAL;
	prepared.entry = &entry;
	machine.page_is_missing = true;
	major_fault(&frame);
	assert_int_equal(entry, 0);
	assert_int_equal(frame.rip, 200);
}

TEST_WITH(second_fault_of_one_access_is_unhandled, reset, NULL)
{
	struct trap_frame frame = {.r8 = 1};

	prepared.trial = &TRIAL;
	prepared.stamps.touched = 1;
	major_fault(&frame);
	assert_ptr_equal(machine.unhandled, &frame);
}
