/* SPDX-License-Identifier: MIT */
/* Machine registers belong to firmware, so this asks Linux for their contents. */
#include "linux/processor.h"

#include <setjmp.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "bench/platform.h"
#include "lib/cpu/clock.h"
#include "lib/riscv64/identity.h"
#include "lib/text/ticks.h"
#include "linux/absent/processor_files.h"
#include "linux/clock.h"
#include "linux/files.h"

/* Linux, Documentation/arch/riscv/hwprobe.rst: since 6.4. */
#define CALL_HWPROBE 258
enum {KEY_VENDOR, KEY_ARCHITECTURE, KEY_IMPLEMENTATION, KEYS};

/* ISA of the first CPU. Our own kernel reads the same text. */
#define ISA_PATH "/sys/firmware/devicetree/base/cpus/cpu@0/riscv,isa"
#define ISA_CHARS_MAX 1024

#define STANDS_STILL_NS 1000000

void riscv_identity_read(struct riscv_identity *identity)
{
	static char isa[ISA_CHARS_MAX];
	struct {
		int64_t key;
		uint64_t value;
	} pairs[KEYS] = {{KEY_VENDOR, 0}, {KEY_ARCHITECTURE, 0}, {KEY_IMPLEMENTATION, 0}};

	syscall(CALL_HWPROBE, pairs, KEYS, 0, NULL, 0);
	*identity = (struct riscv_identity){
		pairs[KEY_VENDOR].value, pairs[KEY_ARCHITECTURE].value,
		pairs[KEY_IMPLEMENTATION].value,
		files_line(ISA_PATH, isa, sizeof(isa)) ? isa : NULL};
}

uint32_t processor_init(void)
{
	return 0;
}

/* ---- Clock ---- */

static sigjmp_buf refused;

static void on_refusal(int number)
{
	(void)number;
	siglongjmp(refused, 1);
}

static bool may_read_clock(void)
{
	struct sigaction action = {.sa_handler = on_refusal}, previous;
	volatile bool may = false;

	sigaction(SIGILL, &action, &previous);
	if (sigsetjmp(refused, 1) == 0) {
		clock_read();
		may = true;
	}
	sigaction(SIGILL, &previous, NULL);
	return may;
}

static bool clock_stands_still(void)
{
	uint64_t end_ns = clock_ns(CLOCK_MONOTONIC) + STANDS_STILL_NS, begin = clock_read();

	while (clock_ns(CLOCK_MONOTONIC) < end_ns)
		continue;
	return clock_read() == begin;
}

/* Linux, Documentation/admin-guide/sysctl/kernel.rst, "perf_user_access": since 6.6. Its driver of
 * SBI's counters also stops those that no event uses. */
const char *processor_clock_fault(void)
{
	if (!may_read_clock())
		return "Linux does not let processes read the cycle counter; boot it with "
		       "initcall_blacklist=pmu_sbi_devinit";
	if (clock_stands_still())
		return "Linux has stopped the cycle counter; boot it with "
		       "initcall_blacklist=pmu_sbi_devinit, or count an event on each CPU";
	return NULL;
}

/* There is none, because nothing states the frequency. */
size_t processor_clocks(struct clock_source sources[PROCESSOR_CLOCKS_MAX])
{
	(void)sources;
	return 0;
}

void processor_hypervisor(char signature[CPU_HYPERVISOR_CHARS])
{
	processor_hypervisor_by_log("Linux version", "SBI implementation ID=0x3 ", signature);
}
