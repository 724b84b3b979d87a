/* SPDX-License-Identifier: MIT */
/* Order of accesses to memory that a device shares and to its registers.
 *
 *	void device_publish(void)
 *		All earlier stores come before later ones: before a store that tells the device, or
 *		another CPU, of them.
 *	void device_observe(void)
 *		All later loads come after earlier ones: after a load that shows that the device
 *		has finished.
 *
 * An x86-64 has this order without an instruction. */
#ifndef LIB_CPU_DEVICE_ORDER_H
#define LIB_CPU_DEVICE_ORDER_H

#include "lib/cpu/arch.h"

#endif
