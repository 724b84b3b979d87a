/* SPDX-License-Identifier: MIT */
/* Names of interrupts in traces. */
#include <stdint.h>

#include "bench/platform.h"
#include "kernel/riscv64/cpu/vector.h"

const char *platform_idle_vector_name(uint32_t vector)
{
	switch (vector) {
	case VECTOR_NMI:
		return "watchdog";
	case VECTOR_WAKE:
		return "wake";
	case VECTOR_TIMER:
		return "timer";
	case VECTOR_KEYBOARD:
		return "keyboard";
	case VECTOR_MOUSE:
		return "mouse";
	case VECTOR_SCRIPT:
		return "input_script";
	case VECTOR_DEVICE:
		return "device";
	case VECTOR_APP_TIMER:
		return "app_timer";
	case VECTOR_TRIAL:
		return "trial";
	default:
		return "";
	}
}
