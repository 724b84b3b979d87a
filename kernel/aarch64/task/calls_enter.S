/* SPDX-License-Identifier: MIT */
#include "kernel/aarch64/cpu/system_call.inc"
#include "kernel/one_entry/task/calls_enter.inc"
