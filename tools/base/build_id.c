/* SPDX-License-Identifier: MIT */
/* These texts have a file of their own, so that a new commit recompiles nothing else. */
#include "tools/base/build_id.h"

const char build_version[] = VERSION;
const char build_id[] = BUILD_ID;
const char build_images[] = IMAGES;
