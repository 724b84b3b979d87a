/* SPDX-License-Identifier: MIT */
/* Calls by HVC of a kernel that has left EL2, for C and assembly. boot/aarch64/head.S answers them.
 * A call changes only the registers that its comment names. */
#ifndef LIB_AARCH64_EL2_CALL_H
#define LIB_AARCH64_EL2_CALL_H

#define EL2_SET_HCR 2           /* set HCR_EL2 to x0 */
#define EL2_NOTHING 3           /* return at once; an odd number */
#define EL2_LEAVE 4             /* continue at x1, at EL2, without the MMU */

/* Arm ARM, "HCR_EL2, Hypervisor Configuration Register": EL1 is AArch64, and its writes to
 * registers of virtual memory are trapped. A trapped write changes nothing. */
#define HCR_RW 0x80000000
#define HCR_TVM 0x4000000

#endif
