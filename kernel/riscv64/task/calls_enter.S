/* SPDX-License-Identifier: MIT */
#include "kernel/riscv64/cpu/system_call.inc"
#include "kernel/one_entry/task/calls_enter.inc"
