/* SPDX-License-Identifier: MIT */
/* The only file that is compiled with BUILD_ID. */
#include "kernel/core/build_id.h"

const char build_id[] = BUILD_ID;
