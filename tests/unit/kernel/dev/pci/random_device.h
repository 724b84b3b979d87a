/* SPDX-License-Identifier: MIT */
/* A PCI device with random configuration space and registers, for tests of drivers. Writes to its
 * space are lost. It must be the only device. */
#ifndef TESTS_UNIT_KERNEL_DEV_PCI_RANDOM_DEVICE_H
#define TESTS_UNIT_KERNEL_DEV_PCI_RANDOM_DEVICE_H

#include "tests/unit/unit.h"

#include "lib/rng.h"

#define RANDOM_DEVICE_REGISTERS_BYTES 0x4000u

/* Source of the device's behaviour and of failures. */
extern struct rng random_device_rng;

/* On the heap, so that the sanitizer finds reads outside it. */
extern uint8_t *random_device_registers;

/* Begin with a seed. Memory is often full of one word. meaningful_word is a word that the tested
 * driver takes as meaningful. */
void random_device_begin(uint64_t seed, uint64_t meaningful_word);
void random_device_end(void);

/* Another device. Three of four are virtio devices, because drivers reject most others early. */
void random_device_make(void);

/* Fill memory with data that such a device may write. */
void random_device_write(void *bytes, uint64_t size_bytes);

/* Registers of a BAR from an offset; NULL if the BAR is too small. */
volatile void *random_device_registers_at(unsigned bar, uint64_t offset, uint64_t size_bytes);

#endif
