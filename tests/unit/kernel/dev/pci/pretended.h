/* SPDX-License-Identifier: MIT */
/* A PCI device whose configuration space and registers are anything at all, for tests of drivers:
 * what is written to its space is lost. It has to be the only one. */
#ifndef TESTS_UNIT_KERNEL_DEV_PCI_PRETENDED_H
#define TESTS_UNIT_KERNEL_DEV_PCI_PRETENDED_H

#include "tests/unit/unit.h"

#include "lib/rng.h"

#define PRETENDED_REGISTERS_BYTES 0x4000u

/* What the device does, and what befalls a driver, is drawn from here. */
extern struct rng pretended_rng;

/* On the heap, so that reads outside of them are seen. */
extern uint8_t *pretended_registers;

/* Begin with a seed. Memory is often full of one word; telling_word is such that drivers of this
 * test take it for more than nonsense. */
void pretended_begin(uint64_t seed, uint64_t telling_word);
void pretended_end(void);

/* Another device: three times of four one of virtio's, without which hardly any driver gets far. */
void pretended_make(void);

/* Fill memory with what such a device may write to it. */
void pretended_scribble(void *bytes, uint64_t size_bytes);

/* The registers in a BAR from an offset on; NULL if there are not so many. */
volatile void *pretended_registers_at(unsigned bar, uint64_t offset, uint64_t size_bytes);

#endif
