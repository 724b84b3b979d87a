/* SPDX-License-Identifier: MIT */
/* The test: a virtual machine of one page counts down in real mode and halts, timed from outside.
 * Linux, Documentation/virt/kvm/api.rst, "The Definitive KVM API Documentation". */
#include "tools/run/accel.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/kvm.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <unistd.h>

#include "tools/base/clock.h"

#define TRIAL_LOOPS 200000
#define TRIAL_LIMIT_US 300000
/* A real CPU executes about a billion loops per second, an emulated one less than a million. */
#define LOOPS_PER_SECOND_MIN 1e8

#define GUEST_BYTES 0x1000
#define GUEST_CODE_PHYS 0x1000
/* Address for the three pages that KVM needs for real mode on older Intel CPUs. */
#define GUEST_TSS_PHYS 0xfffbd000

struct trial {
	int system, machine, cpu;       /* file descriptors; -1 when not open */
	unsigned char *guest;
	struct kvm_run *run;
	size_t run_bytes;
};

static struct kvm_run *alarmed_run;     /* for the signal handler */

static void stop_trial(int signal)
{
	(void)signal;
	alarmed_run->immediate_exit = 1;
}

static void *map_or_null(size_t size, int flags, int file)
{
	void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, file, 0);

	return memory == MAP_FAILED ? NULL : memory;
}

/* Each step returns false and sets errno on failure. */
static bool open_machine(struct trial *trial, const char *device)
{
	trial->system = open(device, O_RDWR | O_CLOEXEC);
	if (trial->system < 0)
		return false;
	if (ioctl(trial->system, KVM_GET_API_VERSION, 0) != KVM_API_VERSION) {
		errno = ENOTTY;
		return false;
	}
	trial->machine = ioctl(trial->system, KVM_CREATE_VM, 0);
	return trial->machine >= 0 && ioctl(trial->machine, KVM_SET_TSS_ADDR, GUEST_TSS_PHYS) == 0;
}

static bool load_code(struct trial *trial)
{
	static const unsigned char code[] = {
		0x66, 0xb9,             /* mov ecx, TRIAL_LOOPS */
		TRIAL_LOOPS & 0xff, TRIAL_LOOPS >> 8 & 0xff, TRIAL_LOOPS >> 16 & 0xff, 0,
		0x66, 0x49,             /* loop: dec ecx */
		0x75, 0xfc,             /* jnz loop */
		0xf4,                   /* hlt */
	};
	struct kvm_userspace_memory_region region = {
		.guest_phys_addr = GUEST_CODE_PHYS, .memory_size = GUEST_BYTES,
	};

	trial->guest = map_or_null(GUEST_BYTES, MAP_SHARED | MAP_ANONYMOUS, -1);
	if (trial->guest == NULL)
		return false;
	memcpy(trial->guest, code, sizeof(code));
	region.userspace_addr = (uintptr_t)trial->guest;
	return ioctl(trial->machine, KVM_SET_USER_MEMORY_REGION, &region) == 0;
}

static bool open_cpu(struct trial *trial)
{
	struct kvm_regs registers = {.rip = GUEST_CODE_PHYS, .rflags = 2};
	struct kvm_sregs segments;
	int size;

	trial->cpu = ioctl(trial->machine, KVM_CREATE_VCPU, 0);
	size = ioctl(trial->system, KVM_GET_VCPU_MMAP_SIZE, 0);
	if (trial->cpu < 0 || size <= 0)
		return false;
	trial->run_bytes = (size_t)size;
	trial->run = map_or_null(trial->run_bytes, MAP_SHARED, trial->cpu);
	if (trial->run == NULL || ioctl(trial->cpu, KVM_GET_SREGS, &segments) < 0)
		return false;
	segments.cs.base = 0;
	segments.cs.selector = 0;
	return ioctl(trial->cpu, KVM_SET_SREGS, &segments) == 0 &&
		ioctl(trial->cpu, KVM_SET_REGS, &registers) == 0;
}

/* Run until the halt or the limit. Returns the seconds, or a negative number if the machine did not
 * halt. */
static double run_trial(struct trial *trial)
{
	const struct sigaction action = {.sa_handler = stop_trial};
	const struct itimerval limit = {.it_value.tv_usec = TRIAL_LIMIT_US}, off = {0};
	struct sigaction before;
	double begin, elapsed;
	int status;

	alarmed_run = trial->run;
	sigaction(SIGALRM, &action, &before);
	setitimer(ITIMER_REAL, &limit, NULL);
	begin = clock_seconds();
	status = ioctl(trial->cpu, KVM_RUN, 0);
	elapsed = clock_seconds() - begin;
	setitimer(ITIMER_REAL, &off, NULL);
	sigaction(SIGALRM, &before, NULL);
	return status == 0 && trial->run->exit_reason == KVM_EXIT_HLT ? elapsed : -1;
}

static void close_trial(struct trial *trial)
{
	if (trial->run != NULL)
		munmap(trial->run, trial->run_bytes);
	if (trial->guest != NULL)
		munmap(trial->guest, GUEST_BYTES);
	if (trial->cpu >= 0)
		close(trial->cpu);
	if (trial->machine >= 0)
		close(trial->machine);
	if (trial->system >= 0)
		close(trial->system);
}

void accel_probe(const char *device, struct accel *accel)
{
	struct trial trial = {.system = -1, .machine = -1, .cpu = -1};
	double elapsed, rate;

	accel->is_kvm = false;
	if (!open_machine(&trial, device) || !load_code(&trial) || !open_cpu(&trial)) {
		snprintf(accel->why, sizeof(accel->why), "KVM unavailable: %s: %s", device,
			 strerror(errno));
		close_trial(&trial);
		return;
	}
	elapsed = run_trial(&trial);
	close_trial(&trial);
	rate = TRIAL_LOOPS / elapsed;
	if (elapsed <= 0) {
		snprintf(accel->why, sizeof(accel->why),
			 "KVM is too slow: a test did not finish in %g s", TRIAL_LIMIT_US / 1e6);
		return;
	}
	accel->is_kvm = rate >= LOOPS_PER_SECOND_MIN;
	snprintf(accel->why, sizeof(accel->why),
		 "KVM is %s: %.3g million test loops per second",
		 accel->is_kvm ? "fast" : "too slow", rate / 1e6);
}
