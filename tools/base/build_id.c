/* SPDX-License-Identifier: MIT */
/* Alone in its file, so that a new commit compiles nothing else anew. */
#include "tools/base/build_id.h"

const char build_version[] = VERSION;
const char build_id[] = BUILD_ID;
const char build_images[] = IMAGES;
