/* SPDX-License-Identifier: MIT */
/* The build passes VERSION and BUILD_ID to this file only. */
#include "linux/build_id.h"

const char build_version[] = VERSION;
const char build_id[] = BUILD_ID;
