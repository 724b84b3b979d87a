/* A CPU that halts is parked as ever: it only has to be given the time to get there. One that spins
 * does so in a function of its own, until it is told to stop. */
#include "kernel/standby.h"

#include <stdbool.h>
#include <stddef.h>

#include "kernel/smp.h"
#include "kernel/tsc.h"
#include "lib/errno.h"
#include "lib/x86/control.h"
#include "lib/x86/spin.h"

#define SPIN_LIMIT_S 5          /* for a CPU that nobody tells to stop */
#define READY_LIMIT_MS 4000     /* a busy emulator may stop a CPU for as long as a second */
#define PARK_US 20              /* from the end of a function to the halt, with a wide margin */

static struct {
	uint32_t first, count;
	const volatile char *address;
	bool spins;
	unsigned ready;         /* added to with release by each CPU */
	bool stop;              /* stored with release by the boot CPU */
} standby;

static void spin_until_stopped(void)
{
	struct spin spin = spin_for(tsc_hz() * SPIN_LIMIT_S);

	interrupts_on();
	while (!__atomic_load_n(&standby.stop, __ATOMIC_ACQUIRE) && spin_on(&spin))
		;
	interrupts_off();
}

static void stand_by(void *unused)
{
	(void)unused;
	if (standby.address != NULL)
		(void)*standby.address;
	__atomic_fetch_add(&standby.ready, 1, __ATOMIC_RELEASE);
	if (standby.spins)
		spin_until_stopped();
}

static bool are_ready(void)
{
	struct spin spin = spin_for(tsc_hz() / 1000 * READY_LIMIT_MS);

	while (__atomic_load_n(&standby.ready, __ATOMIC_ACQUIRE) != standby.count) {
		if (!spin_on(&spin))
			return false;
	}
	return true;
}

static int wait_for_all(void)
{
	int worst = 0;

	for (uint32_t i = 0; i < standby.count; i++) {
		int error = smp_wait(standby.first + i, READY_LIMIT_MS);

		if (error != 0)
			worst = error;
	}
	return worst;
}

static int start_all(void)
{
	for (uint32_t i = 0; i < standby.count; i++) {
		int error = smp_run(standby.first + i, stand_by, NULL);

		if (error != 0)
			return error;
	}
	return are_ready() ? 0 : -ETIMEDOUT;
}

int standby_begin(uint32_t first, uint32_t count, enum wait_kind wait, const void *address)
{
	int error;

	standby.first = first;
	standby.count = count;
	standby.address = address;
	standby.spins = wait == WAIT_SPIN;
	standby.ready = 0;
	__atomic_store_n(&standby.stop, false, __ATOMIC_RELEASE);
	error = start_all();
	if (error == 0 && !standby.spins)
		error = wait_for_all();
	if (error != 0) {
		standby_end();
		return error;
	}
	tsc_wait_us(PARK_US);
	return 0;
}

int standby_end(void)
{
	__atomic_store_n(&standby.stop, true, __ATOMIC_RELEASE);
	return wait_for_all();
}
