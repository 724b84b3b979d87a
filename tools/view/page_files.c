/* SPDX-License-Identifier: MIT */
/* The page's style sheet, page.css, and its script, page.js, as the build embeds them. */
#include "tools/view/page.h"

#include "page.def"
