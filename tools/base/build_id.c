/* SPDX-License-Identifier: MIT */
/* In a file of its own, so that a new commit recompiles nothing else. */
#include "tools/base/build_id.h"

const char build_version[] = VERSION;
const char build_id[] = BUILD_ID;
const char build_images[] = IMAGES;
