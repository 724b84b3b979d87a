/* SPDX-License-Identifier: MIT */
/* The build gives BUILD_ID to this file alone. */
#include "kernel/core/build_id.h"

const char build_id[] = BUILD_ID;
