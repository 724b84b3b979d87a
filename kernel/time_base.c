/* The time base is found once and stays. */
#include "kernel/time_base.h"

#include "bench/time_base.h"
#include "lib/cpu_identity.h"

static char hypervisor[CPU_HYPERVISOR_CHARS];
static enum platform_time_base time_base;

void time_base_init(void)
{
	cpu_hypervisor_read(hypervisor);
	time_base = time_base_find(hypervisor);
}

const char *time_base_hypervisor(void)
{
	return hypervisor;
}

enum platform_time_base platform_time_base(void)
{
	return time_base;
}
