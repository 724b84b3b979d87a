/* SPDX-License-Identifier: MIT */
/* The build gives VERSION and BUILD_ID to this file alone. */
#include "linux/build_id.h"

const char build_version[] = VERSION;
const char build_id[] = BUILD_ID;
