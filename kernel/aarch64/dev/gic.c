/* SPDX-License-Identifier: MIT */
/* Interrupts are in group 1 and signalled as IRQ. The watchdog's interrupt is in group 0 and
 * signalled as FIQ. If the machine has a secure state, group 0 is not ours, and the registers of
 * groups ignore our writes. */
#include "kernel/aarch64/dev/gic.h"

#include <stddef.h>

#include "bench/engine/warning.h"
#include "kernel/one_entry/cpu/interrupt.h"
#include "kernel/aarch64/dev/parts.h"
#include "kernel/machine/clock.h"
#include "kernel/machine/cpu.h"
#include "kernel/mm/firmware.h"
#include "lib/cpu/affinity.h"
#include "lib/cpu/interrupts.h"
#include "lib/text/errno.h"
#include "lib/text/ticks.h"

/* Offsets in the distributor. Some registers have a bit or a byte for each interrupt. */
#define GICD_CTLR 0x000
#define GICD_TYPER 0x004
#define GICD_IIDR 0x008
#define GICD_IGROUPR 0x080
#define GICD_ISENABLER 0x100
#define GICD_ICENABLER 0x180
#define GICD_ICPENDR 0x280
#define GICD_ICACTIVER 0x380
#define GICD_IPRIORITYR 0x400
#define GICD_ITARGETSR 0x800            /* version 2 */
#define GICD_ICFGR 0xc00                /* two bits for each interrupt */
#define ICFGR_INTERRUPTS 16
#define ICFGR_EDGE 2u
#define GICD_IROUTER 0x6000             /* version 3: 8 bytes for each interrupt */

#define GICD_LINES(typer) (((typer) & 31) + 1)  /* words of 32 interrupts */
#define GICD_ENABLE_GROUPS 3u           /* groups 0 and 1; version 3: not secure, or single state */
#define GICD_AFFINITY_ROUTING (1u << 4)
#define GICD_WRITE_PENDING (1u << 31)

#define GICD_BYTES_VERSION_2 0x1000
#define GICD_BYTES_VERSION_3 0x10000

/* Offsets in a CPU interface of version 2. */
#define GICC_BYTES 0x1000
#define GICC_CTLR 0x00
#define GICC_PMR 0x04
#define GICC_BPR 0x08
#define GICC_ENABLE_GROUPS 3u
#define GICC_ACKNOWLEDGE_BOTH (1u << 2) /* AckCtl: GICC_IAR also acknowledges group 1 */
#define GICC_FAST (1u << 3)             /* FIQEn: group 0 is signalled as FIQ */

/* Offsets in a redistributor of version 3: a frame of 64 KiB, then one of private interrupts. */
#define GICR_WAKER 0x014
#define GICR_TYPER 0x008
#define GICR_FRAME_BYTES 0x10000
#define GICR_SGI_FRAME GICR_FRAME_BYTES
#define GICR_STRIDE (2 * GICR_FRAME_BYTES)
#define GICR_STRIDE_VIRTUAL (4 * GICR_FRAME_BYTES)
#define GICR_TYPER_LAST (1ull << 4)
#define GICR_TYPER_VIRTUAL (1ull << 1)
#define GICR_TYPER_AFFINITY(typer) ((uint32_t)((typer) >> 32))
#define GICR_WAKER_SLEEP (1u << 1)
#define GICR_WAKER_ASLEEP (1u << 2)

#define PRIVATE_INTERRUPTS 32
#define SGIS 16
#define PRIORITY_USUAL 0xa0
#define PRIORITY_FAST 0x20
#define PRIORITY_OPEN 0xff              /* mask: every priority */
#define PRIORITY_IDLE 0xff              /* running: nothing is in service */
#define VIRTUAL_TIMER_INTID 27          /* Base System Architecture, "Peripheral Subsystems":
					 * PPI assignments */
#define LIMIT_US 100000                 /* limit of a change of the controller's state */
#define TRY_US 100                      /* deadline of the timer's test */
#define INTERFACES_MAX 8                /* maximum of version 2 */
#define IN_SERVICE_MAX 8                /* nested interrupts that an aborted call may leave */
#define STATE_VALUES_MAX (1 + 2 * 31 + CPU_GIC_WORDS)   /* maximum number of values of save_state */

struct gic_access gic_access;

static struct {
	bool self_interrupt_works;
	bool timer_works;
	uint8_t vectors[INTID_SPECIAL]; /* by INTID; 0: not routed */
	unsigned redistributor_ranges;
	struct {
		volatile uint8_t *first;
		uint64_t bytes;
	} redistributors[ACPI_REDISTRIBUTORS_MAX];
	volatile unsigned arrivals;     /* number of arrivals of VECTOR_SELF_TEST */
	struct {                        /* version 2: bits of the CPUs' interfaces */
		uint32_t hardware_id, interface;
	} interfaces[INTERFACES_MAX];
	unsigned interface_count;
	unsigned firmware_value_count;  /* 0: boot services were exited */
	uint32_t firmware_values[STATE_VALUES_MAX];
} gic;

/* ---- Registers ---- */

static volatile uint32_t *private_frame(void)
{
	volatile uint8_t *redistributor = (volatile uint8_t *)this_cpu()->redistributor;

	return (volatile uint32_t *)(redistributor + GICR_SGI_FRAME);
}

const volatile uint32_t *gic_id_register(void)
{
	return gic_access.version != 0 ? &gic_access.distributor[GICD_IIDR / 4] : NULL;
}

/* The block of registers for an interrupt. In version 3 the registers of private interrupts are
 * elsewhere. */
static volatile uint32_t *registers_of(uint32_t intid)
{
	return gic_access.version == 3 && intid < PRIVATE_INTERRUPTS ? private_frame()
								     : gic_access.distributor;
}

static void write_bit(uint32_t intid, unsigned offset)
{
	registers_of(intid)[offset / 4 + intid / 32] = 1u << intid % 32;
}

static void change_group(uint32_t intid, bool is_fast)
{
	volatile uint32_t *group = &registers_of(intid)[GICD_IGROUPR / 4 + intid / 32];

	if (is_fast)
		*group &= ~(1u << intid % 32);
	else
		*group |= 1u << intid % 32;
}

static void write_priority(uint32_t intid, uint8_t priority)
{
	((volatile uint8_t *)registers_of(intid))[GICD_IPRIORITYR + intid] = priority;
}

static void wait_for_writes(void)
{
	struct spin spin = spin_for_us(LIMIT_US);

	while (gic_access.version == 3 &&
	       (gic_access.distributor[GICD_CTLR / 4] & GICD_WRITE_PENDING) != 0 && spin_on(&spin))
		;
}

/* ---- Set-up ---- */

static void set_up_distributor(void)
{
	volatile uint32_t *distributor = gic_access.distributor;
	unsigned lines = GICD_LINES(distributor[GICD_TYPER / 4]);

	distributor[GICD_CTLR / 4] = 0;
	wait_for_writes();
	for (unsigned line = 1; line < lines; line++) {
		distributor[GICD_ICENABLER / 4 + line] = UINT32_MAX;
		distributor[GICD_ICPENDR / 4 + line] = UINT32_MAX;
		distributor[GICD_ICACTIVER / 4 + line] = UINT32_MAX;
		distributor[GICD_IGROUPR / 4 + line] = UINT32_MAX;
	}
	if (gic_access.version == 3)
		distributor[GICD_CTLR / 4] = GICD_AFFINITY_ROUTING;
	wait_for_writes();
	distributor[GICD_CTLR / 4] = gic_access.version == 2 ? GICD_ENABLE_GROUPS
				     : GICD_AFFINITY_ROUTING | GICD_ENABLE_GROUPS;
	wait_for_writes();
}

/* The redistributor of the CPU with this affinity in a range, or NULL. */
static volatile uint64_t *redistributor_in(volatile uint8_t *first, uint64_t bytes,
					   uint32_t hardware_id)
{
	uint64_t at = 0;

	while (at + GICR_STRIDE <= bytes) {
		volatile uint8_t *frame = first + at;
		uint64_t typer = *(volatile uint64_t *)(frame + GICR_TYPER);

		if (GICR_TYPER_AFFINITY(typer) == hardware_id)
			return (volatile uint64_t *)frame;
		if ((typer & GICR_TYPER_LAST) != 0)
			break;
		at += (typer & GICR_TYPER_VIRTUAL) != 0 ? GICR_STRIDE_VIRTUAL : GICR_STRIDE;
	}
	return NULL;
}

static volatile uint64_t *find_redistributor(uint32_t hardware_id)
{
	volatile uint64_t *found = NULL;

	for (unsigned i = 0; i < gic.redistributor_ranges && found == NULL; i++)
		found = redistributor_in(gic.redistributors[i].first, gic.redistributors[i].bytes,
					 hardware_id);
	return found;
}

static void wake_redistributor(struct cpu *cpu)
{
	volatile uint32_t *waker = (volatile uint32_t *)((uintptr_t)cpu->redistributor +
							 GICR_WAKER);
	struct spin spin = spin_for_us(LIMIT_US);

	*waker &= ~GICR_WAKER_SLEEP;
	while ((*waker & GICR_WAKER_ASLEEP) != 0 && spin_on(&spin))
		;
}

static void set_up_private(void)
{
	volatile uint32_t *registers = registers_of(0);

	registers[GICD_ICENABLER / 4] = UINT32_MAX << SGIS;
	registers[GICD_ICPENDR / 4] = UINT32_MAX << SGIS;
	registers[GICD_ICACTIVER / 4] = UINT32_MAX;
	registers[GICD_IGROUPR / 4] = UINT32_MAX;
	for (uint32_t intid = 0; intid < PRIVATE_INTERRUPTS; intid++)
		write_priority(intid, PRIORITY_USUAL);
	registers[GICD_ISENABLER / 4] = UINT32_MAX >> (32 - SGIS);
}

/* Remember the CPU's interface. No lock is needed, because CPUs are set up one after another. */
static void remember_interface(const struct cpu *cpu)
{
	if (gic.interface_count == INTERFACES_MAX)
		return;
	gic.interfaces[gic.interface_count].hardware_id = cpu->hardware_id;
	gic.interfaces[gic.interface_count++].interface = cpu->gic_interface;
}

static uint32_t interface_of(uint32_t hardware_id)
{
	for (unsigned i = 0; i < gic.interface_count; i++) {
		if (gic.interfaces[i].hardware_id == hardware_id)
			return gic.interfaces[i].interface;
	}
	return 0;
}

/* ---- The firmware's state ---- */

/* The priority of what is in service on this CPU. */
static uint32_t running_priority(void)
{
	return gic_access.version == 2 ? gic_access.interface[GICC_RPR / 4] & 0xff
				       : (uint32_t)gic_read(ICC_RPR_EL1) & 0xff;
}

/* End the interrupts in service: private ones, and then a device's. Version 3 ends an interrupt by
 * its number. Version 2 needs the value that was acknowledged, which also names the sender of an
 * SGI. All of the kernel's interrupts have one priority, so only one of them can be in service. */
static void end_in_service(void)
{
	volatile uint32_t *registers;

	if (gic_access.version == 0)
		return;
	registers = registers_of(0);
	for (unsigned i = 0; i < IN_SERVICE_MAX; i++) {
		uint32_t active = registers[GICD_ICACTIVER / 4];

		if (active == 0)
			break;
		if (gic_access.version == 2)
			gic_access.interface[GICC_EOIR / 4] = this_cpu()->acknowledged;
		else
			gic_write(ICC_EOIR1_EL1, (uint32_t)__builtin_ctz(active));
	}
	if (running_priority() != PRIORITY_IDLE)
		interrupt_acknowledge();
}

/* Save the registers of this CPU that set-up changes. Returns the number of values. */
static unsigned save_private(uint32_t to[CPU_GIC_WORDS])
{
	volatile uint32_t *own = registers_of(0);
	unsigned count = 0;

	to[count++] = own[GICD_IGROUPR / 4];
	to[count++] = own[GICD_ISENABLER / 4];
	for (unsigned word = 0; word < PRIVATE_INTERRUPTS / 4; word++)
		to[count++] = own[GICD_IPRIORITYR / 4 + word];
	if (gic_access.version == 2) {
		to[count++] = gic_access.interface[GICC_PMR / 4];
		to[count++] = gic_access.interface[GICC_BPR / 4];
		to[count++] = gic_access.interface[GICC_CTLR / 4];
	} else {
		to[count++] = (uint32_t)gic_read(ICC_PMR_EL1);
		to[count++] = (uint32_t)gic_read(ICC_BPR1_EL1);
		to[count++] = (uint32_t)gic_read(ICC_CTLR_EL1);
		to[count++] = (uint32_t)gic_read(ICC_IGRPEN0_EL1);
		to[count++] = (uint32_t)gic_read(ICC_IGRPEN1_EL1);
	}
	return count;
}

/* Also save the registers of all CPUs. While boot services stay resident, no device's interrupt is
 * routed. */
static unsigned save_state(uint32_t to[STATE_VALUES_MAX])
{
	volatile uint32_t *distributor = gic_access.distributor;
	unsigned lines = GICD_LINES(distributor[GICD_TYPER / 4]), count = 0;

	to[count++] = distributor[GICD_CTLR / 4];
	for (unsigned line = 1; line < lines; line++) {
		to[count++] = distributor[GICD_IGROUPR / 4 + line];
		to[count++] = distributor[GICD_ISENABLER / 4 + line];
	}
	return count + save_private(to + count);
}

static void restore_interface(const uint32_t *from)
{
	if (gic_access.version == 2) {
		gic_access.interface[GICC_PMR / 4] = from[0];
		gic_access.interface[GICC_BPR / 4] = from[1];
		gic_access.interface[GICC_CTLR / 4] = from[2];
		return;
	}
	gic_write(ICC_PMR_EL1, from[0]);
	gic_write(ICC_BPR1_EL1, from[1]);
	gic_write(ICC_CTLR_EL1, from[2]);
	gic_write(ICC_IGRPEN0_EL1, from[3]);
	gic_write(ICC_IGRPEN1_EL1, from[4]);
}

/* Restores in the order of save_private(). */
static void restore_private(const uint32_t *from)
{
	volatile uint32_t *own = registers_of(0);

	own[GICD_IGROUPR / 4] = *from++;
	own[GICD_ICENABLER / 4] = UINT32_MAX;
	own[GICD_ISENABLER / 4] = *from++;
	for (unsigned word = 0; word < PRIVATE_INTERRUPTS / 4; word++)
		own[GICD_IPRIORITYR / 4 + word] = *from++;
	restore_interface(from);
}

void gic_leave_this_cpu(void)
{
	if (gic_access.version == 0)
		return;
	end_in_service();
	restore_private(this_cpu()->gic_before);
}

/* In the order of save_state(). Interrupts are enabled while the distributor is off. */
static void restore_state(const uint32_t *from)
{
	volatile uint32_t *distributor = gic_access.distributor;
	unsigned lines = GICD_LINES(distributor[GICD_TYPER / 4]);
	uint32_t control = *from++;

	distributor[GICD_CTLR / 4] = control & GICD_AFFINITY_ROUTING;
	wait_for_writes();
	for (unsigned line = 1; line < lines; line++) {
		distributor[GICD_IGROUPR / 4 + line] = *from++;
		distributor[GICD_ICENABLER / 4 + line] = UINT32_MAX;
		distributor[GICD_ISENABLER / 4 + line] = *from++;
	}
	restore_private(from);
	distributor[GICD_CTLR / 4] = control;
	wait_for_writes();
}

void gic_restore(uint32_t *values, uint32_t *differences)
{
	uint32_t now[STATE_VALUES_MAX];

	*values = *differences = 0;
	if (gic_access.version == 0 || gic.firmware_value_count == 0)
		return;
	end_in_service();
	restore_state(gic.firmware_values);
	*values = save_state(now);
	for (unsigned i = 0; i < *values; i++)
		*differences += now[i] != gic.firmware_values[i];
}

int gic_init_this_cpu(void)
{
	struct cpu *cpu = this_cpu();

	if (gic_access.version == 3) {
		cpu->redistributor = find_redistributor(cpu->hardware_id);
		if (cpu->redistributor == NULL)
			return -ENODEV;
		gic_write(ICC_SRE_EL1, gic_read(ICC_SRE_EL1) | 1);
	}
	if (gic_access.version != 0)
		save_private(cpu->gic_before);
	if (gic_access.version == 2) {
		cpu->gic_interface = gic_access.distributor[GICD_ITARGETSR / 4] & 0xff;
		if (cpu->gic_interface == 0)    /* the register is zero if there is one CPU */
			cpu->gic_interface = 1;
		remember_interface(cpu);
		set_up_private();
		gic_access.interface[GICC_PMR / 4] = PRIORITY_OPEN;
		gic_access.interface[GICC_BPR / 4] = 0;
		gic_access.interface[GICC_CTLR / 4] = GICC_ENABLE_GROUPS | GICC_ACKNOWLEDGE_BOTH |
						      GICC_FAST;
	} else if (gic_access.version == 3) {
		wake_redistributor(cpu);
		set_up_private();
		gic_write(ICC_PMR_EL1, PRIORITY_OPEN);
		gic_write(ICC_BPR1_EL1, 0);
		gic_write(ICC_CTLR_EL1, 0);
		gic_write(ICC_IGRPEN0_EL1, 1);
		gic_write(ICC_IGRPEN1_EL1, 1);
	}
	gic.vectors[VIRTUAL_TIMER_INTID] = VECTOR_TIMER;
	if (gic_access.version != 0)
		write_bit(VIRTUAL_TIMER_INTID, GICD_ISENABLER);
	return 0;
}

/* ---- Routing ---- */

void gic_route(uint32_t intid, uint8_t vector)
{
	const struct cpu *cpu = this_cpu();

	if (gic_access.version == 0 || intid >= INTID_SPECIAL)
		return;
	gic.vectors[intid] = vector;
	change_group(intid, false);
	write_priority(intid, PRIORITY_USUAL);
	if (intid >= PRIVATE_INTERRUPTS && gic_access.version == 2)
		((volatile uint8_t *)gic_access.distributor)[GICD_ITARGETSR + intid] =
			(uint8_t)cpu->gic_interface;
	else if (intid >= PRIVATE_INTERRUPTS)
		*(volatile uint64_t *)((uintptr_t)gic_access.distributor + GICD_IROUTER +
				       8 * intid) = affinity_unpack(cpu->hardware_id);
	write_bit(intid, GICD_ISENABLER);
}

void gic_route_edge(uint32_t intid, uint8_t vector)
{
	volatile uint32_t *kinds;

	if (gic_access.version == 0 || intid < PRIVATE_INTERRUPTS || intid >= INTID_SPECIAL)
		return;
	kinds = &gic_access.distributor[GICD_ICFGR / 4 + intid / ICFGR_INTERRUPTS];
	*kinds |= ICFGR_EDGE << 2 * (intid % ICFGR_INTERRUPTS);
	gic_route(intid, vector);
}

void gic_name_message(uint32_t lpi, uint8_t vector)
{
	gic.vectors[lpi & INTID_MASK] = vector;
}

uint64_t gic_redistributor_phys(void)
{
	uint64_t at = (uint64_t)(uintptr_t)this_cpu()->redistributor;

	for (unsigned i = 0; i < gic.redistributor_ranges; i++) {
		uint64_t first = (uint64_t)(uintptr_t)gic.redistributors[i].first;

		if (at - first < gic.redistributors[i].bytes)
			return parts()->gic.redistributors[i].phys + (at - first);
	}
	return 0;
}

void gic_mask(uint32_t intid)
{
	if (gic_access.version == 0 || intid >= INTID_SPECIAL)
		return;
	write_bit(intid, GICD_ICENABLER);
	wait_for_writes();
	gic.vectors[intid] = 0;
}

bool gic_route_fast(uint32_t intid)
{
	if (gic_access.version == 0)
		return false;
	change_group(intid, true);
	if ((registers_of(intid)[GICD_IGROUPR / 4] >> intid & 1) != 0)
		return false;
	write_priority(intid, PRIORITY_FAST);
	write_bit(intid, GICD_ISENABLER);
	return true;
}

/* ---- Interrupts ---- */

static uint32_t acknowledge(void)
{
	return gic_access.version == 2 ? gic_access.interface[GICC_IAR / 4]
				       : (uint32_t)gic_read(ICC_IAR1_EL1);
}

static uint8_t vector_of(uint32_t intid, struct cpu *cpu)
{
	if (intid < SGIS)
		return intid <= VECTOR_SGI_LAST - VECTOR_SGI_FIRST ?
			       (uint8_t)(VECTOR_SGI_FIRST + intid) : VECTOR_UNROUTED;
	if (intid == VIRTUAL_TIMER_INTID)
		return cpu->timer_vector;
	return gic.vectors[intid] != 0 ? gic.vectors[intid] : VECTOR_UNROUTED;
}

/* Silence the timer's line, which stays active after its deadline. This happens before the handler,
 * which handles timers that fire once as well as periodic ones. */
static void silence_timer(const struct cpu *cpu)
{
	if (cpu->timer_period_ticks == 0) {
		write_register(cntv_ctl_el0, 0);
		return;
	}
	do
		write_register(cntv_cval_el0,
			       read_register(cntv_cval_el0) + cpu->timer_period_ticks);
	while ((int64_t)(read_register(cntvct_el0) - read_register(cntv_cval_el0)) >= 0);
}

void gic_dispatch(struct trap_frame *frame)
{
	struct cpu *cpu = this_cpu();
	uint32_t token = acknowledge(), intid = token & INTID_MASK;

	if (intid >= INTID_SPECIAL)
		return;
	if (intid == VIRTUAL_TIMER_INTID)
		silence_timer(cpu);
	cpu->acknowledged = token;
	frame->vector = vector_of(intid, cpu);
	interrupt_dispatch(frame);
}

/* Does not use cpu->acknowledged, which may belong to the interrupted handler. */
void gic_dispatch_fast(struct trap_frame *frame)
{
	uint32_t token = gic_access.version == 2 ? gic_access.interface[GICC_IAR / 4]
						 : (uint32_t)gic_read(ICC_IAR0_EL1);

	if ((token & INTID_MASK) >= INTID_SPECIAL)
		return;
	if (gic_access.version == 2)
		gic_access.interface[GICC_EOIR / 4] = token;
	else
		gic_write(ICC_EOIR0_EL1, token);
	frame->vector = VECTOR_NMI;
	interrupt_dispatch(frame);
}

void gic_settle(void)
{
	end_in_service();
	interrupts_handle_pending();
}

uint64_t gic_sgi_to(uint32_t hardware_id, uint8_t vector)
{
	return gic_sgi_value(hardware_id, interface_of(hardware_id), vector);
}

int interrupt_send(uint32_t hardware_id, uint8_t vector)
{
	__asm__ volatile("dsb ish" : : : "memory");
	gic_send(gic_sgi_to(hardware_id, vector));
	return 0;
}

/* Send a fast interrupt. In version 3, group 0 has its own register for this. */
void gic_send_fast(uint32_t hardware_id)
{
	uint64_t value = gic_sgi_to(hardware_id, VECTOR_SGI_FIRST + GIC_FAST_SGI);

	__asm__ volatile("dsb ish" : : : "memory");
	if (gic_access.version == 3)
		gic_write(ICC_SGI0R_EL1, value);
	else
		gic_send(value);
}

uint32_t cpu_hardware_id(void)
{
	return affinity_pack(read_register(mpidr_el1));
}

bool self_interrupt_works(void)
{
	return gic.self_interrupt_works;
}

/* ---- Test ---- */

static void count_arrival(struct trap_frame *frame)
{
	(void)frame;
	gic.arrivals++;
	interrupt_acknowledge();
}

static bool interrupt_arrives(void)
{
	struct spin spin = spin_for_us(INTERRUPT_LIMIT_US);
	bool arrived;

	interrupts_on();
	while (gic.arrivals == 0 && spin_on(&spin))
		;
	interrupts_off();
	arrived = gic.arrivals != 0;
	gic.arrivals = 0;
	return arrived;
}

static void try_timer(void)
{
	uint32_t stated = parts()->gic.virtual_timer;

	if (stated != 0 && stated != VIRTUAL_TIMER_INTID) {
		warning("timer", "the virtual timer has interrupt %u instead of %u; not used",
			stated, VIRTUAL_TIMER_INTID);
		return;
	}
	timer_select(TIMER_DEADLINE, VECTOR_SELF_TEST);
	timer_deadline_start(clock_after_us(TRY_US));
	gic.timer_works = clock_hz() != 0 && interrupt_arrives();
	timer_stop();
	if (!gic.timer_works)
		warning("timer", "the virtual timer does not fire");
}

/* ---- Timer ---- */

uint64_t timer_hz(void)
{
	return gic.timer_works ? clock_hz() : 0;
}

bool timer_deadline_works(void)
{
	return gic.timer_works;
}

void timer_stop(void)
{
	write_register(cntv_ctl_el0, 0);
}

void timer_select(enum timer_mode mode, uint8_t vector)
{
	struct cpu *cpu = this_cpu();

	timer_stop();
	cpu->timer_vector = vector;
	cpu->timer_period_ticks = mode == TIMER_PERIODIC;
}

void timer_arm(uint32_t ticks, uint8_t vector)
{
	timer_select(TIMER_ONE_SHOT, vector);
	timer_start(ticks);
}

/* ---- Finding ---- */

static bool map_version_3(const struct acpi_gic *part)
{
	for (unsigned i = 0; i < part->redistributor_ranges; i++) {
		gic.redistributors[i].bytes = part->redistributors[i].size_bytes;
		gic.redistributors[i].first = firmware_map_device(
			"gic", part->redistributors[i].phys, gic.redistributors[i].bytes);
		if (gic.redistributors[i].first == NULL)
			return false;
		gic.redistributor_ranges++;
	}
	if (find_redistributor(this_cpu()->hardware_id) != NULL)
		return true;
	warning("gic", "no redistributor of the boot CPU");
	return false;
}

static bool find(void)
{
	const struct acpi_gic *part = &parts()->gic;

	if (part->version == 0) {
		warning("gic", "the %s has no interrupt controller of version 2 or 3",
			parts_source());
		return false;
	}
	gic_access.distributor = firmware_map_device(
		"gic", part->distributor_phys,
		part->version == 3 ? GICD_BYTES_VERSION_3 : GICD_BYTES_VERSION_2);
	if (part->version == 2)
		gic_access.interface = firmware_map_device("gic", part->interface_phys,
							   GICC_BYTES);
	if (gic_access.distributor == NULL ||
	    (part->version == 3 ? !map_version_3(part) : gic_access.interface == NULL))
		return false;
	gic_access.version = part->version;
	return true;
}

void gic_init(bool firmware_stays)
{
	if (!find())
		return;
	if (gic_access.version == 3) {
		this_cpu()->redistributor = find_redistributor(this_cpu()->hardware_id);
		gic_write(ICC_SRE_EL1, gic_read(ICC_SRE_EL1) | 1);
	}
	if (firmware_stays)
		gic.firmware_value_count = save_state(gic.firmware_values);
	set_up_distributor();
	gic_init_this_cpu();
	if (firmware_stays)
		gic_route_fast(GIC_FAST_SGI);
	interrupt_discard_pending();
	interrupt_handle(VECTOR_SELF_TEST, count_arrival);
	self_interrupt(VECTOR_SELF_TEST);
	gic.self_interrupt_works = interrupt_arrives();
	if (gic.self_interrupt_works)
		try_timer();
	else
		warning("gic", "interrupts of a CPU to itself do not arrive");
	interrupt_handle(VECTOR_SELF_TEST, NULL);
}
